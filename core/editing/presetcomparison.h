// Two presets beside each other: block by block, then all else that their files say.
#pragma once

#include "core/model/preset.h"

#include <QStringView>

namespace snug {

struct BlockPair
{
    enum class State : quint8 { Same, Different, OnlyLeft, OnlyRight };

    QString identifier;
    State state = State::Same;
    bool isTextDifferent = false;   // with Different: the text is
    bool isSwitchDifferent = false; // on in one, off in the other
    bool operator==(const BlockPair &) const = default;
};

// Blocks of both orders in the left one's order, those of the right one alone where they stand there; then
// blocks that no order uses. Blocks are the same block by their identifiers; keys that Snug does not know do
// not count.
QList<BlockPair> comparedBlocks(const Preset &left, const Preset &right);

// Something else that differs: the order of the blocks that both have, a sampler, a text, any key of the
// files.
struct SettingPair
{
    QString key;  // of the file; blockOrderKey for the order
    QString left; // as it can be read; empty: not there, or empty
    QString right;
    bool operator==(const SettingPair &) const = default;
};
inline constexpr QStringView blockOrderKey = u"prompt_order";

// The order first, then keys in the left file's order. What the files do not say differs from what they say.
QList<SettingPair> comparedSettings(const Preset &left, const Preset &right);
// `to` with this of `from`; the rest of it stays as it is.
Preset withSettingOf(const Preset &to, const Preset &from, const QString &key);

} // namespace snug
