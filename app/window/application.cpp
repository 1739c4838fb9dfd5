#include "app/window/application.h"

#include "app/documents/testsineditors.h"
#include "app/window/applicationparts.h"
#include "app/window/settingsdamage.h"
#include "core/workspace/editedineffect.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/transcript.h"
#include "widgets/inspector/historypane.h"
#include "widgets/window/windowpages.h"

#include <QAction>
#include <QApplication>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

Application::Application(QApplication &application, const Options &options, QObject *parent)
    : QObject(parent)
    , m(std::make_unique<Parts>(application, options))
{
    connectTheme();
    connectWindow();
    connectEditors();
    connectMemories();
    connect(m->inspector->history(), &HistoryPane::compareRequested, &m->changes,
            &ChangesController::compareWith);
    const QString folder =
        options.libraryFolder.isEmpty() ? m->settings.session().libraryFolder : options.libraryFolder;
    m->libraryController.importOnceOpen(options.filesToImport);
    for (const QString &path : options.sharedPrompts)
        m->sharedPrompts.open(path);
    if (tellSettingsDamage(m->context) || !folder.isEmpty())
        m->libraryController.openFolder(folder);
}

Application::~Application() = default;

static void raiseWindow(QWidget *window, const QByteArray &activationToken)
{
    if (!activationToken.isEmpty())
        qputenv("XDG_ACTIVATION_TOKEN", activationToken); // where Qt looks for it
    window->setWindowState(window->windowState() & ~Qt::WindowMinimized);
    window->show();
    window->raise();
    window->activateWindow();
}

bool Application::takeStart(const StartRequest &request)
{
    const auto isSame = [](const QString &left, const QString &right) {
        return QFileInfo(left).canonicalFilePath() == QFileInfo(right).canonicalFilePath();
    };
    const bool isOpen = m->library.isOpen();
    if (!m->window.isVisible() ||
        (isOpen && !request.folder.isEmpty() && !isSame(request.folder, m->library.layout().root())))
        return false;
    raiseWindow(&m->window, request.activationToken);
    if (isOpen) {
        m->libraryController.importFiles(request.filesToImport);
    } else {
        m->libraryController.importOnceOpen(request.filesToImport);
        if (!request.folder.isEmpty())
            m->libraryController.openFolder(request.folder);
    }
    for (const QString &path : request.sharedPrompts)
        m->sharedPrompts.open(path);
    return true;
}

void Application::connectTheme()
{
    m->libraryPane->setPictureEngine(m->pictures);
    const auto applyTheme = [this](const Theme &theme) {
        m->libraryPane->setTheme(theme);
        m->chatPane->setTheme(theme);
        m->inspector->setTheme(theme);
        m->memoryDesk->setTheme(theme);
    };
    connect(&m->theme, &SystemTheme::themeChanged, this, applyTheme);
    const ThemeChoice choice = m->settings.window().theme;
    m->theme.setChoice(choice);
    applyTheme(m->theme.theme());
    for (const auto &[id, value] : {std::pair(ActionId::ThemeSystem, ThemeChoice::System),
                                    std::pair(ActionId::ThemeLight, ThemeChoice::Light),
                                    std::pair(ActionId::ThemeDark, ThemeChoice::Dark)}) {
        QAction *action = m->actions.action(id);
        action->setChecked(value == choice);
        connect(action, &QAction::triggered, this, [this, value] { m->theme.setChoice(value); });
    }
}

void Application::connectWindow()
{
    const WindowSettings remembered = m->settings.window();
    if (!remembered.geometry.isEmpty())
        m->window.restoreLayout(remembered.geometry, remembered.state);
    connect(&m->window, &MainWindow::closing, this, [this] {
        m->chat.stop();
        m->unsent.flush();
        m->libraryController.rememberChoices();
        m->settings.setWindow({m->window.saveGeometry(), m->window.layoutState(), m->theme.choice(),
                               m->window.pages()->isTornOff()});
    });
    m->window.setMayClose([this] { return m->quitting.mayClose(); });
    connect(m->actions.action(ActionId::Quit), &QAction::triggered, &m->window, &QWidget::close);
    const auto goTo = [this](ActionId id, QWidget *place) {
        connect(m->actions.action(id), &QAction::triggered, this, [this, place] {
            m->window.pages()->showChat();
            place->setFocus(Qt::ShortcutFocusReason);
        });
    };
    goTo(ActionId::FocusComposer, m->chatPane->composer());
    goTo(ActionId::FocusTranscript, m->chatPane->transcript());
    connect(&m->scripts, &ScriptPermissionController::editRulesRequested, &m->rulesEditor,
            [this](const QString &name) { m->rulesEditor.open(name); });
    connect(&m->workspace.content.templates(), &CompletionTemplates::takenByModel, &m->window,
            [this](const QString &name, const QString &model) {
                //: %1 is an instruct template, %2 a model
                m->window.showNews(tr("Instruct template “%1”, as “%2” asks for it").arg(name, model));
            });
    connect(&m->chat, &ChatController::activity, &m->window, &MainWindow::showActivity);
    connect(&m->chat, &ChatController::problem, &m->saveProblems, &SaveProblems::setChatProblem);
    connect(&m->sharedPrompts, &SharedPrompts::othersFound, &m->libraryController,
            &LibraryController::importFiles);
}

void Application::connectMemories()
{
    connect(&m->memories, &MemoryController::failed, &m->libraryController, &LibraryController::showError);
    connect(&m->memoryDialogs, &MemoryDialogs::failed, &m->libraryController, &LibraryController::showError);
    connect(m->memoryDesk, &MemoryDesk::copied, &m->window, &MainWindow::showNews);
    connect(&m->chat, &ChatController::sessionChanged, this,
            [this] { m->workspace.vectors.setSession(m->chat.session()); });
}

void Application::connectEditors()
{
    connect(m->actions.action(ActionId::EditPreset), &QAction::triggered, &m->presetEditor,
            [this] { m->presetEditor.open(); });
    connect(m->actions.action(ActionId::EditPersonas), &QAction::triggered, &m->personaEditor,
            [this] { m->personaEditor.open(); });
    connect(&m->drafts, &DraftNotices::problem, &m->libraryController, &LibraryController::showError);
    connect(&m->workspace.content, &ActiveContent::changed, m->inspector,
            [this] { m->inspector->setAsEdited(editedInEffect(m->workspace.content)); });
    connect(m->actions.action(ActionId::EditCharacter), &QAction::triggered, &m->cardEditor,
            [this] { m->cardEditor.open(); });
    connect(m->libraryPane, &LibraryPane::editCardRequested, &m->cardEditor, &CardEditorController::open);
    connect(m->actions.action(ActionId::EditLorebooks), &QAction::triggered, &m->lorebookEditor,
            [this] { m->lorebookEditor.open(); });
    connect(m->actions.action(ActionId::SimulateLore), &QAction::triggered, &m->loreReplay,
            [this] { m->loreReplay.open(); });
    connect(&m->loreReplay, &LoreReplayController::entryRequested, &m->lorebookEditor,
            &LorebookEditorController::open);
    connect(&m->lorebookEditor, &LorebookEditorController::simulationRequested, &m->loreReplay,
            &LoreReplayController::open);
    connect(m->actions.action(ActionId::CompareSetups), &QAction::triggered, &m->setups,
            &SetupsController::open);
    new TestsInEditors(m->context, &m->promptTests, &m->studioController); // goes with what it connects
}

void Application::endNow()
{
    m->window.closeAtOnce();
    QCoreApplication::quit();
}

const AppContext &Application::context() const
{
    return m->context;
}

} // namespace snug
