#include "core/wire/jsonbody.h"

#include <QStringEncoder>

#include <charconv>
#include <cmath>

namespace snug {

namespace {

void appendEscape(QByteArray &bytes, char16_t unit)
{
    static constexpr char digits[] = "0123456789abcdef";
    switch (unit) {
    case u'"':
        bytes += "\\\"";
        return;
    case u'\\':
        bytes += "\\\\";
        return;
    case u'\b':
        bytes += "\\b";
        return;
    case u'\f':
        bytes += "\\f";
        return;
    case u'\n':
        bytes += "\\n";
        return;
    case u'\r':
        bytes += "\\r";
        return;
    case u'\t':
        bytes += "\\t";
        return;
    default:
        bytes += "\\u";
        for (int shift = 12; shift >= 0; shift -= 4)
            bytes += digits[(unit >> shift) & 0xf];
    }
}

void appendUtf8(QByteArray &bytes, QStringView run)
{
    QStringEncoder encoder(QStringEncoder::Utf8);
    const qsizetype before = bytes.size();
    bytes.resizeForOverwrite(before + encoder.requiredSpace(run.size()));
    const char *end = encoder.appendToBuffer(bytes.data() + before, run);
    bytes.truncate(end - bytes.constData());
}

} // namespace

void appendJsonText(QByteArray &bytes, QStringView text)
{
    bytes += '"';
    const char16_t *const begin = text.utf16();
    const qsizetype size = text.size();
    qsizetype runStart = 0;
    for (qsizetype i = 0; i < size; ++i) {
        const char16_t unit = begin[i];
        if (unit >= 0x20 && unit != u'"' && unit != u'\\' && !QChar::isSurrogate(unit)) [[likely]]
            continue;
        if (QChar::isHighSurrogate(unit) && i + 1 < size && QChar::isLowSurrogate(begin[i + 1])) {
            ++i;
            continue;
        }
        if (i > runStart)
            appendUtf8(bytes, text.sliced(runStart, i - runStart));
        appendEscape(bytes, unit);
        runStart = i + 1;
    }
    if (size > runStart)
        appendUtf8(bytes, text.sliced(runStart));
    bytes += '"';
}

// ECMAScript, Number::toString.
void appendJsonNumber(QByteArray &bytes, double number)
{
    if (!std::isfinite(number)) {
        bytes += "null";
        return;
    }
    if (number == 0) {
        bytes += '0'; // -0 as well
        return;
    }
    char buffer[40];
    const auto result =
        std::to_chars(std::begin(buffer), std::end(buffer), std::abs(number), std::chars_format::scientific);
    const QByteArrayView spelt(buffer, result.ptr - buffer); // d.ddde±xx, shortest digits
    const qsizetype mark = spelt.indexOf('e');
    QByteArray digits = spelt.first(mark).toByteArray();
    digits.remove(1, 1);                                  // the point, where there is one
    const int point = spelt.sliced(mark + 1).toInt() + 1; // the value is 0.digits × 10^point
    const auto count = static_cast<int>(digits.size());
    if (number < 0)
        bytes += '-';
    if (count <= point && point <= 21) {
        bytes += digits + QByteArray(point - count, '0');
    } else if (0 < point && point <= 21) {
        bytes += digits.first(point) + '.' + digits.sliced(point);
    } else if (-6 < point && point <= 0) {
        bytes += "0." + QByteArray(-point, '0') + digits;
    } else {
        bytes += digits.first(1);
        if (count > 1)
            bytes += '.' + digits.sliced(1);
        bytes += point - 1 < 0 ? "e-" : "e+";
        bytes += QByteArray::number(std::abs(point - 1));
    }
}

void JsonBody::separate()
{
    if (m_needsComma)
        m_bytes += ',';
    m_needsComma = true;
}

void JsonBody::open(char bracket)
{
    separate();
    m_bytes += bracket;
    m_needsComma = false;
}

void JsonBody::close(char bracket)
{
    m_bytes += bracket;
    m_needsComma = true;
}

void JsonBody::key(QByteArrayView ascii)
{
    text(ascii);
    m_bytes += ':';
    m_needsComma = false;
}

void JsonBody::text(QStringView value)
{
    separate();
    appendJsonText(m_bytes, value);
}

void JsonBody::text(QByteArrayView ascii)
{
    separate();
    m_bytes += '"';
    m_bytes.append(ascii.data(), ascii.size());
    m_bytes += '"';
}

void JsonBody::number(double value)
{
    separate();
    appendJsonNumber(m_bytes, value);
}

void JsonBody::integer(qint64 value)
{
    separate();
    m_bytes += QByteArray::number(value);
}

void JsonBody::boolean(bool value)
{
    separate();
    m_bytes += value ? "true" : "false";
}

void JsonBody::null()
{
    separate();
    m_bytes += "null";
}

void JsonBody::json(QByteArrayView value)
{
    separate();
    m_bytes.append(value.data(), value.size());
}

} // namespace snug
