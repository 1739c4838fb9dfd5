// Which lore entries fire (conformance NOTES for SillyTavern 1.19, sections 10.2 to 10.5).
//
// Inclusion groups and timed effects are not evaluated here; an entry that has them is treated as
// if it had none.
#pragma once

#include "core/lore/loresettings.h"
#include "core/model/lorebook.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>

namespace snug {

struct LoreCandidate
{
    QString book;
    LoreEntry entry;
};

// What is scanned. All of it as it will be sent, macros not resolved.
struct LoreScanTexts
{
    QStringList messages;       // newest first, with names in front if that is wanted
    QString personaDescription; // for entries that look there, here and below
    QString characterDescription;
    QString characterPersonality;
    QString characterDepthPrompt;
    QString scenario;
    QString creatorNotes;
    QStringList injections; // note, quiet prompt …, for all entries
};

struct LoreScanInputs
{
    QList<LoreCandidate> candidates; // in the order in which they are served
    LoreScanTexts texts;
    LoreSettings settings;
    QString generationType;
    QString characterAvatar; // picture file name without extension
    int budget = 0;          // tokens; 0 = no limit
    quint64 seed = 0;
    std::function<QString(const QString &)> resolveKey;
    // The content of a candidate with macros resolved, decorator lines gone. Called once for each
    // that passes, in activation order: macros may have effects.
    std::function<QString(qsizetype)> resolveContent;
    std::function<int(QStringView)> countTokens; // of plain text, overhead included
};

struct LoreOutcome
{
    bool fired = false;
    QString reason; // in the user's words
    int tokens = 0; // 0 = not counted
};

struct LoreScanResult
{
    QList<qsizetype> activated;  // indices of candidates, in activation order
    QList<LoreOutcome> outcomes; // one a candidate
};

LoreScanResult scanLore(const LoreScanInputs &inputs);

// The lines in front of the content that begin with "@@".
QStringList loreDecorators(const QString &content);
QString contentWithoutDecorators(const QString &content);

} // namespace snug
