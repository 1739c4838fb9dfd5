#include "core/editing/documentediting.h"

#include "core/editing/drafts.h"
#include "core/library/library.h"

#include <QDateTime>
#include <QLocale>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr auto Pause = 1s;
constexpr auto LongestPause = 5s;

} // namespace

DocumentEditing::DocumentEditing(Library *library, DocumentFormat format, QObject *parent)
    : QObject(parent)
    , m_library(library)
    , m_format(std::move(format))
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(Pause);
    m_longest.setSingleShot(true);
    m_longest.setInterval(LongestPause);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        seal();
        keepDraftNow();
    });
    connect(&m_longest, &QTimer::timeout, this, &DocumentEditing::keepDraftNow);
    m_draftCheck.setSingleShot(true);
    m_draftCheck.setInterval(DraftCheck);
    connect(&m_draftCheck, &QTimer::timeout, this, &DocumentEditing::checkDraft);
    connect(library, &Library::aboutToClose, this, &DocumentEditing::keepDraftNow);
    connect(library, &Library::closed, this, [this] {
        m_watched.clear(); // nobody watches any more
        end();
    });
    connect(library, &Library::changed, this, [this](const LibraryChange &change) {
        if (m_isOpen && change.kind == m_format.changeKind &&
            (change.names.isEmpty() ||
             change.names.contains(m_format.changedAs.isEmpty() ? m_name : m_format.changedAs)))
            look();
    });
}

// The unsaved changes are with who knows the value: see keepDraftNow().
DocumentEditing::~DocumentEditing()
{
    if (!m_watched.isEmpty())
        m_library->documentClosed(m_watched);
}

void DocumentEditing::setPauses(std::chrono::milliseconds pause, std::chrono::milliseconds draftCheck)
{
    m_pause.setInterval(pause);
    m_draftCheck.setInterval(draftCheck);
}

void DocumentEditing::open(const QString &name)
{
    close();
    m_name = name;
    m_isOpening = true;
    m_library->perform(
        [format = m_format, name](LibraryStore &store) { return openDocument(store, format, name); }, this,
        [this, opening = m_opening](const Result<OpenedDocument> &opened) {
            if (opening != m_opening)
                return;
            m_isOpening = false;
            onOpened(opened);
        });
}

void DocumentEditing::close()
{
    keepDraftNow();
    end();
}

void DocumentEditing::end()
{
    ++m_opening;
    m_isOpening = false;
    m_isOpen = false;
    m_isAskedToSave = false;
    m_isDraftMissing = false;
    m_conflict.reset();
    for (QTimer *timer : {&m_pause, &m_longest, &m_draftCheck})
        timer->stop();
    if (!m_watched.isEmpty())
        m_library->documentClosed(std::exchange(m_watched, QString()));
}

void DocumentEditing::beginNew(const QString &name, const DocumentValue &value)
{
    close();
    m_name = name;
    m_watched = m_format.path(m_library->layout(), m_name);
    m_library->documentOpened(m_watched);
    m_isOpen = true;
    m_base = {};
    m_hasDraft = false;
    m_isDraftMissing = false;
    apply(value, Arrival::Opened, {});
    markUnsaved();
    Q_EMIT opened();
    noteChange();
}

void DocumentEditing::onOpened(const Result<OpenedDocument> &opened)
{
    if (!opened)
        return fail(opened.error());
    m_watched = m_format.path(m_library->layout(), m_name);
    m_library->documentOpened(m_watched);
    m_isOpen = true;
    m_base = opened->state.file;
    m_hasDraft = opened->draft.has_value();
    if (m_hasDraft)
        m_draftCheck.start();
    ++m_revision;
    const bool hasValue = opened->state.hasValue();
    apply(hasValue ? opened->state.reading.value : opened->draft->value, Arrival::Opened, {});
    if (!hasValue)
        markUnsaved();
    if (opened->draft && hasValue)
        apply(opened->draft->value, Arrival::Changed, tr("Changes From Last Time", "what was done"));
    Q_EMIT this->opened();
    if (opened->draft) {
        Q_EMIT draftRestored(opened->draft->written);
        if (opened->state.exists() && !opened->draft->isOfTheFile) {
            m_base = opened->draft->base;
            mergeWith(opened->state);
        }
    }
    Q_EMIT changed();
    if (opened->draftProblem)
        fail(*opened->draftProblem);
}

