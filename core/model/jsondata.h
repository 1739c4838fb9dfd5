// What a Json value holds. For json.cpp and the parser and writer of core/formats only.
#pragma once

#include "core/model/json.h"

#include <QExplicitlySharedDataPointer>
#include <QSharedData>

#include <atomic>
#include <variant>

namespace snug {

// How a file lays its JSON out.
struct JsonStyle
{
    int indent = 4;      // characters a level; 0 = all on one line
    bool tabs = false;   // `indent` counts tabs
    bool spaced = false; // on one line: a space after each colon and comma
    bool finalNewline = false;
    bool byteOrderMark = false;
    bool carriageReturns = false;
    bool operator==(const JsonStyle &) const = default;

    static JsonStyle compact() { return {.indent = 0}; }
};

// The file that values were read from.
struct JsonOrigin : QSharedData
{
    QByteArray bytes;
    JsonStyle style;
    bool isWholeDocument = true; // false: one line of many
    // What is left out of `bytes`, since values hold these strings anyway: a `leftOutMark` and the number of
    // the text stand for the spelling that JSON.stringify gives it. No JSON has that byte.
    QList<QString> leftOut;
};

inline constexpr char leftOutMark = '\x01';

// The number at `at`, which is moved behind it.
inline qsizetype leftOutNumber(QByteArrayView bytes, qsizetype &at)
{
    qsizetype number = 0;
    for (; at < bytes.size() && bytes[at] >= '0' && bytes[at] <= '9'; ++at)
        number = number * 10 + (bytes[at] - '0');
    return number;
}

// The bytes of one container in its file. `length` is 0 once the container was changed; where it
// began stays, for its layout.
struct JsonSpan
{
    QExplicitlySharedDataPointer<JsonOrigin> origin;
    qsizetype begin = 0;
    qsizetype length = 0;
    int depth = 0;
};

struct JsonNumber
{
    double value = 0;
    bool isRead = false;
    QByteArray spelling; // left empty for a read integer that is spelt as expected
};

struct JsonString
{
    QString text;
    QByteArray spelling; // with quotes; empty when it is the expected one
};

struct JsonArray
{
    QList<Json> items;
    JsonSpan span;
};

struct JsonObject
{
    QList<Json::Member> members;
    JsonSpan span;
};

// An object that is the bytes it was read from until something in it is asked for, by whatever thread. Most
// lines of a long chat never are, and what was read of them would take ten times the memory.
class JsonAsleep
{
public:
    using Read = JsonData *(*)(const JsonSpan &); // an object, whatever the bytes

    JsonAsleep(JsonSpan span, Read read);
    JsonAsleep(const JsonAsleep &); // still asleep
    JsonAsleep &operator=(const JsonAsleep &) = delete;
    ~JsonAsleep();

    const JsonSpan &span() const { return m_span; }
    const JsonData *awake() const;

private:
    JsonSpan m_span;
    Read m_read;
    mutable std::atomic<const JsonData *> m_awake = nullptr;
};

struct JsonData : QSharedData
{
    std::variant<std::monostate, bool, JsonNumber, JsonString, JsonArray, JsonObject, JsonAsleep> content;
};

} // namespace snug
