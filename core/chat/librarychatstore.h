// The chats of one character or group in the user's library, as a conversation's store.
#pragma once

#include "core/chat/chatstore.h"
#include "core/library/fileversion.h"
#include "core/library/librarycontents.h"

#include <QHash>
#include <QObject>

#include <memory>

namespace snug {

class Library;

// Remembers which version of each file it has read or written, so that a file that another program
// changed is never overwritten unasked. The library must outlive it; what was handed over is
// written even if this goes first.
class LibraryChatStore : public ChatStore
{
public:
    // `cardFile` ("Mira.png") is whose chats these are; empty for the chats of groups.
    LibraryChatStore(Library &library, const QString &cardFile);
    ~LibraryChatStore() override;

    void append(const Chat &chat, qsizetype first, Done done) override;
    void rewrite(const Chat &chat, bool overForeign, Done done) override;
    void discard(const QString &name, Done done) override;
    void load(const QString &name, std::function<void(const Result<Chat> &)> done) override;

private:
    ChatReference reference(const QString &name) const;
    QString label(const QString &name) const;

    Library &m_library;
    QString m_cardFile;
    // By name of the chat; only jobs on the disk thread touch it.
    std::shared_ptr<QHash<QString, FileVersion>> m_versions;
    QObject m_context; // answers end with it
};

} // namespace snug
