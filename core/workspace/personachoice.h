// Whom the user speaks as where several things say so.
#pragma once

#include "core/model/persona.h"

#include <optional>

namespace snug {

enum class PersonaReason : quint8 {
    Chat,     // the open chat is locked to it
    Picked,   // the user's choice while this chat is open
    Owner,    // it is locked to the character or group
    Default,  // of the list
    Last,     // the user's choice in another chat
    Settings, // who was in effect in SillyTavern
    Nobody
};

struct PersonaWishes
{
    QString chatLock;                         // pictures, here and below; empty = none
    std::optional<QString> picked;            // "" = nobody in particular
    std::optional<Persona::Connection> owner; // of the open chat
    QString byDefault;
    std::optional<QString> last; // likewise
    QString fromSettings;
};

struct PersonaInEffect
{
    std::optional<Persona> persona;
    PersonaReason reason = PersonaReason::Nobody;
};

// As SillyTavern 1.19 does when a chat is opened, with what the user picks in between: the chat's lock, the
// pick, the character's or group's first lock, the default, the last choice. Who is not in the list is passed
// over.
PersonaInEffect choosePersona(const QList<Persona> &personas, const PersonaWishes &wishes);

} // namespace snug
