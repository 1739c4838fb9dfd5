#include "core/library/librarystore.h"

#include "core/library/atomicwrite.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/leftoverfiles.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

bool looksLikeLibrary(const QString &root)
{
    const LibraryLayout layout(root);
    for (const LibraryLayout::Folder folder :
         {LibraryLayout::Folder::Characters, LibraryLayout::Folder::Chats, LibraryLayout::Folder::Worlds,
          LibraryLayout::Folder::Presets}) {
        if (QFileInfo(layout.folder(folder)).isDir())
            return true;
    }
    return QFileInfo(layout.settingsFile()).isFile() && QFileInfo(layout.snugFolder()).isDir();
}

// The user folder below, when somebody picked SillyTavern's own folder or its "data".
QString libraryBelow(const QString &root)
{
    for (const QString &below : {u"default-user"_s, u"data/default-user"_s, u"public"_s}) {
        if (looksLikeLibrary(root + u'/' + below))
            return QDir::cleanPath(root + u'/' + below);
    }
    return {};
}

} // namespace

Result<void> checkLibraryFolder(const QString &root)
{
    const QFileInfo info(root);
    const auto say = [](const char *text) { return QCoreApplication::translate("Library", text); };
    if (!info.exists()) {
        return failure(say(QT_TRANSLATE_NOOP("Library", "there is no such folder")), {}, root,
                       say(QT_TRANSLATE_NOOP("Library", "It may be on a disk that is not connected.")));
    }
    if (!info.isDir()) {
        return failure(
            say(QT_TRANSLATE_NOOP("Library", "is a file, not a folder")), {}, root,
            say(QT_TRANSLATE_NOOP("Library", "Open the folder that holds \"characters\" and \"chats\".")));
    }
    if (!info.isReadable() || !info.isExecutable()) {
        return failure(say(QT_TRANSLATE_NOOP("Library", "cannot be read")), {}, root,
                       say(QT_TRANSLATE_NOOP("Library", "Change the folder's permissions, or open a copy.")));
    }
    if (looksLikeLibrary(root))
        return {};
    const QString below = libraryBelow(root);
    return failure(
        say(QT_TRANSLATE_NOOP("Library",
                              "is not a library: it has no \"characters\", \"chats\" or \"worlds\"")),
        {}, root,
        below.isEmpty()
            ? say(QT_TRANSLATE_NOOP("Library", "Open SillyTavern's user folder, usually data/default-user."))
            : QCoreApplication::translate("Library", "Open %1 instead.").arg(below));
}

Result<void> makeLibraryFolder(const QString &root)
{
    const LibraryLayout layout(root);
    const auto made = makeFolder(layout.root());
    if (!made)
        return std::unexpected(made.error());
    const LibraryBounds bounds(layout.root());
    for (const LibraryLayout::Folder folder :
         {LibraryLayout::Folder::Characters, LibraryLayout::Folder::Chats, LibraryLayout::Folder::Worlds,
          LibraryLayout::Folder::Presets, LibraryLayout::Folder::Groups, LibraryLayout::Folder::GroupChats,
          LibraryLayout::Folder::Avatars}) {
        if (!makeFolder(layout.folder(folder))) {
            return failure(QCoreApplication::translate("Library", "the folder could not be made"), {},
                           layout.folder(folder),
                           QCoreApplication::translate("Library", "Choose a place where you may write."));
        }
    }
    return {};
}

QString defaultLibraryFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + u"/library"_s;
}

LibraryStore::LibraryStore(const LibraryLayout &layout, LibraryBounds bounds, std::optional<LibraryLock> lock)
    : m_layout(layout)
    , m_bounds(std::move(bounds))
    , m_lock(std::move(lock))
    , m_index(layout)
{
}

