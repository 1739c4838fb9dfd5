// Instructions for memories, by name: built-in ones and the user's (docs/systems/memory-books.md#prompt,
// docs/systems/memory-books.md#profiles-and-presets). The file {version: 1, overrides: {key: {prompt,
// displayName}}} holds what differs from the built-in.
#pragma once

#include "core/memory/memoryprofile.h"

namespace snug {

inline constexpr QStringView SummaryPresetsFileName = u"stmb-summary-prompts.json";

struct SummaryPreset
{
    QString key;
    QString name;
    QString prompt;
    bool isBuiltIn = false;
    bool isChanged = false; // a built-in one with the user's text or name
    bool operator==(const SummaryPreset &) const = default;
};

QList<SummaryPreset> builtInSummaryPresets();
// Built-in ones with what the file says of them, then the file's own, in its order.
QList<SummaryPreset> summaryPresets(const Json &file);

// Each gives the changed file. A key that is not there yet is made of the name.
struct SummaryPresetEdit
{
    Json file;
    QString key;
};
SummaryPresetEdit withSummaryPreset(const Json &file, const SummaryPreset &preset);
// The user's own goes, a built-in one is as it was made.
Json withoutSummaryPreset(const Json &file, QStringView key);
// Adds another file's; a taken key is counted up, built-in texts that it changes come as new ones.
struct SummaryPresetImport
{
    Json file;
    int added = 0;
};
Result<SummaryPresetImport> withImportedSummaryPresets(const Json &file, const Json &incoming);

// What a profile asks with: its own text, else its preset's, else those of "summary".
struct SummaryInstructions
{
    QString text;
    QString label; // for the inspector
};
SummaryInstructions summaryInstructions(const MemoryProfile &profile, const Json &file);

} // namespace snug
