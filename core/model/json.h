// A JSON value that remembers how it was written: member order, repeated members, the
// spelling of numbers ("1.50", 9007199254740993) and of strings ("\u00e9", "\/") all survive.
// Users' files go through this type and never through QJsonObject, which loses all of that.
// Text <-> value is core/formats/jsontext.h.
//
// A container that was read from a file also remembers where it stood in the bytes. Unchanged, it is
// written as those; changed, it is written over them, and all but the change keeps the layout that
// somebody gave it (core/formats/jsonparts.h).
#pragma once

#include <QByteArray>
#include <QList>
#include <QSharedDataPointer>
#include <QString>

#include <optional>

namespace snug {

struct JsonData;

// An implicitly shared value; copying costs a reference count.
class Json
{
public:
    enum class Type : quint8 { Undefined, Null, Bool, Number, String, Array, Object };
    struct Member;

    Json(); // Undefined: what value() gives for a member that is not there
    Json(const Json &);
    Json(Json &&) noexcept;
    Json &operator=(const Json &);
    Json &operator=(Json &&) noexcept;
    ~Json();

    Json(bool value);
    Json(int value);
    Json(qint64 value);
    Json(double value); // written the way JavaScript writes it: 1, 0.5, 1e+21
    Json(const QString &value);
    Json(QStringView value);
    Json(const QStringList &values);
    Json(const char *) = delete;

    static Json null();
    static Json array(QList<Json> items = {});
    static Json object(QList<Member> members = {});
    // As read from a file: `spelling` is the token as it stood there, quotes included.
    static Json numberSpelt(QByteArray spelling);
    static Json stringSpelt(QString value, QByteArray spelling);

    Type type() const;
    bool isUndefined() const { return type() == Type::Undefined; }
    bool isNull() const { return type() == Type::Null; }
    bool isBool() const { return type() == Type::Bool; }
    bool isNumber() const { return type() == Type::Number; }
    bool isString() const { return type() == Type::String; }
    bool isArray() const { return type() == Type::Array; }
    bool isObject() const { return type() == Type::Object; }

    // Strict readings: nothing, if the value is of another type.
    std::optional<bool> asBool() const;
    std::optional<double> asDouble() const;
    std::optional<qint64> asInteger() const; // nothing for fractions and what exceeds 64 bits
    std::optional<QString> asString() const;

    // Tolerant readings, by the reading rules of users' files: "" and null are the default, a
    // numeric string is its number, 0/1/"true"/"false" are booleans, a number is its text.
    bool toBool(bool otherwise = false) const;
    double toDouble(double otherwise = 0) const;
    int toInt(int otherwise = 0) const;
    QString toText(const QString &otherwise = {}) const;
    // An array's strings; a string is split at commas; anything else is empty.
    QStringList toTextList() const;

    // The token a number or string was read from; empty when the value was made here and for
    // strings whose spelling is the one that JsonWriter would choose.
    QByteArray spelling() const;

    // Arrays. at() out of range is Undefined.
    qsizetype size() const; // items or members; 0 for anything else
    Json at(qsizetype index) const;
    const QList<Json> &items() const; // empty unless an array
    void append(Json item);
    void setAt(qsizetype index, Json item);
    void removeAt(qsizetype index);

    // Objects. A repeated key reads as its last member, as in JavaScript.
    const QList<Member> &members() const; // empty unless an object
    bool contains(QStringView key) const;
    Json value(QStringView key) const;
    Json operator[](QStringView key) const { return value(key); }
    // Replaces the member where it stands, or appends it. An Undefined `value` removes it.
    // On a value that is not an object: becomes an object first.
    void set(const QString &key, Json value);
    void remove(QStringView key);

    // "an array", "a string", … for messages.
    QString typeName() const;

    // Same type, members in the same order, same number and string values; spelling is not compared.
    bool operator==(const Json &other) const;
    // The very same value (a copy that nobody changed since), not only an equal one. Costs nothing.
    bool isSameAs(const Json &other) const { return d.constData() == other.d.constData(); }

    // The number as JavaScript prints it; "null" for what JSON cannot say (infinity).
    static QByteArray numberText(double value);

private:
    friend class JsonParser;
    friend class JsonWriter;
    explicit Json(JsonData *data);

    QSharedDataPointer<JsonData> d;
};

struct Json::Member
{
    QString key;
    Json value;
    QByteArray keySpelling = {}; // as Json::spelling()
};

} // namespace snug
