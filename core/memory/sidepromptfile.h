// The file of side prompts, {version: 2, prompts: {key: template}}, as a value: loading, importing and
// editing (docs/systems/memory-books.md#side-prompts). Every function gives the changed document.
#pragma once

#include "core/memory/sideprompt.h"
#include "core/result.h"

#include <QDateTime>

namespace snug {

// Version 2 of the document; older type-based templates are converted. An error names the template that
// is not valid; nothing of such a file is taken.
Result<Json> readSidePromptFile(const Json &file, const QDateTime &now);

struct SidePromptLoad
{
    Json file;
    bool isRebuilt = false; // the stored one was no use; keep it aside
};
// What is stored, or the built-in templates.
SidePromptLoad loadSidePrompts(const Json &stored, const QDateTime &now);

struct SidePromptImport
{
    Json file;
    int added = 0;
    int renamed = 0; // of those, whose keys were taken
    int named = 0;   // of those, whose names were taken and have a number now
};
// By its name a template is run, and its lorebook entry found: two of one name write into the same entry. The
// original leaves such names as they are.
enum class TakenName : quint8 { Numbered, Left };
// Adds the templates of another file. What is there stays as it is.
Result<SidePromptImport> withImportedSidePrompts(const Json &file, const Json &incoming, const QDateTime &now,
                                                 TakenName taken = TakenName::Numbered);

struct SidePromptEdit
{
    Json file;
    QString key; // empty: there is no such template
    Json sidePrompt() const { return file.value(u"prompts").value(key); }
};
// A template without a known key is a new one. What an edit leaves out stays; settings are merged.
SidePromptEdit withSidePrompt(const Json &file, const Json &edit, const QDateTime &now);
SidePromptEdit withDuplicate(const Json &file, QStringView key, const QDateTime &now);
Json withoutSidePrompt(const Json &file, QStringView key);
Json withEnabled(const Json &file, QStringView key, bool isEnabled);

// The four built-in keys as they were made; others stay.
Json withBuiltInSidePrompts(const Json &file, const QDateTime &now);

} // namespace snug
