#include "core/macros/framing/expressionvalues.h"

#include "core/macros/framing/valuetext.h"

#include <cmath>

using namespace Qt::StringLiterals;

namespace snug::framing {

namespace {

// A text or list that an expression makes grows no further than this.
constexpr qint64 sizeLimit = 1'000'000;

struct Number
{
    bool isWhole = true;
    qint64 whole = 0;
    double decimal = 0;
};

std::optional<Number> numberOf(const Json &value)
{
    if (const auto boolean = value.asBool())
        return Number{true, *boolean ? 1 : 0, *boolean ? 1.0 : 0.0};
    const auto decimal = value.asDouble();
    if (!decimal)
        return std::nullopt;
    if (isDecimal(value))
        return Number{false, 0, *decimal};
    return Number{true, *value.asInteger(), *decimal};
}

std::optional<Json> finite(double value)
{
    return std::isfinite(value) ? std::optional(decimalValue(value)) : std::nullopt;
}

std::optional<Json> wholePower(qint64 base, qint64 exponent)
{
    if (exponent < 0)
        return base == 0 ? std::nullopt
                         : finite(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
    qint64 result = 1;
    for (qint64 i = 0; i < exponent && result != 0 && !(base == 1); ++i) {
        if (base == -1) {
            result = exponent % 2 == 0 ? 1 : -1;
            break;
        }
        if (__builtin_mul_overflow(result, base, &result))
            return std::nullopt;
    }
    return Json(result);
}

std::optional<Json> wholeResult(QStringView sign, qint64 left, qint64 right)
{
    qint64 result = 0;
    if (sign == u"+")
        return __builtin_add_overflow(left, right, &result) ? std::nullopt : std::optional(Json(result));
    if (sign == u"-")
        return __builtin_sub_overflow(left, right, &result) ? std::nullopt : std::optional(Json(result));
    if (sign == u"*")
        return __builtin_mul_overflow(left, right, &result) ? std::nullopt : std::optional(Json(result));
    if (sign == u"^")
        return Json(left ^ right);
    if (sign == u"**")
        return wholePower(left, right);
    if (right == 0 || (right == -1 && left == std::numeric_limits<qint64>::min()))
        return std::nullopt;
    if (sign == u"/")
        return decimalValue(static_cast<double>(left) / static_cast<double>(right));
    const qint64 remainder = left % right;
    const bool isBelow = remainder != 0 && (remainder < 0) != (right < 0);
    return Json(sign == u"//" ? left / right - (isBelow ? 1 : 0) : remainder + (isBelow ? right : 0));
}

std::optional<Json> decimalResult(QStringView sign, double left, double right)
{
    if (sign == u"+")
        return finite(left + right);
    if (sign == u"-")
        return finite(left - right);
    if (sign == u"*")
        return finite(left * right);
    if (sign == u"**")
        return left == 0 && right < 0 ? std::nullopt : finite(std::pow(left, right));
    if (right == 0 || sign == u"^")
        return std::nullopt;
    if (sign == u"/")
        return finite(left / right);
    if (sign == u"//")
        return finite(std::floor(left / right));
    const double remainder = std::fmod(left, right);
    return finite(remainder != 0 && (remainder < 0) != (right < 0) ? remainder + right : remainder);
}

std::optional<Json> repeatedText(const Json &value, qint64 times)
{
    const auto text = value.asString();
    const qsizetype size = text ? text->size() : value.size();
    if (times <= 0 || size == 0)
        return text ? Json(QString()) : Json::array();
    if (times > sizeLimit / size)
        return std::nullopt;
    if (text)
        return Json(text->repeated(times));
    Json result = Json::array();
    for (qint64 i = 0; i < times; ++i) {
        for (const Json &item : value.items())
            result.append(item);
    }
    return result;
}

bool isEqual(const Json &left, const Json &right)
{
    const auto a = numberOf(left);
    const auto b = numberOf(right);
    if (a && b)
        return a->isWhole && b->isWhole ? a->whole == b->whole : a->decimal == b->decimal;
    if (left.isArray() && right.isArray())
        return std::ranges::equal(left.items(), right.items(), isEqual);
    if (left.isObject() && right.isObject()) {
        return left.size() == right.size() &&
               std::ranges::all_of(left.members(), [&](const Json::Member &member) {
                   return right.contains(member.key) && isEqual(member.value, right.value(member.key));
               });
    }
    return left == right;
}

// Below, equal or above 0; nothing for kinds that have no order.
std::optional<int> order(const Json &left, const Json &right)
{
    const auto a = numberOf(left);
    const auto b = numberOf(right);
    if (a && b) {
        if (a->isWhole && b->isWhole)
            return a->whole < b->whole ? -1 : a->whole > b->whole ? 1 : 0;
        return a->decimal < b->decimal ? -1 : a->decimal > b->decimal ? 1 : 0;
    }
    if (left.isString() && right.isString()) {
        const QList<uint> x = left.asString()->toUcs4();
        const QList<uint> y = right.asString()->toUcs4();
        return std::ranges::lexicographical_compare(x, y) ? -1 : x == y ? 0 : 1;
    }
    if (!left.isArray() || !right.isArray())
        return std::nullopt;
    for (qsizetype i = 0; i < std::min(left.size(), right.size()); ++i) {
        if (!isEqual(left.at(i), right.at(i)))
            return order(left.at(i), right.at(i));
    }
    return left.size() < right.size() ? -1 : left.size() > right.size() ? 1 : 0;
}

std::optional<bool> isIn(const Json &value, const Json &container)
{
    if (container.isString())
        return value.isString() ? std::optional(container.asString()->contains(*value.asString()))
                                : std::nullopt;
    if (container.isArray())
        return std::ranges::any_of(container.items(), [&](const Json &item) { return isEqual(item, value); });
    if (container.isObject())
        return value.isString() && container.contains(*value.asString());
    return std::nullopt;
}

// What a loop over `value` gives.
std::optional<QList<Json>> itemsOf(const Json &value)
{
    if (value.isArray())
        return value.items();
    QList<Json> items;
    if (const auto text = value.asString()) {
        for (const uint code : text->toUcs4())
            items.append(Json(QString(QChar::fromUcs4(code))));
        return items;
    }
    if (!value.isObject())
        return std::nullopt;
    for (const Json::Member &member : value.members())
        items.append(Json(member.key));
    return items;
}

std::optional<Json> extreme(const QList<Json> &arguments, bool isLargest)
{
    const auto items = arguments.size() == 1 ? itemsOf(arguments.first()) : std::optional(arguments);
    if (!items || items->isEmpty())
        return std::nullopt;
    Json result = items->first();
    for (const Json &item : *items) {
        const auto relation = order(item, result);
        if (!relation)
            return std::nullopt;
        if (isLargest ? *relation > 0 : *relation < 0)
            result = item;
    }
    return result;
}

std::optional<Json> sum(const QList<Json> &arguments)
{
    const auto items = itemsOf(arguments.first());
    if (!items || arguments.size() > 2)
        return std::nullopt;
    std::optional<Json> result = arguments.size() == 2 ? arguments.at(1) : Json(0);
    if (result->isString())
        return std::nullopt;
    for (const Json &item : *items) {
        if (result->isArray() && item.isArray() && result->size() + item.size() <= sizeLimit) {
            for (const Json &each : item.items()) // in place: all that was there would be copied each time
                result->append(each);
            continue;
        }
        result = binaryResult(u"+", *result, item);
        if (!result)
            return std::nullopt;
    }
    return result;
}

std::optional<Json> rounded(const QList<Json> &arguments)
{
    const auto number = numberOf(arguments.first());
    if (!number || arguments.size() > 2)
        return std::nullopt;
    const bool hasDigits = arguments.size() == 2 && !arguments.at(1).isNull();
    if (!hasDigits)
        return number->isWhole ? Json(number->whole)
                               : Json(static_cast<qint64>(std::nearbyint(number->decimal)));
    const auto digits = arguments.at(1).asInteger();
    if (!digits || *digits < -300 || *digits > 300)
        return std::nullopt;
    if (number->isWhole && *digits >= 0)
        return Json(number->whole);
    if (*digits >= 0) // as printed, so that 2.675 stays what it is in binary
        return decimalValue(QByteArray::number(number->decimal, 'f', static_cast<int>(*digits)).toDouble());
    const double factor = std::pow(10.0, static_cast<double>(-*digits));
    const double result = std::nearbyint(number->decimal / factor) * factor;
    return number->isWhole ? Json(static_cast<qint64>(result)) : decimalValue(result);
}

std::optional<Json> sorted(const QList<Json> &arguments, const QList<Json::Member> &keywords)
{
    auto items = itemsOf(arguments.first());
    if (!items || arguments.size() != 1)
        return std::nullopt;
    bool isReverse = false;
    for (const Json::Member &keyword : keywords) {
        if (keyword.key != u"reverse")
            return std::nullopt;
        isReverse = isTruthy(keyword.value);
    }
    for (const Json &item : std::as_const(*items)) {
        if (!order(item, items->first()))
            return std::nullopt;
    }
    std::ranges::stable_sort(*items, [&](const Json &a, const Json &b) {
        return isReverse ? order(a, b).value_or(0) > 0 : order(a, b).value_or(0) < 0;
    });
    return Json::array(*items);
}

std::optional<Json> toWhole(const QList<Json> &arguments)
{
    if (arguments.isEmpty())
        return Json(0);
    const auto number = arguments.size() == 1 ? wholeNumber(arguments.first()) : std::nullopt;
    return number ? std::optional(Json(*number)) : std::nullopt;
}

std::optional<Json> toDecimal(const QList<Json> &arguments)
{
    if (arguments.isEmpty())
        return decimalValue(0);
    if (arguments.size() != 1)
        return std::nullopt;
    if (const auto number = numberOf(arguments.first()))
        return decimalValue(number->decimal);
    const auto text = arguments.first().asString();
    const auto number = text ? decimalFromText(*text) : std::nullopt;
    return number ? std::optional(decimalValue(*number)) : std::nullopt;
}

std::optional<Json> length(const Json &value)
{
    if (const auto text = value.asString())
        return Json(static_cast<qint64>(text->toUcs4().size()));
    return value.isArray() || value.isObject() ? std::optional(Json(static_cast<qint64>(value.size())))
                                               : std::nullopt;
}

std::optional<Json> absolute(const Json &value)
{
    const auto number = numberOf(value);
    if (!number)
        return std::nullopt;
    if (!number->isWhole)
        return decimalValue(std::abs(number->decimal));
    return number->whole == std::numeric_limits<qint64>::min() ? std::nullopt
                                                               : std::optional(Json(std::abs(number->whole)));
}

} // namespace

std::optional<Json> binaryResult(QStringView sign, const Json &left, const Json &right)
{
    const auto a = numberOf(left);
    const auto b = numberOf(right);
    if (a && b) {
        if (sign == u"^" && left.isBool() && right.isBool())
            return Json(*left.asBool() != *right.asBool());
        return a->isWhole && b->isWhole ? wholeResult(sign, a->whole, b->whole)
                                        : decimalResult(sign, a->decimal, b->decimal);
    }
    if (sign == u"*" && a && a->isWhole && (right.isString() || right.isArray()))
        return repeatedText(right, a->whole);
    if (sign == u"*" && b && b->isWhole && (left.isString() || left.isArray()))
        return repeatedText(left, b->whole);
    if (sign != u"+")
        return std::nullopt;
    if (left.isString() && right.isString()) {
        const QString text = *left.asString() + *right.asString();
        return text.size() > sizeLimit ? std::nullopt : std::optional(Json(text));
    }
    if (left.isArray() && right.isArray() && left.size() + right.size() <= sizeLimit)
        return Json::array(left.items() + right.items());
    return std::nullopt;
}

std::optional<Json> negated(const Json &value)
{
    return binaryResult(u"-", Json(0), value).and_then([&](const Json &result) -> std::optional<Json> {
        const auto number = numberOf(value);
        return number->isWhole ? result : decimalValue(-number->decimal);
    });
}

std::optional<bool> comparison(QStringView sign, const Json &left, const Json &right)
{
    if (sign == u"==")
        return isEqual(left, right);
    if (sign == u"!=")
        return !isEqual(left, right);
    if (sign == u"in")
        return isIn(left, right);
    if (sign == u"not in")
        return isIn(left, right).transform([](bool isInside) { return !isInside; });
    if (sign == u"is")
        return left.type() == right.type() && left == right;
    if (sign == u"is not")
        return !(left.type() == right.type() && left == right);
    const auto relation = order(left, right);
    if (!relation)
        return std::nullopt;
    return sign == u"<"    ? *relation < 0
           : sign == u"<=" ? *relation <= 0
           : sign == u">"  ? *relation > 0
                           : *relation >= 0;
}

bool isFunctionName(QStringView name)
{
    static constexpr QStringView names[] = {u"len", u"abs",   u"min",  u"max",   u"sum",   u"str",
                                            u"int", u"float", u"bool", u"round", u"sorted"};
    return std::ranges::find(names, name) != std::end(names);
}

std::optional<Json> functionResult(QStringView name, const QList<Json> &arguments,
                                   const QList<Json::Member> &keywords)
{
    const bool isSorted = name == u"sorted";
    if (!keywords.isEmpty() && !isSorted)
        return std::nullopt;
    if (name == u"int")
        return toWhole(arguments);
    if (name == u"float")
        return toDecimal(arguments);
    if (name == u"str" && arguments.size() <= 1)
        return Json(arguments.isEmpty() ? QString() : valueText(arguments.first()));
    if (name == u"bool" && arguments.size() <= 1)
        return Json(!arguments.isEmpty() && isTruthy(arguments.first()));
    if (arguments.isEmpty())
        return std::nullopt;
    if (name == u"min" || name == u"max")
        return extreme(arguments, name == u"max");
    if (name == u"sum")
        return sum(arguments);
    if (name == u"round")
        return rounded(arguments);
    if (isSorted)
        return sorted(arguments, keywords);
    if (arguments.size() != 1)
        return std::nullopt;
    return name == u"len"   ? length(arguments.first())
           : name == u"abs" ? absolute(arguments.first())
                            : std::nullopt;
}

} // namespace snug::framing
