#include "widgets/chat/transcript.h"

#include "core/chat/chatmodel.h"
#include "widgets/chat/accessibletranscript.h"
#include "widgets/chat/actionbar.h"
#include "widgets/chat/markdown.h"
#include "widgets/chat/messagemenu.h"
#include "widgets/chat/pillbutton.h"
#include "widgets/chat/storypainter.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace snug {

static constexpr int frameMilliseconds = 15;

Transcript::Transcript(CodeColours *colours, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_rows(colours)
    , m_place(m_rows)
    , m_scene(m_rows, m_place)
    , m_pointer(m_rows, m_place, m_scene, viewport())
    , m_keys(*this)
    , m_editing(m_rows, viewport())
    , m_follower(m_rows, m_place)
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
    connect(&m_follower, &StoryFollower::inserted, this, &Transcript::rowsInserted);
    connect(&m_follower, &StoryFollower::removed, this, &Transcript::rowsRemoved);
    connect(&m_follower, &StoryFollower::changed, this, &Transcript::rowsChanged);
    connect(&m_follower, &StoryFollower::restarted, this, &Transcript::restart);
    connect(&m_pointer, &StoryPointer::pressed, this, [this](int row) {
        m_current = row >= 0 ? row : m_current;
        showChange();
    });
    connect(&m_pointer, &StoryPointer::activated, this, &Transcript::activate);
    connect(&m_pointer, &StoryPointer::hoverChanged, this, &Transcript::showChange);
    connect(&m_pointer, &StoryPointer::sceneDropped, this, [this](const SceneMarks::Drop &drop) {
        if (drop.handle == SceneMarks::Handle::Start)
            Q_EMIT sceneStartRequested(drop.row);
        else
            Q_EMIT sceneEndRequested(drop.row);
    });
    connect(&m_editing, &EditInPlace::committed, this, &Transcript::editCommitted);
    connect(&m_editing, &EditInPlace::closed, this, &Transcript::editorClosed);
    connect(&m_editing, &EditInPlace::roomChanged, this, [this] {
        m_place.hold();
        settle();
    });
    setTheme(Theme::light());
}

Transcript::~Transcript() = default;

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

// The model and what is where

void Transcript::restart(bool fromEnd)
{
    m_editing.close();
    m_rows.reset();
    m_pointer.forgetRow();
    m_barRow = -1;
    m_bar->hide();
    if (fromEnd) {
        m_current = -1;
        m_pointer.selection().clear();
        m_place.reset();
    }
    m_current = std::min(m_current, count() - 1);
    requestSettle();
}

void Transcript::rowsInserted(int first, int last)
{
    if (m_current >= first)
        m_current += last - first + 1;
    m_pointer.forgetRow();
    m_barRow = -1;
    requestSettle();
}

void Transcript::rowsRemoved(int first, int last)
{
    m_editing.closeIfGone();
    if (m_current > last)
        m_current -= last - first + 1;
    m_current = std::min(m_current, count() - 1);
    m_pointer.forgetRow();
    m_barRow = -1;
    requestSettle();
}

void Transcript::rowsChanged(int first, int last, bool isStreaming)
{
    if (!isStreaming && m_pointer.isSelectionIn(first, last))
        m_pointer.selection().clear();
    requestSettle(isStreaming);
}

void Transcript::requestSettle(bool frameOnly)
{
    m_dirty = true;
    if (!m_settleTimer.isActive())
        m_settleTimer.start(frameOnly ? frameMilliseconds : 0);
    else if (!frameOnly && m_settleTimer.interval() > 0)
        m_settleTimer.start(0);
}

void Transcript::settle()
{
    if (m_settling)
        return;
    m_settling = true;
    m_dirty = false;
    m_settleTimer.stop();
    m_place.setView(viewport()->size());
    m_place.settle();
    const int scroll = m_place.scroll();
    const int most = m_place.mostScroll();
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, most);
    verticalScrollBar()->setValue(scroll);
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
    m_place.scrollTo(value);
    settle();
    if (viewport()->underMouse())
        m_pointer.hover(viewport()->mapFromGlobal(QCursor::pos()));
}

