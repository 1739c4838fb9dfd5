// PromptList: painting, mouse, keys and the popup.
#include "widgets/inspector/cacheend.h"
#include "widgets/inspector/messageclipboard.h"
#include "widgets/inspector/promptlist.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <functional>

using namespace Qt::StringLiterals;

namespace snug {

void PromptList::paintEvent(QPaintEvent *event)
{
    measureVisible();
    QPainter painter(viewport());
    const Theme &theme = m_rows.look().theme();
    painter.fillRect(event->rect(), theme.surface);
    if (m_rows.count() == 0)
        return;
    const int current = currentIndex().row();
    int row = m_rows.heights().rowAt(verticalOffset() + event->rect().top());
    for (; row >= 0 && row < m_rows.count(); ++row) {
        if (!m_rows.isShown(row))
            continue;
        const QRect rect = rowRect(row);
        if (rect.top() > event->rect().bottom())
            break;
        const Segment pointed = m_pointer.in(row);
        RowState state;
        state.folded = m_rows.isFolded(row);
        state.current = row == current;
        state.focused = hasFocus();
        state.hovered = m_pointer.hovered().row == row;
        state.showSegments = pointed.row == row;
        state.segment = pointed.row == row ? pointed.span : -1;
        state.colourAll = m_colourAll;
        state.filter = m_rows.filter();
        const RowPlace place = m_model->place(row);
        state.part = partName(place);
        state.isInner = place.part > 0;
        m_rows.look().paint(&painter, rect, message(row), m_model->countKind(), m_rows.layout(row), state,
                            event->rect());
        const int inset =
            place.part + 1 < place.parts ? m_rows.look().textTopLeft(rect).x() : 0; // it goes on
        painter.fillRect(rect.left() + inset, rect.bottom(), rect.width() - inset, 1, theme.line);
    }
    paintCacheEnd(painter, breakRect(), viewport()->rect(), m_rows.look().theme(), !isBreakWithinText());
}

PromptList::Segment PromptList::segmentAt(const QPoint &viewportPoint) const
{
    const QModelIndex index = indexAt(viewportPoint);
    if (!index.isValid())
        return {};
    const int row = index.row();
    const qsizetype position =
        m_rows.layout(row).positionAt(viewportPoint - m_rows.look().textTopLeft(rowRect(row)));
    const Span *span = message(row).content.spanAt(position);
    return {row, span ? span - message(row).content.spans().constData() : -1};
}

QRect PromptList::segmentRect(const Segment &segment) const
{
    if (segment.row < 0 || segment.span < 0)
        return {};
    measureVisible();
    const Span &span = message(segment.row).content.spans().at(segment.span);
    const QRectF rect = m_rows.layout(segment.row).rectOf(span.start, span.length);
    return rect.isNull() ? QRect()
                         : rect.translated(m_rows.look().textTopLeft(rowRect(segment.row))).toAlignedRect();
}

void PromptList::moveSegment(int step)
{
    const int row = currentIndex().row();
    if (row < 0)
        return;
    const qsizetype count = message(row).content.spans().size();
    const Segment before = keyboardSegment();
    const qsizetype from = before.row == row ? before.span : (step > 0 ? -1 : count);
    const qsizetype wanted = from + step;
    if (wanted < 0 || wanted >= count)
        return;
    m_pointer.setKeyboard({row, wanted});
    if (isFolded(row) && message(row).content.spans().at(wanted).start >= m_rows.layout(row).laidOut())
        toggleFold(row);
    measureVisible();
    const QRect rect = segmentRect(keyboardSegment());
    if (rect.bottom() >= viewport()->height() || rect.top() < 0)
        verticalScrollBar()->setValue(verticalOffset() + rect.center().y() - viewport()->height() / 2);
    m_pointer.tellKeyboard();
    viewport()->update();
    QAccessibleAnnouncementEvent spoken(this, m_pointer.factsOf(keyboardSegment()).spoken());
    QAccessible::updateAccessibility(&spoken);
}

// F2 is about this row, not about a message of the chat.
bool PromptList::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && m_canTry && currentIndex().isValid() &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_F2)
        event->accept();
    return QAbstractItemView::event(event);
}

