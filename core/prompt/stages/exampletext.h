// Example dialogue as cards write it (docs/sillytavern/examples.md).
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

// The texts between "<START>" tags, trimmed. Empty text or a bare tag has none.
QList<TracedText> exampleBlocks(const TracedText &examples);

// The blocks of the card and those that lore puts around them.
QList<TracedText> allExampleBlocks(const Draft &draft);

// Whose lines are told apart. In a group `members` are all its names, and every line shows its speaker's.
struct ExampleSpeakers
{
    QString user;
    QString character;
    bool isGroup = false;
    QStringList members;
};

// One block's lines by who speaks; a new one starts only where the user's speech and the others' meet.
ExampleBlock exampleLines(const TracedText &block, const ExampleSpeakers &speakers);

} // namespace snug
