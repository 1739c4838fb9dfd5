#include "app/editors/editorquestions.h"

#include "app/editors/documentkinds.h"
#include "core/editing/documentediting.h"
#include "widgets/editors/conflictdialog.h"
#include "widgets/editors/documenthead.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/versionspage.h"
#include "widgets/theme/plainmessagebox.h"

#include <QCoreApplication>
#include <QLocale>
#include <QMenu>
#include <QPointer>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct EditorQuestionsText
{
    Q_DECLARE_TR_FUNCTIONS(EditorQuestions)
};

} // namespace

void askAboutConflict(DocumentEditing *editing, QWidget *editor)
{
    if (!editing->conflict() || !editor || editor->findChild<ConflictDialog *>())
        return;
    auto *dialog = new ConflictDialog(documentName(editing->key()), editor);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setConflicts(editing->conflict()->conflicts);
    QObject::connect(dialog, &ConflictDialog::resolved, editing, &DocumentEditing::resolve);
    dialog->open();
}

void askAboutUnsaved(const QStringList &titles, QWidget *editor,
                     const std::function<void(UnsavedAnswer answer)> &done)
{
    const QString id = u"unsavedDocuments"_s;
    if (auto *asked = editor->findChild<QMessageBox *>(id); asked && asked->isVisible())
        return asked->raise();
    QMessageBox *box = newPlainMessageBox(QMessageBox::Question, EditorQuestionsText::tr("Unsaved Changes"),
                                          //: %1 are documents: "Preset Slow Burn, Preset Night"
                                          EditorQuestionsText::tr("Not saved: %1").arg(titles.join(u", "_s)),
                                          QMessageBox::Discard | QMessageBox::Cancel, editor);
    box->setObjectName(id);
    box->setInformativeText(EditorQuestionsText::tr(
        "If you keep them for later, the changes come back when the document is opened again."));
    QPushButton *save = box->addButton(titles.size() == 1 ? EditorQuestionsText::tr("&Save")
                                                          : EditorQuestionsText::tr("&Save All"),
                                       QMessageBox::AcceptRole);
    QPushButton *keep = box->addButton(EditorQuestionsText::tr("&Keep for Later"), QMessageBox::AcceptRole);
    box->setDefaultButton(save);
    QObject::connect(box, &QMessageBox::buttonClicked, editor, [=](QAbstractButton *button) {
        if (button == save)
            done(UnsavedAnswer::Save);
        else if (button == keep)
            done(UnsavedAnswer::Keep);
        else if (box->standardButton(button) == QMessageBox::Discard)
            done(UnsavedAnswer::Discard);
    });
    box->open();
}

static bool hasOthers(DocumentKind kind)
{
    return kind == DocumentKind::Card || kind == DocumentKind::Lorebook || kind == DocumentKind::Preset;
}

void fillVersionsMenu(QMenu *menu, DocumentEditing *editing, const CompareActs &compare)
{
    menu->clear();
    menu->addAction(EditorQuestionsText::tr("Reading…"))->setEnabled(false);
    editing->versions().list(menu, [menu = QPointer(menu), editing = QPointer(editing),
                                    compare](const QList<KeptVersion> &versions) {
        menu->clear();
        if (!editing)
            return;
        for (const KeptVersion &version : versions) {
            //: %1 is a time, %2 a size
            menu->addAction(EditorQuestionsText::tr("Restore %1 (%2)")
                                .arg(QLocale().toString(version.saved.toLocalTime(), QLocale::ShortFormat),
                                     QLocale().formattedDataSize(version.size)),
                            editing, [editing, version] { editing->versions().restore(version); });
        }
        if (versions.isEmpty())
            menu->addAction(EditorQuestionsText::tr("No earlier versions yet"))->setEnabled(false);
        menu->addSeparator();
        menu->addAction(EditorQuestionsText::tr("&Compare…"), editing, compare.versions)
            ->setEnabled(!versions.isEmpty());
        if (hasOthers(editing->key().kind))
            menu->addAction(editing->key().kind == DocumentKind::Card
                                ? EditorQuestionsText::tr("Compare With &Another Character…")
                            : editing->key().kind == DocumentKind::Lorebook
                                ? EditorQuestionsText::tr("Compare With &Another Lorebook…")
                                : EditorQuestionsText::tr("Compare With &Another Preset…"),
                            editing, compare.others);
        menu->addAction(EditorQuestionsText::tr("&Revert to Saved"), editing, &DocumentEditing::revert)
            ->setEnabled(editing->isEdited());
    });
}

