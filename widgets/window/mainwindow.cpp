#include "widgets/window/mainwindow.h"

#include "widgets/editors/documenthead.h"
#include "widgets/theme/plainlabel.h"
#include "widgets/window/actions.h"
#include "widgets/window/windowpages.h"

#include <QAction>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QStatusBar>
#include <QTimer>

#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

MainWindow::MainWindow(Actions &actions, const ChatPage::Panes &panes, QWidget *parent)
    : QMainWindow(parent)
    , m_actions(actions)
    , m_chatPage(new ChatPage(panes))
    , m_pages(new WindowPages(m_chatPage, panes.notices))
{
    setObjectName(u"mainWindow"_s);
    setWindowTitle(tr("Snug"));
    setAcceptDrops(true);
    setMinimumSize(560, 420);
    setCentralWidget(m_pages);
    connect(m_pages, &WindowPages::turned, this, &MainWindow::followPage);
    connect(m_pages, &WindowPages::titleChanged, this, &MainWindow::followPage);

    m_activity = new PlainLabel;
    m_activity->setAccessibleName(tr("Activity"));
    m_activity->setObjectName(u"activityLabel"_s);
    m_activityTime = new QTimer(this);
    m_activityTime->setObjectName(u"activityTime"_s);
    m_activityTime->setSingleShot(true);
    m_activityTime->setInterval(std::chrono::seconds(10));
    connect(m_activityTime, &QTimer::timeout, this, [this] { showActivity({}); });
    m_newsButton = new QPushButton;
    m_newsButton->setObjectName(u"newsButton"_s);
    m_newsButton->setFlat(true);
    m_newsButton->setMaximumHeight(fontMetrics().height() + 2); // the bar is no higher than without it
    m_newsButton->setAutoDefault(false);
    m_newsButton->setFocusPolicy(Qt::TabFocus);
    m_newsButton->setCursor(Qt::PointingHandCursor);
    connect(m_newsButton, &QPushButton::clicked, this, [this] {
        const auto act = std::exchange(m_newsAct, nullptr);
        showActivity({});
        if (act)
            act();
    });
    m_problem = new PlainLabel;
    m_problem->setAccessibleName(tr("Problem"));
    m_problem->setObjectName(u"problemLabel"_s);
    statusBar()->addWidget(m_activity);
    statusBar()->addWidget(m_newsButton);
    m_newsButton->hide();
    statusBar()->addPermanentWidget(m_problem);
    statusBar()->setSizeGripEnabled(false);

    fillMenus(actions);
    resize(1280, 800);
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
    QMenu *making = file->addMenu(tr("Ne&w"));
    put(making, {NewCharacter, NewGroup, NewPersona, NewPreset, NewLorebook});
    put(file, {OpenLibrary});
    m_recentMenu = file->addMenu(tr("Open Re&cent"));
    put(file, {ManageLibrary, Import, OpenSharedPrompt});
    file->addSeparator();
    put(file, {ExportCharacter, ExportChat});
    m_exportMenus.preset = file->addMenu(tr("Export &Preset"));
    m_exportMenus.lorebook = file->addMenu(tr("Export &Lorebook"));
    m_exportMenus.persona = file->addMenu(tr("Export Pe&rsona"));
    m_exportMenus.rules = file->addMenu(tr("Export R&ules"));
    file->addSeparator();
    put(file, {RenameChat, DeleteChat, DeleteCharacter});
    file->addSeparator();
    put(file, {WhatWas, Backups, ImportReport, CannotBeUsed});
    file->addSeparator();
    put(file, {Quit});

    QMenu *edit = m_editMenu = menuBar()->addMenu(tr("&Edit"));
    put(edit, {Undo, Redo});
    edit->addSeparator();
    put(edit, {EditMessage, CopyMessage, HideMessage, DeleteMessage});
    put(edit, {MergeMessage, NarrateBelow, ExportMessages, RunScriptOverMessages});
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
    m_speakMenu = chat->addMenu(tr("Reply &From"));
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
    m_regexMenu = prompt->addMenu(tr("Re&gex Scripts"));
    m_modeMenu = prompt->addMenu(tr("Mo&de"));
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
    for (const auto &[id, dock] : {std::pair(ShowLibrary, m_chatPage->libraryDock()),
                                   std::pair(ShowInspector, m_chatPage->inspectorDock()),
                                   std::pair(ShowMemories, m_chatPage->memoryDock())}) {
        QAction *action = actions.action(id);
        action->setCheckable(true);
        action->setChecked(dock->toggleViewAction()->isChecked()); // until it is shown it is not
        view->addAction(action);
        connect(action, &QAction::triggered, dock, &QDockWidget::setVisible);
        // Not visibilityChanged alone: a tab behind another is not visible but neither is it folded.
        connect(dock->toggleViewAction(), &QAction::toggled, action, &QAction::setChecked);
    }
    put(view, {ReadingMode, StudioWindow});
    view->addSeparator();
    put(view, {TextLarger, TextSmaller, TextNormal});
    put(view->addMenu(tr("Text &Column")), {ColumnNarrow, ColumnNormal, ColumnWide});
    put(view->addMenu(tr("&Beside Messages", "menu: what is shown with each message")),
        {ShowNames, ShowTimes, ShowNumbers, ShowPictures, LargePictures});
    put(view->addMenu(tr("Back&ground", "menu: the picture behind the chat")),
        {BackgroundNone, BackgroundOfChat, BackgroundOwn});
    view->addSeparator();
    put(view, {AuthorsNote, QuickReplies});
    view->addSeparator();
    put(view, {FocusComposer, FocusTranscript, FocusInspector});
    view->addSeparator();
    QMenu *colours = view->addMenu(tr("Colo&urs"));
    put(colours, {ThemeSystem, ThemeLight, ThemeDark});

    QMenu *help = menuBar()->addMenu(tr("&Help"));
    put(help, {Manual, WhatIsNew});
    help->addSeparator();
    put(help, {Palette, Keys, WhereIs});
    help->addSeparator();
    put(help, {About});

    // Shortcuts work wherever the focus is, also while a pane floats.
    addActions(actions.all());
    for (QAction *action : actions.thatNeedTheChat())
        connect(action, &QAction::triggered, m_pages, &WindowPages::showChat);
}

