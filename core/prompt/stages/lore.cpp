#include "core/prompt/stages/stages.h"

namespace snug {

void loreStage(const PromptInputs &, Draft &)
{
}

} // namespace snug