void Transcript::scrollToEnd()
{
    m_place.goToEnd();
    settle();
}

void Transcript::scrollPages(int pages)
{
    using enum QAbstractSlider::SliderAction;
    verticalScrollBar()->triggerAction(pages < 0 ? SliderPageStepSub : SliderPageStepAdd);
}

void Transcript::reveal(int row)
{
    if (m_dirty)
        settle();
    if (const std::optional<int> scroll = m_place.scrollToSee(row))
        setScroll(*scroll);
}

void Transcript::setCurrentRow(int row)
{
    m_current = std::clamp(row, -1, count() - 1);
    if (m_current < 0) {
        m_pointer.selection().clear();
        showChange();
        return;
    }
    reveal(m_current);
    showChange();
    announceCurrentMessage(this, m_current);
}

void Transcript::setScene(const SceneShown &scene)
{
    if (m_scene.set(scene))
        viewport()->update();
}

const MessageLayout &Transcript::message(int row)
{
    if (m_dirty)
        settle();
    return m_rows.at(row);
}

void Transcript::paintEvent(QPaintEvent *event)
{
    if (m_dirty)
        settle();
    QPainter painter(viewport());
    const Theme &theme = m_rows.style().theme;
    painter.fillRect(event->rect(), theme.surface);
    if (count() == 0) {
        paintEmptyStory(painter, viewport()->rect(), theme, m_emptyText);
        return;
    }
    const auto askForPicture = [this](const QString &file) {
        QMetaObject::invokeMethod(
            this, [this, file] { Q_EMIT pictureRequested(file); }, Qt::QueuedConnection);
    };
    paintStory(painter, event->rect(),
               {.rows = m_rows,
                .place = m_place,
                .scene = m_scene,
                .selection = m_pointer.selection(),
                .pictures = m_pictures,
                .pictureWanted = askForPicture,
                .hoveredRow = m_pointer.hoveredRow(),
                .hoveredPart = m_pointer.hoveredPart(),
                .currentRow = hasFocus() || !m_searched.isEmpty() ? m_current : -1,
                .barRow = m_bar->isVisible() ? m_barRow : -1,
                .searched = m_searched,
                .scale = devicePixelRatioF()});
}

void Transcript::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    m_place.setView(viewport()->size());
    m_dirty = true;
    if (!m_settling)
        settle();
    else
        requestSettle();
}

// What one can do with a message

void Transcript::perform(MessageAction action, int row)
{
    if (!m_follower.at(row).isValid())
        return;
    switch (action) {
    case MessageAction::Regenerate:
        return Q_EMIT regenerateRequested(row);
    case MessageAction::Continue:
        return Q_EMIT continueRequested(row);
    case MessageAction::Edit:
        return edit(row);
    case MessageAction::Copy:
        return copyText(m_pointer.textToCopy(row));
    case MessageAction::CopyMarkdown:
        return copyText(m_follower.at(row).data(TextRole).toString());
    case MessageAction::Branch:
        return Q_EMIT branchRequested(row);
    case MessageAction::Request:
        if (!m_follower.at(row).data(RequestRole).toString().isEmpty())
            Q_EMIT originRequested(row);
        return;
    case MessageAction::StartScene:
        return Q_EMIT sceneStartRequested(row);
    case MessageAction::EndScene:
        return Q_EMIT sceneEndRequested(row);
    case MessageAction::Hide:
        return Q_EMIT hideRequested(row, true);
    case MessageAction::Show:
        return Q_EMIT hideRequested(row, false);
    case MessageAction::Delete:
        return Q_EMIT deleteRequested(row);
    }
}

void Transcript::copy(int row)
{
    const QString selected = selectedText();
    copyText(selected.isEmpty() ? m_pointer.textToCopy(row) : selected);
}

void Transcript::copyText(const QString &text)
{
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT copyDone();
}

