#include "core/chat/chatmessage.h"
#include "core/chat/conversation.h"
#include "core/chat/knowledgerecord.h"
#include "core/chat/slashplan.h"
#include "core/chat/typedmessage.h"
#include "core/model/whitespace.h"
#include "core/prompt/stages/replystart.h"
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

QString textsOf(const Chat &chat, qsizetype first, qsizetype count)
{
    QStringList texts;
    for (const Message &message : chat.messages.sliced(first, count))
        texts.append(message.text);
    return texts.join(u'\n');
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
    if (chat.messages.isEmpty())
        return noSuchRange(call, 0);
    if (count > chat.messages.size())
        return failure(
            //: %1 is a number
            messageWords(QT_TRANSLATE_NOOP("SlashCommands", "There are fewer messages than %1")).arg(count),
            {}, {},
            //: %1 is a number
            messageWords(QT_TRANSLATE_NOOP("SlashCommands", "Write /del %1 to delete all."))
                .arg(chat.messages.size()));
    const qsizetype first = chat.messages.size() - count;
    return SlashPlan{.action = UndoAction::Delete,
                     .changes = {removeMessages(chat, first, count)},
                     .result = textsOf(chat, first, count)};
}

Result<SlashPlan> cut(const SlashCall &call, const Chat &chat)
{
    const std::optional<SlashRange> range = slashRange(call.text, chat.messages.size());
    if (!range)
        return noSuchRange(call, chat.messages.size());
    const qsizetype count = range->last - range->first + 1;
    return SlashPlan{.action = UndoAction::Delete,
                     .changes = {removeMessages(chat, range->first, count)},
                     .result = textsOf(chat, range->first, count)};
}

// Behind which messages: a number from 0, or from the end where it is negative; "-0" is the end, and so is
// what is not there.
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
    return place < 0 || place > count ? count : place;
}

// SillyTavern's picture for somebody without a card: with it the line goes out under the name.
const QString nobodysPicture = u"img/ai4.png"_s;

// A picture goes with the message where the chat alone does not say whose it is.
Result<Speaker> characterSpeaker(const QString &name, const QString &picture, const SlashContext &context)
{
    QList<SlashContext::Named> cards = context.cast;
    cards.removeIf([](const SlashContext::Named &one) { return one.isGroup; });
    const QStringList own = slashOwnCards(context);
    const auto character = slashNamed(cards, name, own);
    const auto shown = picture.isEmpty() ? character : slashNamed(cards, picture, own);
    if (!shown && !picture.isEmpty())
        return failure(
            //: %1 is what the user wrote
            messageWords(QT_TRANSLATE_NOOP("SlashCommands", "There is no character “%1”")).arg(picture), {},
            {}, messageWords(QT_TRANSLATE_NOOP("SlashCommands", "Leave out avatar=, or name another one.")));
    Speaker speaker{.name = character ? character->name : name, .forcedAvatar = {}, .originalAvatar = {}};
    const bool isOneCharacters = context.inputs.card && !context.inputs.group;
    if (shown && !(isOneCharacters && shown->file == context.inputs.avatar)) {
        speaker.forcedAvatar = characterAvatarAddress(shown->file);
        speaker.originalAvatar = shown->file;
    } else if (!shown && isOneCharacters) {
        speaker.forcedAvatar = nobodysPicture;
        speaker.originalAvatar = nobodysPicture;
    }
    return speaker;
}

// What the text has for the reply to begin with is stored with it, as SillyTavern's commands do: only the
// user's own message loses the tag.
Message sentMessage(const SlashCall &call, const SlashContext &context)
{
    Message message = typedMessage(context.inputs, call.text);
    if (const QString start = typedReplyStart(call.text); !start.isEmpty()) {
        message.extra.set(u"bias"_s, start);
        message.text = withoutMacros(call.text);
    }
    const QString name = call.value(u"name").trimmed();
    if (!name.isEmpty()) {
        message.name = name;
        const QStringList own =
            context.inputs.persona ? QStringList{context.inputs.persona->avatar} : QStringList();
        if (const auto persona = slashNamed(context.personas, name, own))
            message.forcedAvatar = personaAvatarAddress(persona->file);
    }
    if (slashSwitch(call.value(u"compact")))
        message.extra.set(u"isSmallSys"_s, Json(true));
    return message;
}

