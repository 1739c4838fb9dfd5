#include "app/documents/documentscontroller.h"

#include "app/appcontext.h"
#include "app/documents/documentactions.h"
#include "app/documents/documentlist.h"
#include "app/documents/doneinwindow.h"
#include "app/documents/newdocumentcontroller.h"
#include "core/library/fileaccess.h"
#include "core/library/library.h"
#include "core/whatwas/filetext.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/workspace.h"
#include "widgets/chat/undoline.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

DocumentsController::DocumentsController(const AppContext &app, DocumentActions *actions,
                                         NewDocumentController *making, QObject *parent)
    : QObject(parent)
    , m_app(app)
    , m_actions(actions)
    , m_making(making)
{
    m_fill.setSingleShot(true);
    m_fill.setInterval(50ms);
    connect(&m_fill, &QTimer::timeout, this, &DocumentsController::fill);
    connect(app.actions.action(ActionId::ManageLibrary), &QAction::triggered, this,
            &DocumentsController::show);
    const auto fillSoon = [this] {
        if (m_window && m_window->isVisible())
            m_fill.start();
    };
    connect(&app.library, &Library::changed, this, fillSoon);
    connect(&app.workspace.content, &ActiveContent::changed, this, fillSoon);
    const auto close = [this] {
        if (m_window)
            m_window->close();
    };
    connect(&app.library, &Library::closed, this, close);
    connect(&app.window, &MainWindow::closing, this, close);
    const auto choose = [this](const DocumentKey &key) {
        if (m_window && m_window->isVisible())
            m_window->choose(key);
    };
    connect(actions, &DocumentActions::made, this, choose);
    connect(actions, &DocumentActions::otherRequested, making, &NewDocumentController::makeOtherOf);
    connect(making, &NewDocumentController::made, this, choose);
}

DocumentsController::~DocumentsController()
{
    delete m_window;
}

void DocumentsController::show()
{
    if (!m_app.library.isOpen())
        return;
    if (!m_window) {
        m_window = new DocumentsWindow;
        auto *done = new UndoLine;
        m_window->addFoot(done);
        new DoneInWindow(m_app, m_window, done, m_window->list());
        connect(m_window, &DocumentsWindow::newRequested, m_making, &NewDocumentController::make);
        connect(m_window, &DocumentsWindow::actRequested, m_actions, &DocumentActions::act);
        connect(m_window, &DocumentsWindow::compareRequested, m_actions, &DocumentActions::compare);
        connect(m_window, &DocumentsWindow::previewRequested, this, &DocumentsController::preview);
    }
    fill();
    m_window->show();
    m_window->raise();
    m_window->activateWindow();
}

void DocumentsController::fill()
{
    m_window->setDocuments(
        listDocuments(m_app.library.contents(), m_app.library.layout(), m_app.workspace.content));
}

void DocumentsController::preview(const LibraryDocument &document)
{
    // A persona is a part of the settings; its file is its picture.
    if (document.key.kind == DocumentKind::Persona) {
        const QList<Persona> personas = m_app.workspace.content.personas().all();
        const auto persona = std::ranges::find(personas, document.key.name, &Persona::avatar);
        m_window->setPreview(document.key, persona == personas.cend() ? QString() : persona->description);
        return;
    }
    m_app.library.perform(
        [path = document.path](LibraryStore &) {
            return readVersioned(path, ArchiveFileLimit).transform([](const Loaded<QByteArray> &file) {
                return fileText(file.value);
            });
        },
        this,
        [this, key = document.key](const Result<QString> &text) {
            if (m_window)
                m_window->setPreview(key, text.value_or(QString()), text ? QString() : text.error().line());
        });
}

} // namespace snug
