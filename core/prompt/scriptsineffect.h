// Which regex scripts act, and in which order.
#pragma once

#include "core/model/regexscript.h"

namespace snug {

// Scripts that come with a card or a preset act only where the user allowed them.
struct ScriptScopes
{
    QList<RegexScript> global = {};
    QList<RegexScript> card = {};
    bool isCardAllowed = false;
    QList<RegexScript> preset = {};
    bool isPresetAllowed = false;
};

// Global ones first, then the card's, then the preset's; each works on what the one before it made
// (docs/sillytavern/regex.md#order-of-scripts).
QList<RegexScript> scriptsInEffect(const ScriptScopes &scopes);

} // namespace snug
