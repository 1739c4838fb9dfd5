// What a reply asks of the user in lines above the chat: whether to wait on where nothing comes or in a
// queue, and whether to send a request that has no room for the newest message.
#pragma once

#include <QObject>

namespace snug {

struct AppContext;

class ReplyQuestions : public QObject
{
    Q_OBJECT

public:
    explicit ReplyQuestions(const AppContext &app, QObject *parent = nullptr);

private:
    void follow();
    void show();
    void showQueue();
    void dismiss();
    void waitOn();

    const AppContext &m_app;
    bool m_isQueueHidden = false; // by the user, for this reply
};

} // namespace snug
