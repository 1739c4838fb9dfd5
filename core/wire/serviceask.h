// From a prompt and a connection to what is asked of a service (core/conversion), and from the service's own
// spelling to the exact request.
#pragma once

#include "core/conversion/chatask.h"
#include "core/conversion/logprobkeys.h"
#include "core/conversion/textcall.h"
#include "core/model/connection.h"
#include "core/prompt/assembledprompt.h"
#include "core/wire/wirerequest.h"

namespace snug {

// Who answers chats there. Of connections that only have an address, the address says it.
ChatService chatServiceOf(const Connection &connection);

// It is asked by OpenAI's Responses.
bool usesResponses(const Connection &connection);

ChatAsk chatAskOf(const AssembledPrompt &prompt, const Connection &connection, bool hasKey);
TextAsk textAskOf(const AssembledPrompt &prompt, const Connection &connection);
// NovelAI's preset has names of its own.
NovelAsk novelAskOf(const AssembledPrompt &prompt, const Connection &connection);

// Whether it says how likely its words were, as it is asked now.
LogProbTraits logProbTraits(const Connection &connection);

// The messages as they are: what goes to a service without any rule.
QList<ConvertedMessage> messagesOf(const AssembledPrompt &prompt);

// Where calls begin: the connection's address as people type it, without a call's path behind it and without
// its query. The service's own path is put there where the address is only its host.
QUrl callBase(const Connection &connection);

// The call without what the service says that this model does not hear.
ServiceCall heardCall(ServiceCall call, const ChatAsk &ask);

// The call with what the user wants beside, and without what the server has refused.
ServiceCall adjustedCall(ServiceCall call, const Connection &connection);

// The request to be sent. It goes to the origin of the connection's address, whatever the call says: the key
// is nobody else's. The key stands in a header, never in the address. `streams`: events are asked for.
WireRequest requestOf(const ServiceCall &call, const Connection &connection, const Secret &key, bool streams);
// The same for a request that is spelt already.
WireRequest adjustedRequest(WireRequest request, const Connection &connection);
// A GET at `path` behind callBase(), with the service's way to say the key.
WireRequest questionOf(const Connection &connection, const Secret &key, const QString &path,
                       RequestPurpose purpose, const QList<QueryItem> &query = {});

} // namespace snug
