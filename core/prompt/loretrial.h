// Trying lorebooks out: which entries fire on a text or at a message of a chat, and why the others do
// not. The rows are those of the very scan that prompts are made with.
#pragma once

#include "core/lore/nearestmiss.h"
#include "core/prompt/assembledprompt.h"

#include <QList>
#include <QStringList>

#include <stop_token>

namespace snug {

struct LoreTrialResult
{
    QList<LoreTrace> rows;  // one an entry of PromptInputs::lorebooks
    QList<LoreMiss> misses; // likewise; of rows that did not fire, how near their keys came
    QStringList warnings;   // whole sentences

    bool operator==(const LoreTrialResult &) const = default;
};

// What assemble() says of lore, trace and timed effects, without the rest.
AssembledPrompt assembleLore(const PromptInputs &inputs, const std::stop_token &stop = {});
// SmartTavern's lorebooks decide by themselves, so all of the prompt has to be made to know what they do.
bool isDecidedByFrame(const PromptInputs &inputs);

// Pure; for any thread. `inputs` says what is scanned, with which card, persona and settings; for whom
// messages are kept secret is respected as in a prompt. A stopped trial is incomplete.
LoreTrialResult tryLore(const PromptInputs &inputs, const std::stop_token &stop = {});

// The inputs as if the chat were nothing but `text`, newly typed. The chat's timed effects are left out,
// its variables stay.
PromptInputs tryingText(PromptInputs inputs, const QString &text);
// The inputs as when the message at this place of the chat was the newest, nothing typed.
PromptInputs tryingMessage(PromptInputs inputs, qsizetype message);

} // namespace snug
