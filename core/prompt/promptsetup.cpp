#include "core/prompt/promptsetup.h"

namespace snug {

PromptInputs withSetup(PromptInputs inputs, const PromptSetup &setup)
{
    if (setup.preset)
        inputs.preset = setup.preset;
    if (setup.persona) {
        inputs.persona = setup.persona;
        if (inputs.scene.writer.isEmpty())
            inputs.scene.typed.reset(); // its macros may name the persona
    }
    if (setup.lorebooks) {
        inputs.lorebooks = *setup.lorebooks;
        inputs.similarities.clear(); // measured for others
    }
    if (setup.model) {
        inputs.model = setup.model->name;
        inputs.counter = setup.model->counter;
        inputs.contextSize = setup.model->contextSize.value_or(0);
    }
    inputs.loreCache.reset();
    return inputs;
}

} // namespace snug
