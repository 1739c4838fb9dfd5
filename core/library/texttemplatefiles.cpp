#include "core/library/texttemplatefiles.h"

#include "core/formats/jsontext.h"
#include "core/library/atomicwrite.h"
#include "core/library/fileaccess.h"
#include "core/library/filenames.h"
#include "core/library/fileversion.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QFile>

using namespace Qt::StringLiterals;

namespace snug {

QString textTemplatePath(const LibraryLayout &layout, LibraryLayout::Folder folder, const QString &name)
{
    return layout.folder(folder) + u'/' + name + u".json";
}

Result<QString> createTextTemplate(LibraryStore &store, LibraryLayout::Folder folder, const QString &name,
                                   const QByteArray &bytes)
{
    const QString base = safeFileName(name, QCoreApplication::translate("Library", "Template"));
    const QString path = store.layout().folder(folder);
    return parseJson(bytes)
        .and_then([&](Json document) {
            const QString free = freeFileName(path, base, u".json"_s).chopped(5);
            if (folder != LibraryLayout::Folder::TextPresets && document.value(u"name").toText() != free)
                document.set(u"name"_s, Json(free));
            return store.create(path, free, u".json"_s, writeJson(document));
        })
        .transform([](const QString &file) { return file.chopped(5); });
}

Result<QString> renameTextTemplate(LibraryStore &store, LibraryLayout::Folder folder, const QString &name,
                                   const QString &to)
{
    if (safeFileName(to, {}) == name)
        return name;
    const QString path = textTemplatePath(store.layout(), folder, name);
    return readVersioned(path)
        .and_then(
            [&](const Loaded<QByteArray> &file) { return createTextTemplate(store, folder, to, file.value); })
        .and_then([&](const QString &made) -> Result<QString> {
            if (const auto removed = removeFile(path); !removed)
                return std::unexpected(removed.error());
            store.noteOwn({path});
            return made;
        });
}

Result<TrashItem> deleteTextTemplate(LibraryStore &store, LibraryLayout::Folder folder, const QString &name)
{
    const QString path = textTemplatePath(store.layout(), folder, name);
    TrashItem item;
    item.kind = u"template"_s;
    item.title = name;
    item.paths = {store.layout().relative(path)};
    auto gone = moveToTrash(store.layout(), item);
    if (gone)
        store.noteOwn({path});
    return gone;
}

Result<void> exportTextTemplate(LibraryStore &store, LibraryLayout::Folder folder, const QString &name,
                                const QString &target)
{
    return readVersioned(textTemplatePath(store.layout(), folder, name))
        .and_then([&](const Loaded<QByteArray> &file) { return writeFileDurably(target, file.value); });
}

} // namespace snug
