// Slash commands of memory books, as plans: what they say and what is to be run
// (docs/systems/memory-books.md#commands). Nothing here runs anything.
#pragma once

#include "core/memory/autosummary.h"
#include "core/memory/scenemarkers.h"
#include "core/memory/sidepromptrun.h"

namespace snug {

enum class NoticeKind : quint8 { Success, Info, Error };
// For the line above the chat.
struct CommandNotice
{
    NoticeKind kind = NoticeKind::Info;
    QString text;
};

// What a command finds.
struct CommandDependencies
{
    int chatLength = 0;
    SceneMarkers markers;
    MemoryPlace place;
    bool isBusy = false; // a memory is being made
    Json book;           // Undefined = none bound
    Json sidePrompts;    // the file
};

struct CommandPlan
{
    QList<CommandNotice> notices;
    std::optional<SceneMarkers> markers;        // to be set
    std::optional<MessageRange> memory;         // a memory of this scene is to be made
    std::optional<ManualSidePrompt> sidePrompt; // to be run
    std::optional<Json> sidePrompts;            // the file, changed
};

// One of creatememory, scenememory, nextmemory, sideprompt, sideprompt-on, sideprompt-off, without the
// slash. Nothing for other names.
std::optional<CommandPlan> memoryCommand(QStringView name, QStringView arguments,
                                         const CommandDependencies &dependencies);

struct CommandHelp
{
    QString name;
    QString form; // "/scenememory X-Y"
    QString text;
};
QList<CommandHelp> memoryCommandHelp();

} // namespace snug
