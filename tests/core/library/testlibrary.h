// A library for one test: a copy of the lived-in SillyTavern folder, or an empty one.
#pragma once

#include "core/library/librarylayout.h"
#include "core/library/librarystore.h"
#include "tests/core/library/testfiles.h"

#include <QDirIterator>
#include <QTemporaryDir>

namespace snug::test {

inline QString userFolder()
{
    return QStringLiteral(SNUG_SOURCE_DIR "/tests/data/sillytavern-user-folder");
}

// Relative paths of all files below a folder, without Snug's own.
inline QStringList filesBelow(const QString &root)
{
    QStringList files;
    QDirIterator all(root, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        const QString file = all.next().sliced(root.size() + 1);
        if (!file.startsWith(QLatin1String("snug/")))
            files.append(file);
    }
    files.sort();
    return files;
}

class TestLibrary
{
public:
    enum class Content : quint8 { Empty, UserFolder };

    explicit TestLibrary(Content content)
    {
        if (content == Content::Empty) {
            static_cast<void>(makeLibraryFolder(root()));
            return;
        }
        const QStringList files = filesBelow(userFolder());
        for (const QString &file : files)
            put(root() + u'/' + file, bytesOf(userFolder() + u'/' + file));
    }

    QString root() const { return m_dir.path(); }
    LibraryLayout layout() const { return LibraryLayout(root()); }
    // Blocking, without a thread.
    std::unique_ptr<LibraryStore> open() const
    {
        auto store = LibraryStore::open(root());
        if (!store)
            qFatal("%ls", qUtf16Printable(store.error().what));
        (*store)->readAll();
        while (!(*store)->contents().chatsAreComplete)
            (*store)->readMoreChats(std::chrono::milliseconds(100));
        (*store)->takeChanges();
        return *std::move(store);
    }

private:
    QTemporaryDir m_dir;
};

} // namespace snug::test
