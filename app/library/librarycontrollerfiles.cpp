// Files in and out of the library, and what is deleted and comes back.

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/library/librarycontroller.h"
#include "core/library/deleting.h"
#include "core/library/exporter.h"
#include "core/library/groupfiles.h"
#include "core/library/importer.h"
#include "core/library/library.h"
#include "core/pictures/pictureengine.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace snug {

void LibraryController::connectPane()
{
    LibraryPane *pane = &m_app.libraryPane;
    connect(pane, &LibraryPane::entryChosen, this, &LibraryController::choose);
    connect(pane, &LibraryPane::chatChosen, this, &LibraryController::openChat);
    connect(pane, &LibraryPane::newChatRequested, this, &LibraryController::newChat);
    connect(pane, &LibraryPane::importRequested, this, &LibraryController::askForImport);
    connect(pane, &LibraryPane::openLibraryRequested, this, &LibraryController::askForFolder);
    connect(pane, &LibraryPane::openAgainRequested, this, [this] { openFolder(m_wanted); });
    connect(pane, &LibraryPane::exportRequested, this, &LibraryController::exportCard);
    connect(pane, &LibraryPane::exportChatRequested, this, &LibraryController::exportChatNamed);
    connect(pane, &LibraryPane::deleteRequested, this, &LibraryController::deleteEntry);
    connect(pane, &LibraryPane::deleteChatRequested, this, &LibraryController::deleteChatNamed);
    connect(&m_app.window, &MainWindow::filesDropped, this, &LibraryController::importFiles);
}

void LibraryController::connectActions()
{
    // Filled before they are first opened too: empty menus would be greyed out on some desktops.
    for (QMenu *menu : {m_app.window.exportPresetMenu(), m_app.window.exportLorebookMenu(),
                        m_app.window.exportPersonaMenu(), m_app.window.exportRulesMenu()})
        connect(menu, &QMenu::aboutToShow, this, &LibraryController::fillExportMenus);
    fillExportMenus();
    using enum ActionId;
    const auto on = [this](ActionId id, auto act) {
        connect(m_app.actions.action(id), &QAction::triggered, this, act);
    };
    on(OpenLibrary, [this] { askForFolder(); });
    on(Import, [this] { askForImport(); });
    on(NewChat, [this] { newChat(); });
    on(FocusSearch, [this] { m_app.libraryPane.focusSearch(); });
    on(ExportCharacter, [this] {
        if (m_entry && m_entry->kind == CastEntry::Kind::Character)
            exportCard(*m_entry);
    });
    on(ExportChat, [this] {
        if (const auto &reference = m_app.chat.reference())
            exportChatNamed(reference->name);
    });
    on(DeleteChat, [this] {
        if (const auto &reference = m_app.chat.reference())
            deleteChatNamed(reference->name);
    });
    on(DeleteCharacter, [this] {
        if (m_entry)
            deleteEntry(*m_entry);
    });
}

void LibraryController::askForFolder()
{
    auto *dialog = new QFileDialog(&m_app.window, tr("Open a SillyTavern or Snug Folder"),
                                   m_app.library.layout().root());
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
    const QString chatsFor = m_entry && m_entry->kind == CastEntry::Kind::Character ? m_entry->id : QString();
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
                                            {{tr("Details"), details}}});
        });
}

void LibraryController::offerUndo(const QString &text, const QString &trashId)
{
    m_app.chatPane.notices()->post(
        u"deleted"_s, {Notice::Kind::Hint, text, {{tr("Undo"), [this, trashId] {
                                                       m_app.library.perform(
                                                           [trashId](LibraryStore &store) {
                                                               return restoreDeleted(store, trashId);
                                                           },
                                                           this,
                                                           [this](const Result<TrashItem> &restored) {
                                                               if (!restored)
                                                                   showError(restored.error());
                                                           });
                                                   }}}});
}

