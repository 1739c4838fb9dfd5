#include "core/prompt/stages/attachments.h"
#include "core/prompt/stages/historylines.h"
#include "core/prompt/stages/loreoutcomes.h"
#include "core/prompt/stages/scripts.h"
#include "core/prompt/stages/stages.h"

namespace snug {

qsizetype readHistory(const PromptInputs &inputs, Draft &draft, std::optional<int> reach)
{
    const qsizetype count = draft.messageCount();
    qsizetype length = 0;
    for (qsizetype i = 0; i < count; ++i)
        length += draft.messageAt(inputs, i).isHidden ? 0 : 1;
    qsizetype passedOver = reach ? std::max<qsizetype>(length - *reach, 0) : 0;
    draft.history.reserve(length - passedOver);
    for (qsizetype i = 0; i < count; ++i) {
        if (!draft.messageAt(inputs, i).isHidden && passedOver-- <= 0)
            draft.history.append(storedLine(inputs, draft, static_cast<int>(i)));
    }
    runHistoryScripts(inputs, draft);
    addAttachments(inputs, draft);
    addReasoning(inputs, draft);
    finishHistory(inputs, draft);
    return length;
}

void historyStage(const PromptInputs &inputs, Draft &draft)
{
    readHistory(inputs, draft, std::nullopt);
}

} // namespace snug
