// What follows from a service's refusal, in lines above the chat: the time until it is asked again, and what
// to do about a prompt that is too long.
#pragma once

#include <QObject>

namespace snug {

struct AppContext;
class ChatSession;

class RefusalNotices : public QObject
{
    Q_OBJECT

public:
    explicit RefusalNotices(const AppContext &app, QObject *parent = nullptr);

private:
    void follow();
    void showWait();
    void showTooLong();
    QString waitWords(const ChatSession &session) const;
    int fittingContext(const ChatSession &session) const;
    void useContext(int tokens);

    const AppContext &m_app;
};

} // namespace snug
