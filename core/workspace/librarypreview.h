// What the window would send for one chat of a library, found without a window: opens the library, restores
// the choices of the last run, waits until everything in effect has been read, and assembles. Nothing is
// sent; on the disk only that happens which happens whenever a library is opened (summaries are remembered, a
// torn last line of the chat is set aside).
#pragma once

#include "core/chat/chatsession.h"
#include "core/library/library.h"
#include "core/workspace/workspace.h"

#include <QObject>

#include <memory>
#include <optional>

namespace snug {

class LibraryPreview : public QObject
{
    Q_OBJECT

public:
    struct Wish
    {
        QString library;                     // its folder
        QList<OutsideFolder> outsideFolders; // that may lie elsewhere
        QString chat;                        // file of a chat in it, as a path
        std::optional<QString> draft = {};   // nothing: what stood in the composer
        Clock now = {};                      // null = the system's
        std::function<quint64()> seed = {};  // null = the system's
    };

    // Once per object. `consents` outlives it. Ends in ready() or failed().
    LibraryPreview(Wish wish, ConsentStore &consents, QObject *parent = nullptr);
    ~LibraryPreview() override;
    void start();

    const ChatSession &session() const { return *m_session; }
    const Workspace &workspace() const { return m_workspace; }

Q_SIGNALS:
    void ready(const snug::PreparedPrompt &prepared);
    // The chat's file has lines that cannot be read; places are theirs. Before ready().
    void warned(const QList<snug::Error> &warnings);
    void failed(const snug::Error &error);

private:
    class NoKeys;
    class NoNetwork;

    void restoreChoices();
    void openChat();
    void greet();
    void show(const Chat &chat);
    void look();
    Result<std::pair<ChatReference, QString>> find() const;

    Wish m_wish;
    std::unique_ptr<NoKeys> m_keys;
    std::unique_ptr<NoNetwork> m_network;
    Library m_library;
    Workspace m_workspace;
    std::unique_ptr<ChatSession> m_session;
    QString m_draft;
    std::optional<Chat> m_unsaid;           // without a message: the card greets once it has been read
    std::unique_ptr<ScriptTask> m_greeting; // at work on that
    quint64 m_seen = 0;                     // the preview that was the newest when everything had been read
    bool m_isDone = false;
};

} // namespace snug
