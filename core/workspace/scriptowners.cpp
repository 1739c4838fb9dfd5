#include "core/workspace/scriptowners.h"

#include "core/formats/jsontext.h"
#include "core/formats/regexscripts.h"
#include "core/prompt/scriptsineffect.h"

#include <QCryptographicHash>

using namespace Qt::StringLiterals;

namespace snug {

QString scriptOwnerKey(const DocumentKey &scripts)
{
    switch (scripts.kind) {
    case DocumentKind::CardScripts:
        return u"characters/"_s + scripts.name;
    case DocumentKind::PresetScripts:
        return u"presets/"_s + scripts.name;
    default:
        return {};
    }
}

QByteArray scriptsDigest(const QList<RegexScript> &scripts)
{
    QList<RegexScript> plain = scripts;
    for (RegexScript &script : plain)
        script.source = {}; // however they are spelt, and whatever else is written there
    return QCryptographicHash::hash(writeJsonLine(writtenRegexScriptList(Json::array(), plain)),
                                    QCryptographicHash::Blake2b_256)
        .toHex();
}

bool isAllowedBySettings(const QString &key, const SillyTavernSettings &settings)
{
    const QString name = key.section(u'/', 1);
    return key.startsWith(u"characters/") ? settings.allowedScopedRegex.contains(name)
                                          : settings.allowedPresetRegex.contains(name);
}

std::optional<bool> permissionOf(const QString &key, const QByteArray &digest, bool isAllowedThere,
                                 const ActiveChoices &choices)
{
    const auto chosen = choices.scripts.constFind(key);
    if (chosen == choices.scripts.cend())
        return isAllowedThere ? std::optional(true) : std::nullopt;
    return chosen->scripts.isEmpty() || chosen->scripts == digest ? std::optional(chosen->isAllowed)
                                                                  : std::nullopt;
}

void bindPermissions(const QList<ScriptOwner> &owners, ActiveChoices &choices)
{
    for (const ScriptOwner &owner : owners) {
        if (owner.isAllowed && choices.scripts.value(owner.key).scripts.isEmpty())
            choices.scripts.insert(owner.key, {*owner.isAllowed, owner.digest});
    }
}

void keepPermission(const QString &key, const QByteArray &before, const QByteArray &after,
                    bool isAllowedThere, ActiveChoices &choices)
{
    if (const auto isAllowed = permissionOf(key, before, isAllowedThere, choices))
        choices.scripts.insert(key, {*isAllowed, after});
}

QList<ScriptOwner> scriptOwners(const std::optional<Card> &card, const QString &cardFile,
                                const std::optional<Preset> &preset, const SillyTavernSettings &settings,
                                const ActiveChoices &choices,
                                const std::function<QByteArray(const QList<RegexScript> &)> &digestOf)
{
    QList<ScriptOwner> owners;
    const auto add = [&](ScriptOwner::Kind kind, const QString &key, const QString &name,
                         const QList<RegexScript> &scripts, bool isAllowedThere) {
        if (scripts.isEmpty())
            return;
        const QByteArray digest = digestOf(scripts);
        owners.append({kind, key, name, scripts, digest, permissionOf(key, digest, isAllowedThere, choices)});
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
