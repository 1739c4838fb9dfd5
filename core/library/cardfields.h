// What a character card says, one field at a time: for forms and for undo's words.
#pragma once

#include "core/library/fieldinfo.h"
#include "core/model/card.h"

#include <QVariant>

namespace snug {

enum class CardField : quint8 {
    // Who it is
    Name,
    Nickname,
    Description,
    Personality,
    Scenario,
    // What it says
    Examples,
    // What it tells the model
    SystemPrompt,
    PostHistory,
    DepthText,
    Depth,
    DepthRole,
    // About the card
    CreatorNotes,
    Creator,
    CharacterVersion,
    Tags,
    Sources, // V3: where the card came from; kept in the card's source
    Talkativeness,
    Favourite,
    // Who else is on it
    Cast, // all of them: docs/systems/gf-lt.md#scene-cards
};
inline constexpr int cardFieldCount = int(CardField::Cast) + 1;

// All of them, in the order of CardField, whose number is the id.
QList<FieldInfo> cardFields();
FieldInfo cardFieldInfo(CardField field);

QVariant cardFieldValue(const Card &card, CardField field);
// False for values that make no sense there; the card is unchanged then.
bool setCardFieldValue(Card &card, CardField field, const QVariant &value);

// Whether the field's text goes into every prompt (as long as the preset has a place for it).
bool isPermanent(CardField field);
// Whether it goes into some.
bool isSent(CardField field);

} // namespace snug
