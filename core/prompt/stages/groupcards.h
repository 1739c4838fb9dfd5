// What the members of a group bring to the prompt besides the speaker's own card
// (docs/sillytavern/groups.md#joined-cards, docs/sillytavern/macros.md#names-and-card-fields). In a chat with
// one character everything here falls back to that character.
#pragma once

#include "core/prompt/stages/draft.h"

namespace snug {

// One of the card's texts that the members' cards are joined in.
struct JoinedField
{
    QString Card::*text = nullptr;
    QStringView name;          // what <FIELDNAME> in the prefix and the suffix gives
    QString type;              // of the source
    bool startsBlocks = false; // example dialogue: begins with "<START>" in each member's part
};

// The description, personality, scenario and examples of several cards stand in for the speaker's.
bool joinsCards(const PromptInputs &inputs);

// {{char}}, {{group}}, {{notChar}} and the like as they are while `character` speaks or is described.
void setNameMacros(const PromptInputs &inputs, Draft &draft, const QString &character);

// A card's text with its macros resolved: newlines collapsed if that is wanted, no carriage returns.
TracedText resolvedCardText(const PromptInputs &inputs, Draft &draft, const TracedText &text);

// One part for each member who counts, prefix and suffix around it, a newline between; each with the
// member as {{char}}.
TracedText joinedText(const PromptInputs &inputs, Draft &draft, const JoinedField &field);

// The same texts as they stand there, for macros that resolve them anew.
QList<SharedCardText> sharedTexts(const PromptInputs &inputs, Draft &draft, const JoinedField &field);

// With joined cards those of the unmuted members and of the speaker, else the speaker's.
QList<DepthText> cardDepthTexts(const PromptInputs &inputs, Draft &draft);

// The names of all members, the muted ones too; empty in a chat with one character.
QStringList memberNames(const PromptInputs &inputs);

} // namespace snug
