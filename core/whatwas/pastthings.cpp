#include "core/whatwas/pastthings.h"

#include "core/editing/documentformats.h"
#include "core/editing/documentjobs.h"
#include "core/library/atomicwrite.h"
#include "core/library/deleting.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/keptversions.h"
#include "core/library/librarystore.h"
#include "core/whatwas/filetext.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qint64 ReadToShow = qint64(16) << 20;
constexpr qsizetype NamesToShow = 50;

QString versionsRoot(const LibraryLayout &layout)
{
    return layout.snugFolder() + u"/versions"_s;
}

PastThing::Kind kindOfTrash(const QString &kind)
{
    using Kind = PastThing::Kind;
    static const QHash<QString, Kind> kinds{
        {u"card"_s, Kind::Card},
        {u"chat"_s, Kind::Chat},
        {u"group chat"_s, Kind::GroupChat},
        {u"group"_s, Kind::Group},
        {u"preset"_s, Kind::Preset},
        {u"lorebook"_s, Kind::Lorebook},
        {u"persona"_s, Kind::Persona},
        {u"template"_s, Kind::Template},
        {u"rules"_s, Kind::Rules},
        {u"prompt test"_s, Kind::PromptTest},
    };
    return kinds.value(kind, Kind::Other);
}

PastThing::Kind kindOfDocument(DocumentKind kind)
{
    switch (kind) {
    case DocumentKind::Card:
        return PastThing::Kind::Card;
    case DocumentKind::Persona:
        return PastThing::Kind::Persona;
    case DocumentKind::Preset:
        return PastThing::Kind::Preset;
    case DocumentKind::Lorebook:
        return PastThing::Kind::Lorebook;
    case DocumentKind::Script:
    case DocumentKind::PresetScripts:
    case DocumentKind::CardScripts:
        return PastThing::Kind::Script;
    case DocumentKind::ContextTemplate:
    case DocumentKind::InstructTemplate:
    case DocumentKind::SystemPrompt:
    case DocumentKind::TextSamplers:
    case DocumentKind::ChatTemplate:
        return PastThing::Kind::Template;
    case DocumentKind::Rules:
        return PastThing::Kind::Rules;
    }
    Q_UNREACHABLE_RETURN({});
}

