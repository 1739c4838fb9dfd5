// Personas of whom nothing is sent, or something else than their description says; locks that do nothing.
#pragma once

#include "core/lint/lintfinding.h"
#include "core/model/persona.h"

#include <QStringList>

#include <optional>

namespace snug {

// What there is besides the personas. Nothing: then nothing is said about it.
struct PersonaLintSettings
{
    std::optional<QStringList> lorebooks = {};             // names
    std::optional<QList<Persona::Connection>> owners = {}; // the characters and groups there are
    std::optional<QStringList> pictures = {};              // file names in "User Avatars"
};

// In the order of the list. Places are those of SillyTavern's backup file:
// "persona_descriptions.me.png.description", "default_persona".
QList<LintFinding> personaFindings(const QList<Persona> &personas, const QString &defaultAvatar,
                                   const PersonaLintSettings &settings);

} // namespace snug
