#include "core/macros/framing/valuetext.h"

#include <charconv>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace snug::framing {

namespace {

bool isSpace(QChar c)
{
    return c.isSpace() || (c >= u'\x1c' && c <= u'\x1f');
}

// "1_000" is a number, "_1" and "1__0" are none.
std::optional<QByteArray> withoutUnderscores(QStringView text)
{
    QByteArray digits;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c == u'_') {
            const bool isBetween =
                i > 0 && i + 1 < text.size() && text[i - 1].isDigit() && text[i + 1].isDigit();
            if (!isBetween)
                return std::nullopt;
            continue;
        }
        if (c.isDigit())
            digits.append(static_cast<char>('0' + c.digitValue()));
        else if (c.unicode() < 128)
            digits.append(static_cast<char>(c.unicode()));
        else
            return std::nullopt;
    }
    return digits;
}

QString quotedText(const QString &text)
{
    const QChar quote = text.contains(u'\'') && !text.contains(u'"') ? u'"' : u'\'';
    QString result(quote);
    for (const QChar c : text) {
        if (c == u'\n')
            result += "\\n"_L1;
        else if (c == u'\t')
            result += "\\t"_L1;
        else if (c == u'\r')
            result += "\\r"_L1;
        else if (c == u'\\' || c == quote)
            result += u'\\' + QString(c);
        else if (c < u' ' || c == u'\x7f')
            result += "\\x"_L1 + QString::number(c.unicode(), 16).rightJustified(2, u'0');
        else
            result += c;
    }
    return result + quote;
}

} // namespace

QString decimalText(double value)
{
    if (std::isnan(value))
        return u"nan"_s;
    if (std::isinf(value))
        return value < 0 ? u"-inf"_s : u"inf"_s;
    std::array<char, 64> buffer;
    const auto shortest =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
    const QByteArray scientific(buffer.data(), shortest.ptr - buffer.data());
    const qsizetype e = scientific.indexOf('e');
    const int exponent = scientific.mid(e + 1).toInt();
    if (exponent < -4 || exponent >= 16)
        return QString::fromLatin1(scientific);
    const auto fixed =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
    const QByteArray text(buffer.data(), fixed.ptr - buffer.data());
    return QString::fromLatin1(text.contains('.') ? text : text + ".0");
}

Json decimalValue(double value)
{
    return std::isfinite(value) ? Json::numberSpelt(decimalText(value).toLatin1()) : Json(decimalText(value));
}

bool isDecimal(const Json &number)
{
    const QByteArray spelling = number.spelling();
    if (spelling.contains('.') || spelling.contains('e') || spelling.contains('E'))
        return true;
    return !number.asInteger();
}

QString valueText(const Json &value)
{
    return value.isString() ? *value.asString() : valueLiteral(value);
}

QString valueLiteral(const Json &value)
{
    QStringList parts;
    switch (value.type()) {
    case Json::Type::Undefined:
    case Json::Type::Null:
        break;
    case Json::Type::Bool:
        return *value.asBool() ? u"True"_s : u"False"_s;
    case Json::Type::Number:
        return isDecimal(value) ? decimalText(*value.asDouble()) : QString::number(*value.asInteger());
    case Json::Type::String:
        return quotedText(*value.asString());
    case Json::Type::Array:
        for (const Json &item : value.items())
            parts.append(valueLiteral(item));
        return u'[' + parts.join(u", "_s) + u']';
    case Json::Type::Object:
        for (const Json::Member &member : value.members())
            parts.append(quotedText(member.key) + u": " + valueLiteral(member.value));
        return u'{' + parts.join(u", "_s) + u'}';
    }
    return u"None"_s;
}

bool isTruthy(const Json &value)
{
    switch (value.type()) {
    case Json::Type::Undefined:
    case Json::Type::Null:
        break;
    case Json::Type::Bool:
        return *value.asBool();
    case Json::Type::Number:
        return *value.asDouble() != 0;
    case Json::Type::String:
        return !value.asString()->isEmpty();
    case Json::Type::Array:
    case Json::Type::Object:
        return value.size() > 0;
    }
    return false;
}

std::optional<qint64> wholeNumber(const Json &value)
{
    if (const auto boolean = value.asBool())
        return *boolean ? 1 : 0;
    if (const auto integer = value.asInteger())
        return integer;
    if (const auto number = value.asDouble()) {
        constexpr double limit = 9e18;
        return std::isfinite(*number) && std::abs(*number) < limit
                   ? std::optional(static_cast<qint64>(std::trunc(*number)))
                   : std::nullopt;
    }
    const auto text = value.asString();
    if (!text)
        return std::nullopt;
    auto digits = withoutUnderscores(stripped(*text));
    if (!digits || digits->isEmpty())
        return std::nullopt;
    for (qsizetype i = digits->startsWith('-') || digits->startsWith('+') ? 1 : 0; i < digits->size(); ++i) {
        if (digits->at(i) < '0' || digits->at(i) > '9')
            return std::nullopt;
    }
    bool isRead = false;
    const qint64 number = digits->toLongLong(&isRead);
    return isRead ? std::optional(number) : std::nullopt;
}

std::optional<qint64> wholeNumberOr(const Json &value, qint64 otherwise)
{
    return isTruthy(value) ? wholeNumber(value) : std::optional(otherwise);
}

std::optional<double> decimalFromText(QStringView text)
{
    const auto digits = withoutUnderscores(stripped(text));
    if (!digits || digits->isEmpty())
        return std::nullopt;
    QByteArray lower = digits->toLower();
    const bool isNegative = lower.startsWith('-');
    if (isNegative || lower.startsWith('+'))
        lower.remove(0, 1);
    double number = 0;
    if (lower == "inf" || lower == "infinity") {
        number = std::numeric_limits<double>::infinity();
    } else if (lower == "nan") {
        number = std::numeric_limits<double>::quiet_NaN();
    } else {
        if (lower.isEmpty() || !(lower[0] == '.' || (lower[0] >= '0' && lower[0] <= '9')))
            return std::nullopt;
        const auto read = std::from_chars(lower.constBegin(), lower.constEnd(), number);
        if (read.ptr != lower.constEnd())
            return std::nullopt;
        if (read.ec == std::errc::result_out_of_range)
            number = lower.contains("e-") ? 0 : std::numeric_limits<double>::infinity();
        else if (read.ec != std::errc())
            return std::nullopt;
    }
    return isNegative ? -number : number;
}

QStringView stripped(QStringView text)
{
    while (!text.isEmpty() && isSpace(text.first()))
        text = text.sliced(1);
    while (!text.isEmpty() && isSpace(text.last()))
        text.chop(1);
    return text;
}

} // namespace snug::framing
