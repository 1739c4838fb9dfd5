#include "widgets/inspector/promptlist.h"

#include "core/prompt/promptblocks.h"
#include "widgets/inspector/segmentpopup.h"

#include <QScrollBar>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype unfoldStep = 20000; // characters that one unfolding shows
constexpr qsizetype keptLayouts = 300;

// In its text, or in the names of what its text comes from.
bool holds(const OutboundMessage &message, const QString &wanted)
{
    if (message.content.text().contains(wanted, Qt::CaseInsensitive))
        return true;
    const auto names = [&](const Source &source) {
        return source.path().join(u'\n').contains(wanted, Qt::CaseInsensitive);
    };
    return names(message.source) ||
           std::ranges::any_of(message.content.spans(), [&](const Span &span) { return names(span.source); });
}

} // namespace

PromptList::PromptList(OutboundModel *model, QWidget *parent)
    : QAbstractItemView(parent)
    , m_model(model)
    , m_look(Theme::light())
    , m_popup(new SegmentPopup(this))
{
    setModel(model);
    m_heights.insert(0, model->rowCount(), 0);
    m_rows.resize(model->rowCount());
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    setFrameShape(NoFrame);
    setAccessibleName(tr("Outbound messages"));
    m_popupDelay.setSingleShot(true);
    m_popupDelay.setInterval(250);
    connect(&m_popupDelay, &QTimer::timeout, this, [this] { showPopup(m_hovered); });
}

PromptList::~PromptList() = default;

void PromptList::setTheme(const Theme &theme)
{
    m_look = MessageRow(theme);
    m_popup->setTheme(theme);
    setPalette(theme.palette());
    forgetHeights();
}

void PromptList::setBudget(const Budget &budget)
{
    m_budget = budget;
}

void PromptList::setColourAll(bool on)
{
    m_colourAll = on;
    viewport()->update();
}

void PromptList::setFilter(const QString &text)
{
    if (m_filter == text)
        return;
    m_filter = text;
    const Anchor kept = anchor();
    applyFilter(0, int(m_rows.size()) - 1);
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
    if (m_breakRow < 0 || m_rows.isEmpty())
        return {};
    if (m_breakRow >= m_rows.size()) // behind the last one
        return rowRect(int(m_rows.size()) - 1)
            .adjusted(0, rowRect(int(m_rows.size()) - 1).height() - 1, 0, 0);
    if (m_heights.isHidden(m_breakRow))
        return {};
    const QRect row = rowRect(m_breakRow);
    if (m_breakPosition == 0)
        return {row.left(), row.top(), row.width(), 1};
    const OutboundLayout &layout = layoutOf(m_breakRow);
    const QString &whole = message(m_breakRow).content.text();
    qsizetype position = std::min(m_breakPosition, whole.size() - 1);
    while (position + 1 < whole.size() && whole.at(position) == u'\n')
        ++position;
    const QRectF text = layout.rectOf(position, 1);
    const int top = text.isNull() ? row.bottom() : m_look.textTopLeft(row).y() + int(text.top());
    return {row.left(), top, row.width(), 1};
}

bool PromptList::isBreakWithinText() const
{
    return m_breakRow >= 0 && m_breakRow < m_rows.size() && m_breakPosition > 0;
}

void PromptList::showBreak()
{
    if (m_breakRow < 0 || m_rows.isEmpty())
        return;
    const int row = std::min(m_breakRow, int(m_rows.size()) - 1);
    setCurrentIndex(m_model->index(row, 0));
    if (m_breakRow < m_rows.size() && m_rows.at(row).folded && m_breakPosition >= layoutOf(row).laidOut())
        toggleFold(row);
    measureVisible();
    const QRect place = breakRect();
    if (place.isValid() && (place.top() < 40 || place.bottom() > viewport()->height() - 40))
        verticalScrollBar()->setValue(verticalOffset() + place.top() - viewport()->height() / 3);
    setFocus(Qt::OtherFocusReason);
}

void PromptList::findNext(int step)
{
    const int count = int(m_rows.size());
    const int from = currentIndex().row();
    for (int i = 1; i <= count; ++i) {
        const int row = ((from < 0 && step > 0 ? -1 : from) + i * step + count * 2) % count;
        if (m_heights.isHidden(row))
            continue;
        const qsizetype place = message(row).content.text().indexOf(m_filter, 0, Qt::CaseInsensitive);
        if (m_rows.at(row).folded && place >= layoutOf(row).laidOut())
            toggleFold(row);
        setCurrentIndex(m_model->index(row, 0));
        return;
    }
}

