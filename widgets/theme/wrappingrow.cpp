#include "widgets/theme/wrappingrow.h"

#include "widgets/theme/plainlabel.h"

#include <QStyle>

#include <algorithm>

namespace snug {

WrappingRow::WrappingRow(int spacing, QWidget *parent)
    : QLayout(parent)
{
    setSpacing(spacing);
    setContentsMargins(0, 0, 0, 0);
}

WrappingRow::~WrappingRow() = default;

void WrappingRow::addItem(QLayoutItem *item)
{
    m_items.emplace_back(item);
}

QLayoutItem *WrappingRow::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[std::size_t(index)].get() : nullptr;
}

QLayoutItem *WrappingRow::takeAt(int index)
{
    if (index < 0 || index >= count())
        return nullptr;
    QLayoutItem *item = m_items[std::size_t(index)].release();
    m_items.erase(m_items.begin() + index);
    return item;
}

std::vector<std::vector<QLayoutItem *>> WrappingRow::fields() const
{
    std::vector<std::vector<QLayoutItem *>> fields;
    const QWidget *awaited = nullptr; // by a label
    for (const auto &item : m_items) {
        if (item->isEmpty())
            continue;
        const QWidget *widget = item->widget();
        if (awaited && awaited == widget)
            fields.back().push_back(item.get());
        else
            fields.push_back({item.get()});
        const auto *label = qobject_cast<const PlainLabel *>(widget);
        awaited = label ? label->buddy() : nullptr;
    }
    return fields;
}

QSize WrappingRow::sizeOf(const std::vector<QLayoutItem *> &items) const
{
    QSize size(std::max(0, int(items.size()) - 1) * spacing(), 0);
    for (const QLayoutItem *item : items) {
        const QSize each = item->sizeHint();
        size = {size.width() + each.width(), std::max(size.height(), each.height())};
    }
    return size;
}

std::vector<WrappingRow::Line> WrappingRow::linesOf(int width) const
{
    std::vector<Line> lines;
    for (const std::vector<QLayoutItem *> &field : fields()) {
        const QSize size = sizeOf(field);
        if (lines.empty() || lines.back().size.width() + spacing() + size.width() > width) {
            lines.push_back({field, size});
            continue;
        }
        Line &last = lines.back();
        last.items.insert(last.items.end(), field.begin(), field.end());
        last.size = {last.size.width() + spacing() + size.width(),
                     std::max(last.size.height(), size.height())};
    }
    return lines;
}

int WrappingRow::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    int height = 0;
    for (const Line &line : linesOf(width - margins.left() - margins.right()))
        height += (height > 0 ? spacing() : 0) + line.size.height();
    return height + margins.top() + margins.bottom();
}

QSize WrappingRow::sizeHint() const
{
    QSize size(0, 0);
    for (const std::vector<QLayoutItem *> &field : fields()) {
        const QSize each = sizeOf(field);
        size = {size.width() + (size.width() > 0 ? spacing() : 0) + each.width(),
                std::max(size.height(), each.height())};
    }
    return size.grownBy(contentsMargins());
}

QSize WrappingRow::minimumSize() const
{
    QSize size(0, 0);
    for (const std::vector<QLayoutItem *> &field : fields())
        size = size.expandedTo(sizeOf(field));
    return size.grownBy(contentsMargins());
}

void WrappingRow::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    const QRect inside = rect.marginsRemoved(contentsMargins());
    int top = inside.top();
    for (const Line &line : linesOf(inside.width())) {
        place(line, {inside.left(), top, inside.width(), line.size.height()});
        top += line.size.height() + spacing();
    }
}

void WrappingRow::place(const Line &line, const QRect &rect) const
{
    const auto expands = [](const QLayoutItem *item) {
        return item->expandingDirections().testFlag(Qt::Horizontal);
    };
    const auto takers = int(std::ranges::count_if(line.items, expands));
    const int share = takers > 0 ? std::max(0, rect.width() - line.size.width()) / takers : 0;
    const Qt::LayoutDirection direction =
        parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
    int left = rect.left();
    for (QLayoutItem *item : line.items) {
        QSize size = item->sizeHint();
        if (expands(item))
            size.rwidth() += share;
        // What stays together may be too wide.
        const int room = std::clamp(rect.right() + 1 - left, 0, size.width());
        const QRect place(left, rect.top() + (rect.height() - size.height()) / 2, room, size.height());
        item->setGeometry(QStyle::visualRect(direction, rect, place));
        left += size.width() + spacing();
    }
}

} // namespace snug
