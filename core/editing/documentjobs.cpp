#include "core/editing/documentjobs.h"

#include "core/editing/drafts.h"
#include "core/editing/versions.h"
#include "core/library/fileaccess.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString fileName(LibraryStore &store, const DocumentFormat &format, const QString &name)
{
    return QFileInfo(format.path(store.layout(), name)).fileName();
}

Result<Loaded<QByteArray>> readFile(LibraryStore &store, const DocumentFormat &format, const QString &name)
{
    const QString path = format.path(store.layout(), name);
    if (!stampOf(path).exists())
        return Loaded<QByteArray>{};
    return readVersioned(path, ArchiveFileLimit);
}

Result<FileState> stateOf(const Loaded<QByteArray> &file, const DocumentFormat &format, const QString &name)
{
    FileState state{.file = file, .reading = {}};
    if (!state.exists() && format.withoutFile.isEmpty())
        return state;
    return format.read(state.exists() ? file.value : format.withoutFile, name)
        .transform([&](const DocumentReading &reading) {
            state.reading = reading;
            return state;
        });
}

// Documents as the merge takes them; nothing at all where there are no bytes.
Result<Json> documentIn(const DocumentFormat &format, const QByteArray &bytes)
{
    const QByteArray &known = bytes.isEmpty() ? format.withoutFile : bytes;
    return known.isEmpty() ? Result<Json>(Json()) : format.document(known);
}

// For a part, whatever else the files hold; for a card, whatever its picture is.
bool haveSameDocument(const DocumentFormat &format, const Loaded<QByteArray> &a, const Loaded<QByteArray> &b)
{
    if (haveSameBytes(a.version, b.version))
        return true;
    const bool hasMoreAround = format.isPart || !format.isPlainJson;
    if (!hasMoreAround || !a.version.exists() || !b.version.exists() || a.value.isEmpty() ||
        b.value.isEmpty())
        return false;
    const auto one = documentText(format, a.value);
    return one && one == documentText(format, b.value);
}

// The text of a draft, or of its base, as a file.
Result<Loaded<QByteArray>> baseOf(const DocumentFormat &format, const KeptDraft &draft,
                                  const QByteArray &present)
{
    if (!draft.baseBytes || draft.baseBytes->isEmpty())
        return Loaded<QByteArray>{{}, draft.base};
    return fileWithText(format, *draft.baseBytes, present).transform([&](const QByteArray &bytes) {
        return Loaded<QByteArray>{bytes, draft.base};
    });
}

Result<OpenedDraft> openedDraft(const DocumentFormat &format, const QString &name, const KeptDraft &draft,
                                const QByteArray &present)
{
    const auto value = fileWithText(format, draft.edited, present).and_then([&](const QByteArray &bytes) {
        return format.read(bytes, name);
    });
    if (!value)
        return std::unexpected(value.error());
    return baseOf(format, draft, present).transform([&](const Loaded<QByteArray> &base) {
        return OpenedDraft{.value = value->value, .base = base, .written = draft.written};
    });
}

// Nothing if there is none, or only one that has been saved.
Result<std::optional<OpenedDraft>> findDraft(LibraryStore &store, const DocumentFormat &format,
                                             const QString &name, const FileState &state)
{
    const DocumentKey key{format.kind, name};
    const auto draft = readDraft(store.layout(), key);
    if (!draft)
        return std::unexpected(draft.error());
    if (!*draft)
        return std::nullopt;
    const auto present = documentText(format, state.file.value);
    // A save came through, and nobody was left to remove the draft.
    if (state.exists() && present && *present == (*draft)->edited) {
        static_cast<void>(removeDraft(store.layout(), key));
        return std::nullopt;
    }
    return openedDraft(format, name, **draft, state.file.value).transform([&](OpenedDraft opened) {
        opened.isOfTheFile = haveSameDocument(format, opened.base, state.file);
        return std::optional(opened);
    });
}

} // namespace

bool haveSameBytes(const FileVersion &a, const FileVersion &b)
{
    return a.stamp.size == b.stamp.size && a.checksum == b.checksum;
}

Result<OpenedDocument> openDocument(LibraryStore &store, const DocumentFormat &format, const QString &name)
{
    const auto state = readDocument(store, format, name);
    if (!state)
        return std::unexpected(state.error());
    OpenedDocument opened{.state = *state, .draft = {}, .draftProblem = {}};
    if (const auto draft = findDraft(store, format, name, *state))
        opened.draft = *draft;
    else
        opened.draftProblem = draft.error();
    if (!opened.state.hasValue() && !opened.draft) {
        return std::unexpected(opened.draftProblem.value_or(
            Error{QCoreApplication::translate("Editing", "is not in the library"),
                  fileName(store, format, name),
                  {},
                  {}}));
    }
    return opened;
}

