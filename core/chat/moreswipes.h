// Several alternatives of a message, asked for one after the other.
#pragma once

#include <QObject>

namespace snug {

class ChatSession;

class MoreSwipes : public QObject
{
    Q_OBJECT

public:
    // `session` outlives this.
    explicit MoreSwipes(ChatSession &session, QObject *parent = nullptr);

    // So many, unless one fails, or the user stops one or does something else to the chat.
    void begin(int count, qsizetype row);

private:
    bool beginNext();
    void sessionMoved();

    ChatSession &m_session;
    quint64 m_message = 0;
    int m_left = 0; // with the one under way
    bool m_wasUnderWay = false;
};

} // namespace snug
