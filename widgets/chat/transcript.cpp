#include "widgets/chat/transcript.h"

#include "core/chat/chatmodel.h"
#include "widgets/chat/accessibletranscript.h"
#include "widgets/chat/actionbar.h"
#include "widgets/chat/markdown.h"
#include "widgets/chat/messagemenu.h"
#include "widgets/chat/pillbutton.h"
#include "widgets/chat/storypainter.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

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
    , m_repaint(m_rows, m_place, viewport())
    , m_bar(new ActionBar(viewport()))
    , m_pill(new PillButton(viewport()))
{
    installAccessibleTranscript();
    setAccessibleName(tr("Chat"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // its column stays where it is; nothing is drawn of it
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    m_sinceSettled.start();
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
        m_current.set(row >= 0 ? row : currentRow());
        showChange();
    });
    connect(&m_pointer, &StoryPointer::extended, this,
            [this](int row) { setCurrentRow(row, RowRange::Extent::Longer); });
    connect(&m_pointer, &StoryPointer::activated, this, &Transcript::activate);
    connect(&m_pointer, &StoryPointer::hoverChanged, this, &Transcript::showChange);
    connect(&m_pointer, &StoryPointer::sceneDropped, this, [this](const SceneMarks::Drop &drop) {
        if (drop.handle == SceneMarks::Handle::Start)
            Q_EMIT sceneStartRequested(drop.row);
        else
            Q_EMIT sceneEndRequested(drop.row);
    });
    connect(&m_editing, &EditInPlace::committed, this, &Transcript::editCommitted);
    connect(&m_editing, &EditInPlace::split, this, &Transcript::splitRequested);
    connect(&m_editing, &EditInPlace::closed, this, &Transcript::editorClosed);
    connect(&m_editing, &EditInPlace::roomChanged, this, [this] {
        m_place.hold();
        m_repaint.all();
        settle();
    });
    setTheme(Theme::light());
}

// The model and what is where

void Transcript::restart(bool fromEnd)
{
    m_editing.close();
    if (fromEnd)
        m_editing.forgetDrafts(); // of another chat
    m_rows.reset();
    m_pointer.forgetRow();
    m_barRow = -1;
    m_bar->hide();
    if (fromEnd) {
        m_current.set(-1);
        m_pointer.selection().clear();
        m_place.reset();
    }
    m_current.set(std::min(currentRow(), count() - 1));
    requestSettle();
}

void Transcript::rowsInserted(int first, int last)
{
    m_current.inserted(first, last);
    m_pointer.forgetRow();
    m_barRow = -1;
    requestSettle();
}

void Transcript::rowsRemoved(int first, int last)
{
    m_editing.closeIfGone();
    m_current.removed(first, last, count());
    m_pointer.forgetRow();
    m_barRow = -1;
    requestSettle();
}

void Transcript::rowsChanged(int first, int last, bool isStreaming)
{
    if (!isStreaming && m_pointer.isSelectionIn(first, last))
        m_pointer.selection().clear();
    if (isStreaming && first == last)
        m_repaint.grew(first);
    else
        m_repaint.all();
    requestSettle(isStreaming);
}

void Transcript::requestSettle(bool frameOnly)
{
    m_dirty = true;
    if (!frameOnly)
        m_repaint.all();
    if (!m_settleTimer.isActive())
        m_settleTimer.start(frameOnly ? std::max(0, frameMilliseconds - int(m_sinceSettled.elapsed())) : 0);
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
    m_sinceSettled.start();
    m_place.setView(viewport()->size());
    m_place.settle();
    const int scroll = m_place.scroll();
    const int most = m_place.mostScroll();
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, most);
    verticalScrollBar()->setValue(scroll);
    m_settling = false;
    m_repaint.settled();
    placeChildren();
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

