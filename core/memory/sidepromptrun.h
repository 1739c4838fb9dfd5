// One run of a side prompt: when it is due, what it reads, the text sent, the entry written
// (docs/systems/memory-books.md#side-prompts).
#pragma once

#include "core/memory/memorybook.h"
#include "core/memory/sidepromptarguments.h"
#include "core/memory/sidepromptfile.h"

namespace snug {

inline constexpr int LongestSidePromptScene = 200; // messages
inline constexpr int SidePromptPause = 10;         // seconds between two runs by interval

// "NAME (STMB SidePrompt)".
QString sidePromptTitle(const SidePrompt &prompt);
// The entry of earlier runs, also under an older title; Undefined if there is none.
Json priorEntry(const Json &book, const SidePrompt &prompt);

struct SidePromptPlace
{
    int lastMessage = -1; // read up to here
    QDateTime lastRun;    // not valid = never
};
SidePromptPlace sidePromptPlace(const Json &entry, const SidePrompt &prompt);

// The scene that is due by interval; nothing if not.
std::optional<MessageRange> dueSidePrompt(const SidePrompt &prompt, const Json &book, const SceneSource &chat,
                                          const QDateTime &now);

enum class SidePromptFault : quint8 { NoBook, NoName, Unknown, NotManual, BadRange, NothingNew };
QString sidePromptFaultText(SidePromptFault fault);

struct ManualSidePrompt
{
    SidePrompt prompt;
    MessageRange range;
};
// What /sideprompt runs. `book` is Undefined when none is bound.
std::expected<ManualSidePrompt, SidePromptFault>
manualSidePrompt(const SidePromptArguments &arguments, const Json &file, const Json &book, int chatLength);

// The templates to run after a memory, so many at once; each wave is saved once.
inline constexpr int DefaultSidePromptsAtOnce = 2; // kept in 1 to 5
QList<QList<SidePrompt>> afterMemoryWaves(const Json &file, int atOnce);

// Instructions, prior entry, context memories, scene, response format; blank parts are left out.
TracedText tracedSidePrompt(const TracedText &instructions, const QString &priorText,
                            const QString &priorTitle, const QList<StoredMemory> &context, const Scene &scene,
                            const TracedText &responseFormat);
QString sidePromptText(QStringView instructions, QStringView priorText, const QList<StoredMemory> &context,
                       const Scene &scene, QStringView responseFormat);

// What a run leaves in the entry beside its text.
enum class RunKind : quint8 { Interval, Manual, AfterMemory };
// An entry under an older title is the same one and gets the title of today; or it is left beside a new one,
// as the original does, and both go into prompts.
enum class OlderTitle : quint8 { Replaced, Left };
// The book with the result under the template's title: a new entry, or the old one with its text, places
// and flags changed (its order only where the template sets one).
Json bookWithResult(const Json &book, const SidePrompt &prompt, const QString &text, RunKind kind,
                    const MessageRange &range, const QDateTime &now, OlderTitle older = OlderTitle::Replaced);

} // namespace snug
