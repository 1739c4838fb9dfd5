// How single values are read from and written to users' JSON, type drift included: numbers as
// strings, "" for nothing, booleans as 0 and 1, lists as one comma-joined string.
//
// A codec has decode(json, value) -> false if not understood (never called with null or nothing),
// encode(value, json as it was) -> Undefined to remove the key, and expected(value) for messages.
#pragma once

#include "core/model/json.h"
#include "core/model/role.h"

#include <QStringList>

#include <optional>

namespace snug {

struct PlainCodec
{
    // "" leaves a number or boolean as it is.
    static bool decode(const Json &json, QString &value);
    static bool decode(const Json &json, bool &value);
    static bool decode(const Json &json, int &value);
    static bool decode(const Json &json, qint64 &value);
    static bool decode(const Json &json, double &value);
    static bool decode(const Json &json, QStringList &value);
    static bool decode(const Json &json, QList<int> &value);
    static bool decode(const Json &json, Json &value);
    template <typename T> static bool decode(const Json &json, std::optional<T> &value)
    {
        if (json.isString() && json.toText().trimmed().isEmpty())
            return true;
        T inner{};
        if (!decode(json, inner))
            return false;
        value = inner;
        return true;
    }

    static Json encode(const QString &value, const Json &) { return Json(value); }
    static Json encode(bool value, const Json &) { return Json(value); }
    static Json encode(int value, const Json &) { return Json(value); }
    static Json encode(qint64 value, const Json &) { return Json(value); }
    static Json encode(double value, const Json &) { return Json(value); }
    static Json encode(const QStringList &value, const Json &) { return Json(value); }
    static Json encode(const QList<int> &value, const Json &);
    static Json encode(const Json &value, const Json &) { return value; }
    template <typename T> static Json encode(const std::optional<T> &value, const Json &old)
    {
        return value ? encode(*value, old) : Json::null();
    }

    static QString expected(const QString &);
    static QString expected(bool);
    static QString expected(int);
    static QString expected(qint64);
    static QString expected(double);
    static QString expected(const QStringList &);
    static QString expected(const QList<int> &);
    static QString expected(const Json &) { return {}; }
    template <typename T> static QString expected(const std::optional<T> &) { return expected(T{}); }
};

// Nothing is no key at all, rather than null.
struct AbsentCodec : PlainCodec
{
    template <typename T> static Json encode(const std::optional<T> &value, const Json &old)
    {
        return value ? PlainCodec::encode(*value, old) : Json();
    }
    // The empty text and list: no key, unless there was one.
    static Json encode(const QString &value, const Json &old)
    {
        return value.isEmpty() && old.isUndefined() ? Json() : Json(value);
    }
    static Json encode(const QStringList &value, const Json &old)
    {
        return value.isEmpty() && old.isUndefined() ? Json() : Json(value);
    }
};

// A text is no list, whatever is in it: for SillyTavern it says nothing.
struct ListCodec : PlainCodec
{
    static bool decode(const Json &json, QStringList &value)
    {
        return json.isArray() && PlainCodec::decode(json, value);
    }
};

// The opposite: the key says "enabled", the member "disabled".
struct InvertedCodec : PlainCodec
{
    static bool decode(const Json &json, bool &value)
    {
        bool inverse = !value;
        const bool isRead = PlainCodec::decode(json, inverse);
        value = !inverse;
        return isRead;
    }
    static Json encode(bool value, const Json &) { return Json(!value); }
};

// 0 for the file's null.
struct ZeroAsNullCodec : PlainCodec
{
    static Json encode(int value, const Json &old)
    {
        return value == 0 && !old.isNumber() ? Json::null() : Json(value);
    }
};

// "system", "user", "assistant".
struct RoleWordCodec
{
    static bool decode(const Json &json, Role &value);
    static Json encode(Role value, const Json &) { return Json(roleName(value)); }
    static QString expected(Role);
};

// 0, 1, 2.
struct RoleNumberCodec
{
    static bool decode(const Json &json, Role &value);
    static Json encode(Role value, const Json &) { return Json(roleNumber(value)); }
    static QString expected(Role);
};

QString expectedNumberFrom(int first, int last);

// An enum written as its number, First to Last.
template <auto First, auto Last> struct NumberEnumCodec
{
    using Enum = decltype(First);
    static bool decode(const Json &json, Enum &value)
    {
        int number = static_cast<int>(value);
        if (!PlainCodec::decode(json, number) || number < static_cast<int>(First) ||
            number > static_cast<int>(Last))
            return false;
        value = static_cast<Enum>(number);
        return true;
    }
    static Json encode(Enum value, const Json &) { return Json(static_cast<int>(value)); }
    static QString expected(Enum)
    {
        return expectedNumberFrom(static_cast<int>(First), static_cast<int>(Last));
    }
};

} // namespace snug
