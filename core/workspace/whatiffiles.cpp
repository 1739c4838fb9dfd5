#include "core/workspace/whatiffiles.h"

#include "core/editing/versions.h"
#include "core/formats/cardpng.h"
#include "core/formats/preset.h"
#include "core/formats/worldinfo.h"
#include "core/library/fileaccess.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMap>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Kind = WhatIfTarget::Kind;

struct Applying
{
    Q_DECLARE_TR_FUNCTIONS(WhatIfFiles)
};

template <typename Value> Value changedBy(Value value, const QList<WhatIfChange> &changes)
{
    for (const WhatIfChange &change : changes)
        applyTo(value, change);
    return value;
}

// Reads the file, has it changed, and adds it where its bytes are others then.
template <typename Change>
Result<void> plan(const DocumentKey &key, const QString &path, const QStringList &things, Change change,
                  QList<PlannedEdit> &edits)
{
    const auto present = readVersioned(path, ArchiveFileLimit);
    if (!present)
        return std::unexpected(present.error());
    const Result<QByteArray> after = change(present->value);
    if (!after)
        return std::unexpected(after.error().inFile(QFileInfo(path).fileName()));
    if (*after != present->value)
        edits.append({key, path, present->value, *after, present->version, things});
    return {};
}

QStringList namesOf(const QList<WhatIfChange> &changes)
{
    QStringList names;
    for (const WhatIfChange &change : changes)
        names.append(change.name);
    return names;
}

Result<FileVersion> outcome(const SaveResult &saved)
{
    if (!saved)
        return std::unexpected(saved.error());
    if (saved->conflict)
        return failure(Applying::tr("Another program has just changed the file"), {}, {},
                       Applying::tr("Try again."));
    return saved->version;
}

} // namespace

Result<QList<PlannedEdit>> planWhatIf(const LibraryStore &store, const WhatIf &whatIf,
                                      const FilesInEffect &files)
{
    QMap<QString, QList<WhatIfChange>> books;
    QList<WhatIfChange> blocks;
    QList<WhatIfChange> fields;
    for (const WhatIfChange &change : whatIf.changes) {
        if (change.target.kind == Kind::LoreEntry)
            books[change.target.name].append(change);
        else if (change.target.kind == Kind::Block)
            blocks.append(change);
        else if (change.target.kind == Kind::CardField)
            fields.append(change);
    }
    QList<PlannedEdit> edits;
    for (const auto &[name, changes] : books.asKeyValueRange()) {
        const auto change = [&](const QByteArray &bytes) {
            return readWorldInfo(bytes, name).transform([&](const LorebookReading &reading) {
                return writeWorldInfo(changedBy(reading.book, changes));
            });
        };
        if (const auto planned = plan({DocumentKind::Lorebook, name}, store.layout().lorebook(name),
                                      namesOf(changes), change, edits);
            !planned)
            return std::unexpected(planned.error());
    }
    if (!files.preset.isEmpty() && (files.contextSize || !blocks.isEmpty())) {
        const auto change = [&](const QByteArray &bytes) {
            return readPreset(bytes, files.preset).transform([&](const PresetReading &reading) {
                Preset preset = changedBy(reading.preset, blocks);
                preset.contextSize = files.contextSize.value_or(preset.contextSize);
                return writePreset(preset);
            });
        };
        QStringList things = namesOf(blocks);
        if (files.contextSize)
            things.append(Applying::tr("context size"));
        if (const auto planned = plan({DocumentKind::Preset, files.preset},
                                      store.layout().preset(files.preset), things, change, edits);
            !planned)
            return std::unexpected(planned.error());
    }
    if (!files.card.isEmpty() && !fields.isEmpty()) {
        const auto change = [&](const QByteArray &bytes) {
            return readCardPng(bytes).and_then([&](const CardReading &reading) {
                return writeCardPng(changedBy(reading.card, fields), bytes);
            });
        };
        if (const auto planned = plan({DocumentKind::Card, files.card}, store.layout().card(files.card),
                                      namesOf(fields), change, edits);
            !planned)
            return std::unexpected(planned.error());
    }
    return edits;
}

Result<FileVersion> writeEdit(LibraryStore &store, const PlannedEdit &edit, const QDateTime &now)
{
    if (const auto kept = keepVersion(store.layout(), edit.key, edit.before, now); !kept)
        return std::unexpected(kept.error());
    return outcome(store.replace(edit.path, edit.after, edit.base));
}

Result<FileVersion> takeBackEdit(LibraryStore &store, const PlannedEdit &edit, const FileVersion &written)
{
    return outcome(store.replace(edit.path, edit.before, written));
}

} // namespace snug
