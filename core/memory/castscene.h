// A chat as memories may see it: who reads a summary later has not always been told everything, so that
// messages which somebody in the cast does not know are left out (docs/systems/together.md#private-scenes).
#pragma once

#include "core/memory/scene.h"

namespace snug {

// Messages kept from anybody of `cast` become gaps, whether or not the chat uses that feature now.
// Numbers stay those of the whole chat.
SceneSource castScene(const QList<Message> &messages, const QStringList &cast);
// How many messages of the range castScene() leaves out and would be sent otherwise.
int privateMessagesIn(const QList<Message> &messages, const MessageRange &range, const QStringList &cast);

} // namespace snug
