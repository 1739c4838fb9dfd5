// Which rules for messages belong to a service.
#pragma once

#include "core/conversion/chatask.h"

#include <optional>

namespace snug {

MessageRules mistralRules(const ChatAsk &ask);
// Of what the user picked as post-processing; nothing for None.
std::optional<MessageRules> processingRules(const ChatAsk &ask, PostProcessing mode);
// Nothing where messages go as they are.
std::optional<MessageRules> serviceRules(const ChatAsk &ask);

} // namespace snug
