#include "core/formats/chatjsonl.h"

#include "core/formats/jsonlean.h"
#include "core/formats/jsonlines.h"
#include "core/formats/jsontext.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString trChat(const char *text)
{
    return QCoreApplication::translate("Chat", text);
}

template <typename Fields> void messageFields(Fields &f)
{
    f.field(u"name"_s, &Message::name);
    f.field(u"is_user"_s, &Message::isUser);
    f.field(u"is_system"_s, &Message::isHidden);
    f.field(u"send_date"_s, &Message::sendDate);
    f.field(u"mes"_s, &Message::text);
    f.field(u"force_avatar"_s, &Message::forcedAvatar, AbsentCodec());
    f.field(u"original_avatar"_s, &Message::originalAvatar, AbsentCodec());
    f.field(u"extra"_s, &Message::extra);
    f.fixed(u"extra"_s, Json::object());
}

void readSwipes(const Json &json, Message &message)
{
    const QList<Json> texts = json.value(u"swipes").items();
    const Json infos = json.value(u"swipe_info");
    message.swipes.reserve(texts.size());
    for (qsizetype i = 0; i < texts.size(); ++i) {
        const QString text = texts[i].toText();
        // The message's own text is one of them: kept once.
        message.swipes.append({.text = text == message.text ? message.text : text, .info = infos.at(i)});
    }
    // Out of range is clamped, as SillyTavern does.
    const int last = std::max(0, static_cast<int>(message.swipes.size()) - 1);
    message.activeSwipe = std::clamp(json.value(u"swipe_id").toInt(), 0, last);
}

Message messageOf(const Json &json, const Place &place, Warnings &warnings)
{
    Message message;
    FieldReader reader(json, message, place, warnings);
    messageFields(reader);
    readSwipes(json, message);
    message.source = json;
    return message;
}

// Sets the items of an array that differ, so that the others keep their bytes.
template <typename Encode> Json writtenItems(Json array, qsizetype count, Encode &&encode)
{
    if (!array.isArray())
        array = Json::array();
    for (qsizetype i = array.size() - 1; i >= count; --i)
        array.removeAt(i);
    for (qsizetype i = 0; i < count; ++i) {
        const Json now = encode(i, array.at(i));
        if (i >= array.size())
            array.append(now);
        else if (!now.isSameAs(array.at(i)))
            array.setAt(i, now);
    }
    return array;
}

void writeSwipes(Json &json, const Message &before, const Message &now)
{
    if (before.swipes == now.swipes && before.activeSwipe == now.activeSwipe)
        return;
    if (now.swipes.isEmpty()) {
        json.remove(u"swipes");
        json.remove(u"swipe_id");
        json.remove(u"swipe_info");
        return;
    }
    if (before.activeSwipe != now.activeSwipe || !json.contains(u"swipe_id"))
        json.set(u"swipe_id"_s, Json(now.activeSwipe));
    if (before.swipes == now.swipes)
        return;
    json.set(u"swipes"_s,
             writtenItems(json.value(u"swipes"), now.swipes.size(), [&](qsizetype i, const Json &old) {
                 const QString &text = now.swipes[i].text;
                 return old.isString() && old.toText() == text ? old : Json(text);
             }));
    const bool hasInfo =
        json.contains(u"swipe_info") ||
        std::ranges::any_of(now.swipes, [](const Swipe &swipe) { return swipe.info.isObject(); });
    if (!hasInfo)
        return;
    json.set(u"swipe_info"_s,
             writtenItems(json.value(u"swipe_info"), now.swipes.size(), [&](qsizetype i, const Json &old) {
                 const Json &info = now.swipes[i].info;
                 const Json wanted = info.isUndefined() ? Json::object() : info;
                 return wanted == old ? old : wanted;
             }));
}

bool isHeader(const Json &json)
{
    return json.isObject() && !json.contains(u"mes") &&
           (json.contains(u"chat_metadata") || json.contains(u"user_name"));
}

bool isMessage(const Json &json)
{
    return json.isObject() &&
           (json.contains(u"mes") || (json.contains(u"name") && json.contains(u"is_user")));
}

// Reads a chat line by line. What it reads is kept lean: a chat may have a hundred thousand messages.
class ChatReader
{
public:
    ChatReader(const QByteArray &bytes, const QString &name)
        : m_bytes(bytes)
        , m_lines(bytes)
    {
        m_reading.chat.name = name;
    }

    void read()
    {
        qsizetype number = 0;
        m_reading.chat.messages.reserve(m_bytes.count('\n') + 1);
        for (qsizetype at = 0; at < m_bytes.size();) {
            const qsizetype stop = m_bytes.indexOf('\n', at);
            const qsizetype end = stop < 0 ? m_bytes.size() : stop;
            readLine(at, end - at, ++number, stop < 0);
            at = end + 1;
        }
        m_reading.chat.endsWithLineBreak = m_bytes.endsWith('\n');
    }

