// One open document of the library while it is edited: its history, its draft, saving, and what others do to
// the file meanwhile.
#pragma once

#include "core/editing/documentjobs.h"
#include "core/editing/documentversions.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace snug {

class Library;

// Somebody else has changed the file, and changes meet: `conflicts` wait for an answer (resolve()).
struct EditConflict
{
    FileState theirs; // without a file: it was deleted
    QList<MergeConflict> conflicts;
};

// Lives on the window's thread; all disk work happens on the library's. What the document is, and its
// history, is in DocumentEditor<T>.
//
// Nothing is lost without being said: a change of the file by others is merged into what is edited (one step
// of the history), and asked about where both changed the same; unsaved changes are written to a draft after
// each pause and when the object goes.
class DocumentEditing : public QObject
{
    Q_OBJECT

public:
    // `library` must outlive this.
    DocumentEditing(Library *library, DocumentFormat format, QObject *parent = nullptr);
    ~DocumentEditing() override;

    // Ends in opened() or failed(). A draft of an earlier run is put back.
    void open(const QString &name);
    bool isOpen() const { return m_isOpen; }
    bool isOpening() const { return m_isOpening; }
    // What is not saved stays as a draft. A save that is under way goes on.
    void close();
    QString name() const { return m_name; }
    DocumentKey key() const { return {m_format.kind, m_name}; }

    virtual bool isEdited() const = 0;
    virtual DocumentValue present() const = 0; // of one that is open
    virtual bool canUndo() const = 0;
    virtual bool canRedo() const = 0;
    // "Undo Rename Block"; without a step just "Undo", "Redo".
    virtual QString undoText() const = 0;
    virtual QString redoText() const = 0;
    virtual void undo() = 0;
    virtual void redo() = 0;

    // Ends in saved(), conflicted() or failed(). What others changed elsewhere in the document is kept.
    void save();
    bool isSaving() const { return m_isSaving; }
    // A save was asked for and is not over: it is under way, waits for others' changes, or for an answer.
    bool isSavePending() const { return m_isSaving || m_isAskedToSave; }
    // Back to what the file has; can be undone.
    void revert();
    // What is not saved goes, its draft too; the document is closed.
    void discard();
    // Where both changed the same: theirs at these paths, ours elsewhere. Can be undone; then saves if a save
    // was asked for.
    void resolve(const MergeAnswers &answers);
    const std::optional<EditConflict> &conflict() const { return m_conflict; }

    // What it was before saves, and what others of its kind are.
    const DocumentVersions &versions() const { return m_versions; }

    // Unsaved changes are on the disk `pause` after the last one; typing after it is another step. A draft
    // that somebody removed meanwhile is written again `draftCheck` after it was looked at last.
    void setPauses(std::chrono::milliseconds pause, std::chrono::milliseconds draftCheck = DraftCheck);

Q_SIGNALS:
    void opened();
    // An earlier run's unsaved changes were put back.
    void draftRestored(const QDateTime &written);
    void changed(); // the value, or what can be undone, or whether it is edited
    void saved();
    void mergedWithFile(); // others' changes have come in, nothing met
    void conflicted();
    void fileDeleted(); // saving makes it again
    void failed(const snug::Error &error);

protected:
    enum class Arrival : quint8 {
        Opened,  // a new history begins
        Changed, // a step of the history
        FromFile // a step of the history, and what is saved
    };
    virtual void apply(const DocumentValue &value, Arrival arrival, const QString &label) = 0;
    virtual void markSaved(const DocumentValue &value) = 0;
    virtual void markUnsaved() = 0; // there is no file any more
    virtual void seal() = 0;

    // After each change of the value that did not come through apply().
    void noteChange();
    // Writes or removes the draft at once. For the destructor of who knows the value.
    void keepDraftNow();

    // A document that has no file yet: it is not saved, and saving makes the file.
    void beginNew(const QString &name, const DocumentValue &value);

private:
    friend class DocumentVersions;
    static constexpr std::chrono::seconds DraftCheck{5};
    void end();
    void checkDraft();
    void onOpened(const Result<OpenedDocument> &opened);
    void onSaved(const Result<SavedDocument> &saved, const DocumentValue &value);
    void onFileChanged(const FileState &theirs);
    void saveIfAsked();
    void onFileDeleted();
    void mergeWith(const FileState &theirs, const std::optional<MergeAnswers> &answer = {});
    void onMerged(const FileState &theirs, const Result<MergedDocument> &merged,
                  const std::optional<MergeAnswers> &answer);
    void install(const DocumentValue &value, Arrival arrival, const QString &label);
    void look();
    void fail(const Error &error);

    Library *m_library;
    DocumentFormat m_format;
    QString m_name;
    QString m_watched; // path that the library was told of
    bool m_isOpen = false;
    bool m_isOpening = false;
    quint64 m_opening = 0;     // answers for an earlier one open nothing
    Loaded<QByteArray> m_base; // the file that the present value was made of
    std::optional<EditConflict> m_conflict;
    quint64 m_revision = 0; // of the value
    bool m_isSaving = false;
    bool m_isAskedToSave = false; // again, or once others' changes are in
    bool m_hasDraft = false;
    bool m_isDraftMissing = false; // it could not be written, which is tried again
    QTimer m_pause;
    QTimer m_longest;    // who never pauses gets a draft all the same
    QTimer m_draftCheck; // while there is a draft
    DocumentVersions m_versions{this};
};

} // namespace snug
