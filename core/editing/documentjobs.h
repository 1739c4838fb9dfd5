// The steps of editing that touch the disk: opening with what a crash left, keeping a draft, saving, looking
// whether somebody else has written. Blocking; for the disk thread.
#pragma once

#include "core/editing/documentformat.h"
#include "core/editing/documentkey.h"
#include "core/editing/jsonmerge.h"
#include "core/library/fileversion.h"

#include <QDateTime>
#include <QSet>

namespace snug {

class LibraryStore;

// A document and the file it was read from. Without a file: the version says so, no bytes, and no value
// unless the format has one for that.
struct FileState
{
    Loaded<QByteArray> file;
    DocumentReading reading;
    // Of a part: it is the same in the file of this version; what differs is elsewhere.
    std::optional<FileVersion> sameAs = {};
    bool exists() const { return file.version.exists(); }
    bool hasValue() const { return !reading.value.isEmpty(); }
};

// Two versions of a document brought together.
struct MergedDocument
{
    DocumentValue value;
    QList<MergeConflict> conflicts; // what stands in `value` there is ours, unless chosen otherwise
};

// What an earlier run had not saved.
struct OpenedDraft
{
    DocumentValue value;
    Loaded<QByteArray> base; // the file that it was made of; no bytes if they are lost
    QDateTime written;
    bool isOfTheFile = false; // of the document that the file has now
};

struct OpenedDocument
{
    FileState state;
    std::optional<OpenedDraft> draft;
    std::optional<Error> draftProblem;
};

struct SavedDocument
{
    Loaded<QByteArray> file;
    // Set: somebody else has changed the file, nothing was written.
    std::optional<FileState> theirs;
};

// By their bytes; when and how they came there does not matter.
bool haveSameBytes(const FileVersion &a, const FileVersion &b);

// An error if there is neither a file nor a draft, or the file cannot be read.
Result<OpenedDocument> openDocument(LibraryStore &store, const DocumentFormat &format, const QString &name);
// Whatever is on the disk now; no error if nothing is. Compared with `base`, if that is given.
Result<FileState> readDocument(LibraryStore &store, const DocumentFormat &format, const QString &name,
                               const Loaded<QByteArray> &base = {});

// Whether writing the value would change nothing.
bool isInFile(LibraryStore &store, const DocumentFormat &format, const QString &name,
              const DocumentValue &value);

Result<void> keepDraft(LibraryStore &store, const DocumentFormat &format, const QString &name,
                       const DocumentValue &value, const Loaded<QByteArray> &base, const QDateTime &now);

// Keeps what is replaced as a version, then replaces it, then removes the draft. `base` is the file as it was
// when `value` was made of it.
Result<SavedDocument> saveDocument(LibraryStore &store, const DocumentFormat &format, const QString &name,
                                   const DocumentValue &value, const Loaded<QByteArray> &base);
// One that was kept, as a value.
Result<DocumentValue> readKeptVersion(LibraryStore &store, const DocumentFormat &format, const QString &name,
                                      const QString &id);

// `ours` was made from `base`; what others made of it is in `theirs`. An empty base is taken as unknown: then
// the whole document is in conflict.
Result<MergedDocument> mergeDocument(const DocumentFormat &format, const QString &name,
                                     const QByteArray &base, const DocumentValue &ours,
                                     const QByteArray &theirs, const MergeAnswers &answers = {});

} // namespace snug
