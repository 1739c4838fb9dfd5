// Regex scripts that come with a card or a preset, and whether the user lets them act.
#pragma once

#include "core/editing/documentkey.h"
#include "core/formats/sillytavernsettings.h"
#include "core/model/card.h"
#include "core/workspace/activechoices.h"

#include <functional>
#include <optional>

namespace snug {

struct ScriptOwner
{
    enum class Kind : quint8 { Card, Preset };
    Kind kind = Kind::Card;
    QString key;  // in ActiveChoices::scripts
    QString name; // what the user calls it
    QList<RegexScript> scripts;
    QByteArray digest;             // of those that permission is asked for, see scriptsDigest()
    std::optional<bool> isAllowed; // nothing = the user was not asked yet, or about other scripts

    bool operator==(const ScriptOwner &) const = default;
};

// ScriptOwner::key of the document; empty: they are everybody's.
QString scriptOwnerKey(const DocumentKey &scripts);
// The same for scripts that do the same in the same order.
QByteArray scriptsDigest(const QList<RegexScript> &scripts);

// The card and the preset, if they bring scripts. What was chosen in the window counts first, then what
// SillyTavern's settings allow.
QList<ScriptOwner>
scriptOwners(const std::optional<Card> &card, const QString &cardFile, const std::optional<Preset> &preset,
             const SillyTavernSettings &settings, const ActiveChoices &choices,
             const std::function<QByteArray(const QList<RegexScript> &)> &digest = scriptsDigest);
// What was chosen before scripts were told apart, here or in SillyTavern, is from now on for those that are
// there.
void bindPermissions(const QList<ScriptOwner> &owners, ActiveChoices &choices);
// The user has edited the owner's scripts: what was decided about them stays.
void keepPermission(const QString &key, const QByteArray &before, const QByteArray &after,
                    bool isAllowedThere, ActiveChoices &choices);
// Whether SillyTavern's settings let the scripts of this owner act; a key of ActiveChoices::scripts.
bool isAllowedBySettings(const QString &key, const SillyTavernSettings &settings);
// What the user decided about these scripts.
std::optional<bool> permissionOf(const QString &key, const QByteArray &digest, bool isAllowedThere,
                                 const ActiveChoices &choices);
QList<RegexScript> presetScripts(const Preset &preset);
Preset withPresetScripts(Preset preset, const QList<RegexScript> &scripts);
// Those that act, in their order, with the global ones.
QList<RegexScript> scriptsThatAct(const QList<RegexScript> &global, const QList<ScriptOwner> &owners);

} // namespace snug
