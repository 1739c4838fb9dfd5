// The transcript's keys and pointer.
#include "core/chat/chatmodel.h"
#include "core/model/unseencharacters.h"
#include "widgets/chat/actionbar.h"
#include "widgets/chat/markdown.h"
#include "widgets/chat/messageeditor.h"
#include "widgets/chat/pillbutton.h"
#include "widgets/chat/transcript.h"

#include <QAbstractItemModel>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLayout>
#include <QLocale>
#include <QMimeData>
#include <QScrollBar>
#include <QTextCursor>
#include <QToolTip>

#include <algorithm>

namespace snug {

void Transcript::swipe(int step)
{
    const int row = m_rows.swipeRow();
    if (row < 0 || m_model->index(row, 0).data(IsStreamingRole).toBool())
        return;
    if (step < 0 && m_model->index(row, 0).data(SwipeIndexRole).toInt() == 0)
        return;
    Q_EMIT swipeRequested(row, step);
}

void Transcript::toggleReasoning(int row)
{
    if (m_model->index(row, 0).data(ReasoningRole).toString().isEmpty())
        return;
    const quint64 id = m_rows.idAt(row);
    m_rows.setReasoningOpen(id, !m_rows.isReasoningOpen(id));
    hold();
    requestSettle();
}

void Transcript::moveCurrent(int by)
{
    const int last = m_rows.heights().count() - 1;
    if (last < 0)
        return;
    if (m_current < 0) {
        setCurrentRow(last);
        return;
    }
    // A message taller than the view is read to its end first.
    const QRect rect = messageRect(m_current);
    const int page = viewport()->height() * 3 / 4;
    if (by > 0 && rect.bottom() > viewport()->height() && rect.height() > viewport()->height())
        verticalScrollBar()->setValue(m_scroll + page);
    else if (by < 0 && rect.top() < 0 && rect.height() > viewport()->height())
        verticalScrollBar()->setValue(m_scroll - page);
    else
        setCurrentRow(std::clamp(m_current + by, 0, last));
}

bool Transcript::keyMoves(QKeyEvent *event)
{
    QScrollBar *bar = verticalScrollBar();
    switch (event->key()) {
    case Qt::Key_Up:
        moveCurrent(-1);
        return true;
    case Qt::Key_Down:
        moveCurrent(1);
        return true;
    case Qt::Key_Home:
        setCurrentRow(0);
        return true;
    case Qt::Key_End:
        scrollToEnd();
        setCurrentRow(m_rows.heights().count() - 1);
        scrollToEnd();
        return true;
    case Qt::Key_PageUp:
        bar->triggerAction(QAbstractSlider::SliderPageStepSub);
        return true;
    case Qt::Key_PageDown:
        bar->triggerAction(QAbstractSlider::SliderPageStepAdd);
        return true;
    case Qt::Key_Left:
        swipe(-1);
        return true;
    case Qt::Key_Right:
        swipe(1);
        return true;
    case Qt::Key_Escape:
        m_selection = {};
        m_current = -1;
        placeChildren();
        viewport()->update();
        return true;
    default:
        return false;
    }
}

bool Transcript::keyOnMessage(QKeyEvent *event, int row)
{
    const QList<MessageAction> possible = actions(row);
    const auto doIf = [&](MessageAction action) {
        if (possible.contains(action))
            perform(action, row);
    };
    switch (event->key()) {
    case Qt::Key_R:
        doIf(MessageAction::Regenerate);
        return true;
    case Qt::Key_C:
        doIf(MessageAction::Continue);
        return true;
    case Qt::Key_E:
    case Qt::Key_F2:
        doIf(MessageAction::Edit);
        return true;
    case Qt::Key_H:
        doIf(possible.contains(MessageAction::Hide) ? MessageAction::Hide : MessageAction::Show);
        return true;
    case Qt::Key_I:
        perform(MessageAction::Request, row);
        return true;
    case Qt::Key_BracketLeft:
        perform(MessageAction::StartScene, row);
        return true;
    case Qt::Key_BracketRight:
        perform(MessageAction::EndScene, row);
        return true;
    case Qt::Key_Delete:
        doIf(MessageAction::Delete);
        return true;
    case Qt::Key_Space:
        toggleReasoning(row);
        return true;
    default:
        return false;
    }
}

void Transcript::keyPressEvent(QKeyEvent *event)
{
    const int count = m_rows.heights().count();
    const int row = m_current >= 0 ? m_current : count - 1;
    if (event->matches(QKeySequence::Copy) && row >= 0) {
        const QString selected = selectedText();
        if (selected.isEmpty())
            perform(MessageAction::Copy, row);
        else
            copyText(selected);
        return;
    }
    const bool plain = !(event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier));
    if (plain && count > 0 &&
        (keyMoves(event) || (event->modifiers() == Qt::NoModifier && keyOnMessage(event, row))))
        return;
    event->ignore();
}

