#include "widgets/window/chatpage.h"

#include "widgets/window/panehandle.h"

#include <QDockWidget>
#include <QResizeEvent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// Below this width (the smallest laptop half-screen) the side panes start folded.
static constexpr int narrowWidth = 900;
static constexpr int libraryWidth = 250;
static constexpr int inspectorWidth = 380;

ChatPage::ChatPage(const Panes &panes, QWidget *parent)
    : QMainWindow(parent)
{
    setWindowFlags(Qt::Widget);
    setObjectName(u"chatPage"_s);
    setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks |
                   QMainWindow::AllowTabbedDocks);
    setCentralWidget(panes.chat);
    m_libraryDock = addPane(panes.library, tr("Library"), u"libraryDock"_s, Qt::LeftDockWidgetArea);
    m_inspectorDock = addPane(panes.inspector, tr("Prompt"), u"inspectorDock"_s, Qt::RightDockWidgetArea);
    m_memoryDock = addPane(panes.memory ? panes.memory : new QWidget, tr("Memories"), u"memoryDock"_s,
                           Qt::RightDockWidgetArea);
    tabifyDockWidget(m_inspectorDock, m_memoryDock);
    m_memoryDock->hide();
    resizeDocks({m_libraryDock, m_inspectorDock}, {libraryWidth, inspectorWidth}, Qt::Horizontal);
}

QDockWidget *ChatPage::addPane(QWidget *pane, const QString &title, const QString &name,
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

bool ChatPage::restoreLayout(const QByteArray &state)
{
    const bool isArranged = restoreState(state);
    m_sized = m_sized || isArranged;
    return isArranged;
}

void ChatPage::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    fitPanes();
}

// A page has its size before it is seen.
void ChatPage::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    fitPanes();
}

void ChatPage::fitPanes()
{
    // Only once, at the first size that is the window's: later the user's own choice of panes counts.
    if (m_sized || !isVisible() || width() != window()->width())
        return;
    m_sized = true;
    m_libraryDock->setVisible(width() >= narrowWidth);
    m_inspectorDock->setVisible(width() >= narrowWidth - libraryWidth);
    resizeDocks({m_libraryDock, m_inspectorDock}, {libraryWidth, std::min(inspectorWidth, width() * 3 / 10)},
                Qt::Horizontal);
}

} // namespace snug