void LibraryController::deleteEntry(const CastEntry &entry)
{
    const auto deleted = [this, name = entry.name](const Result<TrashItem> &gone) {
        if (!gone)
            showError(gone.error());
        else
            offerUndo(tr("%1 and all chats with them are in the library's trash.").arg(name), gone->id);
    };
    if (entry.kind == CastEntry::Kind::Group) {
        if (m_app.chat.groupFile() == entry.id)
            m_app.chat.close();
        m_app.library.perform([file = entry.id](LibraryStore &store) { return deleteGroup(store, file); },
                              this, deleted);
        return;
    }
    if (m_app.chat.reference() && m_app.chat.reference()->cardFile == entry.id)
        m_app.chat.close();
    m_app.library.perform(
        [file = entry.id](LibraryStore &store) { return deleteCard(store, file, ChatsOfCard::Delete); }, this,
        deleted);
}

void LibraryController::deleteChatNamed(const QString &name)
{
    if (!m_entry)
        return;
    const bool isGroup = m_entry->kind == CastEntry::Kind::Group;
    const ChatReference reference{.cardFile = isGroup ? QString() : m_entry->id, .name = name};
    if (m_app.chat.reference() == reference)
        m_app.chat.close();
    m_app.library.perform(
        [reference, group = isGroup ? m_entry->id : QString()](LibraryStore &store) {
            return group.isEmpty() ? deleteChat(store, reference)
                                   : deleteGroupChat(store, group, reference.name);
        },
        this,
        [this, name](const Result<TrashItem> &deleted) {
            if (!deleted)
                showError(deleted.error());
            else
                offerUndo(tr("The chat “%1” is in the library's trash.").arg(name), deleted->id);
        });
}

// Choosing another form changes the name's end with it.
static void followFilter(QFileDialog *dialog)
{
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString &filter) {
        const QString suffix = filter.section(u"(*"_s, -1).chopped(1);
        const QString chosen = dialog->selectedFiles().value(0);
        QString base = QFileInfo(chosen).fileName();
        for (const QString &end :
             {u".json"_s, u".preset"_s, u".worldbook"_s, u".character"_s, u".png"_s, u".charx"_s}) {
            if (base.endsWith(end, Qt::CaseInsensitive))
                base.chop(end.size());
        }
        dialog->selectFile(base + suffix);
    });
}

