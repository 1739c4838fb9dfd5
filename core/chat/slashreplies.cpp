#include "core/chat/chatmessage.h"
#include "core/chat/conversation.h"
#include "core/chat/knowledgerecord.h"
#include "core/chat/slashplan.h"
#include "core/chat/typedmessage.h"
#include "core/formats/jsontext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString replyWords(const char *text)
{
    return QCoreApplication::translate("SlashCommands", text);
}

std::unexpected<Error> noNameGiven(const SlashCall &call)
{
    return failure(
        replyWords(QT_TRANSLATE_NOOP("SlashCommands", "A name is missing")), {}, {},
        //: %1 is a form such as /go name
        replyWords(QT_TRANSLATE_NOOP("SlashCommands", "Write it like this: %1")).arg(call.command->form));
}

QString namesOf(const QList<SlashContext::Named> &list)
{
    constexpr qsizetype most = 8;
    QStringList names;
    for (const SlashContext::Named &one : list.first(std::min(most, list.size())))
        names.append(one.name);
    if (list.size() > most)
        names.append(u"…"_s);
    return names.join(u", "_s);
}

// A named argument of SillyTavern's that Snug does not do: what was written, and why not.
std::unexpected<Error> notDone(const QString &written, const QString &why)
{
    //: %1 is an argument of a command, such as lock=on; %2 a sentence without its full stop
    return failure(
        replyWords(QT_TRANSLATE_NOOP("SlashCommands", "“%1” is not possible here: %2")).arg(written, why), {},
        {}, replyWords(QT_TRANSLATE_NOOP("SlashCommands", "Leave it out.")));
}

// The one who is played wins over another persona of the same name.
QStringList ownPersona(const SlashContext &context)
{
    return context.inputs.persona ? QStringList{context.inputs.persona->avatar} : QStringList();
}

Result<SlashPlan> persona(const SlashCall &call, const SlashContext &context)
{
    if (call.text.isEmpty())
        return noNameGiven(call);
    const QString mode = call.value(u"mode").trimmed().toLower();
    if (!mode.isEmpty() && mode != u"all" && mode != u"lookup")
        return notDone(u"mode="_s + mode, replyWords(QT_TRANSLATE_NOOP(
                                              "SlashCommands", "you can be a persona of this library only, "
                                                               "not a name alone")));
    const auto found = slashNamedOrBegun(context.personas, call.text, ownPersona(context));
    if (!found)
        return failure(
            //: %1 is what the user wrote
            replyWords(QT_TRANSLATE_NOOP("SlashCommands", "There is no persona “%1”")).arg(call.text), {}, {},
            context.personas.isEmpty()
                ? replyWords(QT_TRANSLATE_NOOP("SlashCommands", "This library has no personas."))
                //: %1 is a list of names
                : replyWords(QT_TRANSLATE_NOOP("SlashCommands", "There are: %1."))
                      .arg(namesOf(context.personas)));
    return SlashPlan{.request = SlashPersona{found->file}, .result = found->name};
}

Result<SlashPlan> go(const SlashCall &call, const SlashContext &context)
{
    if (call.text.isEmpty())
        return noNameGiven(call);
    const auto found = slashNamedOrBegun(context.cast, call.text, slashOwnCards(context));
    if (!found)
        return failure(
            //: %1 is what the user wrote
            replyWords(QT_TRANSLATE_NOOP("SlashCommands", "There is no character and no group “%1”"))
                .arg(call.text));
    return SlashPlan{.request = SlashOpen{found->file, found->isGroup}, .result = found->name};
}

