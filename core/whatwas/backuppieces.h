// The packed pieces that files of backups consist of, in "snug/backups/pieces/". Blocking; for the disk
// thread.
#pragma once

#include "core/library/librarylayout.h"
#include "core/result.h"

#include <QByteArray>
#include <QSet>

namespace snug {

// No piece is larger, unpacked.
inline constexpr qint64 BackupPieceLimit = qint64(8) << 20;

// How long the first piece of `bytes` is; `isEnd` = nothing follows them. Files of lines are cut behind a
// line that says so by its own content, so that lines added or changed elsewhere leave the other pieces as
// they are. 0: not to be said before more bytes are there.
qsizetype firstPieceOf(QByteArrayView bytes, bool isOfLines, bool isEnd);

// By content, SHA-256 in hexadecimal.
QString pieceName(QByteArrayView piece);
// "3fa9…", 64 digits
bool isPieceName(QStringView name);

bool hasPiece(const LibraryLayout &layout, const QString &name);
// Durable when it returns. `isPacked`: the bytes are packed already (pictures, archives).
Result<QString> keepPiece(const LibraryLayout &layout, const QByteArray &piece, bool isPacked);
// Fails where it is missing, damaged, or not what its name says.
Result<QByteArray> readPiece(const LibraryLayout &layout, const QString &name);
// All but these.
Result<void> removePiecesExcept(const LibraryLayout &layout, const QSet<QString> &names);

} // namespace snug
