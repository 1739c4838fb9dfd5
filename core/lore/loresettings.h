// How lorebooks are scanned: SillyTavern's world_info_* settings, with its defaults.
#pragma once

#include <QtTypes>

namespace snug {

struct LoreSettings
{
    enum class Strategy : quint8 { Evenly = 0, CharacterFirst = 1, GlobalFirst = 2 };

    int depth = 2;          // messages
    int budgetPercent = 25; // of the context size
    int budgetCap = 0;      // tokens; 0 = off
    int minActivations = 0;
    int minActivationsDepthMax = 0;
    int maxRecursionSteps = 0;
    bool includeNames = true;
    bool isRecursive = true;
    bool isCaseSensitive = false;
    bool matchesWholeWords = true;
    bool usesGroupScoring = false;
    Strategy strategy = Strategy::CharacterFirst;

    bool operator==(const LoreSettings &) const = default;
};

} // namespace snug
