// A set-up: what a chat's prompt is made with instead of what is in effect. For two of them beside each
// other.
#pragma once

#include "core/prompt/promptinputs.h"

#include <optional>

namespace snug {

// What is not set stays as it is in effect.
struct PromptSetup
{
    std::optional<Preset> preset;
    std::optional<Persona> persona;
    std::optional<QList<ActiveLorebook>> lorebooks; // all of them
    // Of the connection: the model, its tokenizer (null: the estimate) and, where it says so, its context
    // size.
    struct Model
    {
        QString name;
        TokenCounterPtr counter;
        std::optional<int> contextSize;
        bool operator==(const Model &) const = default;
    };
    std::optional<Model> model;

    bool operator==(const PromptSetup &) const = default;
};

// The caches of `inputs` go: two set-ups would push each other out of one.
PromptInputs withSetup(PromptInputs inputs, const PromptSetup &setup);

} // namespace snug
