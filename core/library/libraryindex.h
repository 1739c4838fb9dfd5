// Keeps LibraryContents in step with the disk.
#pragma once

#include "core/library/foldercache.h"
#include "core/library/librarycontents.h"
#include "core/library/librarylayout.h"

namespace snug {

// Lives on the disk thread. Every look reads only files whose stamp changed since the last one, so
// it costs next to nothing when nothing happened, and our own writes, which are looked at once by
// who made them, do not show up again when the watcher reports them.
class LibraryIndex
{
public:
    explicit LibraryIndex(const LibraryLayout &layout);

    const LibraryContents &contents() const { return m_contents; }

    // Before readAll(): what an earlier run knew, and what a later one may. See SummaryCache.
    void setSummaries(const QByteArray &kept);
    QByteArray summariesToKeep(qint64 now) const; // nanoseconds since 1970

    // All but the chats.
    QList<LibraryChange> readAll();
    // Chats of as many folders as fit into `budget`; call until contents().chatsAreComplete.
    QList<LibraryChange> readMoreChats(std::chrono::milliseconds budget);

    // Looks at a folder of the library (absolute path) again. Files named in `own` were written by
    // this program, everything else by others.
    QList<LibraryChange> refresh(const QString &folder, const QStringList &own = {});

    // After an append: the summary goes on from the one before, without reading the chat again.
    QList<LibraryChange> noteAppend(const QString &path, const QList<QByteArray> &lines,
                                    const FileStamp &stamp);

    // What to watch.
    QStringList folders() const;
    QStringList files() const;

private:
    QList<LibraryChange> refreshCards(const QStringList &own);
    QList<LibraryChange> refreshSettings(const QStringList &own);
    QList<LibraryChange> refreshAvatars(const QStringList &own);
    QList<LibraryChange> refreshChats(const QString &folderName, const QStringList &own);
    QList<LibraryChange> refreshChatFolders();
    QStringList chatFolders();
    void refuse(const QString &folder, const Error &problem);
    QList<LibraryChange> refreshTemplates(LibraryLayout::Folder folder, const QStringList &own);
    void listPersonas();
    template <typename T>
    typename FolderCache<T>::Look look(FolderCache<T> &cache, const QString &folder, const QString &suffix,
                                       const typename FolderCache<T>::Reader &read);

    LibraryLayout m_layout;
    LibraryContents m_contents;
    FolderCache<CardSummary> m_cards;
    FolderCache<PresetSummary> m_presets;
    FolderCache<LorebookSummary> m_lorebooks;
    FolderCache<GroupSummary> m_groups;
    FolderCache<ChatSummary> m_groupChats;
    FolderCache<QString> m_avatars;
    QHash<QString, FolderCache<ChatSummary>> m_chats; // by folder name
    QHash<LibraryLayout::Folder, FolderCache<QString>> m_templates;
    QStringList m_unreadChatFolders;
    FileStamp m_settingsStamp;
};

} // namespace snug
