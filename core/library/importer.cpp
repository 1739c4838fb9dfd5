#include "core/library/importer.h"

#include "core/library/fileimport.h"

#include <QDirIterator>
#include <QFileInfo>

namespace snug {

namespace {

constexpr int FilesLimit = 10'000; // of one folder

QStringList filesOf(const QString &path)
{
    if (!QFileInfo(path).isDir())
        return {path};
    QStringList files;
    QDirIterator all(path, QDir::Files, QDirIterator::Subdirectories);
    while (all.hasNext() && files.size() < FilesLimit)
        files.append(all.next());
    files.sort();
    return files;
}

} // namespace

ImportReport importFiles(LibraryStore &store, const QStringList &paths, const QString &chatsFor,
                         const PictureMaker &toPng)
{
    ImportReport report;
    for (const QString &path : paths) {
        const QStringList files = filesOf(path);
        for (const QString &file : files)
            report.files.append(FileImport(store, file, chatsFor, toPng).run());
    }
    // Cards before what refers to them would be tidier still, but a chat that found no card can
    // simply be tried again once they are all in.
    for (ImportedFile &file : report.files) {
        if (file.kind == FileKind::Chat && file.outcome == ImportedFile::Outcome::Refused &&
            chatsFor.isEmpty())
            file = FileImport(store, file.path, chatsFor, toPng).run();
    }
    return report;
}

} // namespace snug
