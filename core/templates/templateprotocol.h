// What Snug and its program snug-template say to each other: one request, one reply that repeats the
// request's number. Frames as core/regex/framebytes.h writes them, after a greeting that names the protocol's
// version.
#pragma once

#include "core/templates/templaterender.h"

#include <string>
#include <string_view>

namespace snug {

inline constexpr std::string_view templateGreeting = "snug-template 2\n";
inline constexpr int dataDepthLimit = 128; // deeper values are not sent

// Whole frames. Nothing: the values are nested too deeply, or more than a frame takes.
std::optional<std::string> encodeRenderRequest(const TemplateRequest &request, std::uint64_t id);
std::optional<std::string> encodeRenderReply(const TemplateResult<RenderedText> &reply, std::uint64_t id);

// The contents of a frame; nothing if they are not well-formed. A reply's spans lie in its text.
struct NumberedRequest
{
    std::uint64_t id = 0;
    TemplateRequest request = {};
};
std::optional<NumberedRequest> decodeRenderRequest(std::string_view contents);
// Nothing, too, if it answers another request.
std::optional<TemplateResult<RenderedText>> decodeRenderReply(std::string_view contents, std::uint64_t id);

} // namespace snug