    ChatReading take() { return std::move(m_reading); }

private:
    void readLine(qsizetype begin, qsizetype length, qsizetype number, bool isLast)
    {
        const QByteArrayView line = QByteArrayView(m_bytes).sliced(begin, length);
        if (line.trimmed().isEmpty()) {
            keep(line);
            return;
        }
        const Result<Json> json = m_lines.read(begin, length, static_cast<int>(number));
        if (!json) {
            // Cut off while it was being appended; a complete line that is wrong inside is not that.
            const bool isTorn = isLast && line.startsWith('{') && !line.trimmed().endsWith('}');
            if (isTorn) {
                m_reading.tornTail = (begin > 0 ? "\n"_ba : QByteArray()) + line;
                warn(number, trChat(QT_TRANSLATE_NOOP("Chat", "the last line is cut off; it is set aside")));
            } else {
                Error error = json.error();
                error.what =
                    QCoreApplication::translate("Chat", "a line that cannot be read (%1); it is kept")
                        .arg(error.what);
                m_reading.warnings.append(error);
                keep(line);
            }
            return;
        }
        if (number == 1 && isHeader(*json)) {
            m_reading.chat.header = own(line, *json);
        } else if (isMessage(*json)) {
            const Place place{.outer = nullptr, .key = {}, .index = -1, .line = number};
            m_reading.chat.messages.append(lean(messageOf(*json, place, m_reading.warnings), line, begin));
        } else {
            warn(number, trChat(QT_TRANSLATE_NOOP("Chat", "a line that is not a message; it is kept")));
            keep(line);
        }
    }

    // A value of this line that keeps no more than the line.
    static Json own(QByteArrayView line, const Json &otherwise)
    {
        return parseJsonLine(line.toByteArray()).value_or(otherwise);
    }

    Message lean(Message message, QByteArrayView line, qsizetype begin)
    {
        message.name = shared(message.name);
        message.forcedAvatar = shared(message.forcedAvatar);
        message.originalAvatar = shared(message.originalAvatar);
        QList<QString> texts{message.text, message.name};
        for (const Swipe &swipe : message.swipes)
            texts.append(swipe.text);
        m_kept.keep(line, begin, texts);
        message.extra = kept(message.extra);
        for (Swipe &swipe : message.swipes)
            swipe.info = kept(swipe.info);
        message.source = m_kept.asleep(message.source);
        return message;
    }

    // Lists, which nobody expects here, would keep the whole file.
    Json kept(const Json &value) const
    {
        return value.isArray() ? own(writeJsonLine(value), value) : m_kept.asleep(value);
    }

    // The same few speakers, again and again.
    QString shared(const QString &text)
    {
        constexpr qsizetype mostSpeakers = 1000;
        if (const auto known = m_speakers.constFind(text); known != m_speakers.cend())
            return *known;
        if (m_speakers.size() < mostSpeakers)
            m_speakers.insert(text);
        return text;
    }

    void keep(QByteArrayView line)
    {
        m_reading.chat.unreadableLines.append(
            {.beforeMessage = m_reading.chat.messages.size(), .bytes = line.toByteArray()});
    }

    void warn(qsizetype number, const QString &what)
    {
        m_reading.warnings.append(
            Error{.what = what, .file = {}, .place = Place{.line = number}.text(), .hint = {}});
    }

    const QByteArray m_bytes;
    JsonLineReader m_lines;
    LeanLines m_kept;
    QSet<QString> m_speakers;
    ChatReading m_reading;
};

} // namespace

ChatReading readChat(const QByteArray &bytes, const QString &name)
{
    ChatReader reader(bytes, name);
    reader.read();
    return reader.take();
}

QByteArray writeChat(const Chat &chat)
{
    QByteArray out;
    bool isFirst = true;
    const auto add = [&](const QByteArray &line) {
        if (!isFirst)
            out += '\n';
        isFirst = false;
        out += line;
    };
    qsizetype kept = 0;
    const auto addKept = [&](qsizetype before) {
        for (; kept < chat.unreadableLines.size() && chat.unreadableLines[kept].beforeMessage <= before;
             ++kept)
            add(chat.unreadableLines[kept].bytes);
    };
    if (!chat.header.isUndefined())
        add(encodeHeaderLine(chat.header));
    for (qsizetype i = 0; i < chat.messages.size(); ++i) {
        addKept(i);
        add(encodeMessageLine(chat.messages[i]));
    }
    addKept(std::numeric_limits<qsizetype>::max());
    if (chat.endsWithLineBreak && !isFirst)
        out += '\n';
    return out;
}

QByteArray encodeMessageLine(const Message &message)
{
    return writeJsonLine(writtenMessage(message));
}

QByteArray encodeHeaderLine(const Json &header)
{
    return writeJsonLine(header);
}

Json writtenMessage(const Message &message)
{
    Warnings ignored;
    Message now = message;
    now.source = readAnew(message.source); // writing a chat leaves its lines asleep
    const Message before = messageOf(now.source, Place(), ignored);
    Json json = writtenFields(now, before, [](auto &writer) { messageFields(writer); });
    writeSwipes(json, before, now);
    return json;
}

} // namespace snug
