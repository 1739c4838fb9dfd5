// JSON text <-> Json values, for users' files: nothing that was written in a file is lost by
// reading it and writing it again, and an unchanged document comes out as the same bytes.
#pragma once

#include "core/formats/jsonlimits.h"
#include "core/model/json.h"
#include "core/model/jsondata.h"
#include "core/result.h"

#include <QByteArray>

namespace snug {

// Deeper nesting than this is refused.
inline constexpr int JsonDepthLimit = 512;

// Reads one document (RFC 8259, UTF-8). A byte order mark, CRLF and lone surrogates in escapes are
// taken as they are. Errors name the place as "line 3, column 14" (counted in characters). What is over the
// limits is refused before anything is made of it.
Result<Json> parseJson(const QByteArray &bytes);
Result<Json> parseJsonWithin(const JsonLimits &limits, const QByteArray &bytes);

// Reads one line of a file of lines; `firstLine` is its number in error places. The limits hold for the line.
Result<Json> parseJsonLine(const QByteArray &line, int lineNumber = 1);

// The document's bytes: the original ones, with what was changed written into them (jsonparts.h). A
// document made here gets `style`.
QByteArray writeJson(const Json &document, const JsonStyle &style = {});

// One line, without a line break: as read, with what was changed; else the way JSON.stringify spells it.
QByteArray writeJsonLine(const Json &value);

// The layout of a file, guessed from its first lines and its last byte.
JsonStyle styleOf(QByteArrayView bytes);

// As JSON.stringify spells it, quotes included.
QByteArray jsonStringSpelling(QStringView text);

} // namespace snug
