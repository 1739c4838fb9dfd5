#include "core/chat/slashplan.h"

#include "core/model/searchtext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

Result<SlashPlan> planSlashCommand(const SlashCall &call, const SlashContext &context)
{
    switch (call.command->id) {
    case SlashId::Hide:
    case SlashId::Unhide:
    case SlashId::Delete:
    case SlashId::Cut:
    case SlashId::Send:
    case SlashId::SendAs:
    case SlashId::Sys:
    case SlashId::Comment:
        return planSlashMessages(call, context);
    case SlashId::Persona:
    case SlashId::Go:
    case SlashId::Impersonate:
    case SlashId::Continue:
    case SlashId::Swipe:
    case SlashId::Regenerate:
    case SlashId::Trigger:
    case SlashId::Ask:
    case SlashId::Generate:
    case SlashId::GenerateRaw:
    case SlashId::Echo:
        return planSlashReplies(call, context);
    case SlashId::Note:
    case SlashId::NoteDepth:
    case SlashId::NoteFrequency:
    case SlashId::NotePosition:
    case SlashId::NoteRole:
    case SlashId::Inject:
        return planSlashState(call, context);
    case SlashId::SetVariable:
    case SlashId::GetVariable:
    case SlashId::SetGlobalVariable:
    case SlashId::GetGlobalVariable:
    case SlashId::ListVariables:
        return planSlashVariables(call, context);
    }
    Q_UNREACHABLE();
}

// SillyTavern looks at no text of the others; what happens to be in the pipe is no hint, and no name.
static bool takesPipeForText(SlashId id, const SlashContext &context)
{
    return id != SlashId::Regenerate && id != SlashId::Swipe &&
           (id != SlashId::Trigger || context.inputs.group);
}

SlashCall filledSlashCall(const SlashCall &call, const SlashContext &context)
{
    // What the former command gave is no text of the user's: macros in it stay as they are.
    static const QString pipe = u"{{pipe}}"_s;
    bool usesPipe = false;
    const auto filled = [&](const QString &written) {
        QString text =
            context.expand && written.contains(u'{') ? context.expand(written, context.inputs) : written;
        usesPipe = usesPipe || text.contains(pipe, Qt::CaseInsensitive);
        return text.replace(pipe, context.pipe, Qt::CaseInsensitive);
    };
    SlashCall result = call;
    for (auto &[name, value] : result.named)
        value = filled(value);
    result.text = filled(call.text);
    if (call.text.isEmpty() && call.takesPipe && !usesPipe && takesPipeForText(call.command->id, context))
        result.text = context.pipe;
    return result;
}

QList<RegexScript::Placement> slashPlacements(SlashId id)
{
    using enum RegexScript::Placement;
    switch (id) {
    case SlashId::Send:
        return {UserInput};
    case SlashId::SendAs:
        return {SlashCommand};
    case SlashId::Ask:
        return {SlashCommand, UserInput};
    default:
        return {};
    }
}

bool slashSwitch(const QString &text, bool otherwise)
{
    const QString word = text.trimmed().toLower();
    if (word == u"true" || word == u"on" || word == u"1" || word == u"yes")
        return true;
    if (word == u"false" || word == u"off" || word == u"0" || word == u"no")
        return false;
    return otherwise;
}

std::optional<SlashContext::Named> slashNamed(const QList<SlashContext::Named> &list, const QString &name,
                                              const QStringList &ownFiles)
{
    using Named = SlashContext::Named;
    const QString wanted = name.trimmed();
    if (wanted.isEmpty())
        return {};
    const QString folded = foldedForSearch(wanted);
    const auto find = [&](auto fits) -> std::optional<Named> {
        const auto found = std::ranges::find_if(list, fits);
        return found == list.cend() ? std::nullopt : std::optional(*found);
    };
    const auto isCalled = [&](const Named &one) { return foldedForSearch(one.name) == folded; };
    for (const QString &file : ownFiles) {
        if (auto found = find(
                [&](const Named &one) { return one.file == file && (one.file == wanted || isCalled(one)); }))
            return found;
    }
    if (auto found = find(
            [&](const Named &one) { return one.file == wanted || one.file == QString(wanted + u".png"_s); }))
        return found;
    if (auto found = find([&](const Named &one) { return one.name == wanted; }))
        return found;
    return find(isCalled);
}

std::optional<SlashContext::Named> slashNamedOrBegun(const QList<SlashContext::Named> &list,
                                                     const QString &name, const QStringList &ownFiles)
{
    if (auto found = slashNamed(list, name, ownFiles))
        return found;
    const QString folded = foldedForSearch(name.trimmed());
    const auto found = std::ranges::find_if(list, [&](const SlashContext::Named &one) {
        return !folded.isEmpty() && foldedForSearch(one.name).startsWith(folded);
    });
    return found == list.cend() ? std::nullopt : std::optional(*found);
}

QStringList slashOwnCards(const SlashContext &context)
{
    QStringList files;
    if (context.inputs.group) {
        for (const GroupMember &member : context.inputs.group->members)
            files.append(member.avatar);
    } else if (context.inputs.card) {
        files.append(context.inputs.avatar);
    }
    return files;
}

} // namespace snug
