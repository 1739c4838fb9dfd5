// Rows, headers and tabs, flat as everything else.
#pragma once

#include <QTabBar>

class QPainter;
class QStyleOptionHeader;
class QStyleOptionTab;
class QStyleOptionViewItem;

namespace snug {

struct Theme;

// The ground of a row's item, or of what stands beside its items.
void paintRow(QPainter &painter, const QStyleOptionViewItem &row, bool isBesideItems);
// One section of the head of a table, without its words.
void paintHeader(QPainter &painter, const QStyleOptionHeader &header, const Theme &theme);
// What is left beside its last section.
void paintHeaderRest(QPainter &painter, const QRect &rect, const Theme &theme);
// A tab without its words: a line on the side of the page says which one is chosen.
void paintTab(QPainter &painter, const QStyleOptionTab &tab, const Theme &theme);
// The hairline between tabs and page.
void paintTabBase(QPainter &painter, const QRect &rect, QTabBar::Shape shape, const Theme &theme);

} // namespace snug
