#include "core/chat/chatmessage.h"
#include "core/chat/conversation.h"
#include "core/chat/knowledgerecord.h"
#include "core/chat/slashplan.h"
#include "core/chat/typedmessage.h"
#include "core/prompt/stages/visibility.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString messageWords(const char *text)
{
    return QCoreApplication::translate("SlashCommands", text);
}

std::unexpected<Error> noSuchRange(const SlashCall &call, qsizetype count)
{
    if (count == 0)
        return failure(messageWords(QT_TRANSLATE_NOOP("SlashCommands", "There is no message in this chat")));
    return failure(
        call.text.isEmpty()
            ? messageWords(QT_TRANSLATE_NOOP("SlashCommands", "The number of a message is missing"))
            //: %1 is what the user wrote
            : messageWords(
                  QT_TRANSLATE_NOOP("SlashCommands", "“%1” is neither a message of this chat nor a range"))
                  .arg(call.text),
        {}, {},
        //: %1 is a command, %2 and %3 numbers of messages
        messageWords(QT_TRANSLATE_NOOP("SlashCommands", "Write /%1 3 or /%1 2-5. Messages are 0 to %2."))
            .arg(call.command->name)
            .arg(count - 1));
}

Result<SlashPlan> hide(const SlashCall &call, const Chat &chat)
{
    const bool isHidden = call.command->id == SlashId::Hide;
    const qsizetype count = chat.messages.size();
    const QString text = call.text.isEmpty() && count > 0 ? QString::number(count - 1) : call.text;
    const std::optional<SlashRange> range = slashRange(text, count);
    if (!range)
        return noSuchRange(call, count);
    SlashPlan plan{.action = isHidden ? UndoAction::Hide : UndoAction::Unhide};
    const QString name = call.value(u"name").trimmed();
    if (name.isEmpty()) {
        plan.changes = {setHidden(chat, range->first, range->last, isHidden)};
        return plan;
    }
    for (int row = range->first; row <= range->last; ++row) {
        if (chat.messages.at(row).name == name)
            plan.changes.append(setHidden(chat, row, row, isHidden));
    }
    if (plan.changes.isEmpty())
        //: %1 is a name
        return failure(
            messageWords(QT_TRANSLATE_NOOP("SlashCommands", "None of these messages is by %1")).arg(name));
    return plan;
}

Result<SlashPlan> remove(const SlashCall &call, const Chat &chat)
{
    bool isNumber = false;
    const int count = call.text.toInt(&isNumber);
    if (!isNumber || count < 1)
        return failure(messageWords(QT_TRANSLATE_NOOP("SlashCommands", "The number of messages is missing")),
                       {}, {},
                       messageWords(QT_TRANSLATE_NOOP("SlashCommands",
                                                      "Write /del 1 for the last message, /del 2 for two.")));
    const qsizetype first = std::max<qsizetype>(0, chat.messages.size() - count);
    if (first == chat.messages.size())
        return noSuchRange(call, 0);
    return SlashPlan{.action = UndoAction::Delete,
                     .changes = {removeMessages(chat, first, chat.messages.size() - first)}};
}

Result<SlashPlan> cut(const SlashCall &call, const Chat &chat)
{
    const std::optional<SlashRange> range = slashRange(call.text, chat.messages.size());
    if (!range)
        return noSuchRange(call, chat.messages.size());
    const qsizetype count = range->last - range->first + 1;
    QStringList texts;
    for (const Message &message : chat.messages.sliced(range->first, count))
        texts.append(message.text);
    return SlashPlan{.action = UndoAction::Delete,
                     .changes = {removeMessages(chat, range->first, count)},
                     .result = texts.join(u'\n')};
}

// Behind which messages: a number from 0, or from the end where it is negative; "-0" is the end.
Result<qsizetype> placeOf(const SlashCall &call, qsizetype count)
{
    const QString written = call.value(u"at").trimmed();
    if (written.isEmpty())
        return count;
    bool isNumber = false;
    const int number = written.toInt(&isNumber);
    if (!isNumber)
        //: %1 is what the user wrote
        return failure(
            messageWords(QT_TRANSLATE_NOOP("SlashCommands", "at=%1 is not a number")).arg(written));
    const qsizetype place = written.startsWith(u'-') ? count + number : number;
    return std::clamp<qsizetype>(place, 0, count);
}

