// Cards with several characters, as gf-lt keeps them: {sys_prompt, role, filepath, chars, first_msg}
// (docs/systems/gf-lt.md#scene-cards).
#pragma once

#include "core/formats/card.h"

#include <QStringList>

namespace snug {

bool isSceneCard(const Json &document);

// A card named after `role`: the prompt is its description. Everything else of the document stays in
// extensions.gf_lt and is written back by sceneCardJson().
Result<CardReading> cardFromSceneJson(const Json &document);

// The names of those who play in the card's scene; empty for an ordinary card.
QStringList sceneCast(const Card &card);
// With these instead; without any it is an ordinary card again.
Card withSceneCast(Card card, const QStringList &names);

// The other way, as gf-lt itself reads an ordinary card: the description and the first message only, names in
// place of macros, the user as the second character.
Json sceneCardJson(const Card &card, const QString &userName, const QString &filePath);
// As gf-lt exports one: only in the prompt, macros take the place of the names, also inside words.
Json cardJsonFromScene(const Json &scene, const QString &userName);

} // namespace snug