QWidget *newVersionsPage(DocumentEditing *editing,
                         const std::function<void(const KeptVersion &version)> &putPictureBack)
{
    auto *page = new VersionsPage(documentName(editing->key()));
    page->setAttribute(Qt::WA_DeleteOnClose);
    page->setHasPicture(bool(putPictureBack));
    const auto compare = [editing, page](const KeptVersion &version) {
        editing->versions().compare(version, page, [page](const Result<QList<JsonChange>> &changes) {
            if (changes)
                page->setChanges(*changes);
            else
                page->showProblem(changes.error().line());
        });
    };
    QObject::connect(page, &VersionsPage::chosen, editing, compare);
    QObject::connect(page, &VersionsPage::placeRequested, editing,
                     [editing](const KeptVersion &version, const JsonChange &place) {
                         editing->versions().restore(version, place);
                     });
    QObject::connect(editing, &DocumentEditing::changed, page, [page, compare] {
        if (const std::optional<KeptVersion> version = page->current())
            compare(*version);
    });
    QObject::connect(page, &VersionsPage::putBackRequested, editing,
                     [editing](const KeptVersion &version) { editing->versions().restore(version); });
    if (putPictureBack)
        QObject::connect(page, &VersionsPage::pictureRequested, editing, putPictureBack);
    editing->versions().list(page,
                             [page](const QList<KeptVersion> &versions) { page->setVersions(versions); });
    return page;
}

DocumentState documentState(const DocumentEditing &editing)
{
    return {.isOpen = editing.isOpen(),
            .isEdited = editing.isEdited(),
            .isSaving = editing.isSaving(),
            .undoText = editing.undoText(),
            .redoText = editing.redoText(),
            .canUndo = editing.canUndo(),
            .canRedo = editing.canRedo()};
}

void connectStatus(DocumentEditing *editing, const std::function<EditorStatus *()> &status,
                   const std::function<QWidget *()> &editor)
{
    const auto tell = [status](const QString &text, const QList<EditorStatus::Answer> &answers = {}) {
        if (EditorStatus *line = status())
            line->tell(text, answers);
    };
    const auto warn = [status](const QString &text, const QList<EditorStatus::Answer> &answers = {}) {
        if (EditorStatus *line = status())
            line->warn(text, answers);
    };
    QObject::connect(editing, &DocumentEditing::draftRestored, editing, [=](const QDateTime &written) {
        tell(EditorQuestionsText::tr("Your unsaved changes from %1 are restored.")
                 .arg(QLocale().toString(written.toLocalTime(), QLocale::ShortFormat)),
             {{EditorQuestionsText::tr("Revert to Saved"), [editing] { editing->revert(); }}});
    });
    QObject::connect(editing, &DocumentEditing::mergedWithFile, editing, [=] {
        tell(EditorQuestionsText::tr(
            "Another program changed this file. Its changes were merged; Undo reverts them."));
    });
    // What was said was about the file before.
    QObject::connect(editing, &DocumentEditing::saved, editing, [=] {
        if (EditorStatus *line = status())
            line->clear();
    });
    QObject::connect(editing, &DocumentEditing::fileDeleted, editing, [=] {
        warn(EditorQuestionsText::tr("Another program deleted this file. Saving creates it again."));
    });
    QObject::connect(editing, &DocumentEditing::conflicted, editing, [=] {
        if (!status())
            return;
        const auto ask = [=] { askAboutConflict(editing, editor()); };
        warn(EditorQuestionsText::tr("Another program changed the same parts of this file."),
             {{EditorQuestionsText::tr("Review Conflicts…"), ask}});
    });
    QObject::connect(editing, &DocumentEditing::failed, editing, [=](const Error &error) {
        warn(error.hint.isEmpty() ? error.line() : u"%1\n%2"_s.arg(error.line(), error.hint));
    });
}

} // namespace snug
