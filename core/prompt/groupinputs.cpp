#include "core/prompt/groupinputs.h"

#include <algorithm>

namespace snug {

GroupInputs groupInputs(const Group &group,
                        const std::function<std::optional<Card>(const QString &avatar)> &cardOf)
{
    GroupInputs inputs;
    inputs.settings = group;
    for (const QString &avatar : group.members) {
        const bool isKnown = std::ranges::contains(inputs.members, avatar, &GroupMember::avatar);
        if (const std::optional<Card> card = isKnown ? std::nullopt : cardOf(avatar))
            inputs.members.append({avatar, *card, group.mutedMembers.contains(avatar)});
    }
    return inputs;
}

void inputsForSpeaker(PromptInputs &inputs, const QString &avatar)
{
    std::optional<GroupMember> speaker;
    if (inputs.group) {
        const auto member = std::ranges::find(inputs.group->members, avatar, &GroupMember::avatar);
        if (member != inputs.group->members.cend())
            speaker = *member;
    }
    inputs.card = speaker.transform([](const GroupMember &member) { return member.card; });
    inputs.avatar = speaker ? speaker->avatar : QString();
}

} // namespace snug