void Transcript::contextMenuEvent(QContextMenuEvent *event)
{
    const bool isOfMouse = event->reason() == QContextMenuEvent::Mouse;
    const int row = isOfMouse ? m_place.rowAt(event->pos()) : m_current;
    if (!m_follower.at(row).isValid())
        return;
    QMenu *menu = messageMenu(
        m_follower.at(row), [this](MessageAction action, int where) { perform(action, where); }, this);
    menu->popup(isOfMouse ? event->globalPos()
                          : viewport()->mapToGlobal(messageRect(row).topLeft() + QPoint(80, 30)));
}

void Transcript::edit(int row)
{
    m_editing.close();
    m_current = row;
    m_editing.open(m_follower.at(row));
    m_editing.show();
    settle();
    reveal(row);
    m_editing.measure(); // wraps at its real width now
}

void Transcript::editorClosed(bool hadFocus)
{
    m_place.hold();
    requestSettle();
    if (hadFocus)
        setFocus();
}

void Transcript::swipe(int step)
{
    const int row = m_rows.swipeRow();
    if (row < 0 || m_follower.at(row).data(IsStreamingRole).toBool())
        return;
    if (step < 0 && m_follower.at(row).data(SwipeIndexRole).toInt() == 0)
        return;
    Q_EMIT swipeRequested(row, step);
}

void Transcript::toggleReasoning(int row)
{
    if (m_follower.at(row).data(ReasoningRole).toString().isEmpty())
        return;
    const quint64 id = m_rows.idAt(row);
    m_rows.setReasoningOpen(id, !m_rows.isReasoningOpen(id));
    m_place.hold();
    requestSettle();
}

// Keys and pointer

void Transcript::keyPressEvent(QKeyEvent *event)
{
    if (!m_keys.press(*event))
        event->ignore();
}

void Transcript::activate(const MessageHit &hit, int row)
{
    switch (hit.part) {
    case MessagePart::ReasoningLine:
        return toggleReasoning(row);
    case MessagePart::SwipeBack:
        return swipe(-1);
    case MessagePart::SwipeNext:
        return swipe(1);
    case MessagePart::Retry:
        return Q_EMIT retryRequested(row);
    case MessagePart::Details:
        return Q_EMIT detailsRequested(row);
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

void Transcript::showChange()
{
    placeChildren();
    viewport()->update();
}

// Puts the action bar, the pill and the editor where they belong now.
void Transcript::placeChildren()
{
    const QRect view = viewport()->rect();
    m_pill->setVisible(m_place.hasNewBelow());
    m_pill->move((view.width() - m_pill->width()) / 2, view.height() - m_pill->height() - 12);

    const int editedRow = m_editing.row();
    if (editedRow >= 0)
        m_editing.place(m_rows.at(editedRow).body.translated(messageRect(editedRow).topLeft()));
    const bool keyboard = hasFocus() || m_bar->isAncestorOf(QWidget::focusWidget());
    int row = m_pointer.hoveredRow() >= 0 ? m_pointer.hoveredRow() : keyboard ? m_current : -1;
    if (row == editedRow || m_pointer.isSelecting())
        row = -1;
    m_barRow = row;
    const QList<MessageAction> list = actions(row);
    if (list.isEmpty()) {
        m_bar->hide();
        return;
    }
    m_bar->setActions(list);
    const MessageLayout &layout = m_rows.at(row);
    m_bar->showOn(layout, messageRect(row));
}

bool Transcript::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && StoryKeys::isCommand(*static_cast<QKeyEvent *>(event))) {
        event->accept();
        return true;
    }
    return QAbstractScrollArea::event(event);
}

bool Transcript::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave)
        m_pointer.leave();
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QString text = m_pointer.toolTip(help->pos());
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), text, viewport());
    return true;
}

void Transcript::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    const bool isTab = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (isTab && m_current < 0)
        m_current = count() - 1;
    showChange();
}

void Transcript::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    showChange();
}

void Transcript::acceptFiles(QDropEvent *event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void Transcript::dropEvent(QDropEvent *event)
{
    acceptFiles(event);
    if (event->mimeData()->hasUrls())
        Q_EMIT filesDropped(event->mimeData()->urls());
}

} // namespace snug
