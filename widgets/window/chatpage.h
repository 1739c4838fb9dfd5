// The first page of the main window: the library at the left, the chat, the inspector and the memories at the
// right. The side panes fold away, float and keep their sizes, also while another page is in front.
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

    // See saveState(). Returns false for bytes it cannot use.
    bool restoreLayout(const QByteArray &state);

    QDockWidget *libraryDock() const { return m_libraryDock; }
    QDockWidget *inspectorDock() const { return m_inspectorDock; }
    QDockWidget *memoryDock() const { return m_memoryDock; }

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void fitPanes();
    QDockWidget *addPane(QWidget *pane, const QString &title, const QString &name, Qt::DockWidgetArea area);

    QDockWidget *m_libraryDock;
    QDockWidget *m_inspectorDock;
    QDockWidget *m_memoryDock;
    bool m_sized = false;
};

} // namespace snug
