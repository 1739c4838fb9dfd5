// What a side pane is taken by, in place of a title: a strip with a grip. Dragged, the pane goes elsewhere; a
// double click floats it and puts it back; the menu closes it. The strip of a folded pane is not there: keys
// and the View menu bring it back.
#pragma once

#include <QWidget>

class QDockWidget;

namespace snug {

class PaneHandle : public QWidget
{
    Q_OBJECT

public:
    // For setTitleBarWidget(), which takes it.
    explicit PaneHandle(QDockWidget *dock);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool event(QEvent *event) override;

private:
    QDockWidget *m_dock;
    bool m_isHovered = false;
};

} // namespace snug
