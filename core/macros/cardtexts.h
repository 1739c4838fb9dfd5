// The card's texts as macros show them ({{description}}, {{persona}}, the greetings): resolved anew at each
// use (docs/sillytavern/macros.md#names-and-card-fields).
#pragma once

#include "core/macros/macroenvironment.h"

namespace snug {

// One text: trimmed, its macros resolved, without carriage returns; runs of line feeds are one where the
// environment wants that. It does not see the other texts of the card.
MacroValue resolvedCardText(const MacroValue &text, const MacroEnvironment &environment, MacroState &state);

// The value of a macro of MacroEnvironment::cardTexts; of several members' texts where they share it.
MacroValue cardTextMacro(const QString &name, const MacroEnvironment &environment, MacroState &state);

} // namespace snug
