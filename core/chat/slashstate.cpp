#include "core/chat/authorsnote.h"
#include "core/chat/conversation.h"
#include "core/chat/slashplan.h"
#include "core/macros/variables.h"

#include <QCoreApplication>

#include <array>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString stateWords(const char *text)
{
    return QCoreApplication::translate("SlashCommands", text);
}

struct NumberedWord
{
    QStringView word;
    int number;
};

constexpr std::array notePlaces{NumberedWord{u"chat", 1}, NumberedWord{u"after", 0},
                                NumberedWord{u"scenario", 0}, NumberedWord{u"before", 2},
                                NumberedWord{u"before_scenario", 2}};
constexpr std::array injectPlaces{NumberedWord{u"after", 0}, NumberedWord{u"chat", 1},
                                  NumberedWord{u"before", 2}, NumberedWord{u"none", -1}};

std::optional<int> numberOf(std::span<const NumberedWord> words, const QString &written)
{
    const auto found = std::ranges::find_if(words, [&](const NumberedWord &one) {
        return one.word.compare(written.trimmed(), Qt::CaseInsensitive) == 0;
    });
    return found == words.end() ? std::nullopt : std::optional(found->number);
}

QString wordOf(std::span<const NumberedWord> words, int number)
{
    const auto found = std::ranges::find(words, number, &NumberedWord::number);
    return found == words.end() ? QString::number(number) : found->word.toString();
}

std::unexpected<Error> notAmong(const QString &written, const QString &choices)
{
    //: %1 is what the user wrote
    return failure(
        stateWords(QT_TRANSLATE_NOOP("SlashCommands", "“%1” is not one of the choices")).arg(written), {}, {},
        //: %1 is a list of words
        stateWords(QT_TRANSLATE_NOOP("SlashCommands", "Write one of: %1.")).arg(choices));
}

QString valueOfNote(SlashId id, const ChatNote &note)
{
    switch (id) {
    case SlashId::NoteDepth:
        return QString::number(note.depth);
    case SlashId::NoteFrequency:
        return QString::number(note.interval);
    case SlashId::NotePosition:
        return wordOf(notePlaces, note.position);
    case SlashId::NoteRole:
        return roleName(note.role);
    default:
        return note.text;
    }
}

// The note as the command makes it.
Result<ChatNote> changedNote(const SlashCall &call, ChatNote note)
{
    const bool isDepth = call.command->id == SlashId::NoteDepth;
    if (isDepth || call.command->id == SlashId::NoteFrequency) {
        bool isNumber = false;
        const int number = call.text.toInt(&isNumber);
        if (!isNumber || number == std::numeric_limits<int>::min())
            //: %1 is what the user wrote
            return failure(
                stateWords(QT_TRANSLATE_NOOP("SlashCommands", "“%1” is not a whole number")).arg(call.text));
        (isDepth ? note.depth : note.interval) = std::abs(number);
        return note;
    }
    if (call.command->id == SlashId::NotePosition) {
        const std::optional<int> place = numberOf(notePlaces, call.text);
        if (!place)
            return notAmong(call.text, u"chat, after, before"_s);
        note.position = *place;
        return note;
    }
    if (call.command->id == SlashId::NoteRole) {
        const std::optional<Role> role = roleFromName(call.text.trimmed().toLower());
        if (!role)
            return notAmong(call.text, u"system, user, assistant"_s);
        note.role = *role;
        return note;
    }
    note.text = call.text;
    return note;
}

Result<SlashPlan> planNote(const SlashCall &call, const SlashContext &context)
{
    const NoteSettings &defaults = context.inputs.settings.note;
    const ChatNote before = chatNoteOf(context.inputs.chat.metadata(), defaults);
    SlashPlan plan{.action = UndoAction::AuthorsNote, .result = valueOfNote(call.command->id, before)};
    if (call.text.isEmpty()) {
        plan.notice = SlashNotice{
            SlashNotice::Kind::Hint,
            plan.result.isEmpty()
                ? stateWords(QT_TRANSLATE_NOOP("SlashCommands", "This chat has no author's note."))
                //: %1 is a command's name, %2 what is set
                : stateWords(QT_TRANSLATE_NOOP("SlashCommands", "%1 is: %2"))
                      .arg(call.command->name, plan.result)};
        return plan;
    }
    const Result<ChatNote> note = changedNote(call, before);
    if (!note)
        return std::unexpected(note.error());
    plan.changes = {setChatNote(context.inputs.chat, *note, defaults)};
    plan.result = valueOfNote(call.command->id, *note);
    if (call.command->id == SlashId::Note)
        plan.notice =
            SlashNotice{SlashNotice::Kind::Done,
                        stateWords(QT_TRANSLATE_NOOP("SlashCommands", "The author's note is set."))};
    else
        plan.notice = SlashNotice{
            SlashNotice::Kind::Done,
            stateWords(QT_TRANSLATE_NOOP("SlashCommands", "%1 is: %2")).arg(call.command->name, plan.result)};
    return plan;
}