// A member of the group by name or file, or by its place, counted from 0.
Result<SlashPlan> trigger(const SlashCall &call, const SlashContext &context)
{
    if (call.text.isEmpty())
        return SlashPlan{.request = SlashReply{}};
    if (!context.inputs.group)
        return failure(
            replyWords(QT_TRANSLATE_NOOP("SlashCommands", "Only in a group can you say who answers")), {}, {},
            replyWords(QT_TRANSLATE_NOOP("SlashCommands", "Write /trigger alone.")));
    QList<SlashContext::Named> members;
    for (const GroupMember &member : context.inputs.group->members)
        members.append({.name = member.card.name, .file = member.avatar});
    bool isNumber = false;
    const int place = call.text.toInt(&isNumber);
    if (isNumber && place >= 0 && place < members.size())
        return SlashPlan{.request = SlashReply{.member = members.at(place).file}};
    const auto found = slashNamedOrBegun(members, call.text, {});
    if (!found)
        return failure(
            //: %1 is what the user wrote
            replyWords(QT_TRANSLATE_NOOP("SlashCommands", "“%1” is not a member of this group"))
                .arg(call.text),
            {}, {}, replyWords(QT_TRANSLATE_NOOP("SlashCommands", "There are: %1.")).arg(namesOf(members)));
    return SlashPlan{.request = SlashReply{.member = found->file}};
}

Result<SlashPlan> swipe(const SlashCall &call, const SlashContext &context)
{
    if (context.inputs.chat.messages.isEmpty())
        return failure(replyWords(QT_TRANSLATE_NOOP("SlashCommands", "There is no message in this chat")));
    const QString word = call.has(u"direction") ? call.value(u"direction") : call.text;
    if (word.isEmpty() || word.compare(u"right", Qt::CaseInsensitive) == 0)
        return SlashPlan{.request = SlashSwipe{1}};
    if (word.compare(u"left", Qt::CaseInsensitive) == 0)
        return SlashPlan{.request = SlashSwipe{-1}};
    //: %1 is what the user wrote
    return failure(replyWords(QT_TRANSLATE_NOOP("SlashCommands", "“%1” is not a direction")).arg(word), {},
                   {}, replyWords(QT_TRANSLATE_NOOP("SlashCommands", "Write left or right.")));
}

Result<SlashPlan> ask(const SlashCall &call, const SlashContext &context)
{
    if (context.inputs.group)
        return failure(
            replyWords(QT_TRANSLATE_NOOP("SlashCommands", "In a group only its members can be asked")), {},
            {},
            replyWords(QT_TRANSLATE_NOOP("SlashCommands",
                                         "Add the character to the group, and write /trigger name.")));
    const QString name = call.value(u"name").trimmed();
    if (name.isEmpty())
        return noNameGiven(call);
    QList<SlashContext::Named> cards = context.cast;
    cards.removeIf([](const SlashContext::Named &one) { return one.isGroup; });
    const auto found = slashNamedOrBegun(cards, name, slashOwnCards(context));
    if (!found)
        return failure(
            //: %1 is what the user wrote
            replyWords(QT_TRANSLATE_NOOP("SlashCommands", "There is no character “%1”")).arg(name));
    SlashPlan plan{.action = UndoAction::Send, .request = SlashAsk{found->file}};
    if (!call.text.isEmpty())
        plan.changes = {appendMessage(context.inputs.chat, typedMessage(context.inputs, call.text))};
    return plan;
}

// Arguments that would change what is sent, or what the window does meanwhile.
Result<void> checkQuestion(const SlashCall &call, const SlashContext &context)
{
    if (slashSwitch(call.value(u"lock")))
        return notDone(u"lock="_s + call.value(u"lock"),
                       replyWords(QT_TRANSLATE_NOOP("SlashCommands", "you can always write on")));
    const QString as = call.value(u"as").trimmed();
    if (!as.isEmpty() && as.compare(u"system", Qt::CaseInsensitive) != 0)
        return notDone(u"as="_s + as, replyWords(QT_TRANSLATE_NOOP(
                                          "SlashCommands", "the prompt is always asked as the system's")));
    const QString name = call.value(u"name").trimmed();
    if (!name.isEmpty() && name.compare(u"System", Qt::CaseInsensitive) != 0)
        return notDone(u"name="_s + name,
                       replyWords(QT_TRANSLATE_NOOP("SlashCommands", "whoever answers next is asked")));
    const bool hasMarks = context.inputs.textCompletion && context.inputs.textCompletion->instruct;
    if (hasMarks && slashSwitch(call.value(u"instruct")))
        return notDone(
            u"instruct="_s + call.value(u"instruct"),
            replyWords(QT_TRANSLATE_NOOP("SlashCommands", "the prompt is sent without the marks of "
                                                          "the instruct template")));
    return {};
}

