// Rows of a title and one or two short lines, with a strip: lore entries, and what was not sent.
#pragma once

#include "widgets/theme/theme.h"

#include <QFontMetricsF>
#include <QStyledItemDelegate>

namespace snug {

// What a model gives the delegate.
enum FactRole : int {
    TitleRole = Qt::UserRole + 1, // QString
    NoteRole,                     // QString: dim, behind the title
    CountTextRole,                // QString: right-aligned
    DetailRole,                   // QString: dim, below; wrapped
    StripRole,                    // QColor; invalid = no strip
    SectionRole,                  // bool: a heading over the rows below it
};

class FactDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit FactDelegate(QObject *parent = nullptr);

    void setTheme(const Theme &theme);
    // The list's width: details that are longer get a second line.
    void setWidth(int width) { m_width = width; }
    int rowHeight() const { return m_titleHeight + m_detailHeight; } // with one line of detail

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    // Measured only where its length leaves it open: a view asks this of every row.
    bool needsTwoLines(const QString &detail) const;

    Theme m_theme = Theme::light();
    int m_width = 0;
    int m_titleHeight = 0;  // padding included
    int m_detailHeight = 0; // of one line
    QFontMetricsF m_small{QFont()};
};

} // namespace snug
