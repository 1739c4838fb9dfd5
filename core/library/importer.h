// Files from outside that become part of the library. Blocking; for the disk thread.
#pragma once

#include "core/formats/filekind.h"
#include "core/result.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace snug {

class LibraryStore;

// What became of one file. The file itself is never changed nor moved.
struct ImportedFile
{
    enum class Outcome : quint8 {
        Imported, // it is in the library and in use
        Kept,     // recognised, but not used by this version: a copy is under "snug/"
        Refused,  // not recognised or unreadable; nothing was copied
    };

    QString path; // as it came
    FileKind kind = FileKind::Unknown;
    Outcome outcome = Outcome::Refused;
    bool isAsItCame = false;      // its bytes are in the library, unchanged
    QString place;                // where it is now, relative to the library; empty if refused
    QString understood;           // one sentence: what it is and holds
    QList<Error> notes;           // what was not understood or is not used; it is still in the copy
    std::optional<Error> problem; // why it was refused
    bool operator==(const ImportedFile &) const = default;
};

struct ImportReport
{
    QList<ImportedFile> files; // in the order in which they came
};

// Recognises files by their content and copies each to its folder, under a free name; nothing that
// is there is replaced. Copies keep their bytes; only JSON cards (which get a picture) and books cut
// out of cards are rewritten, and the original is kept beside them. Folders are walked through; of a user
// folder of SillyTavern's, what belongs together stays together (FolderImport).
// `chatsFor` is the card file that chats are for, but for those of a user folder; if empty, the card of the
// speaker's name. `toPng` turns other pictures into PNG; without it cards that come with such a picture get a
// plain one.
using PictureMaker = std::function<Result<QByteArray>(const QByteArray &picture)>;
ImportReport importFiles(LibraryStore &store, const QStringList &paths, const QString &chatsFor = {},
                         const PictureMaker &toPng = {});

} // namespace snug