int PromptList::shownCount() const
{
    int count = 0;
    for (int row = 0; row < m_rows.size(); ++row)
        count += m_heights.isHidden(row) ? 0 : 1;
    return count;
}

void PromptList::applyFilter(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        m_heights.setHidden(row, !m_filter.isEmpty() && !holds(message(row), m_filter));
    }
}

void PromptList::toggleFold(int row)
{
    measureVisible();
    RowView &view = m_rows[row];
    if (view.folded && !layoutOf(row).isCut())
        return;
    const Anchor kept = anchor();
    if (!view.folded && layoutOf(row).isCut())
        view.shown += unfoldStep;
    else
        view = RowView{!view.folded, false, unfoldStep, nullptr};
    view.layout.reset();
    view.measured = false;
    hidePopup();
    restore(kept);
    measureVisible();
}

const OutboundLayout &PromptList::layoutOf(int row) const
{
    auto &view = const_cast<PromptList *>(this)->m_rows[row];
    if (!view.layout)
        view.layout = std::make_shared<OutboundLayout>(
            m_look.layout(message(row), viewport()->width(), view.folded, view.shown));
    return *view.layout;
}

QRect PromptList::rowRect(int row) const
{
    return {0, m_heights.top(row) - verticalOffset(), viewport()->width(), m_heights.height(row)};
}

PromptList::Anchor PromptList::anchor() const
{
    const QScrollBar *bar = verticalScrollBar();
    if (m_rows.isEmpty() || bar->value() == 0)
        return {};
    if (bar->value() == bar->maximum())
        return {.end = true};
    const int row = m_heights.rowAt(bar->value());
    return {row, row < 0 ? 0 : m_heights.top(row) - bar->value(), false};
}

void PromptList::restore(const Anchor &anchor)
{
    updateGeometries();
    QScrollBar *bar = verticalScrollBar();
    if (anchor.end)
        bar->setValue(bar->maximum());
    else if (anchor.row >= 0 && anchor.row < m_rows.size())
        bar->setValue(m_heights.top(anchor.row) - anchor.offset);
    viewport()->update();
}

void PromptList::forgetHeights()
{
    const Anchor kept = anchor();
    m_width = viewport()->width();
    for (int row = 0; row < m_rows.size(); ++row) {
        m_rows[row].layout.reset();
        m_rows[row].measured = false;
        m_heights.setHeight(row, m_look.estimatedHeight(message(row), m_width));
    }
    restore(kept);
}

bool PromptList::measureBetween(int first, int last)
{
    bool changed = false;
    for (int row = first; row <= last; ++row) {
        if (m_rows.at(row).measured || m_heights.isHidden(row))
            continue;
        const int height = m_look.height(layoutOf(row));
        changed = changed || height != m_heights.height(row);
        m_heights.setHeight(row, height);
        m_rows[row].measured = true;
    }
    return changed;
}

// Lays out what is in the window and a window's height around it, and keeps what one looks at
// where it is. Does nothing when all of that is known.
void PromptList::measureVisible() const
{
    auto *self = const_cast<PromptList *>(this);
    if (m_measuring || m_rows.isEmpty() || m_rows.size() != m_model->rowCount())
        return;
    self->m_measuring = true;
    if (m_width != viewport()->width())
        self->forgetHeights();
    const int page = viewport()->height();
    int first = 0;
    int last = 0;
    for (int round = 0; round < 8; ++round) {
        const Anchor kept = anchor();
        first = m_heights.rowAt(verticalOffset() - page);
        last = m_heights.rowAt(verticalOffset() + 2 * page);
        if (first < 0 || !self->measureBetween(first, last))
            break;
        self->restore(kept);
    }
    self->m_measuring = false;
    qsizetype cached = std::ranges::count_if(m_rows, [](const RowView &row) { return bool(row.layout); });
    for (int row = 0; cached > keptLayouts && row < m_rows.size(); ++row) {
        if ((row < first || row > last) && m_rows.at(row).layout) {
            self->m_rows[row].layout.reset();
            --cached;
        }
    }
}

QRect PromptList::visualRect(const QModelIndex &index) const
{
    measureVisible();
    return index.isValid() && !m_heights.isHidden(index.row()) ? rowRect(index.row()) : QRect();
}

