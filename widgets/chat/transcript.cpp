#include "widgets/chat/transcript.h"

#include "core/chat/chatmodel.h"
#include "widgets/chat/accessibletranscript.h"
#include "widgets/chat/actionbar.h"
#include "widgets/chat/messageeditor.h"
#include "widgets/chat/pillbutton.h"

#include <QAbstractItemModel>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace snug {

namespace {

constexpr int paddingAbove = 10;
constexpr int paddingBelow = 22;
constexpr int frameMilliseconds = 15;

} // namespace

Transcript::Transcript(CodeColours *colours, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_rows(colours)
    , m_bar(new ActionBar(viewport()))
    , m_pill(new PillButton(viewport()))
{
    installAccessibleTranscript();
    setAccessibleName(tr("Chat"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAcceptDrops(true);
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    m_settleTimer.setSingleShot(true);
    m_settleTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_settleTimer, &QTimer::timeout, this, &Transcript::settle);
    connect(m_pill, &QAbstractButton::clicked, this, &Transcript::scrollToEnd);
    connect(m_bar, &ActionBar::triggered, this, [this](MessageAction action) { perform(action, m_barRow); });
    setTheme(Theme::light());
}

Transcript::~Transcript() = default;

void Transcript::setModel(QAbstractItemModel *model)
{
    if (m_model)
        m_model->disconnect(this);
    m_model = model;
    m_rows.setModel(model);
    if (model) {
        connect(model, &QAbstractItemModel::rowsInserted, this,
                [this](const QModelIndex &, int first, int last) { rowsInserted(first, last); });
        connect(model, &QAbstractItemModel::rowsRemoved, this,
                [this](const QModelIndex &, int first, int last) { rowsRemoved(first, last); });
        connect(model, &QAbstractItemModel::dataChanged, this,
                [this](const QModelIndex &first, const QModelIndex &last) {
                    rowsChanged(first.row(), last.row());
                });
        connect(model, &QAbstractItemModel::modelReset, this, [this] { restart(true); });
        connect(model, &QAbstractItemModel::layoutChanged, this, [this] { restart(false); });
        connect(model, &QAbstractItemModel::rowsMoved, this, [this] { restart(false); });
        connect(model, &QObject::destroyed, this, [this] { setModel(nullptr); });
    }
    restart(true);
}

void Transcript::setTheme(const Theme &theme)
{
    const TextStyle style = TextStyle::from(theme);
    m_rows.setStyle(style);
    m_bar->setTheme(theme);
    m_pill->setTheme(theme);
    verticalScrollBar()->setSingleStep(int(style.lineHeight * 2));
    requestSettle();
}

void Transcript::setEmptyText(const QString &text)
{
    m_emptyText = text;
    viewport()->update();
}

void Transcript::setPicture(const QString &file, const QImage &image)
{
    m_pictures.set(file, image);
    viewport()->update();
}

void Transcript::restart(bool fromEnd)
{
    closeEditor();
    m_rows.reset();
    m_hovered = m_barRow = -1;
    m_bar->hide();
    if (fromEnd) {
        m_current = -1;
        m_selection = {};
        m_follow = true;
        m_newBelow = false;
    }
    m_current = std::min(m_current, m_rows.heights().count() - 1);
    requestSettle();
}

void Transcript::rowsInserted(int first, int last)
{
    const int added = last - first + 1;
    const bool atEnd = last == m_model->rowCount() - 1;
    m_rows.inserted(first, last);
    if (!m_follow && first <= m_anchorRow && m_rows.heights().count() > added)
        m_anchorRow += added;
    if (m_current >= first)
        m_current += added;
    m_barRow = m_hovered = -1;
    if (atEnd) {
        if (m_model->index(last, 0).data(IsUserRole).toBool())
            m_follow = true; // what one has just sent
        else if (!m_follow)
            m_newBelow = true;
    }
    requestSettle();
}

void Transcript::rowsRemoved(int first, int last)
{
    const int gone = last - first + 1;
    m_rows.removed(first, last);
    if (m_editor && !m_edited.isValid())
        closeEditor();
    if (m_anchorRow > last) {
        m_anchorRow -= gone;
    } else if (m_anchorRow >= first) {
        m_anchorRow = first;
        m_anchorOffset = 0;
    }
    if (m_current > last)
        m_current -= gone;
    m_current = std::min(m_current, m_rows.heights().count() - 1);
    m_barRow = m_hovered = -1;
    requestSettle();
}

void Transcript::rowsChanged(int first, int last)
{
    bool streaming = false;
    for (int row = first; row <= last && row - first < 3; ++row)
        streaming = streaming || m_model->index(row, 0).data(IsStreamingRole).toBool();
    if (streaming && !m_follow && messageRect(last).bottom() > viewport()->height())
        m_newBelow = true;
    if (m_selection.id != 0 && first <= rowOf(m_selection.id) && rowOf(m_selection.id) <= last && !streaming)
        m_selection = {};
    requestSettle(streaming);
}

void Transcript::requestSettle(bool frameOnly)
{
    m_dirty = true;
    if (!m_settleTimer.isActive())
        m_settleTimer.start(frameOnly ? frameMilliseconds : 0);
    else if (!frameOnly && m_settleTimer.interval() > 0)
        m_settleTimer.start(0);
}

int Transcript::contentHeight() const
{
    return paddingAbove + m_rows.heights().total() + paddingBelow;
}

int Transcript::settleFromEnd()
{
    const int viewHeight = viewport()->height();
    int filled = paddingBelow;
    for (int row = m_rows.heights().count() - 1; row >= 0 && filled < viewHeight; --row)
        filled += m_rows.at(row).height;
    return std::max(0, contentHeight() - viewHeight);
}

int Transcript::settleFromAnchor()
{
    const int viewHeight = viewport()->height();
    const int count = m_rows.heights().count();
    m_anchorRow = std::clamp(m_anchorRow, 0, count - 1);
    const int before = m_rows.heights().height(m_anchorRow);
    const int after = m_rows.at(m_anchorRow).height;
    // A row that comes in from above keeps its lower edge where it is.
    if (m_anchorOffset > 0)
        m_anchorOffset = std::max(0, m_anchorOffset + after - before);
    int y = after - m_anchorOffset;
    for (int row = m_anchorRow + 1; row < count && y < viewHeight; ++row)
        y += m_rows.at(row).height;
    const int wanted = paddingAbove + m_rows.heights().top(m_anchorRow) + m_anchorOffset;
    return wanted > contentHeight() - viewHeight ? settleFromEnd() : std::max(0, wanted);
}

void Transcript::settle()
{
    if (m_settling)
        return;
    m_settling = true;
    m_dirty = false;
    m_settleTimer.stop();
    const int width = viewport()->width();
    const int viewHeight = viewport()->height();
    if (width != m_rows.geometry().viewWidth && m_rows.heights().count() > 0 && !m_follow) {
        // Another width: stay at the same share of the first message on screen.
        m_anchorRow = std::clamp(m_anchorRow, 0, m_rows.heights().count() - 1);
        const double share = double(m_anchorOffset) / std::max(1, m_rows.heights().height(m_anchorRow));
        m_rows.setWidth(width);
        m_anchorOffset = int(std::lround(share * m_rows.at(m_anchorRow).height));
    } else {
        m_rows.setWidth(width);
    }
    const int count = m_rows.heights().count();
    int scroll = 0;
    if (count > 0)
        scroll = m_follow ? settleFromEnd() : settleFromAnchor();
    const int most = count > 0 ? std::max(0, contentHeight() - viewHeight) : 0;
    verticalScrollBar()->setPageStep(viewHeight);
    verticalScrollBar()->setRange(0, most);
    verticalScrollBar()->setValue(scroll);
    m_scroll = scroll;
    m_anchorRow = std::max(0, m_rows.heights().rowAt(scroll - paddingAbove));
    m_anchorOffset = count > 0 ? scroll - paddingAbove - m_rows.heights().top(m_anchorRow) : 0;
    m_follow = scroll >= most;
    if (m_follow)
        m_newBelow = false;
    m_settling = false;
    placeChildren();
    viewport()->update();
}

void Transcript::scrollContentsBy(int, int)
{
    if (!m_settling)
        setScroll(verticalScrollBar()->value());
}

void Transcript::setScroll(int value)
{
    const int most = std::max(0, contentHeight() - viewport()->height());
    m_follow = value >= most;
    m_anchorRow = std::max(0, m_rows.heights().rowAt(value - paddingAbove));
    if (m_rows.heights().count() > 0)
        m_anchorOffset = value - paddingAbove - m_rows.heights().top(m_anchorRow);
    settle();
    if (viewport()->underMouse())
        updateHover(viewport()->mapFromGlobal(QCursor::pos()));
}

void Transcript::scrollToEnd()
{
    m_follow = true;
    m_newBelow = false;
    settle();
}

void Transcript::scrollPages(int pages)
{
    verticalScrollBar()->triggerAction(pages < 0 ? QAbstractSlider::SliderPageStepSub
                                                 : QAbstractSlider::SliderPageStepAdd);
}

void Transcript::hold()
{
    m_follow = false;
}

void Transcript::reveal(int row)
{
    if (m_dirty)
        settle();
    m_rows.at(row);
    const QRect rect = messageRect(row);
    const int viewHeight = viewport()->height();
    if (rect.top() >= 0 && rect.bottom() < viewHeight)
        return;
    const int top = paddingAbove + m_rows.heights().top(row);
    if (rect.top() < 0 || rect.height() > viewHeight)
        setScroll(row == 0 ? 0 : top);
    else
        setScroll(top + rect.height() - viewHeight +
                  (row == m_rows.heights().count() - 1 ? paddingBelow : 0));
}

void Transcript::setCurrentRow(int row)
{
    m_current = std::clamp(row, -1, m_rows.heights().count() - 1);
    if (m_current >= 0)
        reveal(m_current);
    placeChildren();
    viewport()->update();
    if (m_current >= 0)
        announceCurrentMessage(this, m_current);
}

QRect Transcript::messageRect(int row) const
{
    if (row < 0 || row >= m_rows.heights().count())
        return {};
    return {0, paddingAbove + m_rows.heights().top(row) - m_scroll, viewport()->width(),
            m_rows.heights().height(row)};
}

std::pair<int, int> Transcript::visibleRows() const
{
    const int count = m_rows.heights().count();
    const int last = m_rows.heights().rowAt(m_scroll - paddingAbove + viewport()->height() - 1);
    return {std::min(m_anchorRow, count), std::min(last + 1, count)};
}

const MessageLayout &Transcript::message(int row)
{
    if (m_dirty)
        settle();
    return m_rows.at(row);
}

int Transcript::rowAt(const QPoint &point) const
{
    const int row = m_rows.heights().rowAt(point.y() + m_scroll - paddingAbove);
    return row >= 0 && messageRect(row).contains(point) ? row : -1;
}

// Only rows near the screen are asked for: selections and editors are there.
int Transcript::rowOf(quint64 id) const
{
    for (int row = m_anchorRow; row < m_rows.heights().count() && row < m_anchorRow + 200; ++row) {
        if (m_rows.idAt(row) == id)
            return row;
    }
    for (int row = std::min(m_anchorRow, m_rows.heights().count()) - 1; row >= 0; --row) {
        if (m_rows.idAt(row) == id)
            return row;
    }
    return -1;
}

void Transcript::paintEvent(QPaintEvent *event)
{
    if (m_dirty)
        settle();
    QPainter painter(viewport());
    const Theme &theme = m_rows.style().theme;
    painter.fillRect(event->rect(), theme.surface);
    const int count = m_rows.heights().count();
    if (count == 0) {
        painter.setFont(theme.textFont());
        painter.setPen(theme.textDim);
        painter.drawText(viewport()->rect().adjusted(40, 40, -40, -40),
                         int(Qt::AlignCenter) | int(Qt::TextWordWrap), m_emptyText);
        return;
    }
    for (int row = m_anchorRow; row < count; ++row) {
        const QRect rect = messageRect(row);
        if (rect.top() > event->rect().bottom())
            break;
        if (!rect.intersects(event->rect()))
            continue;
        const MessageLayout &layout = m_rows.at(row);
        const QString file = layout.content().picture;
        if (m_pictures.wants(file)) {
            QMetaObject::invokeMethod(
                this, [this, file] { Q_EMIT pictureRequested(file); }, Qt::QueuedConnection);
        }
        MessagePaint how;
        how.exposed = event->rect().intersected(rect).translated(-rect.topLeft());
        how.hovered = row == m_hovered ? m_hoveredPart : MessagePart::None;
        how.isCurrent = row == m_current && hasFocus();
        how.hidesTime = m_bar->isVisible() && row == m_barRow;
        how.scale = devicePixelRatioF();
        if (!m_selection.isEmpty() && m_selection.id == layout.content().id) {
            how.selectedPart = m_selection.part;
            how.selectionStart = std::min(m_selection.anchor, m_selection.position);
            how.selectionEnd = std::max(m_selection.anchor, m_selection.position);
        }
        painter.save();
        painter.translate(rect.topLeft());
        paintMessage(painter, layout, how, m_pictures);
        painter.restore();
        paintScene(painter, row, rect);
    }
}

void Transcript::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    m_dirty = true;
    if (!m_settling)
        settle();
    else
        requestSettle();
}

QString Transcript::documentText(int row, MessagePart part, int from, int to) const
{
    return plainText(const_cast<Transcript *>(this)->m_rows.at(row).document(part), from, to);
}

QString Transcript::selectedText() const
{
    const int row = m_selection.isEmpty() ? -1 : rowOf(m_selection.id);
    if (row < 0)
        return {};
    return documentText(row, m_selection.part, std::min(m_selection.anchor, m_selection.position),
                        std::max(m_selection.anchor, m_selection.position));
}

} // namespace snug
