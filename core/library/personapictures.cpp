#include "core/library/personapictures.h"

#include "core/library/documentfiles.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Names of pictures come from files that others wrote.
bool isFileName(const QString &avatar)
{
    return !avatar.isEmpty() && !avatar.contains(u'/') && !avatar.contains(u'\\') && avatar != u".." &&
           avatar != u".";
}

Result<void> throwAwayPicture(LibraryStore &store, const QString &avatar)
{
    const QString path = store.layout().avatar(avatar);
    if (!stampOf(path).exists())
        return {};
    TrashItem item;
    item.kind = u"persona picture"_s;
    item.title = avatar;
    item.paths = {store.layout().relative(path)};
    const auto gone = moveToTrash(store.layout(), item);
    if (!gone)
        return std::unexpected(gone.error());
    store.noteOwn({path});
    return {};
}

Result<void> bringBackPicture(LibraryStore &store, const QString &avatar)
{
    const QString path = store.layout().avatar(avatar);
    if (stampOf(path).exists())
        return {};
    for (const TrashItem &item : listTrash(store.layout()).items) {
        if (item.kind != u"persona picture" || item.paths != QStringList{store.layout().relative(path)})
            continue;
        const auto back = restoreFromTrash(store.layout(), item.id);
        if (!back)
            return std::unexpected(back.error());
        store.noteOwn({path});
        return {};
    }
    const auto made = store.replace(path, placeholderPicture(), {});
    return made ? Result<void>() : std::unexpected(made.error());
}

} // namespace

Result<QString> createPersonaPicture(LibraryStore &store, const QString &name, const QByteArray &picture)
{
    const QString base = safeFileName(name, QCoreApplication::translate("Library", "Persona"));
    return store.create(store.layout().folder(LibraryLayout::Folder::Avatars), base, u".png"_s,
                        picture.isEmpty() ? placeholderPicture() : picture);
}

Result<QString> copyPersonaPicture(LibraryStore &store, const QString &avatar, const QString &name)
{
    const QString path = store.layout().avatar(avatar);
    if (!isFileName(avatar) || !stampOf(path).exists())
        return createPersonaPicture(store, name);
    return readVersioned(path, ArchiveFileLimit).and_then([&](const Loaded<QByteArray> &file) {
        return createPersonaPicture(store, name, file.value);
    });
}

Result<void> replacePersonaPicture(LibraryStore &store, const QString &avatar, const QByteArray &picture)
{
    if (!isFileName(avatar))
        return failure(QCoreApplication::translate("Library", "is not the name of a picture"), {}, avatar);
    if (const auto gone = throwAwayPicture(store, avatar); !gone)
        return gone;
    const auto saved = store.replace(store.layout().avatar(avatar), picture, {});
    return saved ? Result<void>() : std::unexpected(saved.error());
}

Result<void> commitPersonaPictures(LibraryStore &store, const QStringList &came, const QStringList &gone)
{
    for (const QString &avatar : gone) {
        if (!isFileName(avatar))
            continue;
        if (const auto thrown = throwAwayPicture(store, avatar); !thrown)
            return thrown;
    }
    for (const QString &avatar : came) {
        if (!isFileName(avatar))
            continue;
        if (const auto back = bringBackPicture(store, avatar); !back)
            return back;
    }
    return {};
}

} // namespace snug
