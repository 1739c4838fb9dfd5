// Regex scripts over texts (docs/sillytavern/regex.md).
//
// What a script leaves alone keeps its sources; a group that the replacement inserts keeps those it had;
// the replacement's own characters come from the script, inside the text that they stand in.
#pragma once

#include "core/model/regexscript.h"
#include "core/prompt/macropass.h"
#include "core/regex/regexengine.h"

#include <stop_token>

namespace snug {

// What the texts are wanted for.
enum class ScriptPurpose : quint8 {
    Store,       // about to be stored: what was typed, a reply
    StoreEdited, // likewise, from the message editor
    Prompt,
    Display
};

struct ScriptedText
{
    TracedText text;
    RegexScript::Placement placement = RegexScript::Placement::AiOutput;
    std::optional<int> depth = {}; // 0 = the newest message; nothing: limits of depth do not apply

    bool operator==(const ScriptedText &) const = default;
};

// Whether the script has anything to do with such a text at all.
bool isInvolved(const RegexScript &script, ScriptPurpose purpose, RegexScript::Placement placement,
                std::optional<int> depth);

struct ScriptDependencies
{
    const QList<RegexScript> &scripts; // in the order in which they act
    RegexEngine *engine;               // null: nothing can be searched, and a warning says so
    MacroPass &macros;                 // text after text, script after script: variables go along
    std::stop_token stop;
};

// Changes the texts; returns warnings that name the script. A script that cannot be run leaves the text.
QStringList runScripts(QList<ScriptedText> &texts, ScriptPurpose purpose, const ScriptDependencies &around);

} // namespace snug
