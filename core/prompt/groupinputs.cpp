#include "core/prompt/groupinputs.h"

#include <QHash>

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

QList<const GroupMember *> listedMembers(const GroupInputs &group)
{
    QHash<QString, const GroupMember *> byFile;
    QList<const GroupMember *> once;
    for (const GroupMember &member : group.members) {
        byFile.insert(member.avatar, &member);
        once.append(&member);
    }
    QList<const GroupMember *> listed;
    for (const QString &file : group.settings.members) {
        if (const GroupMember *member = byFile.value(file))
            listed.append(member);
    }
    return listed.size() > once.size() ? listed : once; // the list may say nothing of them
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