MessageHit Transcript::hitAt(const QPoint &point, int *row) const
{
    *row = rowAt(point);
    if (*row < 0)
        return {};
    return const_cast<Transcript *>(this)->m_rows.at(*row).hit(point - messageRect(*row).topLeft());
}

void Transcript::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || pressSceneHandle(event->position().toPoint()))
        return;
    int row = -1;
    const MessageHit hit = hitAt(event->position().toPoint(), &row);
    m_pressedRow = row;
    m_pressed = hit;
    m_selection = {};
    if (row >= 0) {
        m_current = row;
        if (hit.position >= 0) {
            m_selection = {m_rows.idAt(row), hit.part, hit.position, hit.position};
            m_selecting = true;
        }
    }
    placeChildren();
    viewport()->update();
}

void Transcript::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint point = event->position().toPoint();
    if (m_draggedHandle != SceneHandle::None) {
        dragSceneHandle(point);
        return;
    }
    if (!m_selecting) {
        updateHover(point);
        return;
    }
    const int row = rowOf(m_selection.id);
    if (row < 0)
        return;
    const MessageLayout &layout = m_rows.at(row);
    const QRect part = m_selection.part == MessagePart::Reasoning ? layout.reasoning : layout.body;
    QPoint inside = point - messageRect(row).topLeft() - part.topLeft();
    inside.setY(std::clamp(inside.y(), 0, part.height() - 1));
    const QTextDocument &document = layout.document(m_selection.part);
    m_selection.position = point.y() < messageRect(row).top() + part.top()
                               ? 0
                               : document.documentLayout()->hitTest(inside, Qt::FuzzyHit);
    if (point.y() > messageRect(row).top() + part.bottom())
        m_selection.position = document.characterCount() - 1;
    viewport()->update();
}

void Transcript::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (m_draggedHandle != SceneHandle::None) {
        releaseSceneHandle(event->position().toPoint());
        return;
    }
    const bool dragged = m_selecting && !m_selection.isEmpty();
    m_selecting = false;
    int row = -1;
    const MessageHit hit = hitAt(event->position().toPoint(), &row);
    if (!dragged && row >= 0 && row == m_pressedRow && hit.part == m_pressed.part &&
        hit.link == m_pressed.link)
        activate(hit, row);
    m_pressedRow = -1;
}

void Transcript::mouseDoubleClickEvent(QMouseEvent *event)
{
    int row = -1;
    const MessageHit hit = hitAt(event->position().toPoint(), &row);
    if (event->button() != Qt::LeftButton || hit.position < 0) {
        mousePressEvent(event); // two quick clicks on a swipe arrow are two clicks
        return;
    }
    QTextCursor cursor(&m_rows.at(row).document(hit.part));
    cursor.setPosition(hit.position);
    cursor.select(QTextCursor::WordUnderCursor);
    m_selection = {m_rows.idAt(row), hit.part, cursor.anchor(), cursor.position()};
    viewport()->update();
}

void Transcript::activate(const MessageHit &hit, int row)
{
    switch (hit.part) {
    case MessagePart::ReasoningLine:
        toggleReasoning(row);
        break;
    case MessagePart::SwipeBack:
        swipe(-1);
        break;
    case MessagePart::SwipeNext:
        swipe(1);
        break;
    case MessagePart::Retry:
        Q_EMIT retryRequested(row);
        break;
    case MessagePart::Details:
        Q_EMIT detailsRequested(row);
        break;
    case MessagePart::Body:
    case MessagePart::Reasoning:
        if (!hit.link.isEmpty())
            Q_EMIT linkActivated(hit.link,
                                 linkWords(m_rows.at(row).document(hit.part), hit.position, hit.link));
        break;
    case MessagePart::None:
    case MessagePart::Picture:
    case MessagePart::Time:
    case MessagePart::Knowers:
        break;
    }
}

