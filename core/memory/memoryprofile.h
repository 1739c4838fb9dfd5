// How memories are made: connection, instructions, title and entry settings
// (docs/systems/memory-books.md#profiles-and-presets).
#pragma once

#include "core/memory/memoryentry.h"
#include "core/result.h"

namespace snug {

struct MemoryProfile
{
    QString name;
    QString api; // "current_st" = whatever the program is set to
    QString model;
    double temperature = 0.7; // 0 to 2
    QString endpoint;
    QString connectionId; // of one of our own; wins over api, endpoint and key
    QString apiKey;       // in other programs' files; here it belongs into the keyring
    QString prompt;       // own instructions; they win over the preset
    QString preset;       // the key of a summary preset
    QString titleFormat;  // empty for "current_st"
    EntrySettings entry;

    bool isCurrentConnection() const { return api == QLatin1String("current_st"); }
    bool operator==(const MemoryProfile &) const = default;
};

// As a file or a form has it; one without a name gets one.
QString memoryProfileName(const Json &data);
// From a file or a form; what is missing or no use gets its default.
MemoryProfile memoryProfileFrom(const Json &data);
// As a file holds it.
Json memoryProfileJson(const MemoryProfile &profile);

// An exported file's profiles added to `existing`; those whose names exist are skipped.
struct ProfileImport
{
    QList<MemoryProfile> profiles;
    int added = 0;
    int skipped = 0;
};
Result<ProfileImport> withImportedProfiles(const QList<MemoryProfile> &existing, const Json &file);

} // namespace snug
