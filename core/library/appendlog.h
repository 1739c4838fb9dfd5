// Files that grow by lines (chats). SillyTavern's have "\n" between lines and none after the last.
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QString>

namespace snug {

// What an append did.
struct Appended
{
    qint64 start = 0; // size before
    QByteArray bytes; // what was added, line breaks included
    bool operator==(const Appended &) const = default;
};

// Adds `lines` (without line breaks in or around them) at the end of an existing file and waits
// for the disk. All or nothing: a write that fails half-way is cut off again, and the error says
// so if even that did not work. Never makes a file.
Result<Appended> appendLinesDurably(const QString &path, const QList<QByteArray> &lines);

// The last line of `bytes` if it was torn: not a whole JSON value, and no newline after it. Of a whole one
// followed by zeros, the zeros. Empty otherwise, also where the only line is torn and is not the beginning of
// a JSON object: such a file is no chat and is left alone.
QByteArrayView tornTail(QByteArrayView bytes);

// What repairTornTail() did.
struct TailRepair
{
    qint64 tornBytes = 0; // 0 = the file was whole
    QString keptIn;       // where they went
    bool operator==(const TailRepair &) const = default;
};

// Moves a torn last line to a file beside `path` ("<name>.jsonl.torn", "….torn2"), which is durable
// before the chat is cut. The line break before the torn line goes as well.
Result<TailRepair> repairTornTail(const QString &path);

} // namespace snug
