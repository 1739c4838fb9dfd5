// Swipes of the last message, and of earlier ones.

#include "core/chat/chatsession.h"

namespace snug {

bool ChatSession::swipe(qsizetype row, int direction)
{
    if (row < 0 || row >= conversation().size() || direction == 0)
        return false;
    makeRoom(row, false);
    const Message &message = chat().messages.at(row);
    int target = message.activeSwipe + (direction > 0 ? 1 : -1);
    const bool isLoneGreeting = conversation().size() == 1 && !message.isUser;
    if (isLoneGreeting && message.swipes.size() > 1) {
        const int count = int(message.swipes.size());
        target = (target + count) % count;
    } else if (direction > 0 && !isLoneGreeting && row == conversation().size() - 1 &&
               target >= message.swipes.size()) {
        return generate(GenerationType::Swipe);
    }
    return m_edits.showSwipe(row, target);
}

// What the inputs are a reply to: a message that is being sent is not in them yet, and a new swipe ends
// with its message, whatever follows.
std::optional<ReplyPlan> ChatSession::planOf(const PromptInputs &inputs)
{
    const bool isSwipe = inputs.type == GenerationType::Swipe;
    std::optional<ReplyPlan> plan = planReply(isSwipe ? inputs.chat : chat(), inputs.type, inputs);
    m_swiped = plan && isSwipe ? conversation().idAt(plan->row) : 0;
    if (plan)
        plan->isInside = isSwipe && plan->row + 1 < conversation().size();
    return plan;
}

std::optional<qsizetype> ChatSession::swipedRow() const
{
    for (qsizetype row = conversation().size() - 1; m_swiped != 0 && row >= 0; --row) {
        if (conversation().idAt(row) == m_swiped)
            return row;
    }
    return {};
}

} // namespace snug
