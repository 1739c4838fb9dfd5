// Example dialogue as cards write it (conformance NOTES, section 8).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

// The texts between "<START>" tags, trimmed. Empty text or a bare tag has none.
QList<TracedText> exampleBlocks(const TracedText &examples);

// The blocks of the card and those that lore puts around them.
QList<TracedText> allExampleBlocks(const Draft &draft);

// One block's lines by who speaks; a new one starts only where the speaker changes.
ExampleBlock exampleLines(const TracedText &block, const QString &userName, const QString &characterName);

} // namespace snug