Message withReplyStart(Message message)
{
    const QString start = typedReplyStart(message.text);
    if (start.isEmpty())
        return message;
    message.isHidden = withoutMacros(message.text).isEmpty(); // there is nothing else in it
    message.extra.set(u"bias"_s, isBlank(start) ? Json::null() : Json(start));
    mirrorIntoActiveSwipe(message);
    return message;
}

Result<Speaker> writtenSpeaker(const SlashCall &call, const SlashContext &context)
{
    const QString name = call.value(u"name").trimmed();
    switch (call.command->id) {
    case SlashId::Comment:
        return Speaker{.name = u"Note"_s, .forcedAvatar = u"img/quill.png"_s, .originalAvatar = {}};
    case SlashId::SendAs:
        return characterSpeaker(name.isEmpty() ? replierOf(context.inputs) : name,
                                call.value(u"avatar").trimmed(), context);
    default: {
        const QString narrator = context.inputs.chat.metadata().value(u"narrator_name").toText();
        return Speaker{.name = !name.isEmpty()      ? name
                               : narrator.isEmpty() ? u"System"_s
                                                    : narrator,
                       .forcedAvatar = u"img/five.png"_s,
                       .originalAvatar = {}};
    }
    }
}

Result<Message> writtenFor(const SlashCall &call, const SlashContext &context)
{
    const SlashId id = call.command->id;
    const WrittenKind kind = id == SlashId::Comment  ? WrittenKind::Comment
                             : id == SlashId::SendAs ? WrittenKind::Character
                                                     : WrittenKind::Narrator;
    const Result<Speaker> speaker = writtenSpeaker(call, context);
    if (!speaker)
        return std::unexpected(speaker.error());
    const Message message =
        writtenMessage(kind, *speaker, call.text, context.inputs.now, slashSwitch(call.value(u"compact")));
    return messageWithKnown(kind == WrittenKind::Comment ? message : withReplyStart(message),
                            context.inputs.knowledge);
}

Result<SlashPlan> write(const SlashCall &call, const SlashContext &context)
{
    if (call.text.isEmpty())
        //: %1 is a command
        return failure(messageWords(QT_TRANSLATE_NOOP("SlashCommands", "The text is missing")), {}, {},
                       messageWords(QT_TRANSLATE_NOOP("SlashCommands", "Write it after the command: %1"))
                           .arg(call.command->form));
    if (call.command->id == SlashId::SendAs && call.value(u"name").trimmed().isEmpty() &&
        replierOf(context.inputs).isEmpty())
        return failure(messageWords(QT_TRANSLATE_NOOP("SlashCommands", "The speaker's name is missing")), {},
                       {},
                       messageWords(QT_TRANSLATE_NOOP(
                           "SlashCommands", "Write the name like this: /sendas name=\"Mira\" text")));
    const Chat &chat = context.inputs.chat;
    const Result<qsizetype> place = placeOf(call, chat.messages.size());
    if (!place)
        return std::unexpected(place.error());
    const bool isUsers = call.command->id == SlashId::Send;
    const Result<Message> message = isUsers ? sentMessage(call, context) : writtenFor(call, context);
    if (!message)
        return std::unexpected(message.error());
    return SlashPlan{.action =
                         isUsers && *place == chat.messages.size() ? UndoAction::Send : UndoAction::Write,
                     .changes = {insertMessages(chat, *place, {*message})},
                     .result = call.value(u"return") == u"pipe" ? message->text : QString()};
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
