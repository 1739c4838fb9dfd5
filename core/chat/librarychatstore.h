// The chats of one character or group in the user's library, as a conversation's store.
#pragma once

#include "core/chat/chatstore.h"
#include "core/library/fileversion.h"
#include "core/library/librarycontents.h"

#include <QDateTime>
#include <QHash>
#include <QObject>

#include <memory>

namespace snug {

class Library;
class LibraryStore;

// Remembers which version of each file it has read or written, so that a file that another program
// changed is never overwritten unasked. The library must outlive it; what was handed over is
// written even if this goes first.
class LibraryChatStore : public ChatStore
{
public:
    // `cardFile` ("Mira.png") is whose chats these are; empty for the chats of groups. `rescueFolder`: where
    // chats are kept that cannot be saved; empty: rescuedChatsFolder().
    LibraryChatStore(Library &library, const QString &cardFile, const QString &rescueFolder = {});
    ~LibraryChatStore() override;

    // The chat has been read from the library, in this version.
    void noteRead(const QString &name, const FileVersion &version);

    void append(const Base &base, const Chat &chat, qsizetype first, Done done) override;
    void rewrite(const Base &base, const Chat &chat, Done done) override;
    void look(const Base &base, const Chat &chat, Done done) override;
    void discard(const QString &name, Done done) override;

private:
    struct KeptBytes
    {
        QByteArray bytes;
        QDateTime saved;
    };
    // Only jobs on the disk thread touch these, by name of the chat.
    struct Known
    {
        QHash<QString, FileVersion> versions;
        QHash<QString, QString> rescued; // copies elsewhere
        // What files hold since a merge, until somebody saves who knows of it: what was handed over before
        // that is merged, too.
        QHash<QString, Chat> merged;
        // New chats whose names others had already, and the names that they have instead.
        QHash<QString, QString> apart;
        // Discarded chats of groups, and the groups whose lists they stood in: redo writes them again.
        QHash<QString, QString> unlisted;
        // What files held before they were rewritten, and could not be kept as a version yet.
        QHash<QString, KeptBytes> unkept;
    };
    using KnownPtr = std::shared_ptr<Known>;

    struct Job;
    using Work = std::function<StoreOutcome(LibraryStore &store, const Job &job)>;

    static Result<void> keepFormer(LibraryStore &store, const ChatReference &target, Known &known);
    void keepFormerLater(const QString &name);
    void run(const Base &base, const Chat &chat, const Work &work, Done done);
    ChatReference reference(const QString &name) const;
    QString label(const QString &name) const;

    Library &m_library;
    QString m_cardFile;
    QString m_rescueFolder;
    KnownPtr m_known;
    QObject m_context; // answers end with it
};

} // namespace snug
