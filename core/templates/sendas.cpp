#include "core/templates/sendas.h"

#include "core/model/whitespace.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Without white space at both ends.
RenderedMessage trimmedPiece(const QString &role, const RenderedText &rendered, qsizetype start,
                             qsizetype end)
{
    const QStringView whole = QStringView(rendered.text).sliced(start, end - start);
    const QStringView kept = javaScriptTrimmed(whole);
    RenderedMessage message{role, kept.toString(), {}};
    const qsizetype from = kept.isEmpty() ? start : start + (kept.data() - whole.data());
    const qsizetype to = from + kept.size();
    auto span = std::ranges::lower_bound(rendered.spans, from + 1, {}, &TemplateSpan::end);
    for (; span != rendered.spans.end() && span->start < to; ++span) {
        TemplateSpan piece = *span;
        piece.start = std::max(span->start, from) - from;
        piece.length = std::min(span->end(), to) - from - piece.start;
        message.spans.append(piece);
    }
    return message;
}

bool isRole(QStringView role)
{
    return !role.isEmpty() && std::ranges::all_of(role, [](QChar c) {
        return c == u'_' || (c.unicode() < 0x80 && c.isLetterOrNumber());
    });
}

} // namespace

QString roleMarker(QStringView marker, QStringView role)
{
    return u"<<<snug:"_s + marker + u':' + role + u">>>"_s;
}

QString endMarker(QStringView marker)
{
    return u"<<</snug:"_s + marker + u">>>"_s;
}

QString freshMarker()
{
    std::array<quint32, 8> random{};
    QRandomGenerator::system()->fillRange(random.data(), qsizetype(random.size()));
    return QString::fromLatin1(
        QByteArray::fromRawData(reinterpret_cast<const char *>(random.data()), sizeof random).toHex());
}

QList<RenderedMessage> cutAtMarkers(const RenderedText &rendered, const QString &marker)
{
    const QString start = u"<<<snug:"_s + marker + u':';
    const QString end = endMarker(marker);
    const QString &text = rendered.text;
    QList<RenderedMessage> messages;
    QString role = u"system"_s;
    qsizetype from = 0;
    const auto cut = [&](qsizetype at, const QString &next, qsizetype length) {
        RenderedMessage message = trimmedPiece(role, rendered, from, at);
        if (!message.content.isEmpty())
            messages.append(std::move(message));
        role = next;
        from = at + length;
    };
    for (qsizetype at = text.indexOf(u"<<<"_s); at >= 0; at = text.indexOf(u"<<<"_s, at)) {
        const QStringView rest = QStringView(text).sliced(at);
        if (rest.startsWith(end)) {
            cut(at, u"system"_s, end.size());
            at += end.size();
            continue;
        }
        const qsizetype close = rest.startsWith(start) ? rest.indexOf(u">>>", start.size()) : -1;
        const QStringView word = close < 0 ? QStringView() : rest.sliced(start.size(), close - start.size());
        if (isRole(word)) {
            cut(at, word.toString(), close + 3);
            at += close + 3;
        } else {
            ++at;
        }
    }
    cut(text.size(), {}, 0);
    return messages;
}

TemplateResult<RenderedMessages> renderMessages(const TemplateRequest &request, const std::stop_token &stop)
{
    const TemplateResult<RenderedText> rendered = renderTemplate(request, stop);
    if (!rendered)
        return std::unexpected(rendered.error());
    return RenderedMessages{cutAtMarkers(*rendered, request.marker), rendered->templates};
}

TemplateResult<RenderedText> renderSystemPrompt(const TemplateRequest &request, const std::stop_token &stop)
{
    TemplateRequest plain = request;
    plain.marker.clear();
    const TemplateResult<RenderedText> rendered = renderTemplate(plain, stop);
    if (!rendered)
        return rendered;
    return trimmedText(*rendered);
}

RenderedText trimmedText(const RenderedText &rendered)
{
    RenderedMessage trimmed = trimmedPiece({}, rendered, 0, rendered.text.size());
    return {std::move(trimmed.content), std::move(trimmed.spans), rendered.templates};
}

} // namespace snug