Result<FileState> readDocument(LibraryStore &store, const DocumentFormat &format, const QString &name,
                               const Loaded<QByteArray> &base)
{
    return readFile(store, format, name)
        .and_then([&](const Loaded<QByteArray> &file) { return stateOf(file, format, name); })
        .transform([&](FileState state) {
            if (haveSameDocument(format, state.file, base))
                state.sameAs = base.version;
            return state;
        })
        .transform_error([&](const Error &error) { return error.inFile(fileName(store, format, name)); });
}

bool isInFile(LibraryStore &store, const DocumentFormat &format, const QString &name,
              const DocumentValue &value)
{
    const auto present = readFile(store, format, name);
    return present && present->version.exists() && format.write(value, present->value) == present->value;
}

Result<void> keepDraft(LibraryStore &store, const DocumentFormat &format, const QString &name,
                       const DocumentValue &value, const Loaded<QByteArray> &base, const QDateTime &now)
{
    const auto bytes = format.write(value, base.value);
    if (!bytes)
        return std::unexpected(bytes.error());
    const auto edited = documentText(format, *bytes);
    if (!edited)
        return std::unexpected(edited.error());
    const auto before = documentText(format, base.value);
    if (!before)
        return std::unexpected(before.error());
    return writeDraft(store.layout(), {format.kind, name}, *edited, {*before, base.version}, now);
}

Result<SavedDocument> saveDocument(LibraryStore &store, const DocumentFormat &format, const QString &name,
                                   const DocumentValue &value, const Loaded<QByteArray> &base)
{
    const DocumentKey key{format.kind, name};
    const auto present = readFile(store, format, name);
    if (!present)
        return std::unexpected(present.error());
    const auto conflict = [&]() -> Result<SavedDocument> {
        return readDocument(store, format, name, base).transform([](const FileState &theirs) {
            return SavedDocument{.file = {}, .theirs = theirs};
        });
    };
    // Our own other writers count as somebody else here.
    if (!haveSameDocument(format, *present, base))
        return conflict();
    const auto bytes = format.write(value, present->value);
    if (!bytes)
        return std::unexpected(bytes.error().inFile(fileName(store, format, name)));
    SavedDocument saved{.file = *present, .theirs = {}};
    if (!present->version.exists() || *bytes != present->value) {
        if (present->version.exists()) {
            const auto time = QDateTime::fromMSecsSinceEpoch(present->version.stamp.modified / 1'000'000);
            const auto kept =
                (format.isPart ? documentText(format, present->value) : Result<QByteArray>(present->value))
                    .and_then([&](const QByteArray &replaced) {
                        return keepVersion(store.layout(), key, replaced, time);
                    });
            if (!kept)
                return std::unexpected(kept.error());
        }
        const auto outcome = store.replace(format.path(store.layout(), name), *bytes, present->version);
        if (!outcome)
            return std::unexpected(outcome.error());
        if (outcome->conflict)
            return conflict();
        saved.file = {*bytes, outcome->version};
    }
    // One that stays is seen to be saved when the document is opened again.
    static_cast<void>(removeDraft(store.layout(), key));
    return saved;
}

Result<DocumentValue> readKeptVersion(LibraryStore &store, const DocumentFormat &format, const QString &name,
                                      const QString &id)
{
    return readVersion(store.layout(), {format.kind, name}, id)
        .and_then([&](const QByteArray &kept) {
            return format.isPart ? fileWithText(format, kept, {}) : Result<QByteArray>(kept);
        })
        .and_then([&](const QByteArray &bytes) { return format.read(bytes, name); })
        .transform([](const DocumentReading &reading) { return reading.value; });
}

Result<MergedDocument> mergeDocument(const DocumentFormat &format, const QString &name,
                                     const QByteArray &base, const DocumentValue &ours,
                                     const QByteArray &theirs, const MergeAnswers &answers)
{
    const auto before = documentIn(format, base);
    if (!before)
        return std::unexpected(before.error());
    const auto own =
        format.write(ours, base).and_then([&](const QByteArray &bytes) { return format.document(bytes); });
    if (!own)
        return std::unexpected(own.error());
    const auto other = documentIn(format, theirs);
    if (!other)
        return std::unexpected(other.error());
    const JsonMerge merge = mergeJson(*before, *own, *other, answers);
    return format.file(merge.merged, theirs)
        .and_then([&](const QByteArray &bytes) { return format.read(bytes, name); })
        .transform(
            [&](const DocumentReading &reading) { return MergedDocument{reading.value, merge.conflicts}; });
}

} // namespace snug
