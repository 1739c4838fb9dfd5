// What is done to a list of personas, as functions of values. Personas are told apart by their pictures.
#pragma once

#include "core/editing/documentparts.h"

namespace snug {

const Persona *findPersona(const PersonaList &list, QStringView avatar); // null: none
// Instead of the one with its picture, or at the end.
PersonaList withPersona(PersonaList list, const Persona &persona);
// Whoever was the default is it no more.
PersonaList withoutPersonas(PersonaList list, const QStringList &avatars);
// A copy with another picture and none of the locks, behind its original.
PersonaList withPersonaCopy(PersonaList list, QStringView avatar, const QString &copyAvatar,
                            const QString &copyName);

// Whether chats with this character or group begin with the persona.
bool isLockedTo(const Persona &persona, const Persona::Connection &owner);
PersonaList withLock(PersonaList list, QStringView avatar, const Persona::Connection &owner, bool isLocked);
// The first that is locked to the owner; null: none.
const Persona *personaLockedTo(const QList<Persona> &personas, const Persona::Connection &owner);

// As SillyTavern 1.19 restores a backup: what is there stays, the backup's default counts if it is in the
// list then.
struct PersonaRestoring
{
    PersonaList list;
    QStringList added;   // pictures of those that came
    QStringList skipped; // names of those that were there
};
PersonaRestoring withBackup(PersonaList list, const PersonaList &backup);

} // namespace snug
