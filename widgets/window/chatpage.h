// The first page of the main window: the library at the left, the chat, the inspector and the memories at the
// right. The side panes fold away, float and keep their sizes, also while another page is in front, and get
// them back when a window that was too narrow for them grows.
#pragma once

#include <QMainWindow>

class QDockWidget;

namespace snug {

class ChatPage : public QMainWindow
{
    Q_OBJECT

public:
    struct Panes
    {
        QWidget *library;
        QWidget *chat;
        QWidget *notices = nullptr; // stand in the layout of another pane
        QWidget *inspector;
        QWidget *memory = nullptr; // behind the inspector; folded away until there is something in it
    };

    // Takes the panes as its children.
    explicit ChatPage(const Panes &panes, QWidget *parent = nullptr);

    // Where the panes are, and how wide the user wants them. Restoring returns false for bytes it cannot use.
    QByteArray layoutState() const;
    bool restoreLayout(const QByteArray &layout);

    QDockWidget *libraryDock() const { return m_libraryDock; }
    QDockWidget *inspectorDock() const { return m_inspectorDock; }
    QDockWidget *memoryDock() const { return m_memoryDock; }

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    // What the panes at each side are to take of the page; 0: what they take now. The chat is narrower than
    // it should be only where the user wanted it so.
    struct Widths
    {
        int left = 0;
        int right = 0;
        int chat = 0;
    };
    void fitPanes();
    void foldAtFirst();
    void giveWidths();
    void takeWidths(const Widths &before);
    Widths widthsNow() const;
    QDockWidget *paneAt(Qt::DockWidgetArea area) const;
    QDockWidget *addPane(QWidget *pane, const QString &title, const QString &name, Qt::DockWidgetArea area);

    QDockWidget *m_libraryDock;
    QDockWidget *m_inspectorDock;
    QDockWidget *m_memoryDock;
    Widths m_wanted;
    Widths m_beforeDrag;
    bool m_sized = false;
};

} // namespace snug
