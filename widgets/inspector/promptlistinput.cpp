// PromptList: painting, mouse, keys and the popup.
#include "core/prompt/whyhere.h"
#include "widgets/inspector/cacheend.h"
#include "widgets/inspector/messageclipboard.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/segmentpopup.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace snug {

void PromptList::paintEvent(QPaintEvent *event)
{
    measureVisible();
    QPainter painter(viewport());
    const Theme &theme = m_look.theme();
    painter.fillRect(event->rect(), theme.surface);
    if (m_rows.isEmpty())
        return;
    const int current = currentIndex().row();
    int row = m_heights.rowAt(verticalOffset() + event->rect().top());
    for (; row >= 0 && row < m_rows.size(); ++row) {
        if (m_heights.isHidden(row))
            continue;
        const QRect rect = rowRect(row);
        if (rect.top() > event->rect().bottom())
            break;
        const Segment pointed = m_hovered.row == row ? m_hovered : m_keyboard;
        RowState state;
        state.folded = m_rows.at(row).folded;
        state.current = row == current;
        state.focused = hasFocus();
        state.hovered = m_hovered.row == row;
        state.showSegments = pointed.row == row;
        state.segment = pointed.row == row ? pointed.span : -1;
        state.colourAll = m_colourAll;
        state.filter = m_filter;
        m_look.paint(&painter, rect, message(row), m_model->countKind(), layoutOf(row), state, event->rect());
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.line);
    }
    paintCacheEnd(painter, breakRect(), viewport()->rect(), m_look.theme(), !isBreakWithinText());
}

PromptList::Segment PromptList::segmentAt(const QPoint &viewportPoint) const
{
    const QModelIndex index = indexAt(viewportPoint);
    if (!index.isValid())
        return {};
    const int row = index.row();
    const qsizetype position = layoutOf(row).positionAt(viewportPoint - m_look.textTopLeft(rowRect(row)));
    const Span *span = message(row).content.spanAt(position);
    return {row, span ? span - message(row).content.spans().constData() : -1};
}

QRect PromptList::segmentRect(const Segment &segment) const
{
    if (segment.row < 0 || segment.span < 0)
        return {};
    measureVisible();
    const Span &span = message(segment.row).content.spans().at(segment.span);
    const QRectF rect = layoutOf(segment.row).rectOf(span.start, span.length);
    return rect.isNull() ? QRect()
                         : rect.translated(m_look.textTopLeft(rowRect(segment.row))).toAlignedRect();
}

void PromptList::moveSegment(int step)
{
    const int row = currentIndex().row();
    if (row < 0)
        return;
    const qsizetype count = message(row).content.spans().size();
    const qsizetype from = m_keyboard.row == row ? m_keyboard.span : (step > 0 ? -1 : count);
    const qsizetype wanted = from + step;
    if (wanted < 0 || wanted >= count)
        return;
    m_keyboard = {row, wanted};
    m_hovered = {};
    if (m_rows.at(row).folded && message(row).content.spans().at(wanted).start >= layoutOf(row).laidOut())
        toggleFold(row);
    measureVisible();
    const QRect rect = segmentRect(m_keyboard);
    if (rect.bottom() >= viewport()->height() || rect.top() < 0)
        verticalScrollBar()->setValue(verticalOffset() + rect.center().y() - viewport()->height() / 2);
    showPopup(m_keyboard);
    viewport()->update();
    QAccessibleAnnouncementEvent spoken(this, factsOf(m_keyboard).spoken());
    QAccessible::updateAccessibility(&spoken);
}

