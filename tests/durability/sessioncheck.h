// What is on the disk after a process has ended, compared with what it had said.
#pragma once

#include "tests/durability/chatlines.h"
#include "tests/durability/findings.h"

#include <QMap>

namespace snug::durability {

class PlayedProcess;

using ChatsOnDisk = QMap<QString, ChatLines>; // by file, relative to the library
ChatsOnDisk chatsOnDisk(const QString &root);

// Of each chat that the process had open: the file is one of the states from the last saved one on, or the
// beginning of such a state. A chat was opened as it was `before` the process, a new one has taken nobody's
// name, and what was not opened is as it was. `where` tells how to see a problem again.
//
// `ahead`: how many lines the file may differ by from the newest state that was said, for a process that may
// be killed between writing and saying; such files are counted.
void compareChats(const PlayedProcess &process, const QString &root, const ChatsOnDisk &before,
                  const QString &where, Findings &findings, int ahead = 0);
// Each request that was said to be kept can be read from the ledger, with its answer.
void compareLedger(const PlayedProcess &process, const QString &root, const QString &where,
                   Findings &findings);
// Files that a write leaves behind when it does not come to its end, relative to the folder.
QStringList leftovers(const QString &root);
// Files below the folder that ought to be JSON and are not; chats and the ledger's lines among them. A torn
// last line is none.
QStringList unparsableFiles(const QString &root);

} // namespace snug::durability
