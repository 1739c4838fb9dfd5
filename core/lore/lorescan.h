// Which lore entries fire (docs/sillytavern/lore.md).
#pragma once

#include "core/lore/lorecache.h"
#include "core/lore/loresettings.h"
#include "core/lore/loretrace.h"
#include "core/model/json.h"
#include "core/model/latelist.h"
#include "core/tokens/certaincuts.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <stop_token>

namespace snug {

// A line of the history as it will be sent, macros not resolved.
struct LoreMessage
{
    QString name; // the speaker's
    QString text;
    int index = 0; // in the chat file; the typed text's is the file's size

    bool operator==(const LoreMessage &) const = default;
};

// What is scanned.
struct LoreScanTexts
{
    LateList<LoreMessage> messages; // the whole history, newest first
    QString personaDescription;     // for entries that look there, here and below
    QString characterDescription;
    QString characterPersonality;
    QString characterDepthPrompt;
    QString scenario;
    QString creatorNotes;
    QStringList injections; // note, quiet prompt …, for all entries

    bool operator==(const LoreScanTexts &) const = default;
};

struct LoreScanInputs
{
    LoreIndexPtr index;
    LoreCachePtr cache; // null: nothing is left to the next scan
    LoreScanTexts texts;
    LoreSettings settings;
    QString generationType;
    QString characterAvatar;                  // picture file name without extension
    std::optional<QStringList> characterTags; // ids; nothing = the character has no list of tags
    int budget = 0;                           // tokens; 0 = no limit
    quint64 seed = 0;
    Json timedEffects; // chat_metadata.timedWorldInfo
    std::function<QString(const QString &)> resolveKey;
    // The content of a candidate with macros resolved, decorator lines gone. Called once for each
    // that passes, in activation order: macros may have effects.
    std::function<QString(qsizetype)> resolveContent;
    std::function<int(QStringView)> countTokens;               // of a text, overhead included
    int countOverhead = 0;                                     // of each text that is not empty
    std::function<QList<CertainCut>(QStringView)> certainCuts; // LoreCounter::cuts
    TokenCounting counting;                                    // how it does so
    LoreSimilarities similarities;                             // of vectorized entries
    RegexEnginePtr regexEngine;                                // null: expressions are not found
    std::stop_token stop;
};

// What a key is measured against once more when somebody asks what was missing.
struct LoreEvidence
{
    LoreIndexPtr index;
    LoreScanTexts texts;
    LoreSettings settings;
    int depth = 0;         // messages, as widened by minimum activations
    QStringList recursion; // what entries left to other entries, a text a round

    // The index is not compared: it follows from the books, which the rows name.
    bool operator==(const LoreEvidence &other) const
    {
        return depth == other.depth && settings == other.settings && recursion == other.recursion &&
               texts == other.texts;
    }
};

struct LoreScanResult
{
    QList<qsizetype> activated; // candidates, in activation order
    QList<LoreTrace> rows;      // one a candidate
    Json timedEffects;          // Undefined = as they were
    LoreEvidence evidence;
    QStringList warnings; // whole sentences
};

LoreScanResult scanLore(const LoreScanInputs &inputs);

} // namespace snug