void PromptList::keyPressEvent(QKeyEvent *event)
{
    const int row = currentIndex().row();
    if (event->matches(QKeySequence::Copy)) {
        if (row >= 0)
            Q_EMIT copied(copyMessages(m_model->messages(), row, CopyForm::Text));
        return;
    }
    if (m_canTry && row >= 0 && event->key() == Qt::Key_Space) {
        Q_EMIT switchRequested(sourceAt(row, m_keyboard));
        return;
    }
    if (m_canTry && row >= 0 && event->key() == Qt::Key_F2) {
        Q_EMIT editRequested(sourceAt(row, m_keyboard));
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
        return moveSegment(-1);
    case Qt::Key_Right:
        return moveSegment(1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (row >= 0 && event->modifiers().testFlag(Qt::ControlModifier))
            open(m_keyboard, 0);
        else if (row >= 0)
            toggleFold(row);
        return;
    case Qt::Key_Escape:
        if (m_keyboard.row >= 0 || m_popup->isVisible()) {
            m_keyboard = {};
            hidePopup();
            viewport()->update();
            return;
        }
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        return QAbstractItemView::keyPressEvent(event);
    default:
        break;
    }
    // Letters and the rest belong to whoever is outside.
    event->ignore();
}

// The line of the template that shows this value; without a label where there is none.
static Source templateLineOf(const Source &source)
{
    for (Source link = source; link.hasParent(); link = link.parent()) {
        if (link.parent().family() == SourceFamily::Template)
            return link.parent();
    }
    return {};
}

void PromptList::mousePressEvent(QMouseEvent *event)
{
    const QModelIndex index = indexAt(event->position().toPoint());
    hidePopup();
    if (!index.isValid())
        return;
    setCurrentIndex(index);
    if (event->button() != Qt::LeftButton)
        return;
    if (isFoldMark(event->position().toPoint()))
        toggleFold(index.row());
    else
        m_pressed = segmentAt(event->position().toPoint());
}

void PromptList::mouseReleaseEvent(QMouseEvent *event)
{
    const QPoint point = event->position().toPoint();
    const Segment pressed = std::exchange(m_pressed, {});
    if (event->button() != Qt::LeftButton || pressed.span < 0 || segmentAt(point) != pressed)
        return;
    const Source line = templateLineOf(message(pressed.row).content.spans().at(pressed.span).source);
    if (event->modifiers().testFlag(Qt::ControlModifier) && !line.label().isEmpty()) {
        Q_EMIT sourceRequested(line, -1);
        return;
    }
    if (m_opensInPlace)
        Q_EMIT sourceClicked(sourceAt(pressed.row, pressed), event->globalPosition().toPoint());
    else
        openAt(pressed, point);
}

// At the place of its text that is there.
void PromptList::openAt(const Segment &segment, const QPoint &point)
{
    const qsizetype position =
        layoutOf(segment.row).positionAt(point - m_look.textTopLeft(rowRect(segment.row)));
    open(segment, position - message(segment.row).content.spans().at(segment.span).start);
}

void PromptList::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QPoint point = event->position().toPoint();
    const QModelIndex index = indexAt(point);
    if (index.isValid() && !isFoldMark(point) && m_look.header(rowRect(index.row())).contains(point))
        toggleFold(index.row());
    else if (const Segment segment = segmentAt(point); segment.span >= 0 && m_opensInPlace)
        openAt(segment, point);
}

void PromptList::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint point = event->position().toPoint();
    const Segment segment = segmentAt(point);
    setHovered(segment);
    viewport()->setCursor(segment.span >= 0 || isFoldMark(point) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

bool PromptList::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave)
        setHovered({});
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        if (const QRect line = breakRect(); line.isValid() && std::abs(help->pos().y() - line.top()) <= 5) {
            QToolTip::showText(help->globalPos(),
                               tr("The server's cache ends here: what follows is read anew."), viewport());
            return true;
        }
    }
    return QAbstractItemView::viewportEvent(event);
}

void PromptList::focusOutEvent(QFocusEvent *event)
{
    hidePopup();
    QAbstractItemView::focusOutEvent(event);
}

bool PromptList::isFoldMark(const QPoint &point) const
{
    const QModelIndex index = indexAt(point);
    if (!index.isValid())
        return false;
    const int row = index.row();
    return m_look
        .foldMark(rowRect(row), message(row), m_model->countKind(), layoutOf(row), m_rows.at(row).folded)
        .contains(point);
}

void PromptList::setHovered(const Segment &segment)
{
    if (segment == m_hovered)
        return;
    m_hovered = segment;
    if (segment.span < 0)
        hidePopup();
    else if (m_popup->isVisible())
        showPopup(segment);
    else
        m_popupDelay.start();
    viewport()->update();
}

