#include "core/workspace/personachoice.h"

#include "core/editing/personaedits.h"

#include <algorithm>

namespace snug {

PersonaInEffect choosePersona(const QList<Persona> &personas, const PersonaWishes &wishes)
{
    const auto find = [&](const QString &avatar) -> std::optional<Persona> {
        const auto found = std::ranges::find(personas, avatar, &Persona::avatar);
        return avatar.isEmpty() || found == personas.cend() ? std::nullopt : std::optional(*found);
    };
    if (const auto locked = find(wishes.chatLock))
        return {locked, PersonaReason::Chat};
    if (wishes.picked && (wishes.picked->isEmpty() || find(*wishes.picked)))
        return {find(*wishes.picked), PersonaReason::Picked};
    if (wishes.owner) {
        if (const Persona *locked = personaLockedTo(personas, *wishes.owner))
            return {*locked, PersonaReason::Owner};
    }
    if (const auto standard = find(wishes.byDefault))
        return {standard, PersonaReason::Default};
    if (wishes.last && (wishes.last->isEmpty() || find(*wishes.last)))
        return {find(*wishes.last), PersonaReason::Last};
    const auto fromSettings = find(wishes.fromSettings);
    return {fromSettings, fromSettings ? PersonaReason::Settings : PersonaReason::Nobody};
}

} // namespace snug