void LibraryController::exportCard(const CastEntry &entry)
{
    auto *dialog = new QFileDialog(&m_app.window, tr("Export %1").arg(entry.name), QString(),
                                   tr("Card with picture (*.png);;Card with assets (*.charx);;"
                                      "Card without picture (*.json);;"
                                      "SmartTavern character (*.character.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"png"_s);
    dialog->selectFile(entry.id);
    followFilter(dialog);
    connect(dialog, &QFileDialog::fileSelected, this, [this, id = entry.id](const QString &target) {
        const ExportKind kind = target.endsWith(u".character.json", Qt::CaseInsensitive)
                                    ? ExportKind::FramingCharacter
                                : target.endsWith(u".charx", Qt::CaseInsensitive) ? ExportKind::CardCharX
                                : target.endsWith(u".json", Qt::CaseInsensitive)  ? ExportKind::CardJson
                                                                                  : ExportKind::CardPng;
        m_app.library.perform(
            [kind, id, target](LibraryStore &store) { return exportTo(store, kind, id, target); }, this,
            [this, target](const Result<void> &done) { showExported(done, target); });
    });
    dialog->open();
}

void LibraryController::exportChatNamed(const QString &name)
{
    if (!m_entry)
        return;
    const ChatReference reference{
        .cardFile = m_entry->kind == CastEntry::Kind::Group ? QString() : m_entry->id, .name = name};
    auto *dialog = new QFileDialog(&m_app.window, tr("Export Chat"), QString(),
                                   tr("Chats (*.jsonl);;SmartTavern conversations (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"jsonl"_s);
    dialog->selectFile(name + u".jsonl"_s);
    connect(dialog, &QFileDialog::fileSelected, this, [this, reference](const QString &target) {
        m_app.library.perform(
            [reference, target](LibraryStore &store) {
                return target.endsWith(u".json", Qt::CaseInsensitive)
                           ? exportConversation(store, reference, target)
                           : exportChat(store, reference, target);
            },
            this, [this, target](const Result<void> &done) { showExported(done, target); });
    });
    dialog->open();
}

void LibraryController::fillExportMenus()
{
    const LibraryContents &contents = m_app.library.contents();
    const auto fill = [this](QMenu *menu, ExportKind kind, const auto &documents, const QString &none) {
        menu->clear();
        for (const auto &document : documents) {
            menu->addAction(QString(document.name).replace(u'&', u"&&"_s) + u"…"_s, this,
                            [this, kind, name = document.name] { exportDocument(kind, name); });
        }
        if (menu->isEmpty())
            menu->addAction(none)->setEnabled(false);
    };
    fill(m_app.window.exportPresetMenu(), ExportKind::Preset, contents.presets,
         tr("No presets in this library"));
    fill(m_app.window.exportLorebookMenu(), ExportKind::Lorebook, contents.lorebooks,
         tr("No lorebooks in this library"));
    QMenu *personas = m_app.window.exportPersonaMenu();
    personas->clear();
    for (const Persona &persona : contents.personas) {
        const QString name = persona.name.isEmpty() ? persona.avatar : persona.name;
        personas->addAction(QString(name).replace(u'&', u"&&"_s) + u"…"_s, this,
                            [this, avatar = persona.avatar, name] { exportPersona(avatar, name); });
    }
    if (personas->isEmpty())
        personas->addAction(tr("No personas in this library"))->setEnabled(false);
    QMenu *rules = m_app.window.exportRulesMenu();
    rules->clear();
    for (const QString &name : contents.templates.value(LibraryLayout::Folder::Rules)) {
        rules->addAction(QString(name).replace(u'&', u"&&"_s) + u"…"_s, this,
                         [this, name] { exportRules(name); });
    }
    if (rules->isEmpty())
        rules->addAction(tr("No rules of SmartTavern's in this library"))->setEnabled(false);
}

void LibraryController::exportRules(const QString &name)
{
    askWhere(name, name + u".regex.json"_s, tr("SmartTavern rules (*.json)"),
             [name](LibraryStore &store, const QString &target) {
                 return exportTo(store, ExportKind::FramingRules, name, target);
             });
}

void LibraryController::deleteRuleFile(const QString &name)
{
    m_app.library.perform([name](LibraryStore &store) { return deleteRules(store, name); }, this,
                          [this, name](const Result<TrashItem> &deleted) {
                              if (!deleted)
                                  showError(deleted.error());
                              else
                                  offerUndo(tr("The rules “%1” are in the library's trash.").arg(name),
                                            deleted->id);
                          });
}

// The name's end says in whose form.
static ExportKind documentKind(ExportKind kind, const QString &target)
{
    if (kind == ExportKind::Preset && target.endsWith(u".preset.json", Qt::CaseInsensitive))
        return ExportKind::FramingPreset;
    if (kind == ExportKind::Lorebook && target.endsWith(u".worldbook.json", Qt::CaseInsensitive))
        return ExportKind::FramingLorebook;
    return kind;
}

void LibraryController::exportDocument(ExportKind kind, const QString &name)
{
    askWhere(name, name + u".json"_s,
             kind == ExportKind::Preset
                 ? tr("Presets (*.json);;SmartTavern presets (*.preset.json)")
                 : tr("Lorebooks (*.json);;SmartTavern world books (*.worldbook.json)"),
             [kind, name](LibraryStore &store, const QString &target) {
                 return exportTo(store, documentKind(kind, target), name, target);
             });
}

void LibraryController::exportPersona(const QString &avatar, const QString &name)
{
    askWhere(name, name + u".persona.json"_s, tr("SmartTavern personas (*.json)"),
             [avatar](LibraryStore &store, const QString &target) {
                 return exportTo(store, ExportKind::FramingPersona, avatar, target);
             });
}

void LibraryController::askWhere(const QString &title, const QString &file, const QString &filters,
                                 const std::function<Result<void>(LibraryStore &, const QString &)> &write)
{
    auto *dialog = new QFileDialog(&m_app.window, tr("Export %1").arg(title), QString(), filters);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"json"_s);
    dialog->selectFile(file);
    followFilter(dialog);
    connect(dialog, &QFileDialog::fileSelected, this, [this, write](const QString &target) {
        m_app.library.perform([write, target](LibraryStore &store) { return write(store, target); }, this,
                              [this, target](const Result<void> &done) { showExported(done, target); });
    });
    dialog->open();
}

void LibraryController::showExported(const Result<void> &done, const QString &target)
{
    if (!done)
        showError(done.error());
    else
        m_app.chatPane.notices()->post(u"export"_s,
                                       {Notice::Kind::Done, tr("Written to %1.").arg(target), {}});
}

} // namespace snug
