// A message of the framing frame: who says what, and the source object that goes with it
// (docs/systems/smarttavern.md#message-model).
#pragma once

#include "core/model/json.h"
#include "core/prompt/tracedtext.h"

#include <QList>
#include <QString>

#include <array>

namespace snug::framing {

inline constexpr std::array<QStringView, 4> roles{u"system", u"user", u"assistant", u"thinking"};

// Which list a message came from, and its place there.
struct FramedOrigin
{
    enum class Kind : quint8 { None, History, RelativePreset, InChatPreset, Lore, Character, Persona };

    Kind kind = Kind::None;
    qsizetype index = -1;
};

struct FramedMessage
{
    QString role;
    TracedText content;
    Json source; // {type, id, …}, the specified object; Undefined = none
    FramedOrigin origin = {};
    Json given = {};            // the message as it was handed in, for the fields that stay
    bool isContentText = false; // content was expanded: it is text now, whatever was given
};

// What the published program does, defects included, or what it promises: every shape of lorebooks is
// read, and an entry that cannot be read is skipped instead of ending the call.
enum class Reading : quint8 { Promised, Published };

// "{role, content, source}", in this order, or the given message with its new content.
Json messageJson(const FramedMessage &message);
// A message as rules and macros take it, its fields kept.
FramedMessage messageFromJson(const Json &message);
// type and id first, then the fields of `entry`; its own type and id stand in their place.
Json sourceOf(const QString &type, const QString &id, const Json &entry);

} // namespace snug::framing
