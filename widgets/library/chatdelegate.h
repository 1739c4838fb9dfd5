// Draws one chat: its title, and below when something was said in it last and how long it is.
#pragma once

#include "widgets/theme/theme.h"

#include <QStyledItemDelegate>

namespace snug {

class ChatDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setTheme(const Theme &theme) { m_theme = theme; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    Theme m_theme = Theme::light();
};

} // namespace snug
