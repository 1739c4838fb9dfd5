// What a library that a stranger made keeps of documents: drafts, versions, the trash. Whatever its files
// hold, nothing outside of the library is touched, and what is kept now comes back.
#include "core/editing/drafts.h"
#include "core/editing/jsonchanges.h"
#include "core/editing/jsonmerge.h"
#include "core/editing/versions.h"
#include "core/formats/jsontext.h"
#include "core/library/filenames.h"
#include "core/library/trash.h"
#include "tests/fuzz/fuzzing.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTimeZone>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

const QDateTime documentTime(QDate(2026, 3, 14), QTime(15, 9, 26), QTimeZone::UTC);

void putFile(const QString &path, const QByteArray &bytes)
{
    promise(QDir().mkpath(path.section(u'/', 0, -2)));
    QFile file(path);
    promise(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

QByteArray fileBytes(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

FUZZ_TARGET(drafts)
{
    const QTemporaryDir folder;
    const LibraryLayout layout(folder.filePath(u"library"_s));
    const DocumentKey key{DocumentKind::Preset, u"Slow Burn"_s};
    const QString edited = layout.snugFolder() + u"/drafts/"_s + folderOf(key) + u"/edited"_s;
    putFile(edited, bytes);
    const auto read = readDraft(layout, key);
    promise(fileBytes(edited) == bytes);
    if (!read)
        promise(read.error().file == layout.relative(edited));
    else
        promise(read->has_value() && bytes.endsWith((*read)->edited));
    promise(listDrafts(layout).size() == 1 && listDrafts(layout).first().key == key);
    const Loaded<QByteArray> base{bytes, {.stamp = {.size = bytes.size()}, .checksum = 7}};
    promise(writeDraft(layout, key, bytes, base, documentTime).has_value());
    const auto again = readDraft(layout, key);
    promise(again && *again && (*again)->edited == bytes && (*again)->baseBytes == bytes);
    promise(removeDraft(layout, key).has_value() && listDrafts(layout).isEmpty());
}

// The bytes are a version's name, and then a document's.
FUZZ_TARGET(versions)
{
    const QTemporaryDir folder;
    const LibraryLayout layout(folder.filePath(u"library"_s));
    putFile(folder.filePath(u"secret"_s), "outside");
    const QString text = QString::fromUtf8(bytes);
    const DocumentKey named{DocumentKind::Preset, text};
    promise(folderOf(named).count(u'/') == 1 && !folderOf(named).endsWith(u"/."_s) &&
            !folderOf(named).endsWith(u"/.."_s));
    promise(nameInFolder(folderOf(named).section(u'/', 1)) == text);
    const DocumentKey key{DocumentKind::Preset, u"Slow Burn"_s};
    promise(keepVersion(layout, key, bytes, documentTime).has_value());
    const QList<KeptVersion> versions = listVersions(layout, key);
    promise(versions.size() == 1 && readVersion(layout, key, versions.first().id) == bytes);
    const auto read = readVersion(layout, key, text);
    promise(!read || text == versions.first().id);
}

FUZZ_TARGET(trash)
{
    const QTemporaryDir folder;
    const LibraryLayout layout(folder.filePath(u"library"_s));
    putFile(folder.filePath(u"secret"_s), "outside");
    const QString item = layout.trashFolder() + u"/20260314-150926000"_s;
    putFile(item + u"/item.json", bytes);
    putFile(item + u"/files/worlds/Harbour.json", "{}");
    const TrashListing listing = listTrash(layout);
    promise(listing.items.size() + listing.unreadable.size() == 1);
    static_cast<void>(restoreFromTrash(layout, u"20260314-150926000"_s));
    promise(fileBytes(folder.filePath(u"secret"_s)) == "outside");
    promise(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden) ==
            (QStringList{u"library"_s, u"secret"_s}));
    promise(fileBytes(item + u"/files/worlds/Harbour.json") == "{}" ||
            fileBytes(layout.root() + u"/worlds/Harbour.json") == "{}");
}

// Three documents, one a line: what nobody changed stays, what one changed is taken.
FUZZ_TARGET(merge)
{
    const QList<QByteArray> lines = bytes.split('\n');
    if (lines.size() < 3)
        return;
    const auto base = parseJsonLine(lines[0]);
    const auto ours = parseJsonLine(lines[1]);
    const auto theirs = parseJsonLine(lines[2]);
    if (!base || !ours || !theirs)
        return;
    const JsonMerge nothingElse = mergeJson(*base, *ours, *base);
    promise(nothingElse.conflicts.isEmpty() && nothingElse.merged == *ours);
    const JsonMerge onlyTheirs = mergeJson(*base, *base, *theirs);
    promise(onlyTheirs.conflicts.isEmpty() && onlyTheirs.merged == *theirs);
    const JsonMerge all = mergeJson(*base, *ours, *theirs);
    QSet<QString> places;
    for (const MergeConflict &conflict : all.conflicts)
        places.insert(conflict.path);
    promise(places.size() == all.conflicts.size());
    mergeJson(*base, *ours, *theirs, places);
    promise(changesBetween(*base, *base).isEmpty());
    changesBetween(*base, *ours);
}
