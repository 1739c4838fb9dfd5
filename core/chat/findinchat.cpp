#include "core/chat/findinchat.h"

#include <QStringMatcher>

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
    const QStringMatcher words(search.words, Qt::CaseInsensitive);
    for (qsizetype row = 0; row < messages.size() && !stop.stop_requested(); ++row) {
        const Message &message = messages[row];
        if (isMeant(message, search.who) &&
            (words.indexIn(message.text) >= 0 || words.indexIn(message.reasoning()) >= 0))
            found.append(row);
    }
    return found;
}

} // namespace snug
