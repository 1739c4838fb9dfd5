// The shapes in which lorebooks come (docs/systems/smarttavern.md#lorebook-shapes).
#pragma once

#include "core/prompt/frames/framing/framedmessage.h"

namespace snug::framing {

// The entries, in reading order; what is no object is left out.
// Promised: arrays nested as they like, {entries}, {world_book: {entries}}, objects of books by name.
// Published: {entries} and {world_book: {entries}} only.
QList<Json> loreEntries(const Json &books, Reading reading);

} // namespace snug::framing
