// Clicks into the inspector's list of messages, at the words that are meant.
#pragma once

#include "widgets/inspector/promptlist.h"

#include <functional>

namespace snug {

using WantedSource = std::function<bool(const Source &source)>;

// The first stretch in the list whose source is wanted; row -1: there is none.
PromptList::Segment stretchOf(const PromptList *list, const WantedSource &wanted);
PromptList::Segment stretchOf(const PromptList *list, SourceKind kind);

Source sourceOf(const PromptList *list, const PromptList::Segment &stretch);

// Where its first characters are in the viewport. The list scrolls there, and its message is unfolded; null:
// there is none.
QPoint placeOf(PromptList *list, const PromptList::Segment &stretch);

// A double click, which goes to where it can be edited; false: there is none.
bool goToSource(PromptList *list, const PromptList::Segment &stretch);

} // namespace snug
