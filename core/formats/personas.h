// Personas. SillyTavern keeps them in settings.json under `power_user` and exports the same three
// keys as a backup file; a single persona may also come as an object of its own.
#pragma once

#include "core/formats/fields.h"
#include "core/model/persona.h"

namespace snug {

struct PersonasReading
{
    QList<Persona> personas; // in file order
    QString defaultAvatar;   // of the persona that new chats get, or empty
    Json source;             // the object with the three keys
    Warnings warnings;
};

// A backup file ({personas, persona_descriptions, default_persona}) or one persona's object.
Result<PersonasReading> readPersonas(const QByteArray &bytes);
// The backup file again; `source` is the reading's, or nothing for a new file.
QByteArray writePersonas(const QList<Persona> &personas, const QString &defaultAvatar,
                         const Json &source = {});

// From and into an object that has the three keys (`power_user`, a backup).
PersonasReading personasFromJson(const Json &object, const Place &place = {});
Json writtenPersonas(const QList<Persona> &personas, const QString &defaultAvatar, const Json &source);

} // namespace snug
