#include "core/editing/personaedits.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

const Persona *findPersona(const PersonaList &list, QStringView avatar)
{
    const auto found = std::ranges::find(list.personas, avatar, &Persona::avatar);
    return found == list.personas.cend() ? nullptr : &*found;
}

PersonaList withPersona(PersonaList list, const Persona &persona)
{
    const auto found = std::ranges::find(list.personas, persona.avatar, &Persona::avatar);
    if (found == list.personas.end())
        list.personas.append(persona);
    else
        *found = persona;
    return list;
}

PersonaList withoutPersonas(PersonaList list, const QStringList &avatars)
{
    list.personas.removeIf([&](const Persona &persona) { return avatars.contains(persona.avatar); });
    if (avatars.contains(list.defaultAvatar))
        list.defaultAvatar.clear();
    return list;
}

PersonaList withPersonaCopy(PersonaList list, QStringView avatar, const QString &copyAvatar,
                            const QString &copyName)
{
    const auto found = std::ranges::find(list.personas, avatar, &Persona::avatar);
    if (found == list.personas.end())
        return list;
    Persona copy = *found;
    copy.avatar = copyAvatar;
    copy.name = copyName;
    copy.connections.clear();
    list.personas.insert(found - list.personas.begin() + 1, copy);
    return list;
}

bool isLockedTo(const Persona &persona, const Persona::Connection &owner)
{
    return persona.connections.contains(owner);
}

PersonaList withLock(PersonaList list, QStringView avatar, const Persona::Connection &owner, bool isLocked)
{
    const auto found = std::ranges::find(list.personas, avatar, &Persona::avatar);
    if (found == list.personas.end() || isLockedTo(*found, owner) == isLocked)
        return list;
    if (isLocked)
        found->connections.append(owner);
    else
        found->connections.removeAll(owner);
    return list;
}

const Persona *personaLockedTo(const QList<Persona> &personas, const Persona::Connection &owner)
{
    const auto found =
        std::ranges::find_if(personas, [&](const Persona &persona) { return isLockedTo(persona, owner); });
    return found == personas.cend() ? nullptr : &*found;
}

PersonaRestoring withBackup(PersonaList list, const PersonaList &backup)
{
    PersonaRestoring restoring;
    for (const Persona &persona : backup.personas) {
        if (findPersona(list, persona.avatar)) {
            restoring.skipped.append(persona.name);
            continue;
        }
        list.personas.append(persona);
        restoring.added.append(persona.avatar);
    }
    if (!backup.defaultAvatar.isEmpty() && findPersona(list, backup.defaultAvatar))
        list.defaultAvatar = backup.defaultAvatar;
    restoring.list = std::move(list);
    return restoring;
}

} // namespace snug