qint64 sizeOfTree(const QString &folder)
{
    qint64 bytes = 0;
    QDirIterator walk(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (walk.hasNext())
        bytes += walk.nextFileInfo().size();
    return bytes;
}

QString trashFiles(const LibraryLayout &layout, const QString &id)
{
    return layout.trashFolder() + u'/' + id + u"/files"_s;
}

PastThing deletedThing(const LibraryLayout &layout, const TrashItem &item)
{
    PastThing thing{.end = PastThing::End::Deleted,
                    .kind = kindOfTrash(item.kind),
                    .title = item.title,
                    .owner = {},
                    .when = item.deleted,
                    .size = sizeOfTree(trashFiles(layout, item.id)),
                    .id = item.id,
                    .folder = {}};
    if (thing.kind == PastThing::Kind::Chat)
        thing.owner = item.paths.value(0).section(u'/', 1, 1);
    return thing;
}

// What the folders below "snug/versions" say of the versions in them; nothing for a folder that is none.
std::optional<PastThing> describedBy(const QString &folder)
{
    const QStringList parts = folder.split(u'/');
    PastThing thing;
    thing.end = PastThing::End::Replaced;
    thing.folder = folder;
    if (parts.size() == 3 && parts[0] == u"chats") {
        thing.kind = PastThing::Kind::Chat;
        thing.owner = nameInFolder(parts[1]);
        thing.title = nameInFolder(parts[2]);
        return thing;
    }
    if (parts.size() == 2 && parts[0] == u"group chats") {
        thing.kind = PastThing::Kind::GroupChat;
        thing.title = nameInFolder(parts[1]);
        return thing;
    }
    const auto kind = parts.size() == 2 ? documentKindFromName(parts[0]) : std::nullopt;
    if (!kind)
        return std::nullopt;
    thing.kind = kindOfDocument(*kind);
    thing.title = nameInFolder(parts[1]);
    if (*kind == DocumentKind::Card || *kind == DocumentKind::CardScripts)
        thing.title = QFileInfo(thing.title).completeBaseName();
    if (*kind == DocumentKind::PresetScripts || *kind == DocumentKind::CardScripts)
        thing.owner = thing.title;
    return thing;
}

QStringList versionFolders(const LibraryLayout &layout)
{
    QStringList folders;
    if (!checkFolder(versionsRoot(layout)))
        return folders;
    const QDir root(versionsRoot(layout));
    QDirIterator walk(root.path(), QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks,
                      QDirIterator::Subdirectories);
    while (walk.hasNext())
        folders.append(root.relativeFilePath(walk.next()));
    return folders;
}

// Folders spell names so that these could lead elsewhere; no file of a library has such a name.
bool isFileName(const QString &name)
{
    return !name.isEmpty() && name != u"." && name != u".." && !name.contains(u'/') &&
           !name.contains(QChar(0));
}

// A version's chat: where it is, or would be.
QString chatPathOf(const LibraryLayout &layout, const PastThing &thing)
{
    using Folder = LibraryLayout::Folder;
    return thing.kind == PastThing::Kind::GroupChat
               ? layout.groupChat(thing.title)
               : layout.folder(Folder::Chats) + u'/' + thing.owner + u'/' + thing.title + u".jsonl"_s;
}

std::unexpected<Error> changedMeanwhile(const QString &path)
{
    return failure(QCoreApplication::translate("WhatWas", "has just been changed by another program"), {},
                   QFileInfo(path).fileName(),
                   QCoreApplication::translate("WhatWas", "Nothing was replaced. Try again."));
}

Result<QStringList> restoreChatVersion(LibraryStore &store, const PastThing &thing)
{
    const LibraryLayout &layout = store.layout();
    const QString folder = versionsRoot(layout) + u'/' + thing.folder;
    const QString path = chatPathOf(layout, thing);
    if (!isFileName(thing.title) || (thing.kind == PastThing::Kind::Chat && !isFileName(thing.owner)))
        return failure(QCoreApplication::translate("WhatWas", "is not a chat of this library"), {},
                       thing.title);
    const auto bytes = readVersionIn(folder, thing.id);
    if (!bytes)
        return std::unexpected(bytes.error());
    FileVersion base;
    if (stampOf(path).exists()) {
        const auto present = readVersioned(path, ChatFileLimit);
        if (!present)
            return std::unexpected(present.error());
        const auto kept = keepVersionIn(folder, present->value, QDateTime::currentDateTimeUtc());
        if (!kept)
            return std::unexpected(kept.error());
        base = present->version;
    }
    const auto outcome = store.replace(path, *bytes, base);
    if (!outcome)
        return std::unexpected(outcome.error());
    if (outcome->conflict)
        return changedMeanwhile(path);
    return QStringList{layout.relative(path)};
}

Result<QStringList> restoreDocumentVersion(LibraryStore &store, const PastThing &thing)
{
    const auto kind = documentKindFromName(thing.folder.section(u'/', 0, 0));
    const QString name = nameInFolder(thing.folder.section(u'/', 1));
    if (!kind || !isFileName(name))
        return failure(QCoreApplication::translate("WhatWas", "is not a document of this library"), {},
                       thing.title);
    const DocumentFormat format = documentFormatOf(*kind);
    const QString path = format.path(store.layout(), name);
    const QStringList paths{store.layout().relative(path)};
    if (!format.isPart && !stampOf(path).exists()) {
        return readVersionIn(versionsRoot(store.layout()) + u'/' + thing.folder, thing.id)
            .and_then([&](const QByteArray &bytes) { return writeNewFileDurably(path, bytes); })
            .transform([&] {
                store.noteOwn({path});
                return paths;
            });
    }
    const auto value = readKeptVersion(store, format, name, thing.id);
    if (!value)
        return std::unexpected(value.error());
    const auto present = readDocument(store, format, name);
    if (!present)
        return std::unexpected(present.error());
    const auto saved = saveDocument(store, format, name, *value, present->file);
    if (!saved)
        return std::unexpected(saved.error());
    if (saved->theirs)
        return changedMeanwhile(path);
    return paths;
}

QString deletedText(const LibraryLayout &layout, const QString &id)
{
    const QDir files(trashFiles(layout, id));
    QStringList names;
    QDirIterator walk(files.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (walk.hasNext())
        names.append(files.relativeFilePath(walk.next()));
    std::ranges::sort(names);
    QString text;
    for (const QString &name : names) {
        const auto file = readVersioned(files.filePath(name), ReadToShow);
        text = file ? fileText(file->value) : file.error().line();
        if (!text.isEmpty())
            break;
    }
    QStringList shown = names.first(qMin(names.size(), NamesToShow));
    if (names.size() > shown.size())
        shown.append(QCoreApplication::translate("WhatWas", "and %1 more").arg(names.size() - shown.size()));
    return shown.join(u'\n') + u"\n\n"_s + text;
}

} // namespace

PastListing listPastThings(const LibraryLayout &layout)
{
    PastListing listing;
    const TrashListing trash = listTrash(layout);
    listing.unreadable = trash.unreadable;
    for (const TrashItem &item : trash.items)
        listing.things.append(deletedThing(layout, item));
    for (const QString &folder : versionFolders(layout)) {
        const auto described = describedBy(folder);
        if (!described)
            continue;
        for (const KeptVersion &version : listVersionsIn(versionsRoot(layout) + u'/' + folder)) {
            PastThing thing = *described;
            thing.id = version.id;
            thing.when = version.saved;
            thing.size = version.size;
            listing.things.append(thing);
        }
    }
    std::ranges::stable_sort(listing.things, std::ranges::greater(), &PastThing::when);
    return listing;
}

Result<QString> readPastThing(const LibraryLayout &layout, const PastThing &thing)
{
    if (thing.end == PastThing::End::Deleted)
        return deletedText(layout, thing.id);
    return readVersionIn(versionsRoot(layout) + u'/' + thing.folder, thing.id)
        .transform([](const QByteArray &bytes) { return fileText(bytes); });
}

Result<QStringList> restorePastThing(LibraryStore &store, const PastThing &thing)
{
    if (thing.end == PastThing::End::Deleted)
        return restoreDeleted(store, thing.id).transform([](const TrashItem &item) { return item.paths; });
    return thing.kind == PastThing::Kind::Chat || thing.kind == PastThing::Kind::GroupChat
               ? restoreChatVersion(store, thing)
               : restoreDocumentVersion(store, thing);
}

Result<void> removePastThing(const LibraryLayout &layout, const PastThing &thing)
{
    if (thing.end == PastThing::End::Deleted)
        return deleteFromTrash(layout, thing.id);
    if (!describedBy(thing.folder) || thing.id.contains(u'/'))
        return failure(QCoreApplication::translate("WhatWas", "there is no such version"), {}, thing.title);
    return removeFile(versionsRoot(layout) + u'/' + thing.folder + u'/' + thing.id);
}

} // namespace snug
