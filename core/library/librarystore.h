// A library folder that is open: what the functions in cardfiles.h, chatfiles.h, … work on.
#pragma once

#include "core/library/librarybounds.h"
#include "core/library/libraryindex.h"
#include "core/library/librarylayout.h"
#include "core/library/librarylock.h"
#include "core/library/versionedfiles.h"
#include "core/result.h"

#include <memory>
#include <optional>

namespace snug {

// Why this folder is not a library, if it is not: missing, unreadable, or without any of the
// folders that a SillyTavern user folder has. Names the folder that was probably meant, when one
// above it was chosen ("data/default-user").
Result<void> checkLibraryFolder(const QString &root);

// Makes the folders of an empty library. Existing ones stay.
Result<void> makeLibraryFolder(const QString &root);

// The user's own library, when no other was chosen.
QString defaultLibraryFolder();

// One that is only read needs no lock, so another Snug may have it open; nothing in it is changed.
enum class LibraryAccess : quint8 { ReadAndWrite, ReadOnly };

// Lives on the disk thread; everything here blocks. Holds the lock as long as it lives, unless it only reads.
class LibraryStore
{
public:
    // `allowed`: see LibraryBounds.
    // Keeps what the next run need not read again.
    ~LibraryStore();
    Q_DISABLE_COPY_MOVE(LibraryStore)
    static Result<std::unique_ptr<LibraryStore>> open(const QString &root,
                                                      const QList<OutsideFolder> &allowed = {},
                                                      LibraryAccess access = LibraryAccess::ReadAndWrite);

    bool isReadOnly() const { return !m_lock; }
    const LibraryLayout &layout() const { return m_layout; }
    const LibraryContents &contents() const { return m_index.contents(); }

    // Refuse with a conflict like VersionedFiles, and keep the contents in step.
    SaveResult replace(const QString &path, const QByteArray &bytes, const FileVersion &base);
    SaveResult append(const QString &path, const QList<QByteArray> &lines, const FileVersion &base);
    // Puts bytes into `folder` under "<base><suffix>" or the next free name; returns the file's name.
    Result<QString> create(const QString &folder, const QString &base, const QString &suffix,
                           const QByteArray &bytes);

    // The files at these paths were moved or written by other means of this program.
    void noteOwn(const QStringList &paths);

    void readAll();
    void readMoreChats(std::chrono::milliseconds budget);
    // What the watcher saw.
    void lookAgain(const QStringList &folders);

    // Whether contents() differ from when takeChanges() was called last; and in what.
    bool hasNews() const { return m_hasNews || !m_changes.isEmpty(); }
    QList<LibraryChange> takeChanges();
    const LibraryIndex &index() const { return m_index; }

private:
    LibraryStore(const LibraryLayout &layout, LibraryBounds bounds, std::optional<LibraryLock> lock);
    Result<void> checkWritable(const QString &path) const;

    LibraryLayout m_layout;
    LibraryBounds m_bounds;
    std::optional<LibraryLock> m_lock;
    VersionedFiles m_files;
    LibraryIndex m_index;
    QList<LibraryChange> m_changes;
    void keepSummaries();

    std::optional<QByteArray> m_summaries; // as on the disk; nothing until the library was read
    bool m_hasNews = false;                // that are not worth a change
    bool m_isTidy = false;                 // what a killed Snug has left is gone
};

} // namespace snug
