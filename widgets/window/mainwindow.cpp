#include "widgets/window/mainwindow.h"

#include "widgets/theme/plainlabel.h"
#include "widgets/window/actions.h"
#include "widgets/window/panehandle.h"

#include <QAction>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QStatusBar>
#include <QTimer>

#include <chrono>

using namespace Qt::StringLiterals;

namespace snug {

// Below this width (the smallest laptop half-screen) the side panes start folded.
static constexpr int narrowWidth = 900;
static constexpr int libraryWidth = 250;
static constexpr int inspectorWidth = 380;

MainWindow::MainWindow(const Actions &actions, const Panes &panes, QWidget *parent)
    : QMainWindow(parent)
{
    setObjectName(u"mainWindow"_s);
    setWindowTitle(tr("Snug"));
    setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks |
                   QMainWindow::AllowTabbedDocks);
    setAcceptDrops(true);
    setMinimumSize(560, 420);

    setCentralWidget(panes.chat);
    m_libraryDock = addPane(panes.library, tr("Library"), u"libraryDock"_s, Qt::LeftDockWidgetArea);
    m_inspectorDock = addPane(panes.inspector, tr("Prompt"), u"inspectorDock"_s, Qt::RightDockWidgetArea);
    m_memoryDock = addPane(panes.memory ? panes.memory : new QWidget, tr("Memories"), u"memoryDock"_s,
                           Qt::RightDockWidgetArea);
    tabifyDockWidget(m_inspectorDock, m_memoryDock);
    m_memoryDock->hide();
    resizeDocks({m_libraryDock, m_inspectorDock}, {libraryWidth, inspectorWidth}, Qt::Horizontal);

    m_activity = new PlainLabel;
    m_activity->setAccessibleName(tr("Activity"));
    m_activity->setObjectName(u"activityLabel"_s);
    m_activityTime = new QTimer(this);
    m_activityTime->setObjectName(u"activityTime"_s);
    m_activityTime->setSingleShot(true);
    m_activityTime->setInterval(std::chrono::seconds(10));
    connect(m_activityTime, &QTimer::timeout, m_activity, &PlainLabel::clear);
    m_problem = new PlainLabel;
    m_problem->setAccessibleName(tr("Problem"));
    m_problem->setObjectName(u"problemLabel"_s);
    statusBar()->addWidget(m_activity);
    statusBar()->addPermanentWidget(m_problem);
    statusBar()->setSizeGripEnabled(false);

    fillMenus(actions);
    resize(1280, 800);
}

