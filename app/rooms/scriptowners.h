// Regex scripts that come with a card or a preset, and whether the user lets them act.
#pragma once

#include "app/rooms/sessionchoices.h"
#include "core/formats/sillytavernsettings.h"
#include "core/model/card.h"

#include <optional>

namespace snug {

struct ScriptOwner
{
    enum class Kind : quint8 { Card, Preset };
    Kind kind = Kind::Card;
    QString key;  // in SessionChoices::scripts
    QString name; // what the user calls it
    QList<RegexScript> scripts;
    std::optional<bool> isAllowed; // nothing = the user was not asked yet

    bool operator==(const ScriptOwner &) const = default;
};

// The card and the preset, if they bring scripts. What was chosen in the window counts first, then what
// SillyTavern's settings allow.
QList<ScriptOwner> scriptOwners(const std::optional<Card> &card, const QString &cardFile,
                                const std::optional<Preset> &preset, const SillyTavernSettings &settings,
                                const SessionChoices &choices);
QList<RegexScript> presetScripts(const Preset &preset);
Preset withPresetScripts(Preset preset, const QList<RegexScript> &scripts);
// Those that act, in their order, with the global ones.
QList<RegexScript> scriptsThatAct(const QList<RegexScript> &global, const QList<ScriptOwner> &owners);

} // namespace snug
