#include "core/library/importer.h"

#include "core/library/fileimport.h"
#include "core/library/folderimport.h"
#include "core/library/librarybounds.h"

#include <QDirIterator>
#include <QFileInfo>

#include <vector>

namespace snug {

namespace {

constexpr int FilesLimit = 10'000; // of one folder

QStringList filesOf(const QString &path)
{
    if (!QFileInfo(path).isDir())
        return {path};
    QStringList files;
    // Pipes and devices are told of like other files that are refused.
    QDirIterator all(path, QDir::Files | QDir::System, QDirIterator::Subdirectories);
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
    std::vector<LibraryBounds> bounds; // of the folders
    for (const QString &chosen : paths) {
        // By its letters: what is beside a library is not in it, however it is spelt.
        const QString path = QDir::cleanPath(chosen);
        // Links in a folder may lead anywhere. A file that was chosen itself may be a link.
        if (QFileInfo(path).isDir() && pathInLibrary(path).isEmpty())
            bounds.emplace_back(path);
        const QString root = QFileInfo(path).isDir() ? QDir::cleanPath(QDir(path).absolutePath()) : path;
        const QStringList files = filesOf(root);
        if (FolderImport::isUserFolder(root)) {
            report.files += FolderImport(store, root, toPng).run(files);
            continue;
        }
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
