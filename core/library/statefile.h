// Small files of Snug's own in a library's snug/ folder, and beside them, in snug/lastgood/, a copy of each
// as it was when it last made sense. Blocking; for the disk thread.
#pragma once

#include "core/library/fileaccess.h"
#include "core/result.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <optional>

namespace snug {

// A file that is not there reads as empty. One that is no regular file or is larger than the limit is an
// error, as is one that may not be read: never waits, and never takes them for empty.
Result<QByteArray> readStateFile(const QString &path, qint64 sizeLimit = DocumentFileLimit);
// Makes the folder if need be.
Result<void> writeStateFile(const QString &path, const QByteArray &bytes);

// What is wrong with a state file.
struct StateDamage
{
    Error problem; // in what it holds, or why it cannot be read
    // False: nobody knows what it holds, or it could not be put aside. Nothing may be written in its place.
    bool mayBeReplaced = false;
    QString keptAs; // where the damaged file is now; empty: where it was
    bool hasLastGood = false;
};

struct StateRead
{
    QByteArray bytes; // the file's, or of a damaged one its last good copy; empty: there is neither
    bool isThere = false;
    bool isLost = false; // it is not there, but was: damaged and put aside, or there is a copy of it
    std::optional<StateDamage> damage;
};

// Why the bytes cannot be used, if they cannot.
using StateCheck = std::function<Result<void>(const QByteArray &bytes)>;

// Changes nothing on the disk.
StateRead readState(const QString &path, const StateCheck &check);
// As readState(), and puts a damaged file aside, or keeps a copy of a good one.
StateRead recoverState(const QString &path, const StateCheck &check);
// Writes the file and its last good copy; fails where either cannot be written.
Result<void> writeState(const QString &path, const QByteArray &bytes);

// snug/session.json -> snug/lastgood/session.json
QString lastGoodCopy(const QString &path);

// Renames the file to "<name>.damaged", or the next of those that is free; returns the new path.
Result<QString> putAside(const QString &path);

} // namespace snug