void PromptList::showPopup(const Segment &segment)
{
    if (segment.row < 0 || segment.span < 0)
        return;
    QRect place = segmentRect(segment) & viewport()->rect();
    if (segment == m_hovered) {
        // A long segment's end may be far from the pointer.
        const QPoint pointer = viewport()->mapFromGlobal(QCursor::pos());
        if (place.contains(pointer))
            place = QRect(pointer.x(), pointer.y() - 10, 1, 26);
    }
    m_popup->showFor(factsOf(segment), QRect(viewport()->mapToGlobal(place.topLeft()), place.size()));
}

// Of the segment that is pointed at, else of the message as a whole.
Source PromptList::sourceAt(int row, const Segment &segment) const
{
    return segment.row == row && segment.span >= 0 ? message(row).content.spans().at(segment.span).source
                                                   : message(row).source;
}

SegmentFacts PromptList::factsOf(const Segment &segment) const
{
    SegmentFacts facts = segmentFacts(message(segment.row), segment.span, m_budget);
    facts.why = whyHere(facts.source, m_trace);
    return facts;
}

void PromptList::hidePopup()
{
    m_popupDelay.stop();
    m_popup->hide();
}

void PromptList::open(const Segment &segment, qsizetype position)
{
    if (segment.row < 0 || segment.span < 0)
        return;
    hidePopup();
    const Span &span = message(segment.row).content.spans().at(segment.span);
    Q_EMIT sourceRequested(span.source, span.originStart < 0 ? -1 : span.originStart + position);
}

template <typename Copy> static void addCopies(QMenu *menu, QObject *context, Copy copy)
{
    const auto add = [&](const QString &text, CopyForm form) {
        return menu->addAction(text, context, [copy, form] { copy(form); });
    };
    add(PromptList::tr("Copy text"), CopyForm::Text)->setShortcut(QKeySequence::Copy);
    add(PromptList::tr("Copy as JSON"), CopyForm::Json);
    add(PromptList::tr("Copy source as JSON"), CopyForm::Source);
    menu->addSeparator();
    add(PromptList::tr("Copy all messages with their source"), CopyForm::AllWithSource);
    add(PromptList::tr("Copy all messages segment by segment"), CopyForm::AllWithSources);
}

void PromptList::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const int row = byKey ? currentIndex().row() : indexAt(event->pos()).row();
    if (row < 0)
        return;
    hidePopup();
    const Segment segment = byKey ? m_keyboard : segmentAt(event->pos());
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString &text, auto &&act) { return menu->addAction(text, this, act); };
    if (segment.span >= 0) {
        const Source source = message(row).content.spans().at(segment.span).source;
        add(tr("Open %1").arg(sourceName(source)), [this, segment] { open(segment, 0); });
        if (const Source line = templateLineOf(source); !line.label().isEmpty())
            add(tr("Open %1").arg(line.label()), [this, line] { Q_EMIT sourceRequested(line, -1); });
        menu->addSeparator();
    }
    if (m_canTry) {
        const Source source = sourceAt(row, segment);
        add(tr("Try without it"), [this, source] {
            Q_EMIT switchRequested(source);
        })->setShortcut(Qt::Key_Space);
        add(tr("Try another text…"), [this, source] {
            Q_EMIT editRequested(source);
        })->setShortcut(Qt::Key_F2);
        add(tr("Try below the history"), [this, source] { Q_EMIT belowRequested(source); });
        menu->addSeparator();
    }
    addCopies(menu, this,
              [this, row](CopyForm form) { Q_EMIT copied(copyMessages(m_model->messages(), row, form)); });
    if (!m_rows.at(row).folded || layoutOf(row).isCut()) {
        menu->addSeparator();
        add(m_rows.at(row).folded ? tr("Unfold") : tr("Fold"), [this, row] { toggleFold(row); });
    }
    menu->popup(byKey ? viewport()->mapToGlobal(rowRect(row).center()) : event->globalPos());
}

} // namespace snug
