#include "core/library/groupfiles.h"

#include "core/formats/groupfile.h"
#include "core/formats/jsontext.h"
#include "core/library/chatfiles.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <ranges>

using namespace Qt::StringLiterals;

namespace snug {

QStringList chatNames(const Group &group)
{
    QStringList names = group.chats;
    if (!group.chatId.isEmpty() && !names.contains(group.chatId))
        names.append(group.chatId);
    names.removeIf([](const QString &name) { return name.isEmpty() || name.contains(u'/'); });
    return names;
}

Result<LoadedDocument<Group>> loadGroup(LibraryStore &store, const QString &file)
{
    const QString path = store.layout().group(file);
    const auto bytes = readVersioned(path);
    if (!bytes)
        return std::unexpected(bytes.error());
    const Result<GroupReading> reading = readGroup(bytes->value, file);
    if (!reading)
        return std::unexpected(reading.error().inFile(QFileInfo(path).fileName()));
    return LoadedDocument<Group>{reading->group, bytes->version, reading->warnings};
}

Result<Group> editGroup(LibraryStore &store, const QString &file, const std::function<void(Group &)> &change)
{
    const auto loaded = loadGroup(store, file);
    if (!loaded)
        return std::unexpected(loaded.error());
    Group group = loaded->value;
    change(group);
    if (group == loaded->value)
        return group;
    const SaveResult saved = store.replace(store.layout().group(file), writeGroup(group), loaded->version);
    if (!saved)
        return std::unexpected(saved.error());
    if (saved->conflict)
        return failure(QCoreApplication::translate("Library", "another program has just changed this group"),
                       {}, file + u".json", QCoreApplication::translate("Library", "Try again."));
    return loadGroup(store, file).transform([](const LoadedDocument<Group> &now) { return now.value; });
}

Result<Group> createGroup(LibraryStore &store, Group group, const QDateTime &now)
{
    const QString folder = store.layout().folder(LibraryLayout::Folder::Groups);
    qint64 number = now.toMSecsSinceEpoch();
    while (QFileInfo::exists(store.layout().group(QString::number(number))))
        ++number;
    group.id = QString::number(number);
    const auto file = store.create(folder, group.id, u".json"_s, writeGroup(group));
    if (!file)
        return std::unexpected(file.error());
    return loadGroup(store, file->chopped(5)).transform([](const LoadedDocument<Group> &made) {
        return made.value;
    });
}

Result<QString> createGroupChat(LibraryStore &store, const QString &file, const Chat &chat)
{
    const auto created = createChat(store, {}, chat);
    if (!created)
        return std::unexpected(created.error());
    const QString name = created->reference.name;
    return adoptGroupChat(store, file, name).transform([&](const Group &) { return name; });
}

Result<Group> adoptGroupChat(LibraryStore &store, const QString &file, const QString &chat)
{
    return editGroup(store, file, [&](Group &group) {
        if (!group.chats.contains(chat))
            group.chats.append(chat);
        group.chatId = chat;
    });
}

Result<Group> listGroupChat(LibraryStore &store, const QString &file, const QString &chat)
{
    return editGroup(store, file, [&](Group &group) {
        if (!group.chats.contains(chat))
            group.chats.append(chat);
    });
}

QString groupOfChat(LibraryStore &store, const QString &chat)
{
    const QDir folder(store.layout().folder(LibraryLayout::Folder::Groups));
    for (const QString &name : folder.entryList({u"*.json"_s}, QDir::Files)) {
        const QString file = name.chopped(5);
        if (const auto loaded = loadGroup(store, file); loaded && chatNames(loaded->value).contains(chat))
            return file;
    }
    return {};
}

static Result<TrashItem> throwAwayGroup(LibraryStore &store, TrashItem item)
{
    QStringList absolute;
    for (QString &path : item.paths) {
        absolute.append(path);
        path = store.layout().relative(path);
    }
    auto gone = moveToTrash(store.layout(), item);
    if (gone)
        store.noteOwn(absolute);
    return gone;
}

Result<TrashItem> deleteGroup(LibraryStore &store, const QString &file)
{
    TrashItem item;
    item.kind = u"group"_s;
    item.title = file;
    item.paths.append(store.layout().group(file));
    // A file that cannot be read can still be thrown away; its chats are not known then.
    if (const auto loaded = loadGroup(store, file)) {
        item.title = loaded->value.name;
        for (const QString &chat : chatNames(loaded->value))
            item.paths.append(store.layout().groupChat(chat));
    }
    return throwAwayGroup(store, item);
}

Result<TrashItem> deleteGroupChat(LibraryStore &store, const QString &file, const QString &chat)
{
    TrashItem item;
    item.kind = u"group chat"_s;
    item.title = chat;
    item.paths.append(store.layout().groupChat(chat));
    item.note = writeJson(Json::object({{u"group"_s, Json(file)}, {u"chat"_s, Json(chat)}}));
    auto gone = throwAwayGroup(store, item);
    if (!gone)
        return gone;
    const auto edited = editGroup(store, file, [&](Group &group) {
        group.chats.removeAll(chat);
        if (group.chatId == chat)
            group.chatId = group.chats.value(group.chats.size() - 1);
    });
    if (!edited) {
        static_cast<void>(restoreFromTrash(store.layout(), gone->id));
        return std::unexpected(edited.error());
    }
    return gone;
}

QString lastThere(const LibraryLayout &layout, const QStringList &names)
{
    for (const QString &name : names | std::views::reverse) {
        if (!name.isEmpty() && QFileInfo::exists(layout.groupChat(name)))
            return name;
    }
    return {};
}

} // namespace snug
