#include "core/chat/slashplan.h"

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
    if (call.text.isEmpty() && call.takesPipe && !usesPipe)
        result.text = context.pipe;
    return result;
}

std::optional<RegexScript::Placement> slashPlacement(SlashId id)
{
    switch (id) {
    case SlashId::Send:
    case SlashId::Ask:
        return RegexScript::Placement::UserInput;
    case SlashId::SendAs:
    case SlashId::Sys:
        return RegexScript::Placement::SlashCommand;
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

std::optional<SlashContext::Named> slashNamed(const QList<SlashContext::Named> &list, const QString &name)
{
    const QString wanted = name.trimmed();
    if (wanted.isEmpty())
        return {};
    const auto find = [&](auto fits) -> std::optional<SlashContext::Named> {
        const auto found = std::ranges::find_if(list, fits);
        return found == list.cend() ? std::nullopt : std::optional(*found);
    };
    using Named = SlashContext::Named;
    if (auto found = find([&](const Named &one) { return one.file == wanted; }))
        return found;
    if (auto found = find([&](const Named &one) { return one.name == wanted; }))
        return found;
    if (auto found =
            find([&](const Named &one) { return one.name.compare(wanted, Qt::CaseInsensitive) == 0; }))
        return found;
    return find([&](const Named &one) { return one.name.startsWith(wanted, Qt::CaseInsensitive); });
}

} // namespace snug
