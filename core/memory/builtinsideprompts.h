// The side prompts that come with the program; all off until the user wants them.
#pragma once

#include "core/model/json.h"

namespace snug {

QList<Json> builtInSidePrompts();

inline QString untitledSidePrompt()
{
    return QStringLiteral("Untitled Side Prompt");
}
// What a template without a text of its own is given; files of version 1 had such templates.
inline QString placeholderPrompt()
{
    return QStringLiteral("this is a placeholder prompt");
}

} // namespace snug
