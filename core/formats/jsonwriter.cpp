#include "core/formats/jsonlean.h"
#include "core/formats/jsonlines.h"
#include "core/formats/jsontext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr QByteArrayView WrittenByteOrderMark("\xEF\xBB\xBF");
constexpr qsizetype WidestIndent = 16;

qsizetype endOfSpace(QByteArrayView bytes, qsizetype from)
{
    while (from < bytes.size() && QByteArrayView(" \n\r\t").contains(bytes[from]))
        ++from;
    return from;
}

qsizetype endOfString(QByteArrayView bytes, qsizetype from)
{
    for (qsizetype i = from + 1; i < bytes.size(); ++i) {
        if (bytes[i] == '\\')
            ++i;
        else if (bytes[i] == '"')
            return i + 1;
    }
    return bytes.size();
}

void appendUnicodeEscape(QByteArray &out, char16_t unit)
{
    out += "\\u" + QByteArray::number(unit, 16).rightJustified(4, '0');
}

void appendEscaped(QByteArray &out, QStringView text, qsizetype index)
{
    const QChar c = text[index];
    switch (c.unicode()) {
    case '"':
        out += "\\\"";
        return;
    case '\\':
        out += "\\\\";
        return;
    case '\b':
        out += "\\b";
        return;
    case '\f':
        out += "\\f";
        return;
    case '\n':
        out += "\\n";
        return;
    case '\r':
        out += "\\r";
        return;
    case '\t':
        out += "\\t";
        return;
    default:
        appendUnicodeEscape(out, c.unicode());
    }
}

bool isLoneSurrogate(QStringView text, qsizetype index)
{
    const QChar c = text[index];
    if (c.isHighSurrogate())
        return index + 1 >= text.size() || !text[index + 1].isLowSurrogate();
    return c.isLowSurrogate() && (index == 0 || !text[index - 1].isHighSurrogate());
}

void appendSpelling(QByteArray &out, QStringView text)
{
    out += '"';
    qsizetype written = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const bool isPlain =
            c.unicode() >= 0x20 && c != u'"' && c != u'\\' && !(c.isSurrogate() && isLoneSurrogate(text, i));
        if (isPlain)
            continue;
        if (i > written)
            out += text.sliced(written, i - written).toUtf8();
        appendEscaped(out, text, i);
        written = i + 1;
    }
    if (text.size() > written)
        out += text.sliced(written).toUtf8();
    out += '"';
}

} // namespace

class JsonWriter
{
public:
    explicit JsonWriter(const JsonStyle &style)
        : m_style(style)
    {
        m_lineBreak = style.carriageReturns ? "\r\n"_ba : "\n"_ba;
        m_comma = style.indent == 0 && style.spaced ? ", "_ba : ","_ba;
        m_colon = style.indent > 0 || style.spaced ? ": "_ba : ":"_ba;
    }

    static const JsonSpan *spanOf(const Json &value)
    {
        if (!value.d)
            return nullptr;
        if (const auto *array = std::get_if<JsonArray>(&value.d->content))
            return &array->span;
        if (const auto *object = std::get_if<JsonObject>(&value.d->content))
            return &object->span;
        if (const auto *asleep = std::get_if<JsonAsleep>(&value.d->content))
            return &asleep->span();
        return nullptr;
    }

    QByteArray take() { return std::move(m_out); }

    void writeDocument(const Json &document)
    {
        if (const JsonSpan *span = spanOf(document))
            m_origin = span->origin;
        if (m_style.byteOrderMark)
            m_out += WrittenByteOrderMark;
        write(document, 0);
        if (m_style.finalNewline)
            m_out += m_lineBreak;
    }

private:
    void write(const Json &value, int depth)
    {
        const JsonSpan *const span = spanOf(value);
        if (span && span->length > 0 && span->depth == depth && isOfTheSameLayout(*span)) {
            if (isLean(*span)) {
                write(readAnew(value), depth);
                return;
            }
            m_out += QByteArrayView(span->origin->bytes).sliced(span->begin, span->length);
            return;
        }
        switch (value.type()) {
        case Json::Type::Undefined:
        case Json::Type::Null:
            m_out += "null";
            break;
        case Json::Type::Bool:
            m_out += *value.asBool() ? "true" : "false";
            break;
        case Json::Type::Number: {
            const auto &number = std::get<JsonNumber>(value.d->content);
            m_out += number.spelling.isEmpty() ? Json::numberText(number.value) : number.spelling;
            break;
        }
        case Json::Type::String: {
            const auto &string = std::get<JsonString>(value.d->content);
            writeText(string.text, string.spelling);
            break;
        }
        case Json::Type::Array:
            writeAll(value.items(), "[", "]", depth,
                     [this](const Json &item, int inner) { write(item, inner); });
            break;
        case Json::Type::Object:
            writeAll(value.members(), "{", "}", depth, [this](const Json::Member &member, int inner) {
                writeText(member.key, member.keySpelling);
                m_out += m_colon;
                write(member.value, inner);
            });
            break;
        }
    }

