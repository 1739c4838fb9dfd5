// Files in and out of the library, and what is deleted and comes back.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/doneinlist.h"
#include "app/library/librarycontroller.h"
#include "core/library/deleting.h"
#include "core/library/groupfiles.h"
#include "core/library/importer.h"
#include "core/library/library.h"
#include "core/library/usualplaces.h"
#include "core/pictures/pictureengine.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>

using namespace Qt::StringLiterals;

namespace snug {

void LibraryController::connectPane()
{
    LibraryPane *pane = &m_app.libraryPane;
    connect(pane, &LibraryPane::entryChosen, this, &LibraryController::choose);
    connect(pane, &LibraryPane::newChatRequested, this, &LibraryController::newChat);
    connect(pane, &LibraryPane::newModelChatRequested, this, &LibraryController::newModelChat);
    connect(pane, &LibraryPane::importRequested, this, &LibraryController::askForImport);
    connect(pane, &LibraryPane::openLibraryRequested, this, &LibraryController::askForFolder);
    connect(pane, &LibraryPane::openAgainRequested, this, [this] { openFolder(m_wanted); });
    connect(pane, &LibraryPane::exportRequested, this, [this](const CastEntry &entry) {
        if (entry.kind == CastEntry::Kind::Group)
            m_export.exportGroup(entry.id, entry.name);
        else
            m_export.exportCard(entry.id, entry.name);
    });
    connect(&m_export, &ExportController::failed, this, &LibraryController::showError);
    connect(pane, &LibraryPane::deleteRequested, this,
            [this](const CastEntry &entry) { deleteEntry(entry); });
}

void LibraryController::connectActions()
{
    using enum ActionId;
    const auto on = [this](ActionId id, auto act) {
        connect(m_app.actions.action(id), &QAction::triggered, this, act);
    };
    on(OpenLibrary, [this] { askForFolder(); });
    connect(this, &LibraryController::settled, this, [this] { importFiles(std::exchange(m_toImport, {})); });
    on(Import, [this] { askForImport(); });
    on(NewChat, [this] { newChat(); });
    on(NewModelChat, [this] { newModelChat(); });
    on(FocusSearch, [this] { m_app.libraryPane.focusSearch(); });
    on(ExportCharacter, [this] {
        if (m_entry && m_entry->kind == CastEntry::Kind::Character)
            m_export.exportCard(m_entry->id, m_entry->name);
    });
    on(DeleteCharacter, [this] {
        if (m_entry && m_entry->kind != CastEntry::Kind::Model)
            deleteEntry(*m_entry);
    });
}

void LibraryController::askForFolder()
{
    const QString usual = usualSillyTavernFolder(QDir::homePath());
    auto *dialog = new QFileDialog(&m_app.window, tr("Open a SillyTavern or Snug Folder"),
                                   usual.isEmpty() ? QDir::homePath() : usual);
    dialog->setObjectName(u"openLibrary"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &LibraryController::openFolder);
    dialog->open();
}

void LibraryController::askForImport()
{
    auto *dialog =
        new QFileDialog(&m_app.window, tr("Import"), QString(),
                        tr("Cards, presets, lorebooks, chats, personas, rules (*.png *.charx *.jpg *.jpeg "
                           "*.json *.jsonl *.lorebook *.risum);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &LibraryController::importFiles);
    dialog->open();
}

static QString reportText(const ImportReport &report)
{
    QStringList lines;
    for (const ImportedFile &file : report.files) {
        lines << file.path;
        if (file.problem)
            lines << u"    ✕ "_s + file.problem->line() +
                         (file.problem->hint.isEmpty() ? QString() : u". "_s + file.problem->hint);
        if (!file.understood.isEmpty())
            lines << u"    "_s + file.understood;
        if (!file.place.isEmpty())
            lines << u"    → "_s + file.place;
        for (const Error &note : file.notes)
            lines << u"    • "_s + note.line();
        lines << QString();
    }
    return lines.join(u'\n');
}

void LibraryController::importFiles(const QStringList &paths)
{
    if (paths.isEmpty())
        return;
    m_app.window.showActivity(tr("Importing…"));
    const QString chatsFor = m_entry && m_entry->kind != CastEntry::Kind::Group ? m_entry->id : QString();
    m_app.library.perform(
        [paths, chatsFor, pictures = m_app.pictures](LibraryStore &store) -> Result<ImportReport> {
            return snug::importFiles(store, paths, chatsFor, [&pictures](const QByteArray &picture) {
                return pictures->toPng(picture);
            });
        },
        this,
        [this](const Result<ImportReport> &report) {
            m_app.window.showActivity({});
            if (!report) {
                showError(report.error());
                return;
            }
            const auto count = [&](ImportedFile::Outcome outcome) {
                return int(std::ranges::count(report->files, outcome, &ImportedFile::outcome));
            };
            const int imported = count(ImportedFile::Outcome::Imported);
            const int kept = count(ImportedFile::Outcome::Kept);
            const int refused = count(ImportedFile::Outcome::Refused);
            QStringList sentences{tr("%n file(s) imported.", nullptr, imported)};
            if (kept > 0)
                sentences << tr("%n file(s) kept but not used by this version.", nullptr, kept);
            if (refused > 0)
                sentences << tr("%n file(s) not understood and left alone.", nullptr, refused);
            const QString summary = sentences.join(u' ');
            const auto details = [this, summary, text = reportText(*report)] {
                m_report->showReport(tr("Import"), summary, text);
            };
            m_app.chatPane.notices()->post(u"import"_s,
                                           {refused > 0 ? Notice::Kind::Problem : Notice::Kind::Done,
                                            summary,
                                            {{tr("Details"), details}},
                                            Notice::Until::Library});
        });
}

void LibraryController::offerUndo(const QString &text, const QString &trashId,
                                  const std::function<void()> &then)
{
    const auto putBack = [this, trashId, then] {
        m_app.library.perform([trashId](LibraryStore &store) { return restoreDeleted(store, trashId); }, this,
                              [this, then](const Result<TrashItem> &restored) {
                                  if (!restored)
                                      showError(restored.error());
                                  else if (then)
                                      then();
                              });
    };
    tellDone(m_app, {.notice = u"deleted"_s,
                     .kind = Notice::Kind::Hint,
                     .text = text,
                     .undoText = tr("Undo deleting"),
                     .undo = putBack});
}

void LibraryController::tellOwnerless(const QString &title)
{
    m_app.chatPane.notices()->post(
        ownerlessNotice,
        {Notice::Kind::Problem,
         tr("The chat “%1” belongs to nobody in this library. It can be given to somebody.").arg(title),
         {{tr("Show"), [this] { m_app.actions.action(ActionId::CannotBeUsed)->trigger(); }}},
         Notice::Until::Library});
}

void LibraryController::deleteEntry(const CastEntry &entry, const std::function<void()> &whenThere)
{
    const bool isGroup = entry.kind == CastEntry::Kind::Group;
    const QString text = isGroup ? tr("The group “%1” and its chats are in the library's trash.")
                                 : tr("%1 and all chats with them are in the library's trash.");
    const auto deleted = [this, text = text.arg(entry.name), whenThere](const Result<TrashItem> &gone) {
        if (gone)
            return offerUndo(text, gone->id, whenThere);
        if (whenThere)
            whenThere();
        showError(gone.error());
    };
    if (isGroup) {
        const QStringList names = chatNames(groupOf(entry.id));
        m_app.chat.letGo([&](const ChatReference &reference) {
            return reference.isGroup() && names.contains(reference.name);
        });
        if (m_app.chat.groupFile() == entry.id)
            m_app.chat.close();
        m_app.library.perform([file = entry.id](LibraryStore &store) { return deleteGroup(store, file); },
                              this, deleted);
        return;
    }
    m_app.chat.letGoCharacter(entry.id);
    m_app.library.perform(
        [file = entry.id](LibraryStore &store) { return deleteCard(store, file, ChatsOfCard::Delete); }, this,
        deleted);
}

} // namespace snug
