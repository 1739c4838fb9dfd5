// What is said of saves that failed beside the chat: of drafts, choices, connections, requests. They are
// tried again by themselves. The status bar tells of them and of the chat alike.
#pragma once

#include "core/result.h"

#include <QObject>
#include <QStringList>

#include <optional>

namespace snug {

struct AppContext;
class Library;

// What of that is not on the disk now, in the user's words. Chats and documents are told of where they are
// written.
QStringList unsavedContents(Library &library);

class SaveProblems : public QObject
{
    Q_OBJECT

public:
    explicit SaveProblems(const AppContext &app, QObject *parent = nullptr);

    // For the status bar; empty: the chat is saved.
    void setChatProblem(const QString &text);

private:
    void refresh();

    const AppContext &m_app;
    QString m_chatProblem;
    std::optional<Error> m_ownConnections; // why they are not on the disk
    QString m_said;
};

} // namespace snug
