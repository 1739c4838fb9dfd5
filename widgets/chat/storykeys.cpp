#include "widgets/chat/storykeys.h"

#include "widgets/chat/messageaction.h"
#include "widgets/chat/transcript.h"

#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace snug {

StoryKeys::StoryKeys(Transcript &story)
    : m_story(story)
{
}

// Letters, figures and signs, as they are typed.
static bool isTyped(const QKeyEvent &event)
{
    return !event.text().isEmpty() && event.text().front().isPrint() &&
           !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
}

bool StoryKeys::isCommand(const QKeyEvent &event)
{
    const std::optional<MessageAction> action = actionOfKey(event.keyCombination());
    const bool isOfTheStory = action == MessageAction::StartScene || action == MessageAction::EndScene ||
                              action == MessageAction::Request || action == MessageAction::Delete;
    return isOfTheStory || isTyped(event) || event.matches(QKeySequence::Copy);
}

bool StoryKeys::press(const QKeyEvent &event)
{
    if (isTyped(event)) {
        Q_EMIT m_story.typed(event.text());
        return true;
    }
    const int row = m_story.currentRow() >= 0 ? m_story.currentRow() : m_story.count() - 1;
    if (row < 0)
        return false;
    if (event.matches(QKeySequence::Copy)) {
        m_story.copy(row);
        return true;
    }
    const bool isPlain = !(event.modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier));
    const RowRange::Extent extent =
        event.modifiers().testFlag(Qt::ShiftModifier) ? RowRange::Extent::Longer : RowRange::Extent::One;
    return (isPlain && moves(event.key(), extent)) || acts(event.keyCombination(), row);
}

void StoryKeys::moveCurrent(int by, RowRange::Extent extent)
{
    const int last = m_story.count() - 1;
    if (m_story.currentRow() < 0) {
        m_story.setCurrentRow(last);
        return;
    }
    if (extent == RowRange::Extent::Longer) {
        m_story.setCurrentRow(std::clamp(m_story.currentRow() + by, 0, last), extent);
        return;
    }
    // A message taller than the view is read to its end first.
    const QRect rect = m_story.messageRect(m_story.currentRow());
    const int height = m_story.viewport()->height();
    QScrollBar *bar = m_story.verticalScrollBar();
    if (by > 0 && rect.bottom() > height && rect.height() > height)
        bar->setValue(bar->value() + height * 3 / 4);
    else if (by < 0 && rect.top() < 0 && rect.height() > height)
        bar->setValue(bar->value() - height * 3 / 4);
    else
        m_story.setCurrentRow(std::clamp(m_story.currentRow() + by, 0, last));
}

bool StoryKeys::moves(int key, RowRange::Extent extent)
{
    switch (key) {
    case Qt::Key_Up:
        moveCurrent(-1, extent);
        return true;
    case Qt::Key_Down:
        moveCurrent(1, extent);
        return true;
    case Qt::Key_Home:
        m_story.setCurrentRow(0, extent);
        return true;
    case Qt::Key_End:
        m_story.scrollToEnd();
        m_story.setCurrentRow(m_story.count() - 1, extent);
        m_story.scrollToEnd();
        return true;
    case Qt::Key_PageUp:
        m_story.scrollPages(-1);
        return true;
    case Qt::Key_PageDown:
        m_story.scrollPages(1);
        return true;
    case Qt::Key_Left:
        m_story.press(m_story.currentRow(), MessagePart::SwipeBack);
        return true;
    case Qt::Key_Right:
        if (hasNextSwipe()) // a new one costs a request, and has a key of its own
            m_story.press(m_story.currentRow(), MessagePart::SwipeNext);
        return true;
    case Qt::Key_Escape:
        m_story.setCurrentRow(-1);
        Q_EMIT m_story.typed({});
        return true;
    default:
        return false;
    }
}

bool StoryKeys::hasNextSwipe() const
{
    const int row = m_story.m_rows.swipeRow();
    if (row < 0)
        return false;
    const QModelIndex message = m_story.m_follower.at(row);
    return message.data(SwipeIndexRole).toInt() + 1 < message.data(SwipeCountRole).toInt();
}

bool StoryKeys::acts(QKeyCombination key, int row)
{
    if (key == (Qt::ControlModifier | Qt::Key_Space)) {
        m_story.press(row, MessagePart::ReasoningLine);
        return true;
    }
    if (key == (Qt::ControlModifier | Qt::Key_PageUp) || key == (Qt::ControlModifier | Qt::Key_PageDown)) {
        m_story.press(row, key.key() == Qt::Key_PageUp ? MessagePart::EarlierText : MessagePart::LaterText);
        return true;
    }
    std::optional<MessageAction> action = actionOfKey(key);
    if (!action)
        return false;
    const QList<MessageAction> possible = m_story.actions(row);
    const bool isStreaming = !possible.contains(MessageAction::Edit);
    if (action == MessageAction::Hide && !possible.contains(MessageAction::Hide))
        action = MessageAction::Show;
    // These are in no bar.
    const bool isOfTheMenu = action == MessageAction::Swipes || action == MessageAction::MoveUp ||
                             action == MessageAction::MoveDown;
    const bool isAlways = action == MessageAction::Request || action == MessageAction::StartScene ||
                          action == MessageAction::EndScene || (isOfTheMenu && !isStreaming);
    if (isAlways || possible.contains(*action))
        m_story.perform(*action, row);
    return true;
}

} // namespace snug
