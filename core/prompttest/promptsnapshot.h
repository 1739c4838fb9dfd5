// Everything that a prompt was made of, as a folder of ordinary files: cards, presets, lorebooks and chats in
// the formats that other programs read, and "snapshot.json" with the rest.
#pragma once

#include "core/prompt/promptinputs.h"
#include "core/result.h"

namespace snug {

// What a folder cannot hold: who searches, renders and remembers.
struct SnapshotEngines
{
    RegexEnginePtr regexEngine = {};
    TemplateEnginePtr templateEngine = {};
};

// Into a folder that is empty or does not exist yet; each file atomically, "snapshot.json" last. Blocking.
Result<void> writeSnapshot(const QString &folder, const PromptInputs &inputs);

// Blocking. An error names file and place. Counts tokens by the tokenizer of the snapshot where this program
// has it, else by the estimate.
Result<PromptInputs> readSnapshot(const QString &folder, const SnapshotEngines &engines);

} // namespace snug