void PromptList::scrollTo(const QModelIndex &index, ScrollHint hint)
{
    if (!index.isValid() || m_heights.isHidden(index.row()) || m_rows.size() != m_model->rowCount())
        return;
    measureVisible();
    if (measureBetween(index.row(), index.row()))
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
    if (m_rows.isEmpty() || y < 0 || y >= m_heights.total())
        return {};
    return m_model->index(m_heights.rowAt(y));
}

int PromptList::verticalOffset() const
{
    return verticalScrollBar()->value();
}

bool PromptList::isIndexHidden(const QModelIndex &index) const
{
    return index.isValid() && m_heights.isHidden(index.row());
}

int PromptList::nextShown(int row, int step) const
{
    int next = row + step;
    while (next >= 0 && next < m_rows.size() && m_heights.isHidden(next))
        next += step;
    return next >= 0 && next < m_rows.size() ? next : row;
}

QModelIndex PromptList::moveCursor(CursorAction action, Qt::KeyboardModifiers)
{
    const int count = int(m_rows.size());
    if (count == 0)
        return {};
    measureVisible();
    const int page = viewport()->height();
    const int row = currentIndex().row();
    const int wanted = [&] {
        switch (action) {
        case MoveHome:
            return nextShown(-1, 1);
        case MoveEnd:
            return nextShown(count, -1);
        case MoveUp:
        case MovePrevious:
            return row < 0 ? nextShown(count, -1) : nextShown(row, -1);
        case MovePageUp:
            return m_heights.rowAt(m_heights.top(std::max(0, row)) - page);
        case MovePageDown:
            return m_heights.rowAt(std::min(m_heights.total() - 1, m_heights.top(std::max(0, row)) + page));
        default:
            return nextShown(row, 1);
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
    m_rows.insert(first, count, RowView());
    m_heights.insert(first, count, 0);
    for (int row = first; row <= last; ++row) {
        if (isWholeText(message(row))) // there is nothing else to look at
            m_rows[row] = RowView{false, false, unfoldStep, nullptr};
    }
    for (int row = first; row <= last; ++row)
        m_heights.setHeight(row, m_look.estimatedHeight(message(row), viewport()->width()));
    applyFilter(first, last);
    if (kept.row >= first)
        kept.row += count;
    for (Segment *segment : {&m_keyboard, &m_hovered, &m_pressed})
        segment->row += segment->row >= first ? count : 0;
    QAbstractItemView::rowsInserted(parent, first, last);
    restore(kept);
}

void PromptList::rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last)
{
    QAbstractItemView::rowsAboutToBeRemoved(parent, first, last);
    Anchor kept = anchor();
    const int count = last - first + 1;
    m_rows.remove(first, count);
    m_heights.remove(first, count);
    if (kept.row > last)
        kept.row -= count;
    else if (kept.row >= first)
        kept = {first, 0, false};
    for (Segment *segment : {&m_keyboard, &m_hovered, &m_pressed}) {
        if (segment->row > last)
            segment->row -= count;
        else if (segment->row >= first)
            *segment = {};
    }
    if (m_hovered.row < 0 && m_keyboard.row < 0)
        hidePopup();
    restore(kept);
}

void PromptList::dataChanged(const QModelIndex &first, const QModelIndex &last, const QList<int> &)
{
    const Anchor kept = anchor();
    for (int row = first.row(); row <= last.row(); ++row) {
        m_rows[row].layout.reset();
        m_rows[row].measured = false;
        for (Segment *segment : {&m_keyboard, &m_hovered, &m_pressed}) {
            if (segment->row == row && segment->span >= message(row).content.spans().size()) {
                segment->span = -1;
                hidePopup();
            }
        }
    }
    applyFilter(first.row(), last.row());
    restore(kept);
}

void PromptList::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    m_keyboard = {};
    hidePopup();
    QAbstractItemView::currentChanged(current, previous);
    viewport()->update();
}

void PromptList::updateGeometries()
{
    const int page = viewport()->height();
    verticalScrollBar()->setSingleStep(fontMetrics().height() * 2);
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setRange(0, std::max(0, m_heights.total() - page));
    QAbstractItemView::updateGeometries();
}

void PromptList::scrollContentsBy(int, int)
{
    if (!m_measuring)
        hidePopup();
    viewport()->update();
}

void PromptList::resizeEvent(QResizeEvent *event)
{
    QAbstractItemView::resizeEvent(event);
    measureVisible();
}

} // namespace snug
