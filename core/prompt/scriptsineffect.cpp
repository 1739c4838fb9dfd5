#include "core/prompt/scriptsineffect.h"

#include <QCoreApplication>

namespace snug {

namespace {

void append(QList<RegexScript> &result, const QList<RegexScript> &scripts, const QString &owner)
{
    for (RegexScript script : scripts) {
        script.owner = owner;
        result.append(std::move(script));
    }
}

} // namespace

QList<RegexScript> scriptsInEffect(const ScriptScopes &scopes)
{
    QList<RegexScript> result = scopes.global;
    if (scopes.isCardAllowed)
        //: stands in: too many expressions of %1 took too long
        append(result, scopes.card, QCoreApplication::translate("RegexScripts", "the card’s regex scripts"));
    if (scopes.isPresetAllowed)
        //: stands in: too many expressions of %1 took too long
        append(result, scopes.preset,
               QCoreApplication::translate("RegexScripts", "the preset’s regex scripts"));
    return result;
}

} // namespace snug
