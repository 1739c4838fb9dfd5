// Keys of lorebook entries that do not do what they look like (docs/sillytavern/lore.md#keys).
#pragma once

#include "core/lint/lintfinding.h"
#include "core/lore/loresettings.h"
#include "core/model/lorebook.h"

namespace snug {

// Without asking whether expressions are any: quick enough for each keystroke.
QList<LintFinding> keyFindings(const LoreEntry &entry, const LoreSettings &settings);

// How letters of a key stand to the rule of whole words, which knows only a–z.
enum class KeyScript : quint8 {
    Plain,   // ASCII, or no letters
    Spaced,  // words between spaces, but letters that count as none: Cyrillic, Greek, accents
    Unspaced // words without spaces: Han, kana, Thai …
};
KeyScript keyScript(QStringView key);

// Where a key stands: "entries.3.key.0", "entries.3.keysecondary.1".
QString loreKeyPlace(int uid, bool isSecondary, qsizetype number);

} // namespace snug
