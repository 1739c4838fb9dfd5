// A group as inputs of the assembler: its members' cards, and who of them speaks.
#pragma once

#include "core/prompt/promptinputs.h"

#include <functional>

namespace snug {

// Members whose card `cardOf` does not find are left out.
GroupInputs groupInputs(const Group &group,
                        const std::function<std::optional<Card>(const QString &avatar)> &cardOf);

// As the group's file lists them: one whom it names twice is there twice, as in SillyTavern's texts. The
// inputs outlive it.
QList<const GroupMember *> listedMembers(const GroupInputs &group);

// The inputs as they are when this member speaks: card and avatar. Nobody for who is no member.
void inputsForSpeaker(PromptInputs &inputs, const QString &avatar);

} // namespace snug