Result<std::unique_ptr<LibraryStore>>
LibraryStore::open(const QString &root, const QList<OutsideFolder> &allowed, LibraryAccess access)
{
    const LibraryLayout layout(root);
    if (const auto checked = checkLibraryFolder(layout.root()); !checked)
        return std::unexpected(checked.error());
    LibraryBounds bounds(layout.root(), allowed);
    if (access == LibraryAccess::ReadOnly)
        return std::unique_ptr<LibraryStore>(new LibraryStore(layout, std::move(bounds), std::nullopt));
    auto lock = LibraryLock::acquire(layout);
    if (!lock)
        return std::unexpected(lock.error());
    // Of a library that an earlier version or another program made.
    QFile::setPermissions(layout.snugFolder(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return std::unique_ptr<LibraryStore>(new LibraryStore(layout, std::move(bounds), *std::move(lock)));
}

Result<void> LibraryStore::checkWritable(const QString &path) const
{
    if (!isReadOnly())
        return {};
    return failure(QCoreApplication::translate("Library", "cannot be changed: the library is read-only here"),
                   {}, m_layout.relative(path));
}

SaveResult LibraryStore::replace(const QString &path, const QByteArray &bytes, const FileVersion &base)
{
    if (const auto writable = checkWritable(path); !writable)
        return std::unexpected(writable.error());
    auto saved = m_files.replace(path, bytes, base);
    if (saved && !saved->conflict)
        noteOwn({path});
    return saved;
}

SaveResult LibraryStore::append(const QString &path, const QList<QByteArray> &lines, const FileVersion &base)
{
    if (const auto writable = checkWritable(path); !writable)
        return std::unexpected(writable.error());
    auto saved = m_files.append(path, lines, base);
    if (saved && !saved->conflict)
        m_changes += m_index.noteAppend(path, lines, saved->version.stamp);
    return saved;
}

Result<QString> LibraryStore::create(const QString &folder, const QString &base, const QString &suffix,
                                     const QByteArray &bytes)
{
    if (const auto writable = checkWritable(folder); !writable)
        return std::unexpected(writable.error());
    // Another program may take the name between looking and writing; then the next one is tried.
    // A card of that name would have the chats that are without a character.
    const bool isTaken = folder == layout().folder(LibraryLayout::Folder::Characters) &&
                         QString(base + suffix).compare(modelAloneFile(), Qt::CaseInsensitive) == 0;
    for (int attempt = 0; attempt < 100; ++attempt) {
        const QString name = freeFileName(folder, isTaken ? base + u'_' : base, suffix);
        const QString path = folder + u'/' + name;
        if (const auto written = writeNewFileDurably(path, bytes); written) {
            noteOwn({path});
            return name;
        } else if (!QFileInfo::exists(path)) {
            return std::unexpected(written.error());
        }
    }
    return failure(QCoreApplication::translate("Library", "no free name was found"), {}, folder);
}

void LibraryStore::noteOwn(const QStringList &paths)
{
    QHash<QString, QStringList> byFolder;
    for (const QString &path : paths) {
        const QFileInfo info(path);
        byFolder[info.path()].append(info.fileName());
        if (!info.exists())
            m_files.forget(path);
    }
    for (auto folder = byFolder.cbegin(); folder != byFolder.cend(); ++folder)
        m_changes += m_index.refresh(folder.key(), folder.value());
}

LibraryStore::~LibraryStore()
{
    keepSummaries();
}

// That it cannot be read or written costs time at the next start, nothing else.
void LibraryStore::keepSummaries()
{
    if (!m_summaries || isReadOnly())
        return;
    const qint64 now = QDateTime::currentMSecsSinceEpoch() * 1'000'000;
    const QByteArray summaries = m_index.summariesToKeep(now);
    if (summaries != *m_summaries && writeFileDurably(m_layout.summariesFile(), summaries))
        m_summaries = summaries;
}

void LibraryStore::readAll()
{
    if (!m_summaries) {
        const auto kept = readVersioned(m_layout.summariesFile());
        m_summaries = kept ? kept->value : QByteArray();
        m_index.setSummaries(*m_summaries);
    }
    m_changes += m_index.readAll();
}

void LibraryStore::readMoreChats(std::chrono::milliseconds budget)
{
    m_changes += m_index.readMoreChats(budget);
    m_hasNews = true;
    if (!contents().chatsAreComplete)
        return;
    keepSummaries();
    if (!isReadOnly() && !std::exchange(m_isTidy, true))
        removeLeftovers(m_layout);
}

QList<LibraryChange> LibraryStore::takeChanges()
{
    m_hasNews = false;
    return std::exchange(m_changes, {});
}

void LibraryStore::lookAgain(const QStringList &folders)
{
    for (const QString &folder : folders)
        m_changes += m_index.refresh(folder);
}

} // namespace snug
