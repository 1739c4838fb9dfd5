#include "core/chat/chatmodel.h"

namespace snug {

QHash<int, QByteArray> chatRoleNames()
{
    return {
        {NameRole, "name"},
        {TextRole, "text"},
        {IsUserRole, "isUser"},
        {IsHiddenRole, "isHidden"},
        {IsNarratorRole, "isNarrator"},
        {SwipeIndexRole, "swipeIndex"},
        {SwipeCountRole, "swipeCount"},
        {ReasoningRole, "reasoning"},
        {DateRole, "date"},
        {IsStreamingRole, "isStreaming"},
        {AvatarRole, "avatar"},
        {TokenCountRole, "tokenCount"},
        {UsageRole, "usage"},
        {ErrorRole, "error"},
        {RevisionRole, "revision"},
        {StableIdRole, "stableId"},
    };
}

} // namespace snug