QDockWidget *MainWindow::addPane(QWidget *pane, const QString &title, const QString &name,
                                 Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(pane);
    dock->setTitleBarWidget(new PaneHandle(dock));
    dock->setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::fillMenus(const Actions &actions)
{
    using enum ActionId;
    const auto put = [&actions](QMenu *menu, std::initializer_list<ActionId> ids) {
        for (const ActionId id : ids)
            menu->addAction(actions.action(id));
    };
    QMenu *file = menuBar()->addMenu(tr("&File"));
    put(file, {NewChat, NewModelChat});
    QMenu *making = file->addMenu(tr("N&ew"));
    put(making, {NewCharacter, NewGroup, NewPersona, NewPreset, NewLorebook});
    put(file, {OpenLibrary});
    m_recentMenu = file->addMenu(tr("Open Re&cent"));
    put(file, {ManageLibrary, Import, OpenSharedPrompt});
    file->addSeparator();
    put(file, {ExportCharacter, ExportChat});
    m_exportPresetMenu = file->addMenu(tr("Export &Preset"));
    m_exportLorebookMenu = file->addMenu(tr("Export &Lorebook"));
    m_exportPersonaMenu = file->addMenu(tr("Export Pe&rsona"));
    m_exportRulesMenu = file->addMenu(tr("Export R&ules"));
    file->addSeparator();
    put(file, {DeleteChat, DeleteCharacter});
    file->addSeparator();
    put(file, {WhatWas, Backups, ImportReport, CannotBeUsed});
    file->addSeparator();
    put(file, {Quit});

    QMenu *edit = menuBar()->addMenu(tr("&Edit"));
    put(edit, {Undo, Redo});
    edit->addSeparator();
    put(edit, {EditMessage, CopyMessage, HideMessage, DeleteMessage});
    edit->addSeparator();
    put(edit, {FindInChat, FindNext, FindPrevious, FindEverywhere, FocusSearch});

    QMenu *chat = menuBar()->addMenu(tr("&Chat"));
    put(chat, {Send, Stop, Regenerate, Continue, Impersonate});
    chat->addSeparator();
    put(chat, {RegenerateWithHint, ContinueWithHint, ImpersonateWithHint, AutoContinue});
    chat->addSeparator();
    put(chat, {SwipePrevious, SwipeNext, ShowSwipes});
    chat->addSeparator();
    put(chat, {BranchHere, CheckpointHere, Branches});
    chat->addSeparator();
    m_speakMenu = chat->addMenu(tr("&Let Speak"));
    m_speakMenu->setEnabled(false);
    put(chat, {EditCharacter, EditGroup});
    chat->addSeparator();
    m_memoryMenu = chat->addMenu(tr("&Memories"));
    chat->addSeparator();
    put(chat, {KeepSecrets, WhoKnowsWhat, WriteAsNext, FocusRecipients});
    chat->addSeparator();
    m_connectionMenu = chat->addMenu(tr("Co&nnection"));
    put(chat, {Connections});

    QMenu *prompt = menuBar()->addMenu(tr("&Prompt"));
    m_personaMenu = prompt->addMenu(tr("&Persona"));
    m_presetMenu = prompt->addMenu(tr("P&reset"));
    m_lorebookMenu = prompt->addMenu(tr("&Lorebooks"));
    m_regexMenu = prompt->addMenu(tr("&Regex Scripts"));
    m_modeMenu = prompt->addMenu(tr("&Mode"));
    put(prompt, {PromptLayout});
    m_templateMenu = prompt->addMenu(tr("&Text Completion"));
    prompt->addSeparator();
    put(prompt, {OpenStudio, EditPromptTemplate, EditSystemPromptTemplate});
    prompt->addSeparator();
    put(prompt, {CopyPrompt, CopySources, CopyCurl});
    prompt->addSeparator();
    put(prompt, {ExportPrompt, ExportPromptWithoutNames});
    prompt->addSeparator();
    put(prompt, {MakePromptTest, PlayPromptTests});
    prompt->addSeparator();
    put(prompt, {CompareSetups, SimulateLore});

    QMenu *view = menuBar()->addMenu(tr("&View"));
    for (const auto &[id, dock] :
         {std::pair(ShowLibrary, m_libraryDock), std::pair(ShowInspector, m_inspectorDock),
          std::pair(ShowMemories, m_memoryDock)}) {
        QAction *action = actions.action(id);
        action->setCheckable(true);
        action->setChecked(dock->toggleViewAction()->isChecked()); // until it is shown it is not
        view->addAction(action);
        connect(action, &QAction::triggered, dock, &QDockWidget::setVisible);
        // Not visibilityChanged alone: a tab behind another is not visible but neither is it folded.
        connect(dock->toggleViewAction(), &QAction::toggled, action, &QAction::setChecked);
    }
    put(view, {ReadingMode});
    view->addSeparator();
    put(view, {TextLarger, TextSmaller, TextNormal});
    put(view->addMenu(tr("Text &Column")), {ColumnNarrow, ColumnNormal, ColumnWide});
    put(view->addMenu(tr("&Beside Messages", "menu: what is shown with each message")),
        {ShowNames, ShowTimes, ShowPictures, LargePictures});
    put(view->addMenu(tr("Back&ground", "menu: the picture behind the chat")),
        {BackgroundNone, BackgroundOfChat, BackgroundOwn});
    view->addSeparator();
    put(view, {AuthorsNote, QuickReplies});
    view->addSeparator();
    put(view, {FocusComposer, FocusTranscript, FocusInspector});
    view->addSeparator();
    QMenu *colours = view->addMenu(tr("&Colours"));
    put(colours, {ThemeSystem, ThemeLight, ThemeDark});

    QMenu *help = menuBar()->addMenu(tr("&Help"));
    put(help, {Manual, WhatIsNew});
    help->addSeparator();
    put(help, {Palette, Keys, WhereIs});
    help->addSeparator();
    put(help, {About});

    // Shortcuts work wherever the focus is, also while a pane floats.
    addActions(actions.all());
}

QByteArray MainWindow::layoutState() const
{
    return saveState();
}

bool MainWindow::restoreLayout(const QByteArray &geometry, const QByteArray &state)
{
    const bool sized = restoreGeometry(geometry);
    const bool arranged = restoreState(state);
    m_sized = m_sized || arranged;
    return sized && arranged;
}

void MainWindow::showActivity(const QString &text)
{
    m_activity->setText(text);
    m_activity->setToolTip(text);
    m_activityTime->stop();
}

void MainWindow::showNews(const QString &text)
{
    showActivity(text);
    m_activityTime->start();
}

void MainWindow::showProblem(const QString &text)
{
    m_problem->setText(text);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    Q_EMIT closing();
    event->setAccepted(!m_mayClose || m_mayClose());
}

void MainWindow::closeAtOnce()
{
    m_mayClose = nullptr;
    close();
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    // Only once, at the first size: later the user's own choice of panes counts.
    if (!m_sized && isVisible()) {
        m_sized = true;
        m_libraryDock->setVisible(width() >= narrowWidth);
        m_inspectorDock->setVisible(width() >= narrowWidth - libraryWidth);
        resizeDocks({m_libraryDock, m_inspectorDock},
                    {libraryWidth, std::min(inspectorWidth, width() * 3 / 10)}, Qt::Horizontal);
    }
}

static QStringList localFiles(const QMimeData *data)
{
    QStringList paths;
    const QList<QUrl> urls = data->urls();
    for (const QUrl &url : urls) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    return paths;
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!localFiles(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QStringList paths = localFiles(event->mimeData());
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    Q_EMIT filesDropped(paths);
}

} // namespace snug
