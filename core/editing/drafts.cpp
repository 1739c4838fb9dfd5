#include "core/editing/drafts.h"

#include "core/formats/jsontext.h"
#include "core/library/atomicwrite.h"
#include "core/library/durablefile.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString draftsFolder(const LibraryLayout &layout)
{
    return layout.snugFolder() + u"/drafts"_s;
}

QString folderPath(const LibraryLayout &layout, const DocumentKey &key)
{
    return draftsFolder(layout) + u'/' + folderOf(key);
}

QString editedPath(const QString &folder)
{
    return folder + u"/edited"_s;
}

QString checksumText(quint64 checksum)
{
    return u"%1"_s.arg(checksum, 16, 16, QLatin1Char('0'));
}

quint64 checksumOf(QByteArrayView bytes)
{
    return continueChecksum(EmptyChecksum, bytes);
}

// Of the bytes that the draft has, which are not always the file's own.
QString baseName(const QByteArray &bytes)
{
    return u"base-"_s + checksumText(checksumOf(bytes));
}

QByteArray factsLine(const QByteArray &edited, const Loaded<QByteArray> &base, const QDateTime &now)
{
    Json facts = Json::object();
    facts.set(u"draft"_s, Json(1));
    facts.set(u"written"_s, Json(now.toUTC().toString(Qt::ISODateWithMs)));
    facts.set(u"size"_s, Json(qint64(edited.size())));
    facts.set(u"checksum"_s, Json(checksumText(checksumOf(edited))));
    if (base.version.exists()) {
        facts.set(u"file_size"_s, Json(base.version.stamp.size));
        facts.set(u"file_checksum"_s, Json(checksumText(base.version.checksum)));
        facts.set(u"base"_s, Json(baseName(base.value)));
    }
    return writeJsonLine(facts) + '\n';
}

struct Facts
{
    QDateTime written;
    qint64 size = -1;
    QString checksum;
    FileVersion file;
    QString base;
};

std::optional<Facts> readFacts(const QByteArray &line)
{
    const Result<Json> json = parseJsonLine(line);
    if (!json || json->value(u"draft").toInt() != 1)
        return std::nullopt;
    Facts facts;
    facts.written = QDateTime::fromString(json->value(u"written").toText(), Qt::ISODateWithMs);
    facts.size = json->value(u"size").asInteger().value_or(-1);
    facts.checksum = json->value(u"checksum").toText();
    facts.file.stamp.size = json->value(u"file_size").asInteger().value_or(-1);
    if (facts.file.exists())
        facts.file.checksum = json->value(u"file_checksum").toText().toULongLong(nullptr, 16);
    facts.base = json->value(u"base").toText();
    return facts;
}

void removeOtherBases(const QString &folder, const QString &kept)
{
    const QDir dir(folder);
    for (const QString &name : dir.entryList({u"base-*"_s}, QDir::Files)) {
        if (name != kept)
            static_cast<void>(removeFile(dir.filePath(name)));
    }
}

} // namespace

Result<void> writeDraft(const LibraryLayout &layout, const DocumentKey &key, const QByteArray &edited,
                        const Loaded<QByteArray> &base, const QDateTime &now)
{
    const QString folder = folderPath(layout, key);
    const QString basePath = folder + u'/' + baseName(base.value);
    if (base.version.exists() && stampOf(basePath).size != base.value.size()) {
        if (const auto written = writeFileDurably(basePath, base.value); !written)
            return written;
    }
    const auto written = writeFileDurably(editedPath(folder), factsLine(edited, base, now) + edited);
    if (written)
        removeOtherBases(folder, base.version.exists() ? baseName(base.value) : QString());
    return written;
}

bool hasDraft(const LibraryLayout &layout, const DocumentKey &key)
{
    return stampOf(editedPath(folderPath(layout, key))).exists();
}

Result<std::optional<KeptDraft>> readDraft(const LibraryLayout &layout, const DocumentKey &key)
{
    const QString folder = folderPath(layout, key);
    if (!stampOf(editedPath(folder)).exists())
        return std::nullopt;
    const auto file = readVersioned(editedPath(folder), ArchiveFileLimit);
    if (!file)
        return std::unexpected(file.error());
    const qsizetype end = file->value.indexOf('\n');
    const std::optional<Facts> facts = readFacts(file->value.first(std::max<qsizetype>(0, end)));
    KeptDraft draft;
    draft.edited = file->value.sliced(end + 1);
    if (!facts || draft.edited.size() != facts->size ||
        checksumText(checksumOf(draft.edited)) != facts->checksum) {
        return failure(QCoreApplication::translate("Drafts", "the unsaved changes cannot be read"), {},
                       layout.relative(editedPath(folder)),
                       QCoreApplication::translate("Drafts", "They stay in that file."));
    }
    draft.base = facts->file;
    draft.written = facts->written;
    if (!facts->file.exists()) {
        draft.baseBytes = QByteArray();
    } else if (auto base = readVersioned(folder + u'/' + facts->base, ArchiveFileLimit);
               base && baseName(base->value) == facts->base) {
        draft.baseBytes = base->value;
    }
    return draft;
}

Result<void> removeDraft(const LibraryLayout &layout, const DocumentKey &key)
{
    const QString folder = folderPath(layout, key);
    if (!QDir(folder).exists())
        return {};
    if (const auto removed = removeFile(editedPath(folder)); !removed)
        return std::unexpected(removed.error().inFile(layout.relative(editedPath(folder))));
    removeOtherBases(folder, {});
    const QString above = QFileInfo(folder).path();
    QDir().rmdir(folder);
    syncFolder(above);
    return {};
}

QList<DraftPlace> listDrafts(const LibraryLayout &layout)
{
    QList<DraftPlace> places;
    const QDir root(draftsFolder(layout));
    for (const QString &kind : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const std::optional<DocumentKind> known = documentKindFromName(kind);
        if (!known)
            continue;
        const QDir folder(root.filePath(kind));
        for (const QString &name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::Hidden)) {
            const auto head = openForReading(editedPath(folder.filePath(name)), ArchiveFileLimit)
                                  .and_then([](const OpenedFile &file) { return file.read(0, 4'096); });
            if (!head)
                continue;
            const std::optional<Facts> facts =
                readFacts(head->first(std::max<qsizetype>(0, head->indexOf('\n'))));
            places.append({{*known, nameInFolder(name)}, facts ? facts->written : QDateTime()});
        }
    }
    std::ranges::stable_sort(places, std::greater(), &DraftPlace::written);
    return places;
}

} // namespace snug