void PromptList::keyPressEvent(QKeyEvent *event)
{
    const int row = currentIndex().row();
    if (event->matches(QKeySequence::Copy)) {
        if (row >= 0)
            Q_EMIT copied(copyRow(*m_model, row, CopyForm::Text));
        return;
    }
    if (m_canTry && row >= 0 && event->key() == Qt::Key_Space) {
        Q_EMIT switchRequested(sourceAt(row, keyboardSegment()));
        return;
    }
    if (m_canTry && row >= 0 && event->key() == Qt::Key_F2) {
        Q_EMIT editRequested(sourceAt(row, keyboardSegment()));
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
            open(keyboardSegment(), 0);
        else if (row >= 0)
            toggleFold(row);
        return;
    case Qt::Key_Escape:
        if (keyboardSegment().row >= 0 || m_pointer.isTelling()) {
            m_pointer.setKeyboard({});
            m_pointer.stopTelling();
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

void PromptList::openClicked(const Segment &segment, const QPoint &point, Qt::KeyboardModifiers modifiers)
{
    const Source line = templateLineOf(sourceAt(segment.row, segment));
    if (modifiers.testFlag(Qt::ControlModifier) && !line.label().isEmpty())
        Q_EMIT sourceRequested(line, -1);
    else if (m_opensInPlace)
        Q_EMIT sourceClicked(sourceAt(segment.row, segment), viewport()->mapToGlobal(point));
    else
        openAt(segment, point);
}

// At the place of its text that is there.
void PromptList::openAt(const Segment &segment, const QPoint &point)
{
    const qsizetype position =
        m_rows.layout(segment.row).positionAt(point - m_rows.look().textTopLeft(rowRect(segment.row)));
    open(segment, position - message(segment.row).content.spans().at(segment.span).start);
}

bool PromptList::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave)
        m_pointer.setHovered({});
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        if (const QRect line = breakRect(); line.isValid() && std::abs(help->pos().y() - line.top()) <= 5) {
            QToolTip::showText(help->globalPos(), cacheEndWords(), viewport());
            return true;
        }
    }
    return QAbstractItemView::viewportEvent(event);
}

void PromptList::focusOutEvent(QFocusEvent *event)
{
    m_pointer.stopTelling();
    QAbstractItemView::focusOutEvent(event);
}

// Of the segment that is pointed at, else of the message as a whole.
Source PromptList::sourceAt(int row, const Segment &segment) const
{
    return segment.row == row && segment.span >= 0 ? message(row).content.spans().at(segment.span).source
                                                   : message(row).source;
}

void PromptList::open(const Segment &segment, qsizetype position)
{
    if (segment.row < 0 || segment.span < 0)
        return;
    m_pointer.stopTelling();
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

static void addTries(QMenu *menu, PromptList *list, const Source &source)
{
    const auto add = [&](const QString &text, auto signal) {
        return menu->addAction(text, list, [list, signal, source] { Q_EMIT(list->*signal)(source); });
    };
    add(PromptList::tr("Try without it"), &PromptList::switchRequested)->setShortcut(Qt::Key_Space);
    add(PromptList::tr("Try another text…"), &PromptList::editRequested)->setShortcut(Qt::Key_F2);
    add(PromptList::tr("Try below the history"), &PromptList::belowRequested);
}

static void addPlaces(QMenu *menu, PromptList *list, const Source &source, const std::function<void()> &open)
{
    menu->addAction(PromptList::tr("Open %1").arg(sourceName(source)), list, open);
    if (const Source line = templateLineOf(source); !line.label().isEmpty())
        menu->addAction(PromptList::tr("Open %1").arg(line.label()), list,
                        [list, line] { Q_EMIT list->sourceRequested(line, -1); });
    menu->addSeparator();
}

void PromptList::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const int row = byKey ? currentIndex().row() : indexAt(event->pos()).row();
    if (row < 0)
        return;
    m_pointer.stopTelling();
    const Segment segment = byKey ? keyboardSegment() : segmentAt(event->pos());
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString &text, auto &&act) { return menu->addAction(text, this, act); };
    if (segment.span >= 0 && m_hasPlaces)
        addPlaces(menu, this, sourceAt(row, segment), [this, segment] { open(segment, 0); });
    if (m_canTry)
        addTries(menu, this, sourceAt(row, segment));
    if (m_hasPlaces) {
        add(tr("When it was in the prompt…"),
            [this, source = sourceAt(row, segment)] { Q_EMIT storyRequested(source); });
        menu->addSeparator();
    }
    addCopies(menu, this, [this, row](CopyForm form) { Q_EMIT copied(copyRow(*m_model, row, form)); });
    if (!m_rows.isFolded(row) || m_rows.layout(row).isCut()) {
        menu->addSeparator();
        add(m_rows.isFolded(row) ? tr("Unfold") : tr("Fold"), [this, row] { toggleFold(row); });
    }
    menu->popup(byKey ? viewport()->mapToGlobal(rowRect(row).center()) : event->globalPos());
}

} // namespace snug
