#include "core/formats/jsonbytes.h"
#include "core/formats/jsontext.h"

#include <algorithm>

namespace snug {

namespace {

constexpr QByteArrayView GuessedByteOrderMark("\xEF\xBB\xBF");
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

} // namespace

void appendJsonString(QByteArray &out, QStringView text)
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

QByteArray jsonStringSpelling(QStringView text)
{
    QByteArray out;
    appendJsonString(out, text);
    return out;
}

JsonStyle styleOf(QByteArrayView bytes)
{
    JsonStyle style;
    style.byteOrderMark = bytes.startsWith(GuessedByteOrderMark);
    style.finalNewline = bytes.endsWith('\n');
    const qsizetype start = endOfSpace(bytes, style.byteOrderMark ? GuessedByteOrderMark.size() : 0);
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
