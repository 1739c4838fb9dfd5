#include "widgets/window/chatpage.h"

#include "widgets/window/panehandle.h"

#include <QAction>
#include <QDataStream>
#include <QDockWidget>
#include <QMouseEvent>
#include <QTabWidget>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace snug {

// Below this width (the smallest laptop half-screen) the side panes start folded.
static constexpr int narrowWidth = 900;
static constexpr int libraryWidth = 250;
static constexpr int inspectorWidth = 380;
static constexpr int chatWidth = 520; // below it the panes become narrower before the chat does
static constexpr int widestPane = 10000;
static constexpr quint32 layoutMark = 0x736e7567; // before it there were the bytes of saveState() alone

ChatPage::ChatPage(const Panes &panes, QWidget *parent)
    : QMainWindow(parent)
{
    setWindowFlags(Qt::Widget);
    setObjectName(u"chatPage"_s);
    setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks |
                   QMainWindow::AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North); // where the pages of a pane have theirs
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
    // One that was folded while the window was narrow has the width of then; its place is made later.
    connect(dock->toggleViewAction(), &QAction::toggled, this, &ChatPage::giveWidths, Qt::QueuedConnection);
    return dock;
}

QByteArray ChatPage::layoutState() const
{
    QByteArray layout;
    QDataStream stream(&layout, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_8);
    stream << layoutMark << saveState() << m_wanted.left << m_wanted.right << m_wanted.chat;
    return layout;
}

bool ChatPage::restoreLayout(const QByteArray &layout)
{
    quint32 mark = 0;
    QByteArray state;
    Widths wanted;
    QDataStream stream(layout);
    stream.setVersion(QDataStream::Qt_6_8);
    stream >> mark;
    if (mark == layoutMark)
        stream >> state >> wanted.left >> wanted.right >> wanted.chat;
    const bool isArranged = restoreState(mark == layoutMark ? state : layout);
    if (!isArranged)
        return false;
    m_sized = true;
    m_wanted = {std::clamp(wanted.left, 0, widestPane), std::clamp(wanted.right, 0, widestPane),
                std::clamp(wanted.chat, 0, chatWidth)};
    return true;
}

// The border between two panes is the page's own; who drags it says how wide they are to be.
bool ChatPage::event(QEvent *event)
{
    if (event->type() == QEvent::MouseButtonPress)
        m_beforeDrag = widthsNow();
    const bool isTaken = QMainWindow::event(event);
    if (event->type() == QEvent::MouseButtonRelease)
        takeWidths(m_beforeDrag);
    return isTaken;
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
    // Not before the size is the window's.
    if (!isVisible() || width() != window()->width())
        return;
    if (!m_sized)
        foldAtFirst();
    giveWidths();
}

// Only once: later the user's own choice of panes counts.
void ChatPage::foldAtFirst()
{
    m_sized = true;
    m_libraryDock->setVisible(width() >= narrowWidth);
    m_inspectorDock->setVisible(width() >= narrowWidth - libraryWidth);
    m_wanted = {libraryWidth, inspectorWidth, chatWidth};
}

// The pane that is as wide as all at its side; null: none is there, or several stand beside each other.
QDockWidget *ChatPage::paneAt(Qt::DockWidgetArea area) const
{
    QDockWidget *found = nullptr;
    for (QDockWidget *dock : {m_libraryDock, m_inspectorDock, m_memoryDock}) {
        // One behind another's tab is somewhere else.
        if (dockWidgetArea(dock) != area || dock->isFloating() || !dock->isVisible() ||
            !rect().intersects(dock->geometry()))
            continue;
        if (found && found->x() != dock->x())
            return nullptr;
        found = dock;
    }
    return found;
}

ChatPage::Widths ChatPage::widthsNow() const
{
    const auto widthOf = [](const QDockWidget *dock) { return dock ? dock->width() : 0; };
    return {widthOf(paneAt(Qt::LeftDockWidgetArea)), widthOf(paneAt(Qt::RightDockWidgetArea)),
            centralWidget()->width()};
}

void ChatPage::takeWidths(const Widths &before)
{
    const Widths now = widthsNow();
    if (now.left != before.left && now.left > 0)
        m_wanted.left = now.left;
    if (now.right != before.right && now.right > 0)
        m_wanted.right = now.right;
    if (now.left != before.left || now.right != before.right)
        m_wanted.chat = std::min(now.chat, chatWidth);
}

// What they want as far as there is room beside the chat, but never less than they need.
void ChatPage::giveWidths()
{
    if (!m_sized || !isVisible())
        return;
    const Widths now = widthsNow();
    const auto orNow = [](int wanted, int width) { return wanted > 0 ? wanted : width; };
    m_wanted = {orNow(m_wanted.left, now.left), orNow(m_wanted.right, now.right),
                orNow(m_wanted.chat, std::min(now.chat, chatWidth))};
    QList<QDockWidget *> panes;
    QList<int> wanted;
    QList<int> needed;
    const auto add = [&](Qt::DockWidgetArea area, int width) {
        if (QDockWidget *pane = paneAt(area)) {
            panes.append(pane);
            needed.append(pane->minimumSizeHint().width());
            wanted.append(std::max(width, needed.last()));
        }
    };
    add(Qt::LeftDockWidgetArea, m_wanted.left);
    add(Qt::RightDockWidgetArea, m_wanted.right);
    const int least = std::accumulate(needed.cbegin(), needed.cend(), 0);
    const int spare = std::accumulate(wanted.cbegin(), wanted.cend(), 0) - least;
    const int given = std::clamp(width() - m_wanted.chat - least, 0, std::max(spare, 0));
    QList<int> widths;
    for (qsizetype i = 0; i < panes.size(); ++i)
        widths.append(needed.at(i) + (spare > 0 ? (wanted.at(i) - needed.at(i)) * given / spare : 0));
    if (!panes.isEmpty())
        resizeDocks(panes, widths, Qt::Horizontal);
}

} // namespace snug
