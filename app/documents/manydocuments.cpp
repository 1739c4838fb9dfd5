#include "app/documents/manydocuments.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/documents/scriptactions.h"
#include "app/editors/editorcontroller.h"
#include "app/editors/editorofkind.h"
#include "app/library/doneinlist.h"
#include "app/library/librarycontroller.h"
#include "core/editing/documentstore.h"
#include "core/library/deleting.h"
#include "core/library/library.h"
#include "widgets/window/studio.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct ChosenDocuments
{
    QList<DocumentKey> files;
    QList<QList<LibraryDocument>> scripts; // of one place each
};

ChosenDocuments sortedOut(const QList<LibraryDocument> &documents)
{
    ChosenDocuments chosen;
    for (const LibraryDocument &document : documents) {
        if (document.part.isEmpty()) {
            chosen.files.append(document.key);
            continue;
        }
        const auto place = std::ranges::find_if(chosen.scripts, [&](const QList<LibraryDocument> &scripts) {
            return scripts.first().key == document.key;
        });
        if (place == chosen.scripts.end())
            chosen.scripts.append({document});
        else
            place->append(document);
    }
    return chosen;
}

// What was done to the files of several documents.
struct FilesDone
{
    QStringList names;       // of copies, or of what is in the trash
    QList<DocumentKey> gone; // into the trash
    QList<Error> problems;
};

// Of `keys` those that are among `some`, or those that are not.
QList<DocumentKey> keysOf(const QList<DocumentKey> &keys, const QList<DocumentKey> &some, bool areAmong)
{
    QList<DocumentKey> found;
    for (const DocumentKey &key : keys) {
        if (some.contains(key) == areAmong)
            found.append(key);
    }
    return found;
}

FilesDone deleteAllFiles(LibraryStore &store, const QList<DocumentKey> &files)
{
    FilesDone done;
    for (const DocumentKey &key : files) {
        if (const auto gone = deleteDocument(store, key)) {
            done.names.append(gone->id);
            done.gone.append(key);
        } else {
            done.problems.append(gone.error());
        }
    }
    return done;
}

} // namespace

struct ManyDocuments::Step
{
    qsizetype jobs = 0; // that are not done yet
    qsizetype count = 0;
    QList<Back> back;
    bool isCopying = false;
};

