// What is written after /sideprompt: a name, in quotes or not, and perhaps a range of messages.
#pragma once

#include "core/memory/messagerange.h"

namespace snug {

struct SidePromptArguments
{
    QString name; // as written, without its quotes; empty if there is none
    std::optional<MessageRange> range;
    QString unread; // what stands in the place of the range and is none
    bool operator==(const SidePromptArguments &) const = default;
};

// After a name in quotes (" or ') the first range counts, whatever stands around it. From a bare name a
// range at the end is split off, or is all there is; a single number is part of the name.
SidePromptArguments sidePromptArguments(QStringView text);

} // namespace snug