// A name for a text that was given none.
QString freeInjectId(const Json &injects, const QDateTime &now)
{
    qint64 number = now.toMSecsSinceEpoch();
    while (injects.contains(QString::number(number, 36)))
        ++number;
    return QString::number(number, 36);
}

// As `chat_metadata.script_injects` has it (docs/sillytavern/commands.md#injected-texts).
Result<SlashPlan> planInject(const SlashCall &call, const SlashContext &context)
{
    const Chat &chat = context.inputs.chat;
    Json injects = chat.metadata().value(u"script_injects");
    QString id = call.value(u"id").trimmed();
    if (id.isEmpty() && call.text.isEmpty())
        return failure(
            stateWords(QT_TRANSLATE_NOOP("SlashCommands", "The name of the text is missing")), {}, {},
            stateWords(QT_TRANSLATE_NOOP("SlashCommands", "Write it like this: %1")).arg(call.command->form));
    if (id.isEmpty())
        id = freeInjectId(injects, context.inputs.now);
    if (!call.value(u"filter").isEmpty())
        return failure(stateWords(
            QT_TRANSLATE_NOOP("SlashCommands", "Snug runs no scripts, so no filter can be given")));
    const std::optional<int> place =
        call.has(u"position") ? numberOf(injectPlaces, call.value(u"position")) : std::optional(0);
    if (!place)
        return notAmong(call.value(u"position"), u"after, before, chat, none"_s);
    const QString roleWord = call.has(u"role") ? call.value(u"role").trimmed().toLower() : u"system"_s;
    const std::optional<Role> role = roleFromName(roleWord);
    if (!role)
        return notAmong(roleWord, u"system, user, assistant"_s);
    const std::optional<double> depth =
        call.has(u"depth") ? javaScriptNumber(call.value(u"depth")) : std::nullopt;
    const bool isThere = injects.contains(id);
    if (call.text.isEmpty()) {
        if (!isThere)
            return failure(
                //: %1 is a name that the user gave
                stateWords(QT_TRANSLATE_NOOP("SlashCommands", "There is no injected text “%1”")).arg(id));
        injects.remove(id);
    } else {
        injects.set(id, Json::object({{u"value"_s, call.text},
                                      {u"position"_s, *place},
                                      {u"depth"_s, depth && std::isfinite(*depth) ? *depth : 4.0},
                                      {u"scan"_s, slashSwitch(call.value(u"scan"))},
                                      {u"role"_s, roleNumber(*role)},
                                      {u"filter"_s, Json::null()}}));
    }
    SlashPlan plan{.action = UndoAction::InjectedText,
                   .changes = {setMetadata(chat, u"script_injects"_s, injects)},
                   .result = id};
    if (slashSwitch(call.value(u"ephemeral")) && !call.text.isEmpty())
        plan.injectedOnce = id;
    plan.notice = SlashNotice{
        SlashNotice::Kind::Done,
        (call.text.isEmpty()
             ? stateWords(
                   QT_TRANSLATE_NOOP("SlashCommands", "The text “%1” was removed from this chat's prompts."))
             : stateWords(QT_TRANSLATE_NOOP("SlashCommands", "The text “%1” is now in this chat's prompts.")))
            .arg(id)};
    return plan;
}

} // namespace

Result<SlashPlan> planSlashState(const SlashCall &call, const SlashContext &context)
{
    return call.command->id == SlashId::Inject ? planInject(call, context) : planNote(call, context);
}

} // namespace snug