Result<SlashPlan> question(const SlashCall &call, const SlashContext &context)
{
    if (call.text.isEmpty())
        return failure(replyWords(QT_TRANSLATE_NOOP("SlashCommands", "The prompt is missing")), {}, {},
                       replyWords(QT_TRANSLATE_NOOP("SlashCommands", "Write it after the command: %1"))
                           .arg(call.command->form));
    if (const Result<void> checked = checkQuestion(call, context); !checked)
        return std::unexpected(checked.error());
    SlashQuestion question{.prompt = call.text, .isRaw = call.command->id == SlashId::GenerateRaw};
    question.system = call.value(u"system");
    question.prefill = call.value(u"prefill");
    if (const Result<Json> stops = parseJson(call.value(u"stop").toUtf8()); stops && stops->isArray())
        question.stops = stops->toTextList();
    else if (call.has(u"stop"))
        return failure(
            replyWords(QT_TRANSLATE_NOOP("SlashCommands", "stop is not a list of texts")), {}, {},
            replyWords(QT_TRANSLATE_NOOP("SlashCommands", "Write it like this: stop=[\"one\",\"two\"]")));
    question.length = std::max(0, call.value(u"length").toInt());
    question.isTrimmed = !question.isRaw && slashSwitch(call.value(u"trim"));
    question.keepsNames = question.isRaw && !slashSwitch(call.value(u"trim"), true);
    return SlashPlan{.request = question};
}

Result<SlashPlan> echo(const SlashCall &call)
{
    const QString severity = call.value(u"severity").toLower();
    const QString title = call.value(u"title");
    SlashPlan plan{.result = call.text};
    if (call.text.isEmpty() && title.isEmpty())
        return plan;
    plan.notice = SlashNotice{severity == u"error" || severity == u"warning" ? SlashNotice::Kind::Problem
                              : severity == u"success"                       ? SlashNotice::Kind::Done
                                                                             : SlashNotice::Kind::Hint,
                              title.isEmpty()       ? call.text
                              : call.text.isEmpty() ? title
                                                    : QString(title + u": "_s + call.text)};
    return plan;
}

Result<SlashPlan> reply(const SlashCall &call, GenerationType type, const SlashContext &context)
{
    const bool needsMessage = type != GenerationType::Impersonate;
    if (needsMessage && context.inputs.chat.messages.isEmpty())
        return failure(replyWords(QT_TRANSLATE_NOOP("SlashCommands", "There is no message in this chat")));
    return SlashPlan{.request = SlashReply{.type = type, .hint = call.text}};
}

} // namespace

Result<SlashPlan> planSlashReplies(const SlashCall &call, const SlashContext &context)
{
    switch (call.command->id) {
    case SlashId::Persona:
        return persona(call, context);
    case SlashId::Go:
        return go(call, context);
    case SlashId::Impersonate:
        return reply(call, GenerationType::Impersonate, context);
    case SlashId::Continue:
        return reply(call, GenerationType::Continue, context);
    case SlashId::Regenerate:
        return reply(call, GenerationType::Regenerate, context);
    case SlashId::Swipe:
        return swipe(call, context);
    case SlashId::Trigger:
        return trigger(call, context);
    case SlashId::Ask:
        return ask(call, context);
    case SlashId::Echo:
        return echo(call);
    default:
        return question(call, context);
    }
}

} // namespace snug
