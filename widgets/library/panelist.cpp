#include "widgets/library/panelist.h"

#include <QListView>
#include <QToolButton>

namespace snug {

QListView *newPaneList(const QString &accessibleName)
{
    auto *view = new QListView;
    view->setAccessibleName(accessibleName);
    view->setUniformItemSizes(true);
    view->setFrameShape(QFrame::NoFrame);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    view->setDragEnabled(true);
    view->setMouseTracking(true);
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return view;
}

QToolButton *newPaneButton(const QString &text, IconName name)
{
    auto *button = new QToolButton;
    button->setText(text);
    button->setIcon(icon(name));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    return button;
}

} // namespace snug
