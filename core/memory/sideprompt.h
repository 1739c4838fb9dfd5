// Side prompts: requests of the user's own that keep an entry up to date
// (docs/systems/memory-books.md#side-prompts). Templates stay Json, so that a file's other members survive;
// these functions say what they mean.
#pragma once

#include "core/memory/memoryentry.h"

namespace snug {

inline constexpr QStringView SidePromptsFileName = u"stmb-side-prompts.json";

struct SidePrompt
{
    QString key;
    QString name;
    bool isEnabled = false;
    QString prompt;
    QString responseFormat;
    int previousMemories = 0;            // 0 to 7 are sent along
    std::optional<int> profileIndex;     // its own profile
    EntrySettings entry;                 // see sidePromptEntrySettings()
    std::optional<int> intervalMessages; // visible messages, from 1 on
    bool isAfterMemory = false;
    QStringList commands; // lower case; "sideprompt" = may be run by hand

    bool isManual() const { return commands.contains(QLatin1String("sideprompt")); }
};

SidePrompt sidePromptFrom(const Json &sidePrompt);

// The lorebook settings of a template; vectorized, no recursion from it.
EntrySettings sidePromptEntrySettings(const Json &sidePrompt);

// A key from a name: a-z, 0-9 and single hyphens, 50 characters at most, never empty.
QString sidePromptKey(QStringView name);

// Templates of a file, in its order.
QList<SidePrompt> sidePromptsIn(const Json &file);

enum class SidePromptTrigger : quint8 { Interval, AfterMemory };
// Enabled ones with the trigger.
QList<SidePrompt> sidePromptsFor(const Json &file, SidePromptTrigger trigger);
// With the command, enabled or not.
QList<SidePrompt> sidePromptsWithCommand(const Json &file, QStringView command);

// By name, key or key of the name; else by the beginning, else by a part of the name. Any case.
std::optional<SidePrompt> findSidePrompt(const Json &file, QStringView name);

} // namespace snug