void Transcript::setCurrentRow(int row, RowRange::Extent extent)
{
    m_current.set(std::clamp(row, -1, count() - 1), extent);
    if (currentRow() < 0) {
        m_pointer.selection().clear();
        showChange();
        return;
    }
    if (!m_searched.isEmpty()) {
        m_rows.showPartWith(currentRow(), m_searched);
        requestSettle();
    }
    reveal(currentRow());
    showChange();
    announceCurrentMessage(this, currentRow());
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
    m_ground.paint(painter, event->rect(), viewport()->size(), m_theme, devicePixelRatioF());
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
                .numberOf = [this](int row) { return m_follower.at(row).data(NumberRole).toInt(); },
                .hoveredRow = m_pointer.hoveredRow(),
                .hoveredPart = m_pointer.hoveredPart(),
                .run = m_current,
                .currentRow = hasFocus() || !m_searched.isEmpty() ? currentRow() : -1,
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

// Done to all that are chosen, where it is asked for at one of them.
static bool isForSeveral(MessageAction action)
{
    using enum MessageAction;
    return action == Copy || action == Hide || action == Show || action == Delete || action == Export ||
           action == RunScript;
}

void Transcript::perform(MessageAction action, int row)
{
    if (!m_follower.at(row).isValid())
        return;
    const bool isOfRun = m_current.isRun() && m_current.contains(row);
    if (isForSeveral(action))
        return performOn(action, isOfRun ? m_current.first() : row, isOfRun ? m_current.last() : row);
    switch (action) {
    case MessageAction::Regenerate:
        return Q_EMIT regenerateRequested(row);
    case MessageAction::Continue:
        return Q_EMIT continueRequested(row);
    case MessageAction::Edit:
        return edit(row);
    case MessageAction::CopyMarkdown:
        return copyText(m_follower.at(row).data(TextRole).toString());
    case MessageAction::Branch:
        return Q_EMIT branchRequested(row);
    case MessageAction::Checkpoint:
        return Q_EMIT checkpointRequested(row);
    case MessageAction::Request:
        if (!m_follower.at(row).data(RequestRole).toString().isEmpty())
            Q_EMIT originRequested(row);
        return;
    case MessageAction::Cut:
        return Q_EMIT cutRequested(row);
    case MessageAction::StartScene:
        return Q_EMIT sceneStartRequested(row);
    case MessageAction::EndScene:
        return Q_EMIT sceneEndRequested(row);
    case MessageAction::Swipes: {
        const MessageLayout &message = m_rows.at(row);
        const QPoint place =
            message.swipeCount.isNull() ? message.body.topLeft() : message.swipeCount.bottomLeft();
        return Q_EMIT swipesRequested(row, viewport()->mapToGlobal(messageRect(row).topLeft() + place));
    }
    case MessageAction::MoveUp:
        return Q_EMIT moveRequested(row, -1);
    case MessageAction::MoveDown:
        return Q_EMIT moveRequested(row, 1);
    case MessageAction::Merge:
        return Q_EMIT mergeRequested(row);
    case MessageAction::Narrate:
        return Q_EMIT narrationRequested(row);
    case MessageAction::Knowers:
        return Q_EMIT knowersRequested(
            row, viewport()->mapToGlobal(messageRect(row).topLeft() + m_rows.at(row).body.topLeft()));
    default:
        break;
    }
}

void Transcript::performOn(MessageAction action, int first, int last)
{
    if (action == MessageAction::Copy)
        return copyText(first == last ? m_pointer.textToCopy(first) : m_follower.textOf(first, last));
    if (action == MessageAction::Delete)
        return Q_EMIT deleteRequested(first, last);
    if (action == MessageAction::Export)
        return Q_EMIT exportRequested(first, last);
    if (action == MessageAction::RunScript)
        return Q_EMIT scriptsRequested(first, last);
    const bool isHidden = hidingOf(m_follower.at(first), m_follower.at(last)) == MessageAction::Hide;
    Q_EMIT hideRequested(first, last, isHidden);
}

void Transcript::copy(int row)
{
    const QString selected = selectedText();
    if (selected.isEmpty())
        return perform(MessageAction::Copy, row);
    copyText(selected);
}

void Transcript::copyText(const QString &text)
{
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT copyDone();
}

void Transcript::edit(int row)
{
    m_editing.close();
    m_current.set(row);
    m_editing.open(m_follower.at(row));
    m_editing.show();
    m_repaint.all();
    settle();
    reveal(row);
    m_editing.measure(); // wraps at its real width now
}

void Transcript::editorClosed(bool hadFocus)
{
    m_place.hold();
    requestSettle();
    if (hadFocus && !m_editing.goOnWriting())
        setFocus();
}

// Through the alternatives of the last message; past the last one a new one is asked for.
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

void Transcript::turnPart(int row, MessagePart way)
{
    if (!m_rows.turnPart(row, way))
        return;
    m_pointer.selection().clear(); // its places are of the part before
    requestSettle();
    reveal(row);
    setScroll(std::max(0, verticalScrollBar()->value() + messageRect(row).top()));
}

// What was pressed

void Transcript::activate(const MessageHit &hit, int row)
{
    switch (hit.part) {
    case MessagePart::ReasoningLine:
        return toggleReasoning(row);
    case MessagePart::SwipeBack:
        return swipe(-1);
    case MessagePart::SwipeNext:
        return swipe(1);
    case MessagePart::SwipeCount:
        return perform(MessageAction::Swipes, row);
    case MessagePart::EarlierText:
    case MessagePart::LaterText:
    case MessagePart::EarlierReasoning:
    case MessagePart::LaterReasoning:
        return turnPart(row, hit.part);
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
    int row = m_pointer.hoveredRow() >= 0 ? m_pointer.hoveredRow() : keyboard ? currentRow() : -1;
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

} // namespace snug
