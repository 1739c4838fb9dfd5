#include "widgets/inspector/groupshares.h"

#include "widgets/inspector/segmentfacts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace snug {

QString shareName(int share)
{
    if (share == separatorShare)
        //: Line breaks and the like that join the parts of a prompt
        return QCoreApplication::translate("snug::GroupShares", "Between blocks");
    if (share == overheadShare)
        //: What messages cost beside their text: role, name, marks between messages
        return QCoreApplication::translate("snug::GroupShares", "Overhead");
    if (share == thoughtsShare)
        //: The model's own thoughts about its earlier replies, which are sent to it again
        return QCoreApplication::translate("snug::GroupShares", "Thoughts that go back");
    return groupName(SourceGroup(share));
}

SourceGroup mainGroup(const OutboundMessage &message)
{
    std::array<qsizetype, sourceGroupCount> lengths{};
    for (const Span &span : message.content.spans())
        lengths[size_t(span.source.group())] += span.length;
    const auto longest = std::ranges::max_element(lengths);
    return *longest > 0 ? SourceGroup(longest - lengths.begin()) : message.source.group();
}

} // namespace snug
