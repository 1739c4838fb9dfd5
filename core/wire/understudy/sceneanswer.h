// What the Understudy answers to requests of memory books: a memory as the JSON that they ask for, or a
// side prompt's text, put together from the scene's own lines. It understands nothing of them.
#pragma once

#include "core/wire/understudy/promptfacts.h"

#include <optional>

namespace snug {

// Nothing where the request is no such one.
std::optional<QString> sceneAnswer(const QList<UnderstudyMessage> &messages);

} // namespace snug
