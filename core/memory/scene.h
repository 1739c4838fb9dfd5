// A scene: the visible messages of a range of a chat, as memories and side prompts read them
// (docs/systems/memory-books.md#scene).
#pragma once

#include "core/memory/scenemarkers.h"
#include "core/model/chat.h"

#include <expected>

namespace snug {

// A chat by message number; nothing where a number has no message.
using SceneSource = QList<std::optional<Message>>;

SceneSource sceneSource(const QList<Message> &messages);

struct SceneMessage
{
    int number = 0;   // in the whole chat
    QString name;     // trimmed; "Unknown" if there was none
    QString text;     // trimmed, line ends are \n
    QString sendDate; // as spelt in the file
    bool isUser = false;
    bool operator==(const SceneMessage &) const = default;
};

// Who takes part; what the scene's metadata says.
struct SceneNames
{
    QString chat; // empty = unknown
    QString character;
    QString user;
};

struct Scene
{
    MessageRange range;
    SceneNames names;
    int hiddenSkipped = 0;
    int gapsSkipped = 0;
    int chatLength = 0;
    QDateTime compiledAt;
    QList<SceneMessage> messages;

    bool isLong() const { return messages.size() > 100; } // worth a warning
};

enum class SceneFault : quint8 { MarkerMissing, StartAfterEnd, OutOfBounds, NoVisibleMessages };

// "marker_missing", "start_after_end", …
QString sceneFaultCode(SceneFault fault);
// The fault in the user's words, and what to do.
QString sceneFaultText(SceneFault fault);

std::expected<Scene, SceneFault> compileScene(const SceneSource &chat, const SceneMarkers &markers,
                                              const SceneNames &names, const QDateTime &now);

// Visible messages after number `after` (-1 = from the start) up to and including `through`.
int visibleMessagesSince(const SceneSource &chat, int after, int through);

} // namespace snug