// A character's picture goes with the message where the chat alone does not say it.
Speaker characterSpeaker(const QString &name, const QString &picture, const SlashContext &context)
{
    Speaker speaker{.name = name, .forcedAvatar = {}, .originalAvatar = {}};
    QList<SlashContext::Named> cards = context.cast;
    cards.removeIf([](const SlashContext::Named &one) { return one.isGroup; });
    const auto found = slashNamed(cards, picture.isEmpty() ? name : picture);
    if (!found ||
        (picture.isEmpty() && found->name.compare(name, Qt::CaseInsensitive) != 0 && found->file != name))
        return speaker;
    if (picture.isEmpty())
        speaker.name = found->name;
    speaker.originalAvatar = found->file;
    if (context.inputs.group || found->file != context.inputs.avatar)
        speaker.forcedAvatar = characterAvatarAddress(found->file);
    return speaker;
}

Message sentMessage(const SlashCall &call, const SlashContext &context)
{
    Message message = typedMessage(context.inputs, call.text);
    const QString name = call.value(u"name").trimmed();
    if (!name.isEmpty()) {
        const auto persona = slashNamed(context.personas, name);
        message.name = persona ? persona->name : name;
        message.forcedAvatar = persona ? personaAvatarAddress(persona->file) : QString();
    }
    if (slashSwitch(call.value(u"compact")))
        message.extra.set(u"isSmallSys"_s, Json(true));
    return message;
}

Message writtenFor(const SlashCall &call, const SlashContext &context)
{
    const bool isCompact = slashSwitch(call.value(u"compact"));
    const QDateTime &now = context.inputs.now;
    const QString name = call.value(u"name").trimmed();
    if (call.command->id == SlashId::Comment)
        return writtenMessage(WrittenKind::Comment,
                              {.name = u"Note"_s, .forcedAvatar = u"img/quill.png"_s, .originalAvatar = {}},
                              call.text, now, isCompact);
    if (call.command->id == SlashId::SendAs)
        return writtenMessage(WrittenKind::Character,
                              characterSpeaker(name, call.value(u"avatar").trimmed(), context), call.text,
                              now, isCompact);
    const QString narrator = context.inputs.chat.metadata().value(u"narrator_name").toText();
    return writtenMessage(WrittenKind::Narrator,
                          {.name = !name.isEmpty()      ? name
                                   : narrator.isEmpty() ? u"System"_s
                                                        : narrator,
                           .forcedAvatar = u"img/five.png"_s,
                           .originalAvatar = {}},
                          call.text, now, isCompact);
}

Result<SlashPlan> write(const SlashCall &call, const SlashContext &context)
{
    if (call.text.isEmpty())
        //: %1 is a command
        return failure(messageWords(QT_TRANSLATE_NOOP("SlashCommands", "The text is missing")), {}, {},
                       messageWords(QT_TRANSLATE_NOOP("SlashCommands", "Write it after the command: %1"))
                           .arg(call.command->form));
    if (call.command->id == SlashId::SendAs && call.value(u"name").trimmed().isEmpty())
        return failure(messageWords(QT_TRANSLATE_NOOP("SlashCommands", "The speaker's name is missing")), {},
                       {},
                       messageWords(QT_TRANSLATE_NOOP(
                           "SlashCommands", "Write the name like this: /sendas name=\"Mira\" text")));
    const Chat &chat = context.inputs.chat;
    const Result<qsizetype> place = placeOf(call, chat.messages.size());
    if (!place)
        return std::unexpected(place.error());
    const bool isUsers = call.command->id == SlashId::Send;
    const Message message = isUsers ? sentMessage(call, context)
                                    : messageWithKnown(writtenFor(call, context), context.inputs.knowledge);
    return SlashPlan{.action =
                         isUsers && *place == chat.messages.size() ? UndoAction::Send : UndoAction::Write,
                     .changes = {insertMessages(chat, *place, {message})},
                     .result = call.value(u"return") == u"pipe" ? message.text : QString()};
}

} // namespace

Result<SlashPlan> planSlashMessages(const SlashCall &call, const SlashContext &context)
{
    switch (call.command->id) {
    case SlashId::Hide:
    case SlashId::Unhide:
        return hide(call, context.inputs.chat);
    case SlashId::Delete:
        return remove(call, context.inputs.chat);
    case SlashId::Cut:
        return cut(call, context.inputs.chat);
    default:
        return write(call, context);
    }
}

} // namespace snug
