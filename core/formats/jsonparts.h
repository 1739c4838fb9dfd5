// How a change keeps the layout of a file.
//
// A value that was changed still knows where it was read from (JsonSpan), and nothing more. When it is
// written, those bytes are walked once again to find its old parts: members or items, with the white space
// before and behind each. Each present child is given the part that it was: by its key, by the place it was
// read from, by what it says; one that is none of those takes the part in whose place it stands (a new key, a
// new item for an old one). The writer (jsonwriter.cpp) then repeats everything that still holds:
//
// - the white space behind the opening bracket and before the closing one belongs to the container; that
// before and
//   behind a part goes with the part. So what is removed takes its comma and its space along, and what is
//   moved brings them;
// - a child that stands for a part keeps its key and the space around the colon, and is itself written over
// the old
//   value. A value made anew that says the same (a list from a form) keeps the old spelling;
// - a new child gets the space of its neighbours, a new container the layout of the nearest one of its type.
// Only
//   where there is none does the style of the file decide (JsonStyle).
#pragma once

#include "core/model/json.h"

#include <QByteArrayView>

#include <optional>

namespace snug {

// Offsets into the bytes of a file. Items of arrays have no key: it is where the value is.
struct JsonPart
{
    qsizetype from = 0; // behind the bracket or comma
    qsizetype key = 0;
    qsizetype keyEnd = 0;
    qsizetype value = 0;
    qsizetype valueEnd = 0;
    qsizetype to = 0; // the comma or bracket
};

struct JsonParts
{
    QList<JsonPart> parts;
    qsizetype begin = 0; // the opening bracket
    qsizetype end = 0;   // behind the closing one
};

// A value whose extent is known, so that nobody needs to walk through it.
struct JsonExtent
{
    qsizetype begin = 0;
    qsizetype length = 0;
};

// The parts of the container that begins at `begin`; nothing if there is none. `known` is in order of
// `begin`.
std::optional<JsonParts> jsonPartsAt(QByteArrayView bytes, qsizetype begin,
                                     const QList<JsonExtent> &known = {});

// For each child of `container` the index of the part that it was, or whose place it takes; -1 for those that
// are new. `origins` says where each child was read from in `bytes`, or -1.
QList<qsizetype> placesInParts(const Json &container, const QList<qsizetype> &origins, QByteArrayView bytes,
                               const JsonParts &parts);

// Whether the text, number or word `token` says what `value` does.
bool isJsonToken(const Json &value, QByteArrayView token);

} // namespace snug
