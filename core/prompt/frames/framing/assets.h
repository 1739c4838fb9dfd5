// Gathering: lore and rules from everywhere, the first of an identity stays
// (docs/systems/smarttavern.md#gathering-assets).
#pragma once

#include "core/prompt/frames/framing/framedmessage.h"

namespace snug::framing {

// A character's own lore; without `enabled` it is on.
QList<Json> characterLore(const Json &character);

// `books` first, then `character`. Promised: entries without an id all stay.
QList<Json> mergedLore(const QList<Json> &books, const QList<Json> &character, Reading reading);

struct RuleSources
{
    Json standalone; // an array, {regex_rules}, {items: […]} or an object of files by name
    Json preset;     // likewise
    Json character;
};

struct MergedRules
{
    QList<Json> rules = {}; // each with meta.source
    qsizetype standaloneCount = 0;
    qsizetype presetCount = 0;
    qsizetype characterCount = 0;
    qsizetype removedCount = 0;
};

// `options`: dedup_by (auto, id, name, pattern), on_conflict (keep_first, override_later).
MergedRules mergedRules(const RuleSources &sources, const Json &options = {});

// The published calls' results, as objects.
Json normalisedAssets(const Json &arguments, Reading reading);
Json mergedRulesResult(const Json &arguments);

} // namespace snug::framing
