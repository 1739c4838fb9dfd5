#include "app/documents/studiocontroller.h"

#include "app/appcontext.h"
#include "app/documents/documentactions.h"
#include "app/documents/documentlist.h"
#include "app/documents/doneinwindow.h"
#include "app/documents/newdocumentcontroller.h"
#include "app/editors/editorcontroller.h"
#include "app/editors/editorofkind.h"
#include "app/settings.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/undoline.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/library/documenttree.h"
#include "widgets/theme/systemtheme.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/studio.h"
#include "widgets/window/studiostart.h"
#include "widgets/window/windowpages.h"

#include <QAction>
#include <QTreeWidget>

#include <algorithm>
#include <iterator>

using namespace std::chrono_literals;

namespace snug {

StudioController::StudioController(const AppContext &app, DocumentActions *actions,
                                   NewDocumentController *making, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    m_fill.setSingleShot(true);
    m_fill.setInterval(50ms);
    connect(&m_fill, &QTimer::timeout, this, &StudioController::fill);
    connectPlace();
    connect(&app.studio, &Studio::shown, this, [this] {
        fill();
        showPrompt();
    });
    connect(&app.inspector, &Inspector::stateChanged, this, &StudioController::showPrompt);
    connect(app.studio.prompt(), &PromptPane::sourceRequested, &app.inspector, &Inspector::sourceRequested);
    connect(app.studio.prompt(), &PromptPane::copied, &app.inspector, &Inspector::copied);
    app.studio.setTheme(app.theme.theme());
    connect(&app.theme, &SystemTheme::themeChanged, &app.studio, &Studio::setTheme);
    // The editors in it have gone by themselves.
    connect(&app.window, &MainWindow::closing, &app.studio, &Studio::left);
    connect(&app.library, &Library::closed, &app.studio, &Studio::left);
    connectDocuments(actions, making);
    auto *done = new UndoLine;
    app.studio.addFoot(done);
    new DoneInWindow(app, &app.studio, done, app.studio.documents()->list());
}

void StudioController::connectPlace()
{
    WindowPages *pages = m_app.window.pages();
    QAction *own = m_app.actions.action(ActionId::StudioWindow);
    pages->setStudio(&m_app.studio);
    pages->setTornOff(m_app.settings.window().hasStudioOfItsOwn);
    own->setChecked(pages->isTornOff());
    connect(own, &QAction::triggered, pages, &WindowPages::setTornOff);
    connect(pages, &WindowPages::tornOffChanged, own, &QAction::setChecked);
    connect(m_app.actions.action(ActionId::OpenStudio), &QAction::triggered, this, &StudioController::toggle);
    connect(&m_app.studio, &Studio::backRequested, this, &StudioController::goBack);
}

void StudioController::toggle()
{
    if (m_app.window.pages()->isStudioInFront())
        goBack();
    else
        show();
}

void StudioController::connectDocuments(DocumentActions *actions, NewDocumentController *making)
{
    DocumentTree *documents = m_app.studio.documents();
    connect(documents, &DocumentTree::newRequested, this, [actions, making](DocumentKind kind) {
        if (kind == DocumentKind::Script)
            actions->makeScript();
        else
            making->make(kind);
    });
    connect(actions, &DocumentActions::otherRequested, making, &NewDocumentController::makeOtherOf);
    connect(m_app.actions.action(ActionId::ManageLibrary), &QAction::triggered, this,
            &StudioController::showList);
    connect(documents, &DocumentTree::actRequested, actions, &DocumentActions::act);
    connect(documents, &DocumentTree::compareRequested, actions, &DocumentActions::compare);
    connect(documents, &DocumentTree::scriptsRequested, m_app.actions.action(ActionId::EditScripts),
            &QAction::trigger);
    const auto fillSoon = [this] {
        if (m_app.studio.isVisible())
            m_fill.start();
    };
    connect(&m_app.library, &Library::changed, this, fillSoon);
    connect(&m_app.workspace.content, &ActiveContent::changed, this, fillSoon);
    connect(&m_findings, &DocumentFindings::changed, this, fillSoon);
    for (EditorController *editor : editors()) {
        connect(editor, &EditorController::unsavedChanged, this, &StudioController::showEdited);
        connect(editor, &EditorController::documentShown, this, &StudioController::showChosen);
    }
    connectHeads(actions, making);
    connect(&m_app.studio, &Studio::currentChanged, this, &StudioController::showChosen);
    connect(m_app.studio.start(), &StudioStart::wanted, actions, &DocumentActions::edit);
    connect(actions, &DocumentActions::made, documents, &DocumentTree::choose);
    connect(making, &NewDocumentController::made, documents,
            [documents](const DocumentKey &key) { documents->choose(key); });
}

// New and Duplicate above an editor are those of the list; a copy made there is what one goes on with.
void StudioController::connectHeads(DocumentActions *actions, NewDocumentController *making)
{
    for (EditorController *editor : editors()) {
        connect(editor, &EditorController::newRequested, making, &NewDocumentController::make);
        connect(editor, &EditorController::duplicateRequested, this, [this, actions](const DocumentKey &key) {
            if (const auto document = listed(key))
                actions->duplicate(*document, true);
        });
        connect(editor, &EditorController::actRequested, this,
                [this, actions](DocumentAct act, const DocumentKey &key) {
                    if (const auto document = listed(key))
                        actions->act(act, *document);
                });
    }
}

std::optional<LibraryDocument> StudioController::listed(const DocumentKey &key) const
{
    const QList<LibraryDocument> documents =
        listDocuments(m_app.library.contents(), m_app.library.layout(), m_app.workspace.content)
            .value(key.kind);
    const auto found = std::ranges::find(documents, key, &LibraryDocument::key);
    return found == documents.cend() ? std::nullopt : std::optional(*found);
}

QList<EditorController *> StudioController::editors() const
{
    QList<EditorController *> list;
    for (const DocumentKind kind : allDocumentKinds) {
        EditorController *editor = &editorOf(m_app, kind);
        if (!list.contains(editor))
            list.append(editor);
    }
    return list;
}

void StudioController::show()
{
    if (m_app.library.isOpen())
        m_app.studio.showDocuments();
}

// Whatever is open beside it.
void StudioController::showList()
{
    if (!m_app.library.isOpen())
        return;
    m_app.studio.showDocuments();
    m_app.studio.setDocumentsShown(true);
    m_app.studio.documents()->focusList();
}

void StudioController::fill()
{
    if (!m_app.library.isOpen())
        return;
    auto documents = listDocuments(m_app.library.contents(), m_app.library.layout(), m_app.workspace.content);
    m_findings.note(documents);
    m_app.studio.documents()->setDocuments(documents);
    QList<LibraryDocument> inEffect;
    for (const DocumentKind kind :
         {DocumentKind::Card, DocumentKind::Persona, DocumentKind::Preset, DocumentKind::Lorebook})
        std::ranges::copy_if(std::as_const(documents[kind]), std::back_inserter(inEffect),
                             &LibraryDocument::isInEffect);
    m_app.studio.start()->setDocuments(inEffect);
    showEdited();
}

void StudioController::showEdited()
{
    QList<DocumentKey> edited;
    for (EditorController *editor : editors())
        edited += editor->unsavedKeys();
    m_app.studio.documents()->setEdited(edited);
}

// The row of what is edited, however it was opened.
void StudioController::showChosen()
{
    for (EditorController *editor : editors()) {
        if (const std::optional<DocumentKey> key = editor->keyInFront())
            m_app.studio.documents()->choose(*key, editor->partInFront());
    }
}

// The prompt that the inspector has: there is no second one.
void StudioController::showPrompt()
{
    if (!m_app.studio.isVisible())
        return;
    const InspectorState &state = m_app.inspector.state();
    PromptPane *pane = m_app.studio.prompt();
    pane->setOutbound(state.outbound, state.leftOut);
    pane->setPrompt(state.prompt.value_or(AssembledPrompt()), state.requestedMode, state.counter);
}

void StudioController::goBack()
{
    m_app.window.pages()->showChat();
    m_app.window.raise();
    m_app.window.activateWindow();
    m_app.chatPane.composer()->setFocus(Qt::OtherFocusReason);
}

} // namespace snug
