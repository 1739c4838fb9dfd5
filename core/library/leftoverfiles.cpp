#include "core/library/leftoverfiles.h"

#include "core/library/fileaccess.h"
#include "core/library/librarylayout.h"

#include <QDir>
#include <QDirIterator>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

const QString LeftoverPrefix = u".snug-"_s;
constexpr qsizetype LongestLeftover = 6 + 13; // 64 bits in base 36

void removeIn(const QString &folder, QStringList &removed)
{
    const QStringList names = QDir(folder).entryList({LeftoverPrefix + u'*'}, QDir::Files | QDir::Hidden);
    for (const QString &name : names) {
        const QString path = folder + u'/' + name;
        if (isLeftoverName(name) && !QFileInfo(path).isSymLink() && removeFile(path))
            removed.append(path);
    }
}

// Links are not followed.
void removeBelowFolder(const QString &folder, const QString &butNot, QStringList &removed)
{
    removeIn(folder, removed);
    const QFileInfoList inside =
        QDir(folder).entryInfoList(QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot | QDir::NoSymLinks);
    for (const QFileInfo &each : inside) {
        if (each.filePath() != butNot)
            removeBelowFolder(each.filePath(), butNot, removed);
    }
}

} // namespace

bool isLeftoverName(const QString &fileName)
{
    return fileName.size() > LeftoverPrefix.size() && fileName.size() <= LongestLeftover &&
           fileName.startsWith(LeftoverPrefix) &&
           std::all_of(fileName.cbegin() + LeftoverPrefix.size(), fileName.cend(),
                       [](QChar c) { return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'z'); });
}

QStringList removeLeftovers(const LibraryLayout &layout)
{
    QStringList removed;
    removeIn(layout.root(), removed);
    removeIn(layout.root() + u"/user/files"_s, removed);
    const QString chats = layout.folder(LibraryLayout::Folder::Chats);
    for (const LibraryLayout::Folder folder : LibraryLayout::folders()) {
        if (layout.folder(folder) != chats)
            removeIn(layout.folder(folder), removed);
    }
    removeBelowFolder(chats, {}, removed);
    removeBelowFolder(layout.snugFolder(), layout.trashFolder(), removed);
    // In the trash only the notes are written; they lie beside what was deleted.
    const QFileInfoList deleted =
        QDir(layout.trashFolder()).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks);
    for (const QFileInfo &each : deleted)
        removeIn(each.filePath(), removed);
    return removed;
}

} // namespace snug