    // Of the same file, or lines as well: a line that was kept for long has an origin of its own.
    bool isOfTheSameLayout(const JsonSpan &span) const
    {
        return span.origin == m_origin ||
               (m_origin && !m_origin->isWholeDocument && !span.origin->isWholeDocument);
    }

    void writeText(const QString &text, const QByteArray &spelling)
    {
        if (spelling.isEmpty())
            appendSpelling(m_out, text);
        else
            m_out += spelling;
    }

    void breakLine(int depth)
    {
        if (m_style.indent == 0)
            return;
        m_out += m_lineBreak;
        m_out.append(qsizetype(depth) * m_style.indent, m_style.tabs ? '\t' : ' ');
    }

    void writeAll(const auto &parts, const char *opening, const char *closing, int depth, auto &&writePart)
    {
        m_out += opening;
        bool isFirst = true;
        for (const auto &part : parts) {
            if (!isFirst)
                m_out += m_comma;
            isFirst = false;
            breakLine(depth + 1);
            writePart(part, depth + 1);
        }
        if (!isFirst)
            breakLine(depth);
        m_out += closing;
    }

    const JsonStyle m_style;
    QByteArray m_lineBreak;
    QByteArray m_comma;
    QByteArray m_colon;
    QExplicitlySharedDataPointer<JsonOrigin> m_origin;
    QByteArray m_out;
};

// With the blanks that stood around the value.
static QByteArray lineAround(const QByteArray &file, qsizetype begin, qsizetype length)
{
    const qsizetype from = begin == 0 ? 0 : file.lastIndexOf('\n', begin - 1) + 1;
    const qsizetype stop = file.indexOf('\n', begin + length);
    return file.sliced(from, (stop < 0 ? file.size() : stop) - from);
}

QByteArray writeJson(const Json &document, const JsonStyle &style)
{
    const JsonSpan *const span = JsonWriter::spanOf(document);
    const bool isRead = span && span->origin && span->origin->isWholeDocument && span->depth == 0;
    if (isRead && span->length > 0)
        return span->origin->bytes;
    JsonWriter writer(isRead ? span->origin->style : style);
    writer.writeDocument(document);
    return writer.take();
}

QByteArray writeJsonLine(const Json &value)
{
    JsonWriter writer(JsonStyle::compact());
    const JsonSpan *const span = JsonWriter::spanOf(value);
    const bool isLine = span && span->origin && !span->origin->isWholeDocument;
    if (isLine && span->length > 0 && isLean(*span))
        return writeJsonLine(readAnew(value));
    if (isLine && span->length > 0 && span->depth == 0)
        return lineAround(span->origin->bytes, span->begin, span->length);
    // What came from a file of another layout is laid out anew, so that it stays on one line.
    writer.writeDocument(isLine || !span   ? value
                         : value.isArray() ? Json::array(value.items())
                                           : Json::object(value.members()));
    return writer.take();
}

QByteArray jsonStringSpelling(QStringView text)
{
    QByteArray out;
    appendSpelling(out, text);
    return out;
}

JsonStyle styleOf(QByteArrayView bytes)
{
    JsonStyle style;
    style.byteOrderMark = bytes.startsWith(WrittenByteOrderMark);
    style.finalNewline = bytes.endsWith('\n');
    const qsizetype start = endOfSpace(bytes, style.byteOrderMark ? WrittenByteOrderMark.size() : 0);
    if (start >= bytes.size())
        return style;
    const qsizetype first = endOfSpace(bytes, start + 1);
    const QByteArrayView gap = bytes.sliced(start + 1, first - start - 1);
    const qsizetype lineBreak = gap.lastIndexOf('\n');
    style.carriageReturns = lineBreak > 0 ? gap[lineBreak - 1] == '\r' : bytes.endsWith("\r\n");
    if (lineBreak >= 0) {
        style.indent = static_cast<int>(std::min(gap.size() - lineBreak - 1, WidestIndent));
        style.tabs = gap.endsWith('\t');
        return style;
    }
    style.indent = 0;
    if (first < bytes.size() && bytes[first] == '"') {
        const qsizetype colon = endOfSpace(bytes, endOfString(bytes, first));
        style.spaced = colon + 1 < bytes.size() && QByteArrayView(":,").contains(bytes[colon]) &&
                       bytes[colon + 1] == ' ';
    }
    return style;
}

} // namespace snug