void Transcript::updateHover(const QPoint &point)
{
    int row = -1;
    const MessageHit hit = hitAt(point, &row);
    const bool pressable = hit.part == MessagePart::ReasoningLine || hit.part == MessagePart::SwipeBack ||
                           hit.part == MessagePart::SwipeNext || hit.part == MessagePart::Retry ||
                           hit.part == MessagePart::Details || !hit.link.isEmpty();
    const bool draggable = sceneHandle(true).contains(point) || sceneHandle(false).contains(point);
    viewport()->setCursor(draggable           ? Qt::SizeVerCursor
                          : pressable         ? Qt::PointingHandCursor
                          : hit.position >= 0 ? Qt::IBeamCursor
                                              : Qt::ArrowCursor);
    if (row == m_hovered && hit.part == m_hoveredPart)
        return;
    m_hovered = row;
    m_hoveredPart = hit.part;
    placeChildren();
    viewport()->update();
}

void Transcript::leaveHover()
{
    m_hovered = -1;
    m_hoveredPart = MessagePart::None;
    placeChildren();
    viewport()->update();
}

// Puts the action bar, the pill and the editor where they belong now.
void Transcript::placeChildren()
{
    const QRect view = viewport()->rect();
    m_pill->setVisible(m_newBelow && !m_follow);
    m_pill->move((view.width() - m_pill->width()) / 2, view.height() - m_pill->height() - 12);

    const int editedRow = m_editor && m_edited.isValid() ? m_edited.row() : -1;
    if (editedRow >= 0) {
        const QRect body = m_rows.at(editedRow).body.translated(messageRect(editedRow).topLeft());
        m_editor->setGeometry(body);
        m_editor->layout()->activate();
    }
    const bool keyboard = hasFocus() || m_bar->isAncestorOf(QWidget::focusWidget());
    int row = m_hovered >= 0 ? m_hovered : keyboard ? m_current : -1;
    if (row == editedRow || m_selecting)
        row = -1;
    m_barRow = row;
    const QList<MessageAction> list = actions(row);
    if (list.isEmpty()) {
        m_bar->hide();
        return;
    }
    m_bar->setActions(list);
    const MessageLayout &layout = m_rows.at(row);
    const QRect rect = messageRect(row);
    const int right = layout.geometryRight() + 6;
    const int wanted = rect.top() + layout.ground.top() + 8;
    const int lowest = rect.bottom() - m_bar->height() - 4;
    m_bar->move(right - m_bar->width(), std::max(wanted, std::min(4, lowest)));
    m_bar->show();
    m_bar->raise();
}

bool Transcript::showToolTip(QHelpEvent *event)
{
    int row = -1;
    const MessageHit hit = hitAt(event->pos(), &row);
    QString text;
    if (!hit.link.isEmpty()) {
        text = spelledOut(hit.link);
    } else if (sceneHandle(true).contains(event->pos())) {
        text = tr("The scene starts at message %1. Drag to move.").arg(m_scene.startNumber);
    } else if (sceneHandle(false).contains(event->pos())) {
        text = tr("The scene ends at message %1. Drag to move.").arg(m_scene.endNumber);
    } else if (hit.part == MessagePart::Knowers) {
        text = tr("Known only to %1").arg(m_rows.at(row).content().knownTo.join(QLatin1String(", ")));
    } else if (hit.part == MessagePart::Time) {
        const MessageContent &content = m_rows.at(row).content();
        text = QLocale().toString(content.date, QLocale::LongFormat);
        if (content.tokens > 0)
            text += u'\n' + tr("%1 tokens").arg(QLocale().toString(content.tokens));
    }
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPos(), text, viewport());
    return true;
}

bool Transcript::event(QEvent *event)
{
    // Plain letters are commands here, not shortcuts of the window.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool letter = key->modifiers() == Qt::NoModifier &&
                            (key->key() == Qt::Key_R || key->key() == Qt::Key_C || key->key() == Qt::Key_E ||
                             key->key() == Qt::Key_H || key->key() == Qt::Key_BracketLeft ||
                             key->key() == Qt::Key_BracketRight || key->key() == Qt::Key_Delete);
        if (letter || key->matches(QKeySequence::Copy)) {
            event->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

bool Transcript::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave)
        leaveHover();
    if (event->type() == QEvent::ToolTip)
        return showToolTip(static_cast<QHelpEvent *>(event));
    return QAbstractScrollArea::viewportEvent(event);
}

void Transcript::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason) {
        if (m_current < 0)
            m_current = m_rows.heights().count() - 1;
    }
    placeChildren();
    viewport()->update();
}

void Transcript::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    placeChildren();
    viewport()->update();
}

void Transcript::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void Transcript::dragMoveEvent(QDragMoveEvent *event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void Transcript::dropEvent(QDropEvent *event)
{
    if (!event->mimeData()->hasUrls())
        return;
    event->acceptProposedAction();
    Q_EMIT filesDropped(event->mimeData()->urls());
}

} // namespace snug
