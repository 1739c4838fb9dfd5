// Documents that are parts of a file which holds other things too: personas and regex scripts.
//
// The edited value, its draft, its kept versions and its conflicts are the part alone. Saving puts it into
// the file as it is then; every other byte of the file stays.
#pragma once

#include "core/editing/documentformat.h"
#include "core/model/persona.h"
#include "core/model/regexscript.h"

namespace snug {

// The name of documents that are parts of settings.json.
QString settingsDocument();

// The three keys of `power_user` that SillyTavern's backup of personas has.
struct PersonaList
{
    QList<Persona> personas; // in file order
    QString defaultAvatar;   // empty = none
    bool operator==(const PersonaList &) const = default;
};

// Values are PersonaList; the document's JSON is SillyTavern's backup. A library without settings.json has
// none yet.
DocumentFormat personasFormat();

// Whose regex scripts.
enum class ScriptScope : quint8 { Global, Preset, Card };

// Values are QList<RegexScript>, the document's JSON the array. Names are settingsDocument(), those of
// presets, and card files. Keys have the kinds Script, PresetScripts and CardScripts.
DocumentFormat scriptsFormat(ScriptScope scope);

} // namespace snug
