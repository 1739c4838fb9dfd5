// A line of two prompts beside each other: the same message at both sides, or what only one of them has.
#pragma once

#include "widgets/inspector/comparisonmodel.h"
#include "widgets/theme/theme.h"

#include <QStyledItemDelegate>

namespace snug {

class ComparisonDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    // The model that it draws for outlives it.
    ComparisonDelegate(const ComparisonModel *model, QObject *parent);

    void setTheme(const Theme &theme) { m_theme = theme; }
    // Two ways to make a prompt are compared, not what two characters know.
    void setWays(bool areWays) { m_areWays = areWays; }
    void setWidth(int width) { m_width = width; } // of the lines

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    enum class Side : quint8 { Left, Right };
    int cellWidth() const;
    int cellHeight(const std::optional<OutboundMessage> &message) const;
    void paintCell(QPainter *painter, const QRect &rect, const ComparedRow &row, Side side) const;

    const ComparisonModel *m_model;
    bool m_areWays = false;
    Theme m_theme = Theme::light();
    int m_width = 300;
};

} // namespace snug
