#include "app/rooms/scriptowners.h"

#include "core/formats/regexscripts.h"
#include "core/prompt/scriptsineffect.h"

using namespace Qt::StringLiterals;

namespace snug {

QList<ScriptOwner> scriptOwners(const std::optional<Card> &card, const QString &cardFile,
                                const std::optional<Preset> &preset, const SillyTavernSettings &settings,
                                const SessionChoices &choices)
{
    QList<ScriptOwner> owners;
    const auto add = [&](ScriptOwner::Kind kind, const QString &key, const QString &name,
                         const QList<RegexScript> &scripts, bool isAllowedThere) {
        if (scripts.isEmpty())
            return;
        ScriptOwner owner{kind, key, name, scripts, std::nullopt};
        if (choices.scripts.contains(key))
            owner.isAllowed = choices.scripts.value(key);
        else if (isAllowedThere)
            owner.isAllowed = true;
        owners.append(owner);
    };
    if (card)
        add(ScriptOwner::Kind::Card, u"characters/"_s + cardFile, card->name, card->regexScripts,
            settings.allowedScopedRegex.contains(cardFile));
    if (preset)
        add(ScriptOwner::Kind::Preset, u"presets/"_s + preset->name, preset->name, presetScripts(*preset),
            settings.allowedPresetRegex.contains(preset->name));
    return owners;
}

QList<RegexScript> presetScripts(const Preset &preset)
{
    Warnings ignored; // they are told when the file is read
    const Json scripts = preset.source.value(u"extensions").value(u"regex_scripts");
    return readRegexScriptList(scripts, Place(), ignored);
}

Preset withPresetScripts(Preset preset, const QList<RegexScript> &scripts)
{
    Json extensions = preset.source.value(u"extensions");
    extensions.set(u"regex_scripts"_s, writtenRegexScriptList(Json::array(), scripts));
    preset.source.set(u"extensions"_s, extensions);
    return preset;
}

QList<RegexScript> scriptsThatAct(const QList<RegexScript> &global, const QList<ScriptOwner> &owners)
{
    ScriptScopes scopes{.global = global};
    for (const ScriptOwner &owner : owners) {
        const bool isCard = owner.kind == ScriptOwner::Kind::Card;
        (isCard ? scopes.card : scopes.preset) = owner.scripts;
        (isCard ? scopes.isCardAllowed : scopes.isPresetAllowed) = owner.isAllowed.value_or(false);
    }
    return scriptsInEffect(scopes);
}

} // namespace snug
