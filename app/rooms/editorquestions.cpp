#include "app/rooms/editorquestions.h"

#include "core/editing/documentediting.h"
#include "widgets/editors/conflictdialog.h"

#include <QCoreApplication>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(EditorQuestions)
};

} // namespace

void askAboutConflict(DocumentEditing *editing, const QString &name, QWidget *editor)
{
    if (!editing->conflict() || !editor || editor->findChild<ConflictDialog *>())
        return;
    auto *dialog = new ConflictDialog(name, editor);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setConflicts(editing->conflict()->conflicts);
    QObject::connect(dialog, &ConflictDialog::resolved, editing, &DocumentEditing::resolve);
    dialog->open();
}

void askBeforeClosing(DocumentEditing *editing, const QString &name, QWidget *window)
{
    auto *box = new QMessageBox(QMessageBox::Question, name,
                                Words::tr("The changes to “%1” are not saved.").arg(name),
                                QMessageBox::NoButton, window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(u"unsavedDocument"_s);
    box->setInformativeText(Words::tr("They are kept as a draft until you save or take them back."));
    QPushButton *save = box->addButton(Words::tr("&Save"), QMessageBox::AcceptRole);
    QPushButton *revert = box->addButton(Words::tr("&Take Back"), QMessageBox::DestructiveRole);
    box->addButton(Words::tr("&Keep as Draft"), QMessageBox::RejectRole);
    QObject::connect(save, &QPushButton::clicked, editing, &DocumentEditing::save);
    QObject::connect(revert, &QPushButton::clicked, editing, &DocumentEditing::revert);
    box->open();
}

void fillVersionsMenu(QMenu *menu, DocumentEditing *editing)
{
    menu->clear();
    menu->addAction(Words::tr("Reading…"))->setEnabled(false);
    editing->listVersions(menu, [menu = QPointer(menu), editing](const QList<KeptVersion> &versions) {
        menu->clear();
        for (const KeptVersion &version : versions) {
            //: %1 is a time, %2 a size
            menu->addAction(Words::tr("Put Back %1 (%2)")
                                .arg(QLocale().toString(version.saved.toLocalTime(), QLocale::ShortFormat),
                                     QLocale().formattedDataSize(version.size)),
                            editing, [editing, version] { editing->restoreVersion(version); });
        }
        if (versions.isEmpty())
            menu->addAction(Words::tr("Nothing was replaced by saving yet"))->setEnabled(false);
        menu->addSeparator();
        menu->addAction(Words::tr("Back to the &File"), editing, &DocumentEditing::revert)
            ->setEnabled(editing->isEdited());
    });
}

} // namespace snug
