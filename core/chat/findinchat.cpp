#include "core/chat/findinchat.h"

#include "core/model/searchtext.h"

namespace snug {

static bool isMeant(const Message &message, ChatSearch::Who who)
{
    return who == ChatSearch::Who::Everybody || message.isUser == (who == ChatSearch::Who::User);
}

QList<qsizetype> findInChat(const QList<Message> &messages, const ChatSearch &search,
                            const std::stop_token &stop)
{
    QList<qsizetype> found;
    if (search.words.isEmpty())
        return found;
    const WordSearch words(search.words);
    for (qsizetype row = 0; row < messages.size() && !stop.stop_requested(); ++row) {
        const Message &message = messages[row];
        if (isMeant(message, search.who) && (words.isIn(message.text) || words.isIn(message.reasoning())))
            found.append(row);
    }
    return found;
}

} // namespace snug
