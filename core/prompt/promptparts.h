// A prompt taken apart into the things that it is made of: blocks, card fields, lore entries, messages of the
// chat, each with its text wherever it stands. What a macro or a script puts into a thing is part of it.
#pragma once

#include "core/prompt/assembledprompt.h"

namespace snug {

struct PromptPart
{
    // The same in every prompt, wherever the thing stands; a chat's message by its index in the file.
    QString key;
    Source source; // of the thing itself: the macros and scripts inside it are not in its chain
    Role role = Role::System;
    QString text;
    int tokens = 0;        // of its text, as promptAccount() has it
    qsizetype message = 0; // of promptBlocks()
    qsizetype start = 0;   // UTF-16 units into that message

    bool isChat() const;
    qsizetype end() const { return start + text.size(); }
    bool operator==(const PromptPart &) const = default;
};

// In the order of the prompt. Line breaks that join things belong to none.
QList<PromptPart> promptParts(const AssembledPrompt &prompt);

// The thing that this text belongs to, as PromptPart::source.
Source thingOf(const Source &source);
// As PromptPart::key, of the first place where it stands.
QString thingKey(const Source &thing);
// What the user calls it: "Main", "lore Harbour: Inn", "Description (card Mira)", "message 12 of Ada".
QString thingName(const Source &thing);
bool isChatThing(const Source &thing);

} // namespace snug
