#include "core/library/samplelibrary.h"

#include "core/library/atomicwrite.h"
#include "core/library/durablefile.h"
#include "core/library/librarybounds.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFileInfo>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace snug {

Result<void> installSampleLibrary(const QString &root, const QString &sample)
{
    const QFileInfo place(root);
    if (place.exists() &&
        !(place.isDir() && QDir(root).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot))) {
        return failure(QCoreApplication::translate("Library", "there is already something"), {}, root,
                       QCoreApplication::translate("Library", "Choose an empty folder, or open this one."));
    }
    const QString parent = QFileInfo(QDir::cleanPath(place.absoluteFilePath())).path();
    QDir().mkpath(parent);
    QTemporaryDir beside(parent + u"/snug-sample-XXXXXX"_s);
    if (!beside.isValid()) {
        return failure(QCoreApplication::translate("Library", "cannot be written"), {}, parent,
                       QCoreApplication::translate("Library", "Choose a place where you may write."));
    }
    const QString staged = beside.filePath(u"library"_s);
    if (const auto made = makeLibraryFolder(staged); !made)
        return made;
    const LibraryBounds bounds(staged);
    int files = 0;
    QDirIterator all(sample, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        const QString from = all.next();
        QFile resource(from);
        if (!resource.open(QIODevice::ReadOnly))
            return failure(resource.errorString(), {}, from);
        if (const auto written = writeFileDurably(staged + from.sliced(sample.size()), resource.readAll());
            !written)
            return written;
        ++files;
    }
    if (files == 0)
        return failure(QCoreApplication::translate("Library", "the sample library is missing"), {}, sample);
    if (place.exists())
        QDir().rmdir(root);
    if (!QDir().rename(staged, root)) {
        return failure(QCoreApplication::translate("Library", "cannot be written"), {}, root,
                       QCoreApplication::translate("Library", "Choose a place where you may write."));
    }
    syncFolder(parent);
    return {};
}

} // namespace snug
