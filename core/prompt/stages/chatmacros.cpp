#include "core/prompt/stages/chatmacros.h"

#include "core/macros/pick.h"
#include "core/prompt/stages/chattexts.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace snug {

// The spellings that SillyTavern's chat files have used.
static QDateTime readSendDate(const QString &text)
{
    if (QDateTime iso = QDateTime::fromString(text, Qt::ISODateWithMs); iso.isValid())
        return iso;
    bool isNumber = false;
    if (const qint64 milliseconds = text.toLongLong(&isNumber); isNumber)
        return QDateTime::fromMSecsSinceEpoch(milliseconds);
    for (const QStringView format :
         {QStringView(u"MMMM d, yyyy h:mmap"), QStringView(u"yyyy-M-d @HH'h' mm'm' ss's' zzz'ms'"),
          QStringView(u"yyyy-M-d@HH'h'mm'm'ss's'")}) {
        if (QDateTime time = QLocale::c().toDateTime(text, format.toString()); time.isValid())
            return time;
    }
    return {};
}

// The last user message before the newest one; hidden ones do not count.
static QDateTime idleSince(const PromptInputs &inputs, const Draft &draft)
{
    bool isBehind = false;
    for (qsizetype i = draft.messageCount() - 1; i >= 0; --i) {
        const Message &message = draft.messageAt(inputs, i);
        if (message.isHidden)
            continue;
        if (message.isUser && isBehind)
            return readSendDate(message.sendDate);
        isBehind = true;
    }
    return {};
}

static bool isSwiped(const PromptInputs &inputs, const Draft &draft)
{
    return inputs.type == GenerationType::Swipe && draft.storedMessages < inputs.chat.messages.size();
}

void setChatMacros(const PromptInputs &inputs, Draft &draft)
{
    MacroPass &macros = draft.macros;
    const qsizetype count = draft.messageCount();
    // The reply that is swiped is still there for some.
    const qsizetype everything = count + (isSwiped(inputs, draft) ? 1 : 0);
    const auto valueOf = [&](qsizetype index) {
        if (index < 0)
            return MacroValue{};
        const Message &message = draft.messageAt(inputs, index);
        return MacroValue{.text = index == 0 ? draft.firstText : message.text,
                          .type = message.isUser ? u"history.user"_s : u"history.assistant"_s,
                          .id = QString::number(index),
                          .label = message.name};
    };
    const auto newest = [&](bool isUser) {
        for (qsizetype i = count - 1; i >= 0; --i) {
            const Message &message = draft.messageAt(inputs, i);
            if (!message.isHidden && message.isUser == isUser)
                return i;
        }
        return qsizetype(-1);
    };
    macros.setValue({u"lastmessage"}, valueOf(count - 1));
    macros.setValue({u"lastusermessage"}, valueOf(newest(true)));
    macros.setValue({u"lastcharmessage"}, valueOf(newest(false)));
    if (inputs.settings.replies.summary.isUsed)
        macros.setTraced({u"summary"}, u"note.summary"_s, newestSummary(inputs, draft, everything),
                         QCoreApplication::translate("PromptSources", "summary"));
    const QString lastId = count > 0 ? QString::number(count - 1) : QString();
    macros.setValue({u"lastmessageid"}, {lastId});
    macros.setValue({u"allchatrange"}, {lastId.isEmpty() ? lastId : u"0-"_s + lastId});
    const auto setSwipes = [&](const QString &known, const QString &current) {
        macros.setValue({u"lastswipeid"}, {known});
        macros.setValue({u"currentswipeid"}, {current});
    };
    const Message last = count > 0 ? draft.messageAt(inputs, count - 1) : Message();
    if (inputs.type == GenerationType::Swipe && !inputs.chat.messages.isEmpty()) {
        // The message that gets another one is no part of the prompt, but still known here.
        const qsizetype known = std::max<qsizetype>(1, inputs.chat.messages.last().swipes.size());
        setSwipes(QString::number(known), QString::number(known + 1));
    } else if (last.swipes.isEmpty()) {
        setSwipes({}, inputs.settings.replies.usesOldMacros ? u"NaN"_s : QString()); // that engine counts on
    } else {
        setSwipes(QString::number(last.swipes.size()), QString::number(last.activeSwipe + 1));
    }
    const Json metadata = inputs.chat.metadata();
    macros.setValue({u"firstincludedmessageid"}, {metadata.value(u"lastInContextMessageId").toText()});
    // All messages are on screen here.
    macros.setValue({u"firstdisplayedmessageid"}, {lastId.isEmpty() ? lastId : u"0"_s});
    macros.environment.idleSince = idleSince(inputs, draft);

    // Branches pick like the chat they come from.
    const QString mainChat = metadata.value(u"main_chat").toText();
    macros.environment.chatHash =
        metadata.value(u"chat_id_hash")
            .toText(QString::number(stringHash(mainChat.isEmpty() ? inputs.chat.name : mainChat)));
    macros.environment.rerollSeed = metadata.value(u"pick_reroll_seed").toText();
}

} // namespace snug
