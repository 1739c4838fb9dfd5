// Taking over what another program did to the file of an open chat.
#pragma once

#include "core/chat/chatstore.h"
#include "core/chat/conversation.h"

namespace snug {

// What the file holds, with what has been said (`now`) since `mine` was merged into it.
Chat mergedWithNewer(const Chat &now, const Chat &mine, const ReconciledChat &reconciled);
// From `now` to that.
ChatChange takeOverChange(const Chat &now, const Chat &mine, const ReconciledChat &reconciled);

// The messages whose conflicts these are; 0: not there any more.
QList<quint64> conflictIds(const Conversation &conversation, const QList<ChatConflict> &conflicts);

} // namespace snug
