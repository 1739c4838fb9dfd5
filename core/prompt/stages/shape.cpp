#include "core/prompt/presetorder.h"
#include "core/prompt/stages/joining.h"
#include "core/prompt/stages/stages.h"

#include <utility>

namespace snug {

void shapeStage(const PromptInputs &inputs, Draft &draft)
{
    QList<PlacedMessage> messages;
    for (const ListedPrompt &prompt : std::as_const(draft.prompts))
        messages += prompt.placed;
    messages += draft.tail;
    using How = LayoutSettings::Joining;
    const How byPreset =
        squashesSystemMessages(*inputs.preset, inputs.layout) ? How::SystemNeighbours : How::Separate;
    const How joining = inputs.layout.joining == How::ByForm ? byPreset : inputs.layout.joining;
    messages = joinedMessages(messages, joining, inputs.counter);

    AssembledPrompt &result = draft.result;
    result.messages.reserve(messages.size());
    result.budget.used = 0;
    for (PlacedMessage &placed : messages) {
        if (placed.message.content.isEmpty())
            continue;
        result.budget.used += placed.message.tokens;
        result.messages.append(std::move(placed.message));
    }
}

} // namespace snug
