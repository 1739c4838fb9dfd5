#include "core/wire/replydecoder.h"

#include "core/wire/servertext.h"
#include "core/wire/statuswords.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype longestBeginning = 2000; // more than is shown of it
constexpr qsizetype longestStrangeEvent = 1000;
constexpr QByteArrayView bodyMark("\xEF\xBB\xBF");
constexpr std::array eventFields{QByteArrayView("data"), QByteArrayView("event"), QByteArrayView("id"),
                                 QByteArrayView("retry")};

// Whether some line of it is none of a stream of events. The last one may be cut off.
bool isForeign(QByteArrayView beginning)
{
    if (beginning.startsWith(bodyMark))
        beginning = beginning.sliced(bodyMark.size());
    bool isCut = true;
    while (!beginning.isEmpty()) {
        const auto end = std::ranges::find_last_if(beginning, [](char c) { return c == '\n' || c == '\r'; });
        const qsizetype start = end.empty() ? 0 : end.begin() - beginning.begin() + 1;
        const QByteArrayView line = beginning.sliced(start).trimmed();
        beginning = beginning.first(std::max<qsizetype>(start - 1, 0));
        const QByteArrayView field = line.first(line.contains(':') ? line.indexOf(':') : line.size());
        const bool isKnown = std::ranges::any_of(eventFields, [&](QByteArrayView known) {
            return field == known || (isCut && known.startsWith(line));
        });
        if (!field.isEmpty() && !isKnown)
            return true;
        isCut = false;
    }
    return false;
}

// A sign of life in a stream, of whatever name: it has no member that some service writes its reply into.
bool isSignOfLife(QByteArrayView data, const QJsonDocument &document)
{
    static const QStringList telling{u"token"_s, u"content"_s, u"text"_s,       u"response"_s, u"output"_s,
                                     u"delta"_s, u"message"_s, u"completion"_s, u"detail"_s,   u"error"_s};
    if (!document.isObject())
        return data.trimmed() == "null";
    const QJsonObject object = document.object();
    return std::ranges::none_of(object.keys(), [&](const QString &key) {
        const QJsonValue value = object.value(key);
        return value.isObject() || value.isArray() || telling.contains(key);
    });
}

Error answerTooLarge(bool hasText)
{
    return {.what = ServerText::tr("The server's answer is larger than any reply"),
            .hint = hasText ? ServerText::tr(
                                  "What has arrived is kept. Check the kind and address of the connection.")
                            : ServerText::tr("Check the kind and address of the connection.")};
}

} // namespace

ReplyDecoder::ReplyDecoder(std::unique_ptr<ReplyReader> reader, ThinkTagsIn tags)
    : m_reader(std::move(reader))
    , m_reply(tags)
{
}

ReplyDecoder::~ReplyDecoder() = default;

QList<StreamEvent> ReplyDecoder::push(QByteArrayView bytes)
{
    if (!m_isFinished)
        readBytes(bytes);
    return m_reply.take();
}

// Leaves in `bytes` what is to be read in that form.
void ReplyDecoder::findForm(QByteArrayView &bytes)
{
    m_unknown.append(bytes);
    bytes = {};
    QByteArrayView rest = m_unknown;
    if (rest.startsWith(bodyMark))
        rest = rest.sliced(bodyMark.size());
    else if (bodyMark.startsWith(rest))
        return;
    const auto isText = [](char c) { return c != ' ' && c != '\t' && c != '\r' && c != '\n'; };
    const auto first = std::ranges::find_if(rest, isText);
    if (first == rest.end())
        return;
    m_form = *first == '{' || *first == '[' ? Form::Json : *first == '<' ? Form::Html : Form::Events;
    bytes = m_unknown;
}

void ReplyDecoder::readBytes(QByteArrayView bytes)
{
    if (m_form == Form::Unknown)
        findForm(bytes);
    keepBeginning(bytes);
    if (m_form == Form::Events) {
        for (const SseEvent &event : m_sse.push(bytes)) {
            readData(event.data);
            if (m_isFinished)
                return;
        }
        if (m_sse.isOverflowing())
            giveUp(answerTooLarge(true));
    } else if (m_form == Form::Json) {
        for (const QByteArray &value : m_values.push(bytes)) {
            readData(value);
            if (m_isFinished)
                return;
        }
        if (m_values.isOverflowing())
            giveUp(answerTooLarge(m_reply.textSize() > 0));
    }
    if (m_form != Form::Unknown)
        m_unknown = {};
}

void ReplyDecoder::keepBeginning(QByteArrayView bytes)
{
    if (!m_isUnderstood && m_beginning.size() < longestBeginning)
        m_beginning += bytes.first(std::min(bytes.size(), longestBeginning - m_beginning.size()));
}

void ReplyDecoder::readData(const QByteArray &data)
{
    if (m_form == Form::Events && data.trimmed() == "[DONE]")
        return finish(m_reply.stopped().value_or(StopReason::Stop));
    const QJsonDocument document = QJsonDocument::fromJson(data);
    if (document.isArray()) {
        const QJsonArray list = document.array();
        for (const QJsonValue &item : list) {
            if (item.isObject() && !m_isFinished)
                readObject(item.toObject(), QJsonDocument(item.toObject()).toJson(QJsonDocument::Compact));
        }
    } else if (document.isObject()) {
        readObject(document.object(), data);
    }
    if (m_isUnderstood || !m_strange.isEmpty())
        return;
    const bool isQuiet = m_form == Form::Events && isSignOfLife(data, document);
    if (!isQuiet)
        m_strange = data.first(std::min(data.size(), longestStrangeEvent));
}

void ReplyDecoder::readObject(const QJsonObject &object, QByteArrayView bytes)
{
    bool isKnown = m_reader->read(object, bytes, m_reply);
    if (!m_reply.isClosed()) {
        if (const std::optional<ServerFault> fault = faultInside(object)) {
            m_reply.fail(*fault);
            isKnown = true;
        }
    }
    m_reply.report();
    m_isUnderstood = m_isUnderstood || isKnown;
    if (m_reply.isClosed())
        finish(m_reply.stopped().value_or(StopReason::Stop));
}

// What the answer was, now that no more of it comes.
StopReason ReplyDecoder::reasonAtEnd() const
{
    if (m_reply.stopped())
        return *m_reply.stopped();
    const bool isWhole = m_form == Form::Json && !m_values.isInside() && m_isUnderstood;
    return isWhole && m_reader->endsUnsaid() ? StopReason::Stop : StopReason::Cut;
}

bool ReplyDecoder::isStrange() const
{
    if (m_form == Form::Html)
        return true;
    if (m_isUnderstood || m_form == Form::Unknown)
        return false;
    if (m_form == Form::Json)
        return !m_values.isInside();
    return !m_strange.isEmpty() || isForeign(m_beginning);
}

QList<StreamEvent> ReplyDecoder::end()
{
    if (m_isFinished)
        return {};
    if (isStrange())
        giveUp(
            explainStrangeAnswer(m_form == Form::Events && !m_strange.isEmpty() ? m_strange : m_beginning));
    else
        finish(reasonAtEnd());
    return m_reply.take();
}

void ReplyDecoder::giveUp(Error error)
{
    m_reply.end().error = std::move(error);
    finish(StopReason::Error);
}

void ReplyDecoder::finish(StopReason reason)
{
    m_reader->finish(m_reply);
    m_reply.report();
    m_reply.finish(reason);
    m_isFinished = true;
}

} // namespace snug