void DocumentEditing::noteChange()
{
    ++m_revision;
    m_pause.start();
    if (!m_longest.isActive())
        m_longest.start();
    if (m_conflict && !isEdited())
        mergeWith(m_conflict->theirs, MergeAnswers()); // nothing of ours is left to meet theirs
    Q_EMIT changed();
}

void DocumentEditing::install(const DocumentValue &value, Arrival arrival, const QString &label)
{
    apply(value, arrival, label);
    noteChange();
}

void DocumentEditing::keepDraftNow()
{
    if (!m_isOpen ||
        (!m_pause.isActive() && !m_longest.isActive() && m_hasDraft == isEdited() && !m_isDraftMissing))
        return;
    m_pause.stop();
    m_longest.stop();
    const DocumentKey key = this->key();
    const QString what = u"snug/drafts/"_s + folderOf(key);
    const auto done = [this](const Result<void> &kept) {
        const bool wasMissing = std::exchange(m_isDraftMissing, !kept && m_isOpen);
        if (kept || !m_isOpen)
            return;
        m_hasDraft = true; // for all that is known
        m_longest.start(); // and once more
        if (!wasMissing)
            fail(kept.error());
    };
    if (isEdited()) {
        m_hasDraft = true;
        m_draftCheck.start();
        m_library->save(
            what,
            [format = m_format, name = m_name, value = present(), base = m_base,
             isSaving = m_isSaving](LibraryStore &store) {
                if (isSaving && isInFile(store, format, name, value)) // by now
                    return snug::removeDraft(store.layout(), {format.kind, name});
                return keepDraft(store, format, name, value, base, QDateTime::currentDateTimeUtc());
            },
            this, done);
    } else if (std::exchange(m_hasDraft, false)) {
        m_library->save(
            what, [key](LibraryStore &store) { return snug::removeDraft(store.layout(), key); }, this, done);
    }
}

// Somebody else may have removed it; as long as it counts, it is on the disk.
void DocumentEditing::checkDraft()
{
    if (!m_isOpen || !m_hasDraft || !isEdited())
        return;
    m_library->perform(
        [key = key()](LibraryStore &store) -> Result<bool> { return hasDraft(store.layout(), key); }, this,
        [this, opening = m_opening](const Result<bool> &isThere) {
            if (opening != m_opening || !m_hasDraft || !isEdited())
                return;
            m_draftCheck.start();
            if (isThere.value_or(true))
                return;
            m_hasDraft = false;
            keepDraftNow();
        });
}

void DocumentEditing::save()
{
    m_isAskedToSave = true;
    if (!m_isOpen || m_isSaving || !isEdited()) {
        m_isAskedToSave = m_isSaving;
        return;
    }
    if (m_conflict)
        return Q_EMIT conflicted();
    m_isAskedToSave = false;
    m_isSaving = true;
    seal();
    const DocumentValue value = present();
    m_library->save(
        m_library->layout().relative(m_watched),
        [format = m_format, name = m_name, value, base = m_base](LibraryStore &store) {
            return saveDocument(store, format, name, value, base);
        },
        this,
        [this, value, name = m_name](const Result<SavedDocument> &result) {
            m_isSaving = false;
            if (name == m_name)
                onSaved(result, value);
        });
    Q_EMIT changed();
}

void DocumentEditing::onSaved(const Result<SavedDocument> &result, const DocumentValue &value)
{
    if (!result) {
        Q_EMIT changed();
        return fail(result.error());
    }
    if (result->theirs) {
        m_isAskedToSave = m_isOpen; // closed meanwhile, its draft waits
        Q_EMIT changed();
        return m_isOpen ? onFileChanged(*result->theirs) : void();
    }
    m_base = result->file;
    markSaved(value);
    m_hasDraft = false;
    m_isDraftMissing = false;
    if (isEdited()) {
        m_pause.start(); // written on meanwhile
    } else {
        m_pause.stop();
        m_longest.stop();
    }
    Q_EMIT changed();
    Q_EMIT saved();
    saveIfAsked();
}

