// What is said about saving: of the open chat, of chats that were left before they were saved, and of what
// another program did to the open chat's file.
#pragma once

#include "core/chat/chatsession.h"
#include "core/chat/leftchats.h"

#include <QObject>
#include <QPointer>

namespace snug {

struct AppContext;

class SavingNotices : public QObject
{
    Q_OBJECT

public:
    // `left` outlives this. `letGo`: closes the open chat, whose file is gone and shall stay so.
    SavingNotices(const AppContext &app, LeftChats &left, const std::function<void()> &letGo,
                  QObject *parent = nullptr);

    // The open chat; null = none.
    void follow(ChatSession *session);

Q_SIGNALS:
    void problem(const QString &text); // for the status bar; empty = none any more

private:
    void show();
    void showLeft();
    void tellProblem();
    void showMerge(const ReconciledChat &reconciled, const QList<quint64> &conflicts);
    void askAboutConflicts(const QList<ChatConflict> &conflicts, const QList<quint64> &ids);

    const AppContext &m_app;
    LeftChats &m_left;
    std::function<void()> m_letGo;
    QPointer<ChatSession> m_session;
    QStringList m_leftNotices; // ids of those that are shown
};

} // namespace snug
