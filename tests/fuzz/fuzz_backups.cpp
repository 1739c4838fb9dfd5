// Lists and pieces of backups in a library that a stranger made: whatever they hold, nothing outside of the
// library is read or written, and what is kept comes back.
#include "core/whatwas/backuplist.h"
#include "core/whatwas/backuppieces.h"
#include "core/whatwas/backuprestore.h"
#include "tests/fuzz/fuzzing.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace snug;

FUZZ_TARGET(backuplist)
{
    const auto backup = readBackupList(bytes);
    if (!backup)
        return;
    promise(readBackupList(writeBackupList(*backup)) == backup);
    const QTemporaryDir folder;
    const LibraryLayout layout(folder.path());
    for (const BackedUpFile &file : backup->files) {
        promise(isBackupPath(file.path) && !file.path.startsWith(u'/') &&
                !file.path.split(u'/').contains(u".."_s));
        for (const QString &piece : file.pieces)
            promise(isPieceName(piece));
        // No piece of it is there.
        const bool isEmpty = file.pieces.isEmpty() && file.stamp.size == 0;
        promise(readBackedUp(layout, file, 1).has_value() == isEmpty);
    }
}

// The bytes are a piece's file, and then a file that is cut into pieces.
FUZZ_TARGET(backuppieces)
{
    const QTemporaryDir folder;
    const LibraryLayout layout(folder.path());
    const QString name = pieceName("x");
    const QString path = backupFolder(layout) + u"/pieces/"_s + name.first(2) + u'/' + name;
    promise(QDir().mkpath(path.section(u'/', 0, -2)));
    QFile file(path);
    promise(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    file.close();
    const auto read = readPiece(layout, name);
    promise(!read || *read == "x");
    for (const bool isOfLines : {false, true}) {
        QByteArray joined;
        while (joined.size() < bytes.size()) {
            const QByteArrayView rest = QByteArrayView(bytes).sliced(joined.size());
            const qsizetype length = firstPieceOf(rest, isOfLines, true);
            promise(length > 0 && length <= rest.size());
            const auto kept = keepPiece(layout, rest.first(length).toByteArray(), isOfLines);
            promise(kept.has_value());
            const auto piece = readPiece(layout, *kept);
            promise(*kept == name || piece.has_value());
            joined += rest.first(length);
        }
        promise(joined == bytes);
    }
}
