// Two characters' prompts beside each other: which messages both have, which only one of them, and where
// those that both have differ.
#pragma once

#include "core/prompt/assembledprompt.h"

#include <QList>

#include <optional>

namespace snug {

// Characters of a message's text that the other one's prompt has not.
struct OwnStretch
{
    qsizetype start = 0; // UTF-16 units
    qsizetype length = 0;
    bool operator==(const OwnStretch &) const = default;
};

struct ComparedRow
{
    std::optional<OutboundMessage> left;
    std::optional<OutboundMessage> right;
    QList<OwnStretch> onlyLeft = {};
    QList<OwnStretch> onlyRight = {};

    bool isSame() const { return left && right && onlyLeft.isEmpty() && onlyRight.isEmpty(); }
    bool operator==(const ComparedRow &) const = default;
};

// In the order of the prompts. The one text of a text completion is taken apart into its turns and blocks.
QList<ComparedRow> comparedPrompts(const AssembledPrompt &left, const AssembledPrompt &right);

} // namespace snug
