#include "core/model/json.h"

#include "core/model/jsonalike.h"
#include "core/model/jsondata.h"

#include <QCoreApplication>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

template <typename T> JsonData *made(T content)
{
    auto *data = new JsonData;
    data->content = std::move(content);
    return data;
}

template <typename T> const T *contentOf(const JsonData *data)
{
    if constexpr (std::is_same_v<T, JsonObject>) {
        if (const auto *asleep = contentOf<JsonAsleep>(data))
            data = asleep->awake();
    }
    return data ? std::get_if<T>(&data->content) : nullptr;
}

bool isSleepingAlike(const JsonData *a, const JsonData *b)
{
    const auto *one = contentOf<JsonAsleep>(a);
    const auto *other = contentOf<JsonAsleep>(b);
    if (!one || !other)
        return false;
    return isWrittenAlike(one->span(), other->span());
}

// An integer in the spelling that both we and JavaScript use, short enough for a double.
bool isPlainInteger(QByteArrayView token)
{
    const QByteArrayView digits = token.startsWith('-') ? token.sliced(1) : token;
    if (digits.isEmpty() || digits.size() > 15 || (digits.front() == '0' && token.size() > 1))
        return false;
    return std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

double doubleOf(QByteArrayView token)
{
    double value = 0;
    const auto [end, error] = std::from_chars(token.begin(), token.end(), value);
    if (error == std::errc::result_out_of_range) {
        // JavaScript's answer: zero for what is too small, infinity for what is too large.
        const bool isSmall = token.contains("e-") || token.contains("E-") ||
                             (token.contains("0.") && !token.contains('e') && !token.contains('E'));
        const double size = isSmall ? 0 : std::numeric_limits<double>::infinity();
        return token.startsWith('-') ? -size : size;
    }
    return value;
}

QByteArray spellingOf(const JsonNumber &number)
{
    return number.spelling.isEmpty() ? Json::numberText(number.value) : number.spelling;
}

std::optional<qint64> integerOf(const JsonNumber &number)
{
    if (!number.spelling.isEmpty()) {
        qint64 value = 0;
        const auto [end, error] = std::from_chars(number.spelling.begin(), number.spelling.end(), value);
        if (error == std::errc() && end == number.spelling.end())
            return value;
    }
    if (std::abs(number.value) < 9.2e18 && number.value == std::trunc(number.value))
        return static_cast<qint64>(number.value);
    return std::nullopt;
}

bool sameNumber(const JsonNumber &a, const JsonNumber &b)
{
    if (a.value != b.value)
        return false;
    // Beyond 2^53 two numbers can share a double.
    return std::abs(a.value) < 9007199254740992.0 || spellingOf(a) == spellingOf(b);
}

std::optional<double> numberIn(const QString &text)
{
    bool ok = false;
    const double value = text.trimmed().toDouble(&ok);
    return ok && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

JsonArray &changeableArray(QSharedDataPointer<JsonData> &d)
{
    if (!contentOf<JsonArray>(d.constData()))
        d = made(JsonArray{});
    auto &array = std::get<JsonArray>(d->content);
    array.span.length = 0;
    return array;
}

JsonObject &changeableObject(QSharedDataPointer<JsonData> &d)
{
    const auto *now = contentOf<JsonObject>(d.constData());
    if (!now)
        d = made(JsonObject{});
    else if (contentOf<JsonAsleep>(d.constData()))
        d = made(JsonObject(*now));
    auto &object = std::get<JsonObject>(d->content);
    object.span.length = 0;
    return object;
}

qsizetype lastIndexOf(const QList<Json::Member> &members, QStringView key)
{
    for (qsizetype i = members.size() - 1; i >= 0; --i) {
        if (members[i].key == key)
            return i;
    }
    return -1;
}

QString translated(const char *text)
{
    return QCoreApplication::translate("Json", text);
}

} // namespace

JsonAsleep::JsonAsleep(JsonSpan span, Read read)
    : m_span(std::move(span))
    , m_read(read)
{
}

JsonAsleep::JsonAsleep(const JsonAsleep &other)
    : m_span(other.m_span)
    , m_read(other.m_read)
{
}

JsonAsleep::~JsonAsleep()
{
    delete m_awake.load(std::memory_order_acquire);
}

const JsonData *JsonAsleep::awake() const
{
    const JsonData *known = m_awake.load(std::memory_order_acquire);
    if (known)
        return known;
    const JsonData *read = m_read(m_span);
    if (m_awake.compare_exchange_strong(known, read, std::memory_order_acq_rel))
        return read;
    delete read; // another thread was faster
    return known;
}

Json::Json() = default;
Json::Json(const Json &) = default;
Json::Json(Json &&) noexcept = default;
Json &Json::operator=(const Json &) = default;
Json &Json::operator=(Json &&) noexcept = default;
Json::~Json() = default;

Json::Json(JsonData *data)
    : d(data)
{
}
Json::Json(bool value)
{
    static const Json values[] = {Json(made(false)), Json(made(true))}; // shared by all documents
    d = values[value].d;
}
Json::Json(int value)
    : d(made(JsonNumber{.value = double(value), .isRead = false, .spelling = {}}))
{
}
Json::Json(qint64 value)
    : d(made(JsonNumber{.value = static_cast<double>(value),
                        .isRead = false,
                        .spelling = std::abs(static_cast<double>(value)) < 9007199254740992.0
                                        ? QByteArray()
                                        : QByteArray::number(value)}))
{
}
Json::Json(double value)
    : d(made(JsonNumber{.value = value, .isRead = false, .spelling = {}}))
{
}
Json::Json(const QString &value)
    : d(made(JsonString{.text = value, .spelling = {}}))
{
}
Json::Json(QStringView value)
    : Json(value.toString())
{
}
Json::Json(const QStringList &values)
{
    JsonArray array;
    array.items.reserve(values.size());
    for (const QString &value : values)
        array.items.append(Json(value));
    d = made(std::move(array));
}

Json Json::null()
{
    return Json(made(std::monostate()));
}
Json Json::array(QList<Json> items)
{
    return Json(made(JsonArray{.items = std::move(items), .span = {}}));
}
Json Json::object(QList<Member> members)
{
    return Json(made(JsonObject{.members = std::move(members), .span = {}}));
}

Json Json::numberSpelt(QByteArray spelling)
{
    const double value = doubleOf(spelling);
    const bool isPlain = isPlainInteger(spelling);
    return Json(made(JsonNumber{
        .value = value, .isRead = true, .spelling = isPlain ? QByteArray() : std::move(spelling)}));
}

Json Json::stringSpelt(QString value, QByteArray spelling)
{
    return Json(made(JsonString{.text = std::move(value), .spelling = std::move(spelling)}));
}

Json::Type Json::type() const
{
    if (!d)
        return Type::Undefined;
    if (contentOf<JsonAsleep>(d.constData()))
        return Type::Object;
    return static_cast<Type>(d->content.index() + 1);
}

std::optional<bool> Json::asBool() const
{
    const auto *value = contentOf<bool>(d.constData());
    return value ? std::optional(*value) : std::nullopt;
}

std::optional<double> Json::asDouble() const
{
    const auto *number = contentOf<JsonNumber>(d.constData());
    return number ? std::optional(number->value) : std::nullopt;
}

std::optional<qint64> Json::asInteger() const
{
    const auto *number = contentOf<JsonNumber>(d.constData());
    return number ? integerOf(*number) : std::nullopt;
}

std::optional<QString> Json::asString() const
{
    const auto *string = contentOf<JsonString>(d.constData());
    return string ? std::optional(string->text) : std::nullopt;
}

bool Json::toBool(bool otherwise) const
{
    if (const auto value = asBool())
        return *value;
    if (const auto number = asDouble())
        return *number != 0;
    if (const auto text = asString()) {
        if (text->compare("true"_L1, Qt::CaseInsensitive) == 0 || *text == "1"_L1)
            return true;
        if (text->compare("false"_L1, Qt::CaseInsensitive) == 0 || *text == "0"_L1)
            return false;
    }
    return otherwise;
}

double Json::toDouble(double otherwise) const
{
    if (const auto number = asDouble())
        return *number;
    if (const auto text = asString())
        return numberIn(*text).value_or(otherwise);
    return otherwise;
}

int Json::toInt(int otherwise) const
{
    const double value = toDouble(otherwise);
    if (std::isnan(value))
        return otherwise;
    return static_cast<int>(
        std::clamp(value, double(std::numeric_limits<int>::min()), double(std::numeric_limits<int>::max())));
}

QString Json::toText(const QString &otherwise) const
{
    if (const auto *string = contentOf<JsonString>(d.constData()))
        return string->text;
    if (const auto *number = contentOf<JsonNumber>(d.constData()))
        return QString::fromLatin1(spellingOf(*number));
    return otherwise;
}

QStringList Json::toTextList() const
{
    QStringList list;
    if (const auto *array = contentOf<JsonArray>(d.constData())) {
        for (const Json &item : array->items) {
            if (item.isString() || item.isNumber())
                list.append(item.toText());
        }
    } else if (const auto *string = contentOf<JsonString>(d.constData())) {
        for (const QStringView part : QStringView(string->text).tokenize(u',')) {
            if (const QStringView trimmed = part.trimmed(); !trimmed.isEmpty())
                list.append(trimmed.toString());
        }
    }
    return list;
}

QByteArray Json::spelling() const
{
    if (const auto *number = contentOf<JsonNumber>(d.constData()))
        return number->isRead ? spellingOf(*number) : QByteArray();
    if (const auto *string = contentOf<JsonString>(d.constData()))
        return string->spelling;
    return {};
}

qsizetype Json::size() const
{
    return isArray() ? items().size() : members().size();
}

Json Json::at(qsizetype index) const
{
    const QList<Json> &all = items();
    return index >= 0 && index < all.size() ? all[index] : Json();
}

const QList<Json> &Json::items() const
{
    static const QList<Json> none;
    const auto *array = contentOf<JsonArray>(d.constData());
    return array ? array->items : none;
}

void Json::append(Json item)
{
    changeableArray(d).items.append(std::move(item));
}

void Json::setAt(qsizetype index, Json item)
{
    if (index >= 0 && index < items().size())
        changeableArray(d).items[index] = std::move(item);
}

void Json::removeAt(qsizetype index)
{
    if (index >= 0 && index < items().size())
        changeableArray(d).items.removeAt(index);
}

const QList<Json::Member> &Json::members() const
{
    static const QList<Member> none;
    const auto *object = contentOf<JsonObject>(d.constData());
    return object ? object->members : none;
}

bool Json::contains(QStringView key) const
{
    return lastIndexOf(members(), key) >= 0;
}

Json Json::value(QStringView key) const
{
    const QList<Member> &all = members();
    const qsizetype index = lastIndexOf(all, key);
    return index >= 0 ? all[index].value : Json();
}

void Json::set(const QString &key, Json value)
{
    if (value.isUndefined()) {
        remove(key);
        return;
    }
    auto &all = changeableObject(d).members;
    if (const qsizetype index = lastIndexOf(all, key); index >= 0)
        all[index].value = std::move(value);
    else
        all.append({.key = key, .value = std::move(value)});
}

void Json::remove(QStringView key)
{
    if (contains(key))
        changeableObject(d).members.removeIf([key](const Member &member) { return member.key == key; });
}

QString Json::typeName() const
{
    switch (type()) {
    case Type::Undefined:
        return translated(QT_TRANSLATE_NOOP("Json", "nothing"));
    case Type::Null:
        return translated(QT_TRANSLATE_NOOP("Json", "null"));
    case Type::Bool:
        return translated(QT_TRANSLATE_NOOP("Json", "true or false"));
    case Type::Number:
        return translated(QT_TRANSLATE_NOOP("Json", "a number"));
    case Type::String:
        return translated(QT_TRANSLATE_NOOP("Json", "a string"));
    case Type::Array:
        return translated(QT_TRANSLATE_NOOP("Json", "an array"));
    case Type::Object:
        return translated(QT_TRANSLATE_NOOP("Json", "an object"));
    }
    return {};
}

bool Json::operator==(const Json &other) const
{
    if (d.constData() == other.d.constData())
        return true;
    if (isSleepingAlike(d.constData(), other.d.constData()))
        return true;
    if (type() != other.type())
        return false;
    switch (type()) {
    case Type::Undefined:
    case Type::Null:
        return true;
    case Type::Bool:
        return asBool() == other.asBool();
    case Type::Number:
        return sameNumber(std::get<JsonNumber>(d->content), std::get<JsonNumber>(other.d->content));
    case Type::String:
        return asString() == other.asString();
    case Type::Array:
        return items() == other.items();
    case Type::Object:
        return std::ranges::equal(members(), other.members(), [](const Member &a, const Member &b) {
            return a.key == b.key && a.value == b.value;
        });
    }
    return false;
}

// ECMA-262, Number::toString: plain digits from 1e-6 up to 1e21, an exponent outside.
QByteArray Json::numberText(double value)
{
    if (!std::isfinite(value))
        return "null"_ba;
    if (value == 0)
        return "0"_ba;
    char buffer[40];
    const auto result =
        std::to_chars(std::begin(buffer), std::end(buffer), std::abs(value), std::chars_format::scientific);
    const QByteArrayView text(buffer, result.ptr - buffer);
    const qsizetype mark = text.indexOf('e');
    QByteArray digits = text.first(mark).toByteArray();
    digits.replace(".", "");
    const int point = text.sliced(mark + 1).toInt() + 1; // digits before the decimal point
    const qsizetype count = digits.size();
    QByteArray out = value < 0 ? "-"_ba : QByteArray();
    if (count <= point && point <= 21)
        return out + digits + QByteArray(point - count, '0');
    if (0 < point && point <= 21)
        return out + digits.first(point) + '.' + digits.sliced(point);
    if (-6 < point && point <= 0)
        return out + "0." + QByteArray(-point, '0') + digits;
    out += digits.first(1);
    if (count > 1)
        out += '.' + digits.sliced(1);
    return out + 'e' + (point > 0 ? '+' : '-') + QByteArray::number(std::abs(point - 1));
}

} // namespace snug
