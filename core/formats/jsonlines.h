// Reading a file of JSON lines: its values share the file's bytes and the text of their keys.
#pragma once

#include "core/model/json.h"
#include "core/model/jsondata.h"
#include "core/result.h"

#include <QByteArrayView>
#include <QHash>

#include <functional>
#include <span>

namespace snug {

// Keys that were read, by their UTF-8; the views point into the bytes that are being read.
using JsonKeys = QHash<QByteArrayView, QString>;

class JsonLineReader
{
public:
    explicit JsonLineReader(const QByteArray &file);

    // The line at `begin`, without its line break; `lineNumber` is for error places.
    Result<Json> read(qsizetype begin, qsizetype length, int lineNumber);

private:
    QExplicitlySharedDataPointer<JsonOrigin> m_origin;
    JsonKeys m_keys;
};

// An equal object that keeps nothing but its bytes until it is looked into; what was not read, or was changed
// since, stays as it is.
Json asleep(const Json &value);
// Likewise, with its bytes where `moved` says.
Json asleep(const Json &value, const std::function<JsonSpan(const JsonSpan &)> &moved);
// The same awake, read for the one who asks: `value` itself goes on sleeping.
Json readAnew(const Json &value);
// No member is called `key` (ASCII), or any of `keys`, if this says no. Wakes nobody.
bool mayContainAny(const Json &object, std::span<const QByteArrayView> keys);
inline bool mayContain(const Json &object, QByteArrayView key)
{
    return mayContainAny(object, {&key, 1});
}

} // namespace snug