ManyDocuments::ManyDocuments(const AppContext &app, ScriptActions *scripts, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_scripts(scripts)
{
}

void ManyDocuments::finish(const std::shared_ptr<Step> &step, qsizetype count, const Back &back)
{
    step->count += count;
    if (back)
        step->back.append(back);
    if (--step->jobs > 0 || step->count == 0)
        return;
    const int all = int(step->count);
    tellDone(m_app, {.notice = u"document"_s,
                     .text = step->isCopying ? tr("%Ln document(s) are copied.", nullptr, all)
                                             : tr("%Ln document(s) are deleted.", nullptr, all),
                     .undoText = step->isCopying ? tr("Undo copying of %Ln document(s)", nullptr, all)
                                                 : tr("Undo deleting of %Ln document(s)", nullptr, all),
                     .undo = [steps = step->back] {
                         for (const Back &each : steps)
                             each();
                     }});
}

void ManyDocuments::sayFirst(const QList<Error> &problems)
{
    if (!problems.isEmpty())
        m_app.libraryController.showError(problems.first());
}

void ManyDocuments::duplicate(const QList<LibraryDocument> &documents)
{
    const ChosenDocuments chosen = sortedOut(documents);
    const auto step = std::make_shared<Step>(Step{
        .jobs = chosen.scripts.size() + (chosen.files.isEmpty() ? 0 : 1), .back = {}, .isCopying = true});
    for (const QList<LibraryDocument> &scripts : chosen.scripts)
        m_scripts->duplicateMany(scripts, [this, step, count = scripts.size()](const Back &back) {
            finish(step, back ? count : 0, back);
        });
    if (chosen.files.isEmpty())
        return;
    QList<std::pair<DocumentKey, DocumentValue>> originals;
    for (const DocumentKey &key : chosen.files)
        originals.append({key, editorOf(m_app, key.kind).unsavedValue(key)});
    m_app.library.perform(
        [originals](LibraryStore &store) -> Result<std::pair<QList<DocumentKey>, QList<Error>>> {
            QList<DocumentKey> copies;
            QList<Error> problems;
            for (const auto &[key, edited] : originals) {
                if (const auto copy = copyDocument(store, key, edited))
                    copies.append({key.kind, *copy});
                else
                    problems.append(copy.error());
            }
            return std::pair(copies, problems);
        },
        this,
        [this, step](const Result<std::pair<QList<DocumentKey>, QList<Error>>> &done) {
            if (!done) {
                sayFirst({done.error()});
                return finish(step, 0, {});
            }
            const auto &[copies, problems] = *done;
            sayFirst(problems);
            finish(step, copies.size(), [this, made = copies] { trash(made); });
        });
}

// The others are deleted under the eyes of their editors, which keep what is not saved.
bool ManyDocuments::isEdited(const LibraryDocument &document) const
{
    return document.part.isEmpty()
               ? hasEditorOfItsOwn(document.key.kind) &&
                     editorOf(m_app, document.key.kind).unsavedKeys().contains(document.key)
               : document.isPartEdited;
}

void ManyDocuments::remove(const QList<LibraryDocument> &documents)
{
    const auto edited =
        std::ranges::find_if(documents, [this](const LibraryDocument &each) { return isEdited(each); });
    if (edited != documents.cend())
        return m_app.libraryController.showError(
            {.what = tr("“%1” has unsaved changes in its editor").arg(edited->name),
             .hint = tr("Save or revert them, then delete all of them.")});
    const ChosenDocuments chosen = sortedOut(documents);
    const auto step = std::make_shared<Step>(
        Step{.jobs = chosen.scripts.size() + (chosen.files.isEmpty() ? 0 : 1), .back = {}});
    for (const QList<LibraryDocument> &scripts : chosen.scripts)
        m_scripts->removeMany(scripts, [this, step, count = scripts.size()](const Back &back) {
            finish(step, back ? count : 0, back);
        });
    if (!chosen.files.isEmpty())
        removeFiles(chosen.files, step);
}

void ManyDocuments::removeFiles(const QList<DocumentKey> &files, const std::shared_ptr<Step> &step)
{
    const QList<DocumentKey> wereOpen = letGo(files);
    m_app.library.perform(
        [files](LibraryStore &store) -> Result<FilesDone> { return deleteAllFiles(store, files); }, this,
        [this, step, wereOpen](const Result<FilesDone> &done) {
            const FilesDone all = done.value_or(FilesDone{});
            sayFirst(done ? all.problems : QList{done.error()});
            reopen(keysOf(wereOpen, all.gone, false)); // they are still there
            finish(
                step, all.names.size(),
                [this, ids = all.names, opened = keysOf(wereOpen, all.gone, true)] { restore(ids, opened); });
        });
}

// Which of them were in an editor.
QList<DocumentKey> ManyDocuments::letGo(const QList<DocumentKey> &files)
{
    QList<DocumentKey> wereOpen;
    const bool isInStudio = m_app.studio.isVisible();
    for (const DocumentKey &key : files) {
        if (key.kind == DocumentKind::Card)
            m_app.chat.letGoCharacter(key.name);
        if (!hasEditorOfItsOwn(key.kind) ||
            editorOf(m_app, key.kind).letGo(key) != EditorController::Held::Closed)
            continue;
        editorOf(m_app, key.kind).closeWindow();
        wereOpen.append(key);
    }
    if (isInStudio && !wereOpen.isEmpty())
        m_app.studio.showDocuments(); // one goes on there
    return wereOpen;
}

// Copies that are taken back.
void ManyDocuments::trash(const QList<DocumentKey> &files)
{
    letGo(files);
    m_app.library.perform(
        [files](LibraryStore &store) -> Result<FilesDone> { return deleteAllFiles(store, files); }, this,
        [this](const Result<FilesDone> &done) { sayFirst(done ? done->problems : QList{done.error()}); });
}

// What was in an editor is there again.
void ManyDocuments::restore(const QStringList &trashIds, const QList<DocumentKey> &wereOpen)
{
    m_app.library.perform(
        [trashIds](LibraryStore &store) -> Result<FilesDone> {
            FilesDone done;
            for (const QString &id : trashIds) {
                if (const auto back = restoreDeleted(store, id); !back)
                    done.problems.append(back.error());
            }
            return done;
        },
        this,
        [this, wereOpen](const Result<FilesDone> &done) {
            sayFirst(done ? done->problems : QList{done.error()});
            reopen(wereOpen);
        });
}

void ManyDocuments::reopen(const QList<DocumentKey> &files)
{
    for (const DocumentKey &key : files)
        editorOf(m_app, key.kind).openDocument(key);
}

} // namespace snug
