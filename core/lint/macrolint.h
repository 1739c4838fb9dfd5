// Macros that would be sent as they stand, and macros that end the server's cache.
#pragma once

#include "core/lint/lintfinding.h"
#include "core/model/lorebook.h"

#include <QStringView>

namespace snug {

struct TextPlace
{
    QString where = {}; // of the text in its file
    QString block = {}; // LintFinding's, here and below
    int entry = -1;
    // The text stands above the chat history: what changes from request to request ends the cache there.
    bool isAboveHistory = false;
    // {{original}} stands for something: in the texts of cards that replace a preset's.
    bool hasOriginal = true;
};

QList<LintFinding> macroFindings(QStringView text, const TextPlace &about);

// In the content of an entry; of one that is off nothing is said.
QList<LintFinding> entryMacroFindings(const LoreEntry &entry);
// Of all entries.
QList<LintFinding> loreMacroFindings(const Lorebook &book);

} // namespace snug
