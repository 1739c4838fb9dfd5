// The text that asks for a memory of a scene (docs/systems/memory-books.md#prompt), and what it costs.
#pragma once

#include "core/memory/scene.h"
#include "core/prompt/tracedtext.h"

#include <QStringList>

namespace snug {

// A memory as it lies in a lorebook.
struct StoredMemory
{
    int number = 0; // of its title; 0 = none
    QString title;
    QString content;
    QStringList keywords;
    int uid = -1; // of its entry; -1 = not known
    bool operator==(const StoredMemory &) const = default;
};

// Which request the earlier memories are given to; the closing line of their block differs.
enum class ContextFor : quint8 { Memory, SidePrompt };

// The texts below with where each stretch comes from: "memory.instructions" (with the label given),
// "memory.entry" for an earlier memory, "history.user" and "history.assistant" for messages,
// "memory.frame" for what stands between them. A text is its lines joined by line feeds.
using TracedLines = QList<TracedText>;
TracedLines tracedContextLines(const QList<StoredMemory> &memories, ContextFor purpose);
TracedLines tracedSceneLines(const QList<SceneMessage> &messages, const QList<StoredMemory> &context);
// {{user}} and {{char}} replaced, in any case.
TracedText tracedInstructions(QStringView instructions, const QString &label, const SceneNames &names);
TracedText tracedMemoryPrompt(const TracedText &instructions, const Scene &scene,
                              const QList<StoredMemory> &context);
TracedText joinedLines(const TracedLines &lines);
Source memoryFrameSource();
Source sceneMessageSource(const SceneMessage &message);

// Earlier memories as a block of lines marked as context only, with a blank line at its end. Empty
// without memories.
QStringList contextLines(const QList<StoredMemory> &memories, ContextFor purpose);

// What follows the instructions: a blank line, the context, the transcript.
QStringList sceneLines(const QList<SceneMessage> &messages, const QList<StoredMemory> &context);

// The whole text: instructions with {{user}} and {{char}} replaced, then sceneLines().
QString memoryPrompt(QStringView instructions, const Scene &scene, const QList<StoredMemory> &context);

// The last `count` of memories that are ordered by number.
QList<StoredMemory> lastMemories(const QList<StoredMemory> &memories, int count);

// The token guard: a request above the threshold is not sent without asking.
struct MemoryCost
{
    qint64 input = 0;  // a quarter of the length, rounded up
    qint64 output = 0; // allowed for the answer
    qint64 total() const { return input + output; }
};
MemoryCost memoryCost(QStringView prompt, qint64 allowedOutput = 300);
inline constexpr int DefaultTokenWarningThreshold = 30000;
inline constexpr int LeastTokenWarningThreshold = 1000;

} // namespace snug
