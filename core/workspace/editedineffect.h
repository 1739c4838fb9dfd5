// Which of what open editors hold is in effect.
#pragma once

#include <QStringList>

namespace snug {

class ActiveContent;

// In the user's words: "preset Slow Burn", "lorebook Harbour".
QStringList editedInEffect(ActiveContent &content);

} // namespace snug
