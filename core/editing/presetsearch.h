// Finding and replacing through all blocks of a preset.
#pragma once

#include "core/model/preset.h"
#include "core/result.h"

#include <QRegularExpression>

namespace snug {

struct PresetSearch
{
    QString text;
    bool isCaseSensitive = false;
    bool matchesWholeWords = false;
    bool isPattern = false; // a regular expression, with \1 … in the replacement
    bool operator==(const PresetSearch &) const = default;
};

struct PresetMatch
{
    QString identifier;
    qsizetype start = 0; // UTF-16 units into the block's text
    qsizetype length = 0;
    bool operator==(const PresetMatch &) const = default;
};

struct PresetReplacement
{
    Preset preset;
    int count = 0;
};

// Nothing is found for an empty text. Fails for a pattern that is none.
Result<QRegularExpression> searchExpression(const PresetSearch &search);

// In the order's order, then the blocks that are not in it; markers have no text. At most `limit`.
QList<PresetMatch> findInPreset(const Preset &preset, const QRegularExpression &expression,
                                qsizetype limit = 10'000);
PresetReplacement replaceInPreset(Preset preset, const QRegularExpression &expression,
                                  const QString &replacement, bool isPattern);
// One match, if it is still there.
PresetReplacement replaceOne(Preset preset, const PresetMatch &match, const QRegularExpression &expression,
                             const QString &replacement, bool isPattern);

} // namespace snug
