#include "core/prompt/scriptsineffect.h"

namespace snug {

QList<RegexScript> scriptsInEffect(const ScriptScopes &scopes)
{
    QList<RegexScript> result = scopes.global;
    if (scopes.isCardAllowed)
        result += scopes.card;
    if (scopes.isPresetAllowed)
        result += scopes.preset;
    return result;
}

} // namespace snug
