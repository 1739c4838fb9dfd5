// A prompt as a file for others, which Snug opens again without the library that it was made in: its messages
// with their sources, counts, what was left out and why, and what became of every lore entry.
#pragma once

#include "core/lore/nearestmiss.h"
#include "core/prompt/assembledprompt.h"
#include "core/result.h"

#include <QByteArray>

namespace snug {

struct SharedPrompt
{
    AssembledPrompt prompt;
    QString program; // that wrote it: "Snug 1.0"
    bool isWithoutNames = false;
    LoreMisses misses =
        {}; // by row of the prompt's lore; they are found in the chat, which is not in the file
};

// `document` is what else the file says, for other programs (the shape of `snug assemble`). Variables are not
// in it, nor anything of the connection.
QByteArray sharedPromptFile(const SharedPrompt &shared, const Json &document);

// Files are strangers': what is larger than any prompt is refused, and what is said twice is taken from where
// it is counted.
Result<SharedPrompt> readSharedPrompt(const QByteArray &bytes);

inline constexpr qint64 largestSharedPrompt = 64LL * 1024 * 1024;

// By how it begins. These block.
bool isSharedPromptFile(const QString &path);
Result<SharedPrompt> readSharedPromptFile(const QString &path);

} // namespace snug
