// SmartTavern's characters: {name, description, message: [greetings], world_book: {entries}, regex_rules}
// (docs/systems/smarttavern.md#files). In the library they are cards; their own document
// travels in the card's extensions, so that nothing of it is lost on the way back.
#pragma once

#include "core/formats/card.h"
#include "core/model/persona.h"

namespace snug {

// Under `extensions` of cards and of entries in cards' books.
inline constexpr QStringView smartTavernKey = u"smarttavern";

bool isFramingCharacter(const Json &document);
CardReading framingCardFromJson(const Json &document);

// The card in that form: its own document with what was changed, or a new one.
Json writtenFramingCharacter(const Card &card);

// {name, description, …}: SmartTavern's persona, told from a character by its own keys.
bool isFramingPersona(const Json &document);
Json writtenFramingPersona(const Persona &persona);

} // namespace snug
