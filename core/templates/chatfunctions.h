// Functions that a template is given together with a chat, as data says them
// (docs/systems/hologram.md#context):
//
//     random()            a number from 0 up to 1; random(6) a whole one from 1 to 6; random(2, 5) from 2 to
//     5 roll("2d6+1")       what the dice show in all has_fact("red")     whether a fact about who replies
//     has the pattern in it, in any letter case messages(3)         the newest messages, one a line;
//     messages(3, "%a: %m", "Ada") only Ada's
#pragma once

#include "core/templates/renderbudget.h"

namespace snug {

// `data` is of the kind Function: its text is the name, its items what the function looks at (facts; messages
// as [role, author, content], the oldest first). Undefined for other names.
TemplateValue chatFunction(RenderBudget &rendering, const TemplateData &data);

} // namespace snug
