#include "widgets/inspector/promptlist.h"

#include <QScrollBar>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

PromptList::PromptList(OutboundModel *model, QWidget *parent)
    : QAbstractItemView(parent)
    , m_model(model)
    , m_rows(model)
    , m_pointer(*this, m_rows)
{
    setModel(model);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    setFrameShape(NoFrame);
    setAccessibleName(tr("Outbound messages"));
    connect(&m_pointer, &SegmentPointer::clicked, this, &PromptList::openClicked);
    connect(&m_pointer, &SegmentPointer::doubleClicked, this,
            [this](const Segment &segment, const QPoint &point) {
                if (m_opensInPlace) // otherwise the click before has opened it
                    openAt(segment, point);
            });
}

PromptList::~PromptList() = default;

void PromptList::setTheme(const Theme &theme)
{
    m_pointer.setTheme(theme);
    setPalette(theme.palette());
    const Anchor kept = anchor();
    m_rows.setLook(MessageRow(theme), viewport()->width());
    restore(kept);
}

void PromptList::setFilter(const QString &text)
{
    if (m_rows.filter() == text)
        return;
    const Anchor kept = anchor();
    m_rows.setFilter(text);
    restore(kept);
    Q_EMIT shownCountChanged(shownCount());
}

void PromptList::setBreak(int row, qsizetype position)
{
    if (m_breakRow == row && m_breakPosition == position)
        return;
    m_breakRow = row;
    m_breakPosition = position;
    viewport()->update();
}

// Above the line of the text that the character stands on, at the end of a folded text that goes on to it,
// and above a message that is different from its beginning on.
QRect PromptList::breakRect() const
{
    if (m_breakRow < 0 || m_rows.count() == 0)
        return {};
    if (m_breakRow >= m_rows.count()) // behind the last one
        return rowRect(m_rows.count() - 1).adjusted(0, rowRect(m_rows.count() - 1).height() - 1, 0, 0);
    if (!m_rows.isShown(m_breakRow))
        return {};
    const QRect row = rowRect(m_breakRow);
    if (m_breakPosition == 0)
        return {row.left(), row.top(), row.width(), 1};
    const OutboundLayout &layout = m_rows.layout(m_breakRow);
    const QString &whole = message(m_breakRow).content.text();
    qsizetype position = std::min(m_breakPosition, whole.size() - 1);
    while (position + 1 < whole.size() && whole.at(position) == u'\n')
        ++position;
    const QRectF text = layout.rectOf(position, 1);
    const int top = text.isNull() ? row.bottom() : m_rows.look().textTopLeft(row).y() + int(text.top());
    return {row.left(), top, row.width(), 1};
}

void PromptList::showBreak()
{
    if (m_breakRow < 0 || m_rows.count() == 0)
        return;
    const int row = std::min(m_breakRow, m_rows.count() - 1);
    setCurrentIndex(m_model->index(row, 0));
    if (m_breakRow < m_rows.count() && m_rows.isFolded(row) &&
        m_breakPosition >= m_rows.layout(row).laidOut())
        toggleFold(row);
    measureVisible();
    const QRect place = breakRect();
    if (place.isValid() && (place.top() < 40 || place.bottom() > viewport()->height() - 40))
        verticalScrollBar()->setValue(verticalOffset() + place.top() - viewport()->height() / 3);
    setFocus(Qt::OtherFocusReason);
}

void PromptList::findNext(int step)
{
    const int row = m_rows.nextRound(currentIndex().row(), step);
    if (row < 0)
        return;
    const qsizetype place = message(row).content.text().indexOf(m_rows.filter(), 0, Qt::CaseInsensitive);
    if (isFolded(row) && place >= m_rows.layout(row).laidOut())
        toggleFold(row);
    setCurrentIndex(m_model->index(row, 0));
}

void PromptList::toggleFold(int row)
{
    measureVisible();
    const Anchor kept = anchor();
    if (!m_rows.toggleFold(row))
        return;
    m_pointer.stopTelling();
    restore(kept);
    measureVisible();
}

QRect PromptList::rowRect(int row) const
{
    return {0, m_rows.heights().top(row) - verticalOffset(), viewport()->width(),
            m_rows.heights().height(row)};
}

PromptList::Anchor PromptList::anchor() const
{
    const QScrollBar *bar = verticalScrollBar();
    if (m_rows.count() == 0 || bar->value() == 0)
        return {};
    if (bar->value() == bar->maximum())
        return {.end = true};
    const int row = m_rows.heights().rowAt(bar->value());
    return {row, row < 0 ? 0 : m_rows.heights().top(row) - bar->value(), false};
}

void PromptList::restore(const Anchor &anchor)
{
    updateGeometries();
    QScrollBar *bar = verticalScrollBar();
    if (anchor.end)
        bar->setValue(bar->maximum());
    else if (anchor.row >= 0 && anchor.row < m_rows.count())
        bar->setValue(m_rows.heights().top(anchor.row) - anchor.offset);
    viewport()->update();
}

void PromptList::forgetHeights()
{
    const Anchor kept = anchor();
    m_rows.setWidth(viewport()->width());
    restore(kept);
}

