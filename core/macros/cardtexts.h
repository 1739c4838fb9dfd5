// The card's texts as macros show them ({{description}}, {{persona}}, the greetings): resolved anew in
// each text that shows them (docs/sillytavern/macros.md#names-and-card-fields).
#pragma once

#include "core/macros/macroenvironment.h"

namespace snug {

// One text: trimmed, its macros resolved, without carriage returns; runs of line feeds are one where the
// environment wants that. It does not see the other texts of the card.
MacroValue resolvedCardText(const MacroValue &text, const MacroEnvironment &environment, MacroState &state);

// What the macros of MacroEnvironment::cardTexts show in one text: in it, each is resolved once.
class CardTextsShown
{
public:
    // Of several members' texts where they share it; as the macro lays it out.
    MacroValue value(const QString &name, const MacroEnvironment &environment, MacroState &state);

private:
    QHash<QString, MacroValue> m_resolved; // by MacroValue::type
    QHash<QString, MacroValue> m_laidOut;  // by macro
};

} // namespace snug