void DocumentEditing::look()
{
    m_library->perform([format = m_format, name = m_name, base = m_base](
                           LibraryStore &store) { return readDocument(store, format, name, base); },
                       this,
                       [this, name = m_name, base = m_base.version](const Result<FileState> &found) {
                           // What a save under way finds, it tells itself.
                           if (!m_isOpen || name != m_name || m_isSaving)
                               return;
                           if (!haveSameBytes(base, m_base.version)) // saved meanwhile: this is the past
                               return look();
                           if (!found)
                               fail(found.error());
                           else
                               onFileChanged(*found);
                       });
}

void DocumentEditing::onFileChanged(const FileState &theirs)
{
    if (haveSameBytes(theirs.file.version, m_base.version)) {
        m_conflict.reset();
        return saveIfAsked();
    }
    if (theirs.sameAs && haveSameBytes(*theirs.sameAs, m_base.version)) {
        m_base = theirs.file; // only what is around the part has changed
        m_conflict.reset();
        return saveIfAsked();
    }
    if (!theirs.exists())
        return onFileDeleted();
    if (isEdited())
        return mergeWith(theirs);
    m_base = theirs.file;
    m_isAskedToSave = false;
    install(theirs.reading.value, Arrival::FromFile, tr("Change From Outside", "what was done"));
    Q_EMIT mergedWithFile();
}

// A save that found another file than it was made for.
void DocumentEditing::saveIfAsked()
{
    if (std::exchange(m_isAskedToSave, false))
        save();
}

void DocumentEditing::onFileDeleted()
{
    m_base = {};
    m_conflict.reset();
    m_isAskedToSave = false;
    markUnsaved();
    noteChange();
    Q_EMIT fileDeleted();
}

void DocumentEditing::mergeWith(const FileState &theirs, const std::optional<MergeAnswers> &answer)
{
    m_library->perform(
        [format = m_format, name = m_name, base = m_base.value, ours = present(), theirs = theirs.file.value,
         answers = answer.value_or(MergeAnswers())](LibraryStore &) {
            return mergeDocument(format, name, base, ours, theirs, answers);
        },
        this,
        [this, theirs, answer, name = m_name, revision = m_revision,
         base = m_base.version](const Result<MergedDocument> &merged) {
            if (!m_isOpen || name != m_name)
                return;
            if (!haveSameBytes(base, m_base.version)) // saved meanwhile: theirs is the past
                return look();
            if (revision != m_revision) // written on meanwhile
                mergeWith(theirs, answer);
            else
                onMerged(theirs, merged, answer);
        });
}

void DocumentEditing::onMerged(const FileState &theirs, const Result<MergedDocument> &merged,
                               const std::optional<MergeAnswers> &answer)
{
    if (!merged)
        return fail(merged.error());
    if (!merged->conflicts.isEmpty() && !answer) {
        m_conflict = EditConflict{theirs, merged->conflicts};
        Q_EMIT changed();
        return Q_EMIT conflicted();
    }
    m_conflict.reset();
    m_base = theirs.file;
    const bool isAskedToSave = std::exchange(m_isAskedToSave, false);
    markSaved(theirs.reading.value);
    install(merged->value, Arrival::Changed, tr("Merge With the File", "what was done"));
    Q_EMIT mergedWithFile();
    if (isAskedToSave)
        save();
}

void DocumentEditing::resolve(const MergeAnswers &answers)
{
    if (m_conflict)
        mergeWith(m_conflict->theirs, answers);
}

void DocumentEditing::revert()
{
    if (!m_isOpen || !isEdited() || (!m_base.version.exists() && m_format.withoutFile.isEmpty()))
        return;
    m_library->perform(
        [format = m_format, name = m_name](LibraryStore &store) { return readDocument(store, format, name); },
        this,
        [this, name = m_name](const Result<FileState> &found) {
            if (!m_isOpen || name != m_name)
                return;
            if (!found)
                return fail(found.error());
            if (!found->hasValue())
                return onFileDeleted();
            m_conflict.reset();
            m_base = found->file;
            install(found->reading.value, Arrival::FromFile, tr("Revert to the File", "what was done"));
        });
}

void DocumentEditing::discard()
{
    if (!m_isOpen)
        return;
    end();
    m_hasDraft = false;
    m_isDraftMissing = false;
    m_library->save(
        u"snug/drafts/"_s + folderOf(key()),
        [key = key()](LibraryStore &store) { return snug::removeDraft(store.layout(), key); }, m_library,
        [](const Result<void> &) {});
}

void DocumentEditing::fail(const Error &error)
{
    Q_EMIT failed(error);
}

} // namespace snug
