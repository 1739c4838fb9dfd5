// Draws a place where words were found: who says it, and the part around the words, which are marked.
#pragma once

#include "widgets/theme/theme.h"

#include <QStyledItemDelegate>

namespace snug {

class FoundPlaceDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setTheme(const Theme &theme) { m_theme = theme; }
    // The words that are looked for.
    void setWords(const QStringList &words) { m_words = words; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintHeading(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
    void paintPlace(QPainter &painter, const QRect &rect, const QModelIndex &index, const QColor &dim) const;
    void paintExcerpt(QPainter &painter, const QRect &rect, const QModelIndex &index) const;

    Theme m_theme = Theme::light();
    QStringList m_words;
};

} // namespace snug
