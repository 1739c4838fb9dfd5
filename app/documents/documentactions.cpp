#include "app/documents/documentactions.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/chat/choicesteps.h"
#include "app/chat/closedchat.h"
#include "app/desktop.h"
#include "app/editors/editorcontroller.h"
#include "app/editors/editorofkind.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/library/doneinlist.h"
#include "app/library/librarycontroller.h"
#include "core/editing/documentstore.h"
#include "core/library/deleting.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/library/documenttree.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/studio.h"

#include <QFileInfo>
#include <QInputDialog>

using namespace Qt::StringLiterals;

namespace snug {

DocumentActions::DocumentActions(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_export(app)
    , m_scripts(app)
    , m_many(app, &m_scripts)
{
    connect(&m_scripts, &ScriptActions::made, this, &DocumentActions::made);
    connect(app.studio.documents(), &DocumentTree::manyRequested, this, &DocumentActions::actOnMany);
    connect(&m_export, &ExportController::failed, this, &DocumentActions::fail);
    connect(&app.libraryPane, &LibraryPane::actRequested, this,
            [this](DocumentAct wanted, const CastEntry &entry) { act(wanted, documentOf(entry)); });
    connect(&app.libraryPane, &LibraryPane::manyChangeRequested, this, [this](const ManyChange &change) {
        QList<LibraryDocument> characters;
        for (const CastEntry &entry : change.whom) {
            if (entry.kind == CastEntry::Kind::Character && !entry.problem)
                characters.append(documentOf(entry));
        }
        if (change.kind == ManyChange::Kind::Duplicate && !characters.isEmpty())
            m_many.duplicate(characters);
    });
    connect(&app.libraryPane, &LibraryPane::compareRequested, this,
            [this](const QString &file, const QString &other) {
                compare({DocumentKind::Card, file}, {DocumentKind::Card, other});
            });
}

LibraryDocument DocumentActions::documentOf(const CastEntry &entry) const
{
    const LibraryLayout &layout = m_app.library.layout();
    const auto path = [&] {
        switch (entry.kind) {
        case CastEntry::Kind::Character:
            return layout.card(entry.id);
        case CastEntry::Kind::Group:
            return layout.group(entry.id);
        case CastEntry::Kind::Model:
            return layout.chatFolder(entry.id);
        case CastEntry::Kind::Folder:
            break; // none of the disk
        }
        return QString();
    };
    return {.key = {DocumentKind::Card, entry.id},
            .name = entry.name,
            .content = {},
            .path = path(),
            .problem = {},
            .isInEffect = false};
}

void DocumentActions::actOnScript(DocumentAct act, const LibraryDocument &script)
{
    switch (act) {
    case DocumentAct::Edit:
        return m_scripts.edit(script);
    case DocumentAct::Use:
        return m_scripts.use(script);
    case DocumentAct::Duplicate:
        return m_scripts.duplicate(script);
    case DocumentAct::Rename:
        return askForName(script);
    case DocumentAct::Export:
        return m_scripts.take(script, [this, name = script.name](const RegexScript &found) {
            m_export.exportScript(found, name);
        });
    case DocumentAct::MakeOther:
        return; // there is none
    case DocumentAct::ShowInFolder:
        return showInFolder(script.path);
    case DocumentAct::Delete:
        return m_scripts.remove(script);
    }
}

void DocumentActions::actOnMany(DocumentAct act, const QList<LibraryDocument> &documents)
{
    if (act == DocumentAct::Duplicate)
        m_many.duplicate(documents);
    else if (act == DocumentAct::Delete)
        m_many.remove(documents);
}

void DocumentActions::act(DocumentAct act, const LibraryDocument &document)
{
    if (!document.part.isEmpty())
        return actOnScript(act, document);
    switch (act) {
    case DocumentAct::Edit:
        return edit(document.key);
    case DocumentAct::Use:
        return use(document);
    case DocumentAct::Duplicate:
        return duplicate(document, false);
    case DocumentAct::Rename:
        return askForName(document);
    case DocumentAct::Export:
        return m_export.exportDocument(document.key, document.name);
    case DocumentAct::MakeOther:
        Q_EMIT otherRequested(document.key);
        return;
    case DocumentAct::ShowInFolder:
        return showInFolder(document.path);
    case DocumentAct::Delete:
        return remove(document, Telling::Yes);
    }
}

void DocumentActions::compare(const DocumentKey &key, const DocumentKey &other)
{
    editorOf(m_app, key.kind).compare(key, other.name);
}

void DocumentActions::tell(const QString &text, const QString &undoText, const std::function<void()> &undo,
                           const QString &redoText, const std::function<void()> &redo)
{
    tellDone(m_app, {.notice = u"document"_s,
                     .text = text,
                     .undoText = undoText,
                     .undo = undo,
                     .redoText = redoText,
                     .redo = redo});
}

void DocumentActions::fail(const Error &error)
{
    m_app.libraryController.showError(error);
}

void DocumentActions::edit(const DocumentKey &key)
{
    if (key.kind == DocumentKind::Persona)
        m_app.personaEditor.open(key.name);
    else
        editorOf(m_app, key.kind).openDocument(key);
}

void DocumentActions::use(const LibraryDocument &document)
{
    ActiveContent &content = m_app.workspace.content;
    const QString name = document.isInEffect ? QString() : document.key.name;
    switch (document.key.kind) {
    case DocumentKind::Card:
        return m_app.libraryController.begin(CastEntry::Kind::Character, document.key.name);
    case DocumentKind::Persona:
        return choosePersona(m_app, name);
    case DocumentKind::Preset:
        return choosePreset(m_app, name);
    case DocumentKind::Lorebook:
        return switchLorebook(m_app, document.key.name,
                              !content.lorebooks().global().contains(document.key.name));
    case DocumentKind::ChatTemplate:
        if (!document.isInEffect)
            content.promptTemplates().choose(ChatTemplates::Scope::Library, {}, document.key.name);
        return content.choices().chooseMode(document.isInEffect ? PromptMode::Auto : PromptMode::Template);
    case DocumentKind::Rules:
        return content.rules().switchOn(document.key.name, !document.isInEffect);
    default:
        return content.templates().choose(folderOfKind(document.key.kind), name);
    }
}

void DocumentActions::duplicate(const LibraryDocument &document, bool isOpened)
{
    const DocumentValue edited = editorOf(m_app, document.key.kind).unsavedValue(document.key);
    m_app.library.perform(
        [key = document.key, edited](LibraryStore &store) { return copyDocument(store, key, edited); }, this,
        [this, document, isOpened](const Result<QString> &copy) {
            if (!copy)
                return fail(copy.error());
            const DocumentKey key{document.key.kind, *copy};
            const LibraryDocument made{.key = key,
                                       .name = document.name,
                                       .content = {},
                                       .path = {},
                                       .problem = {},
                                       .isInEffect = {}};
            //: %1 is what was copied, %2 the file of the copy
            tell(tr("“%1” is copied to %2.").arg(document.name, *copy),
                 //: %1 is a document
                 tr("Undo copying of “%1”").arg(document.name), [this, made] { remove(made, Telling::No); });
            Q_EMIT this->made(key);
            if (isOpened)
                edit(key);
        });
}

void DocumentActions::askForName(const LibraryDocument &document)
{
    auto *dialog = new QInputDialog(&m_app.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename"));
    dialog->setLabelText(tr("New name of “%1”").arg(document.name));
    dialog->setTextValue(document.name);
    dialog->setOkButtonText(tr("&Rename"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, document](const QString &name) {
        if (name.trimmed() == document.name)
            return;
        if (document.part.isEmpty())
            rename(document, name, Telling::Yes);
        else
            m_scripts.rename(document, name);
    });
    dialog->open();
}

void DocumentActions::rename(const LibraryDocument &document, const QString &to, Telling telling)
{
    const bool isByFile =
        document.key.kind != DocumentKind::Card && document.key.kind != DocumentKind::Persona;
    using Held = EditorController::Held;
    const std::optional<Held> held =
        isByFile ? letGo(document, tr("Save or revert them, then rename it.")) : std::optional(Held::No);
    if (!held)
        return;
    // A chat that is bound to a lorebook says the new name in its first line.
    const auto isMeant = [&](const ChatReference &) {
        return document.key.kind == DocumentKind::Lorebook && m_app.chat.session() &&
               m_app.chat.session()->conversation().chat().metadata().value(u"world_info").toText() ==
                   document.key.name;
    };
    actWithChatClosed(m_app, isMeant, [&](const std::function<void()> &done) {
        m_app.library.perform(
            [key = document.key, to](LibraryStore &store) { return renameDocument(store, key, to); }, this,
            [this, document, held, done, telling](const Result<RenamedDocument> &rename) {
                done();
                if (!rename)
                    return fail(rename.error());
                renamed(document, rename->key, rename->name, rename->problems, telling);
                if (held == Held::Closed)
                    edit(rename->key);
            });
    });
}

std::optional<EditorController::Held> DocumentActions::letGo(const LibraryDocument &document,
                                                             const QString &hint)
{
    const EditorController::Held held = editorOf(m_app, document.key.kind).letGo(document.key);
    if (held != EditorController::Held::Edited)
        return held;
    fail({.what = tr("“%1” has unsaved changes in its editor").arg(document.name), .hint = hint});
    return std::nullopt;
}

void DocumentActions::renamed(const LibraryDocument &document, const DocumentKey &now, const QString &name,
                              const QList<Error> &problems, Telling telling)
{
    chooseInstead(document.key, now);
    LibraryDocument changed = document;
    changed.key = now;
    changed.name = name;
    QString text = tr("“%1” is now called “%2”.").arg(document.name, name);
    if (!problems.isEmpty())
        //: %1 is a file and what is wrong with it
        text += u' ' + tr("Still under its earlier name in: %1").arg(problems.first().line());
    if (telling == Telling::Yes || !problems.isEmpty())
        //: %1 is a document
        tell(
            text, tr("Undo renaming of “%1”").arg(document.name),
            [this, changed, before = document.name] { rename(changed, before, Telling::No); },
            //: %1 is a document
            tr("Redo renaming of “%1”").arg(document.name),
            [this, document, name] { rename(document, name, Telling::No); });
    Q_EMIT made(now);
}

// What was in effect under the earlier name is so under the new one.
void DocumentActions::chooseInstead(const DocumentKey &from, const DocumentKey &to)
{
    if (from == to)
        return;
    ActiveContent &content = m_app.workspace.content;
    switch (from.kind) {
    case DocumentKind::Preset:
        if (content.presetName() == from.name)
            content.choices().choosePreset(to.name);
        return;
    case DocumentKind::Lorebook:
        if (content.lorebooks().global().contains(from.name)) {
            content.choices().setGlobalBook(from.name, false);
            content.choices().setGlobalBook(to.name, true);
        }
        return;
    case DocumentKind::Rules:
        if (!content.rules().isOn(from.name)) {
            content.rules().switchOn(from.name, true);
            content.rules().switchOn(to.name, false);
        }
        return;
    case DocumentKind::ContextTemplate:
    case DocumentKind::InstructTemplate:
    case DocumentKind::SystemPrompt:
    case DocumentKind::TextSamplers:
        if (content.templates().nameOf(folderOfKind(from.kind)) == from.name)
            content.templates().choose(folderOfKind(from.kind), to.name);
        return;
    default:
        return;
    }
}

// An editor has nothing left to show; taken back, the document is in it again.
void DocumentActions::remove(const LibraryDocument &document, Telling telling)
{
    const DocumentKind kind = document.key.kind;
    using Held = EditorController::Held;
    const std::optional<Held> held = hasEditorOfItsOwn(kind)
                                         ? letGo(document, tr("Save or revert them, then delete it."))
                                         : std::optional(Held::No);
    if (!held)
        return;
    if (held == Held::Closed)
        leaveEditor(kind);
    if (kind != DocumentKind::Card)
        return removeFile(document, telling, held == Held::Closed);
    CastEntry entry;
    entry.id = document.key.name;
    entry.name = document.name;
    m_app.libraryController.deleteEntry(entry, [this, key = document.key, held] {
        if (held == Held::Closed)
            edit(key);
    });
}

void DocumentActions::leaveEditor(DocumentKind kind)
{
    const bool isInStudio = m_app.studio.isVisible();
    editorOf(m_app, kind).closeWindow();
    if (isInStudio)
        m_app.studio.showDocuments(); // one goes on there
}

void DocumentActions::removeFile(const LibraryDocument &document, Telling telling, bool wasOpen)
{
    const auto openAgain = [this, key = document.key, wasOpen] {
        if (wasOpen)
            edit(key);
    };
    m_app.library.perform([key = document.key](LibraryStore &store) { return deleteDocument(store, key); },
                          this,
                          [this, telling, openAgain, document](const Result<TrashItem> &gone) {
                              if (!gone) {
                                  openAgain();
                                  return fail(gone.error());
                              }
                              if (telling == Telling::Yes)
                                  tellGone(document, gone->id, openAgain);
                          });
}

void DocumentActions::tellGone(const LibraryDocument &document, const QString &trashId,
                               const std::function<void()> &openAgain)
{
    // The disk thread's alone: deleted again, it has another one.
    const auto id = std::make_shared<QString>(trashId);
    const auto again = [this, document, id] {
        if (hasEditorOfItsOwn(document.key.kind)) {
            const auto held = letGo(document, tr("Save or revert them, then delete it."));
            if (!held)
                return;
            if (held == EditorController::Held::Closed)
                leaveEditor(document.key.kind);
        }
        m_app.library.perform(
            [key = document.key, id](LibraryStore &store) {
                return deleteDocument(store, key).transform([&](const TrashItem &gone) { *id = gone.id; });
            },
            this,
            [this](const Result<void> &done) {
                if (!done)
                    fail(done.error());
            });
    };
    //: %1 is a document
    tell(
        tr("“%1” is in the library's trash.").arg(document.name),
        tr("Undo deleting of “%1”").arg(document.name), [this, id, openAgain] { takeBack(id, openAgain); },
        //: %1 is a document
        tr("Redo deleting of “%1”").arg(document.name), again);
}

void DocumentActions::takeBack(const std::shared_ptr<QString> &trashId, const std::function<void()> &then)
{
    m_app.library.perform([trashId](LibraryStore &store) { return restoreDeleted(store, *trashId); }, this,
                          [this, then](const Result<TrashItem> &restored) {
                              if (!restored)
                                  return fail(restored.error());
                              then();
                          });
}

void DocumentActions::showInFolder(const QString &path)
{
    showFolder(QFileInfo(path).path());
}

} // namespace snug
