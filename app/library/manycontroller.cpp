#include "app/library/manycontroller.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/doneinlist.h"
#include "app/library/librarycontroller.h"
#include "core/library/deleting.h"
#include "core/library/exporter.h"
#include "core/library/filenames.h"
#include "core/library/groupfiles.h"
#include "core/library/library.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QFileDialog>
#include <QInputDialog>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

ManyController::ManyController(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_tags(app)
{
    connect(&app.libraryPane, &LibraryPane::manyChangeRequested, this, &ManyController::change);
    connect(&app.libraryPane, &LibraryPane::folderRequested, this, &ManyController::changeFolder);
}

void ManyController::change(const ManyChange &change)
{
    QList<CastKey> whom;
    for (const CastEntry &entry : change.whom)
        whom.append({.isGroup = entry.kind == CastEntry::Kind::Group, .file = entry.id});
    switch (change.kind) {
    case ManyChange::Kind::AddTag:
        return askForTag(whom);
    case ManyChange::Kind::RemoveTag:
        return changeTag(whom, change.what, TagChange::Remove);
    case ManyChange::Kind::AddLorebook:
        return changeLorebook(whom, change.what, LorebookChange::Add);
    case ManyChange::Kind::RemoveLorebook:
        return changeLorebook(whom, change.what, LorebookChange::Remove);
    case ManyChange::Kind::Favourite:
        return setFavourites(whom, true);
    case ManyChange::Kind::NoFavourite:
        return setFavourites(whom, false);
    case ManyChange::Kind::Export:
        return askWhereTo(change.whom);
    case ManyChange::Kind::Delete:
        return remove(whom);
    }
}

void ManyController::tell(const QString &text, const std::function<void()> &undo)
{
    tellDone(m_app,
             {.notice = u"many"_s, .text = text, .undoText = tr("Undo change in the list"), .undo = undo});
}

void ManyController::tellProblems(const QList<Error> &problems)
{
    if (!problems.isEmpty())
        m_app.libraryController.showError(problems.first());
}

void ManyController::askForTag(const QList<CastKey> &whom)
{
    QStringList known;
    for (const Tag &tag : m_app.library.contents().settings.tags)
        known.append(tag.name);
    known.sort(Qt::CaseInsensitive);
    auto *dialog = new QInputDialog(&m_app.window);
    dialog->setObjectName(u"addTag"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Add Tag"));
    dialog->setLabelText(tr("Tag for %Ln item(s)", nullptr, int(whom.size())));
    dialog->setComboBoxItems(known);
    dialog->setComboBoxEditable(true);
    dialog->setTextValue({});
    dialog->setOkButtonText(tr("&Add"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, whom](const QString &tag) {
        if (!tag.trimmed().isEmpty())
            changeTag(whom, tag.trimmed(), TagChange::Add);
    });
    dialog->open();
}

void ManyController::changeTag(const QList<CastKey> &whom, const QString &tag, TagChange change)
{
    m_app.library.perform(
        [whom, tag, change](LibraryStore &store) { return snug::changeTag(store, whom, tag, change); }, this,
        [this, tag, change, count = int(whom.size())](const Result<TagsBefore> &before) {
            if (!before)
                return m_app.libraryController.showError(before.error());
            const QString text = change == TagChange::Add
                                     ? tr("Tag “%1” added to %Ln item(s).", nullptr, count)
                                     : tr("Tag “%1” removed from %Ln item(s).", nullptr, count);
            tell(text.arg(tag), [this, was = *before] {
                m_app.library.perform([was](LibraryStore &store) { return restoreTags(store, was); }, this,
                                      [this](const Result<void> &done) {
                                          if (!done)
                                              m_app.libraryController.showError(done.error());
                                      });
            });
        });
}

void ManyController::changeLorebook(const QList<CastKey> &whom, const QString &book, LorebookChange change)
{
    QStringList files;
    for (const CastKey &key : whom)
        files.append(key.file);
    m_app.library.perform(
        [files, book, change](LibraryStore &store) {
            return snug::changeLorebook(store, files, book, change);
        },
        this,
        [this, book, change, count = int(files.size())](const Result<LorebooksBefore> &before) {
            if (!before)
                return m_app.libraryController.showError(before.error());
            const QString text = change == LorebookChange::Add
                                     ? tr("Lorebook “%1” added to %Ln character(s).", nullptr, count)
                                     : tr("Lorebook “%1” removed from %Ln character(s).", nullptr, count);
            tell(text.arg(book), [this, was = *before] {
                m_app.library.perform([was](LibraryStore &store) { return restoreLorebooks(store, was); },
                                      this,
                                      [this](const Result<void> &done) {
                                          if (!done)
                                              m_app.libraryController.showError(done.error());
                                      });
            });
        });
}

void ManyController::changeFolder(const QString &tag, TagFolder folder)
{
    m_app.library.perform(
        [tag, folder](LibraryStore &store) { return snug::changeFolder(store, tag, folder); }, this,
        [this, tag, folder](const Result<FoldersBefore> &before) {
            if (!before)
                return m_app.libraryController.showError(before.error());
            const QString text = folder == TagFolder::None ? tr("Tag “%1” is no longer a folder.")
                                 : folder == TagFolder::Open
                                     ? tr("Tag “%1” is a folder; its characters are listed outside it too.")
                                     : tr("Tag “%1” is a folder; its characters are listed only in it.");
            tell(text.arg(tag), [this, was = *before] {
                m_app.library.perform([was](LibraryStore &store) { return restoreFolders(store, was); }, this,
                                      [this](const Result<void> &done) {
                                          if (!done)
                                              m_app.libraryController.showError(done.error());
                                      });
            });
        });
}

void ManyController::setFavourites(const QList<CastKey> &whom, bool favourite)
{
    m_app.library.perform(
        [whom, favourite](LibraryStore &store) -> Result<ManyChanged> {
            return setFavourite(store, whom, favourite);
        },
        this,
        [this, favourite](const Result<ManyChanged> &done) {
            if (!done)
                return m_app.libraryController.showError(done.error());
            tellProblems(done->problems);
            if (done->changed.isEmpty())
                return;
            const int count = int(done->changed.size());
            tell(favourite ? tr("%Ln item(s) added to the favourites.", nullptr, count)
                           : tr("%Ln item(s) removed from the favourites.", nullptr, count),
                 [this, changed = done->changed, favourite] {
                     m_app.library.perform(
                         [changed, favourite](LibraryStore &store) -> Result<ManyChanged> {
                             return setFavourite(store, changed, !favourite);
                         },
                         this,
                         [this](const Result<ManyChanged> &back) {
                             tellProblems(back ? back->problems : QList{back.error()});
                         });
                 });
        });
}

void ManyController::askWhereTo(const QList<CastEntry> &whom)
{
    QStringList files; // groups are no files of their own outside
    for (const CastEntry &entry : whom) {
        if (entry.kind == CastEntry::Kind::Character)
            files.append(entry.id);
    }
    auto *dialog = new QFileDialog(&m_app.window, tr("Export to a Folder"));
    dialog->setObjectName(u"exportMany"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, files](const QString &folder) { exportTo(files, folder); });
    dialog->open();
}

// Nothing that is there is replaced.
void ManyController::exportTo(const QStringList &files, const QString &folder)
{
    m_app.library.perform(
        [files, folder](LibraryStore &store) -> Result<QList<Error>> {
            QList<Error> problems;
            for (const QString &file : files) {
                const QString name = freeFileName(folder, file.section(u'.', 0, -2), u".png"_s);
                if (const auto done = snug::exportTo(store, ExportKind::CardPng, file, folder + u'/' + name);
                    !done)
                    problems.append(done.error());
            }
            return problems;
        },
        this,
        [this, folder, count = files.size()](const Result<QList<Error>> &problems) {
            if (!problems)
                return m_app.libraryController.showError(problems.error());
            tellProblems(*problems);
            m_app.window.showNews(
                tr("%Ln character(s) exported to %1", nullptr, int(count - problems->size())).arg(folder));
        });
}

void ManyController::remove(const QList<CastKey> &whom)
{
    const auto &groups = m_app.library.contents().groups;
    for (const CastKey &key : whom) {
        if (!key.isGroup)
            m_app.chat.letGoCharacter(key.file);
    }
    m_app.chat.letGo([&](const ChatReference &reference) {
        return std::ranges::any_of(whom, [&](const CastKey &key) {
            const auto group = std::ranges::find(groups, key.file, &GroupSummary::file);
            return key.isGroup && reference.isGroup() && group != groups.cend() &&
                   chatNames(group->group).contains(reference.name);
        });
    });
    m_app.library.perform(
        [whom](LibraryStore &store) -> Result<ManyDeleted> { return deleteMany(store, whom); }, this,
        [this](const Result<ManyDeleted> &done) {
            if (!done)
                return m_app.libraryController.showError(done.error());
            tellProblems(done->problems);
            if (done->trashIds.isEmpty())
                return;
            tell(tr("%Ln item(s) are in the library's trash, with their chats.", nullptr,
                    int(done->trashIds.size())),
                 [this, ids = done->trashIds] {
                     m_app.library.perform(
                         [ids](LibraryStore &store) -> Result<QList<Error>> {
                             QList<Error> problems;
                             for (const QString &id : ids) {
                                 if (const auto back = restoreDeleted(store, id); !back)
                                     problems.append(back.error());
                             }
                             return problems;
                         },
                         this,
                         [this](const Result<QList<Error>> &problems) {
                             tellProblems(problems ? *problems : QList{problems.error()});
                         });
                 });
        });
}

} // namespace snug
