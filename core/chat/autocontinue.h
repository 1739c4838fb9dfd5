// Replies that are shorter than the user wants go on by themselves
// (docs/sillytavern/settings.md#auto-continue).
#pragma once

#include "core/chat/arrivedreply.h"
#include "core/model/json.h"

#include <QObject>

namespace snug {

class ChatSession;

// power_user.auto_continue: tokens that a reply is to have; 0 = it is off. `completesText`: what the
// connection does, as SillyTavern asks for messages apart.
int autoContinueLength(const Json &settings, bool completesText);

// Whether the reply that has come goes on: it came to its end, brought more than a few letters, and the
// message is still shorter than `length` tokens.
bool isToGoOn(const ArrivedReply &arrived, int tokens, int length);

class AutoContinue : public QObject
{
    Q_OBJECT

public:
    // `session` outlives this. In groups it goes on with a reply by itself, before the next member speaks.
    explicit AutoContinue(ChatSession &session, QObject *parent = nullptr);

    void setLength(int tokens);

private:
    void sessionMoved();

    ChatSession &m_session;
    int m_length = 0;
    bool m_wasUnderWay = false;
};

} // namespace snug