void MainWindow::followPage()
{
    const bool isStudio = m_pages->isStudioInFront();
    m_actions.setChatInFront(!isStudio);
    if (!isStudio)
        setWindowModified(false); // its title has no place for the mark
    const QString subject = isStudio ? m_pages->studio()->windowTitle() : m_library;
    //: %1 is the library's folder, or the document that is edited
    setWindowTitle(subject.isEmpty() ? tr("Snug") : tr("Snug — %1").arg(subject));
    if (isStudio)
        setWindowModified(m_pages->studio()->isWindowModified());
    showEditorActions();
}

// In the place of the chat's, while the editor stands in the chat's place.
void MainWindow::showEditorActions()
{
    const QWidget *editor = m_pages->isStudioInFront() ? m_pages->studio()->current() : nullptr;
    const auto *head = editor ? editor->findChild<DocumentHead *>() : nullptr;
    const QList<QAction *> wanted = head ? head->mainActions() : QList<QAction *>();
    QList<QAction *> present;
    for (const QPointer<QAction> &action : std::as_const(m_editorActions)) {
        if (action)
            present.append(action);
    }
    if (present == wanted)
        return;
    for (QAction *action : std::as_const(present))
        m_editMenu->removeAction(action);
    m_editMenu->insertActions(m_editMenu->actions().value(0), wanted);
    m_editorActions = QList<QPointer<QAction>>(wanted.begin(), wanted.end());
}

void MainWindow::setLibrary(const QString &name)
{
    m_library = name;
    followPage();
}

QByteArray MainWindow::layoutState() const
{
    return m_chatPage->layoutState();
}

bool MainWindow::restoreLayout(const QByteArray &geometry, const QByteArray &state)
{
    const bool sized = restoreGeometry(geometry);
    const bool arranged = m_chatPage->restoreLayout(state);
    return sized && arranged;
}

void MainWindow::showActivity(const QString &text)
{
    m_activity->setText(text);
    m_activity->setToolTip(text);
    m_activityTime->stop();
    m_newsAct = nullptr;
    m_newsButton->hide();
}

void MainWindow::showNews(const QString &text)
{
    showActivity(text);
    m_activityTime->start();
}

void MainWindow::offerNews(const QString &text, const QString &button, const std::function<void()> &act)
{
    showNews(text);
    m_newsAct = act;
    m_newsButton->setText(button);
    m_newsButton->show();
}

void MainWindow::showProblem(const QString &text)
{
    m_problem->setText(text);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    m_pages->showChat(); // what is remembered of its panes is how they are seen
    Q_EMIT closing();
    event->setAccepted(!m_mayClose || m_mayClose());
}

void MainWindow::closeAtOnce()
{
    m_mayClose = nullptr;
    close();
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
