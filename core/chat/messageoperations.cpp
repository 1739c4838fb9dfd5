#include "core/chat/messageoperations.h"

#include "core/chat/chatmessage.h"
#include "core/chat/conversation.h"

using namespace Qt::StringLiterals;

namespace snug {

ChatChange moveMessage(const Chat &chat, qsizetype row, int by)
{
    const qsizetype other = row + by;
    if (qAbs(by) != 1 || !hasRow(chat, row) || !hasRow(chat, other))
        return {};
    const qsizetype first = std::min(row, other);
    return {.index = first,
            .removed = chat.messages.mid(first, 2),
            .inserted = {chat.messages.at(first + 1), chat.messages.at(first)}};
}

ChatChange mergeMessages(const Chat &chat, qsizetype row)
{
    if (!hasRow(chat, row) || !hasRow(chat, row + 1))
        return {};
    const QString &above = chat.messages.at(row).text;
    const QString &below = chat.messages.at(row + 1).text;
    const QString between = above.isEmpty() || below.isEmpty() ? QString() : u"\n\n"_s;
    const ChatChange edited = editText(chat, row, above + between + below);
    return {.index = row,
            .removed = chat.messages.mid(row, 2),
            .inserted = {edited.isEmpty() ? chat.messages.at(row) : edited.inserted.first()}};
}

ChatChange splitMessage(const Chat &chat, qsizetype row, const QString &first, const QString &second)
{
    if (!hasRow(chat, row) || first.trimmed().isEmpty() || second.trimmed().isEmpty())
        return {};
    const Message &whole = chat.messages.at(row);
    const ChatChange edited = editText(chat, row, first);
    Message after = whole;
    after.text = second;
    after.swipes.clear();
    after.activeSwipe = 0;
    after.extra = Json::object();
    // Who says it, as what, and who knows it; nothing of how it was made.
    for (const QString &key : {u"type"_s, u"isSmallSys"_s, u"known_to"_s}) {
        if (const Json value = whole.extra.value(key); !value.isUndefined())
            after.extra.set(key, value);
    }
    for (const QString &key :
         {u"swipes"_s, u"swipe_info"_s, u"swipe_id"_s, u"gen_started"_s, u"gen_finished"_s})
        after.source.remove(key);
    return {.index = row,
            .removed = {whole},
            .inserted = {edited.isEmpty() ? whole : edited.inserted.first(), after}};
}

ChatChange removeSwipe(const Chat &chat, qsizetype row, int swipe, const TextExpansion &expand)
{
    if (!hasRow(chat, row))
        return {};
    Message message = chat.messages.at(row);
    if (message.swipes.size() < 2 || swipe < 0 || swipe >= message.swipes.size())
        return {};
    if (swipe == message.activeSwipe) {
        const int next = swipe + 1 < message.swipes.size() ? swipe + 1 : swipe - 1;
        message = selectSwipe(chat, row, next, expand).inserted.first();
    }
    message.swipes.remove(swipe);
    if (message.activeSwipe > swipe)
        --message.activeSwipe;
    return replaceMessage(chat, row, message);
}

} // namespace snug
