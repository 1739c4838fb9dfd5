// What a chat keeps about its memories in its header, chat_metadata.STMemoryBooks: the scene's markers,
// how far memories reach, the lorebook chosen by hand (docs/systems/memory-books.md#marks-in-the-chat). The
// same members as SillyTavern's extension writes; others stay.
#pragma once

#include "core/chat/chatchange.h"
#include "core/memory/autosummary.h"
#include "core/memory/scenemarkers.h"

namespace snug {

inline constexpr QStringView MemoryMarksKey = u"STMemoryBooks";

struct MemoryMarks
{
    SceneMarkers markers;
    MemoryPlace place;
    QString chosenBook; // by hand; empty = none
    bool operator==(const MemoryMarks &) const = default;
};

// Markers past the chat's end are put right.
MemoryMarks memoryMarksOf(const Chat &chat);
// No change if the chat says so already.
ChatChange withMemoryMarks(const Chat &chat, const MemoryMarks &marks);

// The markers once messages have come or gone: `changed` is the chat after `change`. Nothing else of
// the marks moves, for stored ranges of memories do not either.
ChatChange marksAlongside(const Chat &changed, const ChatChange &change);

} // namespace snug
