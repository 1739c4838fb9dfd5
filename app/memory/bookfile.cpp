#include "app/memory/bookfile.h"

#include "core/formats/jsontext.h"
#include "core/library/documentfiles.h"
#include "core/library/fileversion.h"
#include "core/model/lorebook.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr int mostAttempts = 5;

static Result<Loaded<Json>> loadBook(LibraryStore &store, const QString &name)
{
    const QString path = store.layout().lorebook(name);
    const Result<Loaded<QByteArray>> bytes = readVersioned(path);
    if (!bytes)
        return std::unexpected(bytes.error());
    Result<Json> document = parseJson(bytes->value);
    if (!document)
        return std::unexpected(document.error().inFile(path));
    if (!document->isObject())
        return std::unexpected(Error{
            .what = QCoreApplication::translate("BookFile", "the file is not a lorebook"), .place = path});
    return Loaded<Json>{std::move(*document), bytes->version};
}

Result<Json> readBookDocument(LibraryStore &store, const QString &name)
{
    return loadBook(store, name).transform([](const Loaded<Json> &loaded) { return loaded.value; });
}

Result<Json> changeBookDocument(LibraryStore &store, const QString &name, const BookEdit &change)
{
    for (int attempt = 0; attempt < mostAttempts; ++attempt) {
        const Result<Loaded<Json>> loaded = loadBook(store, name);
        if (!loaded)
            return std::unexpected(loaded.error());
        const Result<Json> changed = change(loaded->value);
        if (!changed)
            return changed;
        const SaveResult saved =
            store.replace(store.layout().lorebook(name), writeJson(*changed), loaded->version);
        if (!saved)
            return std::unexpected(saved.error());
        if (!saved->conflict)
            return changed;
    }
    return std::unexpected(
        Error{.what = QCoreApplication::translate("BookFile", "another program keeps changing the lorebook"),
              .place = name,
              .hint = QCoreApplication::translate("BookFile", "Close it there, then try again.")});
}

Result<QString> makeBook(LibraryStore &store, const QString &name)
{
    Lorebook book;
    book.name = name;
    return createLorebook(store, book);
}

} // namespace snug
