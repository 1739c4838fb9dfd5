// How many tokens a whole request has, asked of the service that would read it: with all that it puts around
// the texts, which counting texts one by one cannot know.
#pragma once

#include "core/model/connection.h"
#include "core/wire/wirerequest.h"

#include <optional>

namespace snug {

// Claude and OpenAI's Responses count whole requests, and single texts not at all.
bool mayCountWhole(const Connection &connection);
// Whether the user lets it: it is sent the prompt while that is written.
bool countsWhole(const Connection &connection);

// From the request for a reply as it would go out, with its key. The answer is for parseTokenCount(). Nothing
// where the service counts none.
std::optional<WireRequest> wholeCountRequest(const WireRequest &reply, const Connection &connection);

} // namespace snug
