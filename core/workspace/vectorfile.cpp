#include "core/workspace/vectorfile.h"

#include "core/formats/jsontext.h"
#include "core/library/fileaccess.h"
#include "core/library/librarystore.h"
#include "core/library/statefile.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

Result<void> checkVectors(const QByteArray &bytes)
{
    const Result<Json> document = parseJsonWithin({.bytes = ArchiveFileLimit}, bytes);
    if (!document)
        return std::unexpected(document.error());
    if (!document->value(u"model").isString() || !document->value(u"vectors").isObject())
        return failure(QCoreApplication::translate("Library", "this is not a file of vectors"));
    return {};
}

} // namespace

Result<VectorIndex> readVectorFile(LibraryStore &store, const QString &path, const QString &model)
{
    const Result<QByteArray> bytes = readStateFile(path, ArchiveFileLimit);
    Error problem = bytes ? Error() : bytes.error();
    problem.hint = QCoreApplication::translate("Library", "The vectors are measured again.");
    if (bytes) {
        VectorIndex index = readVectorIndex(*bytes, model);
        // One that has vectors has been understood.
        const auto checked =
            bytes->isEmpty() || !index.vectors.isEmpty() ? Result<void>() : checkVectors(*bytes);
        if (checked)
            return index;
        problem.what = checked.error().what;
        problem.place = checked.error().place;
        if (const auto aside = store.isReadOnly() ? Result<QString>(path) : putAside(path)) {
            problem.hint =
                //: %1 is a file
                QCoreApplication::translate("Library", "It is kept in %1. The vectors are measured again.")
                    .arg(store.layout().relative(*aside));
        }
    }
    problem.file = store.layout().relative(path);
    return std::unexpected(problem);
}

Result<void> writeVectorFile(const QString &path, const VectorIndex &index)
{
    return readStateFile(path, ArchiveFileLimit).and_then([&](const QByteArray &) {
        return writeStateFile(path, writeVectorIndex(index));
    });
}

} // namespace snug