// Lays out what is in the window and a window's height around it, and keeps what one looks at
// where it is. Does nothing when all of that is known.
void PromptList::measureVisible() const
{
    auto *self = const_cast<PromptList *>(this);
    if (m_measuring || m_rows.count() == 0 || m_rows.count() != m_model->rowCount())
        return;
    self->m_measuring = true;
    if (m_rows.width() != viewport()->width())
        self->forgetHeights();
    const int page = viewport()->height();
    int first = 0;
    int last = 0;
    for (int round = 0; round < 8; ++round) {
        const Anchor kept = anchor();
        first = m_rows.heights().rowAt(verticalOffset() - page);
        last = m_rows.heights().rowAt(verticalOffset() + 2 * page);
        if (first < 0 || !self->m_rows.measure(first, last))
            break;
        self->restore(kept);
    }
    self->m_measuring = false;
    self->m_rows.forgetFarFrom(first, last);
}

QRect PromptList::visualRect(const QModelIndex &index) const
{
    measureVisible();
    return index.isValid() && m_rows.isShown(index.row()) ? rowRect(index.row()) : QRect();
}

void PromptList::scrollTo(const QModelIndex &index, ScrollHint hint)
{
    if (!index.isValid() || !m_rows.isShown(index.row()) || m_rows.count() != m_model->rowCount())
        return;
    measureVisible();
    if (m_rows.measure(index.row(), index.row()))
        updateGeometries();
    const QRect rect = rowRect(index.row());
    QScrollBar *bar = verticalScrollBar();
    const int page = viewport()->height();
    if (hint == PositionAtTop || (hint == EnsureVisible && (rect.top() < 0 || rect.height() > page)))
        bar->setValue(bar->value() + rect.top());
    else if (hint == PositionAtBottom || (hint == EnsureVisible && rect.bottom() >= page))
        bar->setValue(bar->value() + rect.bottom() + 1 - page);
    else if (hint == PositionAtCenter)
        bar->setValue(bar->value() + rect.center().y() - page / 2);
    measureVisible();
}

QModelIndex PromptList::indexAt(const QPoint &point) const
{
    measureVisible();
    const int y = point.y() + verticalOffset();
    if (m_rows.count() == 0 || y < 0 || y >= m_rows.heights().total())
        return {};
    return m_model->index(m_rows.heights().rowAt(y));
}

int PromptList::verticalOffset() const
{
    return verticalScrollBar()->value();
}

QModelIndex PromptList::moveCursor(CursorAction action, Qt::KeyboardModifiers)
{
    const int count = m_rows.count();
    if (count == 0)
        return {};
    measureVisible();
    const int page = viewport()->height();
    const int row = currentIndex().row();
    const int wanted = [&] {
        switch (action) {
        case MoveHome:
            return m_rows.nextShown(-1, 1);
        case MoveEnd:
            return m_rows.nextShown(count, -1);
        case MoveUp:
        case MovePrevious:
            return row < 0 ? m_rows.nextShown(count, -1) : m_rows.nextShown(row, -1);
        case MovePageUp:
            return m_rows.heights().rowAt(m_rows.heights().top(std::max(0, row)) - page);
        case MovePageDown:
            return m_rows.heights().rowAt(
                std::min(m_rows.heights().total() - 1, m_rows.heights().top(std::max(0, row)) + page));
        default:
            return m_rows.nextShown(row, 1);
        }
    }();
    return m_model->index(wanted);
}

void PromptList::setSelection(const QRect &rect, QItemSelectionModel::SelectionFlags flags)
{
    const QModelIndex index = indexAt(rect.topLeft());
    selectionModel()->select(QItemSelection(index, index), flags);
}

QRegion PromptList::visualRegionForSelection(const QItemSelection &selection) const
{
    QRegion region;
    for (const QModelIndex &index : selection.indexes())
        region += visualRect(index);
    return region;
}

void PromptList::rowsInserted(const QModelIndex &parent, int first, int last)
{
    Anchor kept = anchor();
    const int count = last - first + 1;
    m_rows.insert(first, count, viewport()->width());
    if (kept.row >= first)
        kept.row += count;
    m_pointer.rowsInserted(first, count);
    QAbstractItemView::rowsInserted(parent, first, last);
    restore(kept);
}

void PromptList::rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last)
{
    QAbstractItemView::rowsAboutToBeRemoved(parent, first, last);
    Anchor kept = anchor();
    const int count = last - first + 1;
    m_rows.remove(first, count);
    if (kept.row > last)
        kept.row -= count;
    else if (kept.row >= first)
        kept = {first, 0, false};
    m_pointer.rowsRemoved(first, count);
    restore(kept);
}

void PromptList::dataChanged(const QModelIndex &first, const QModelIndex &last, const QList<int> &)
{
    const Anchor kept = anchor();
    m_rows.change(first.row(), last.row());
    for (int row = first.row(); row <= last.row(); ++row)
        m_pointer.rowChanged(row);
    restore(kept);
}

void PromptList::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    m_pointer.setKeyboard({});
    m_pointer.stopTelling();
    QAbstractItemView::currentChanged(current, previous);
    viewport()->update();
}

void PromptList::updateGeometries()
{
    const int page = viewport()->height();
    verticalScrollBar()->setSingleStep(fontMetrics().height() * 2);
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setRange(0, std::max(0, m_rows.heights().total() - page));
    QAbstractItemView::updateGeometries();
}

void PromptList::scrollContentsBy(int, int)
{
    if (!m_measuring)
        m_pointer.stopTelling();
    viewport()->update();
}

void PromptList::resizeEvent(QResizeEvent *event)
{
    QAbstractItemView::resizeEvent(event);
    measureVisible();
}

} // namespace snug
