#include "core/prompt/frames/frames.h"
#include "core/prompt/stages/historylines.h"
#include "core/prompt/stages/stages.h"

namespace snug {

void presetFrame(const PromptInputs &inputs, Draft &draft)
{
    static constexpr auto stages = {identityStage,  recentHistoryStage, noteStage,  loreStage,
                                    placementStage, examplesStage,      orderStage, overridesStage,
                                    injectionStage, budgetStage,        shapeStage};
    for (const auto stage : stages) {
        if (draft.stop.stop_requested())
            return;
        stage(inputs, draft);
    }
}

} // namespace snug
