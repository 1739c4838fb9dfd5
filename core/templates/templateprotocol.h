// What Snug and its program snug-template say to each other: one request, one reply. Frames as
// core/regex/framebytes.h writes them, after a greeting that names the protocol's version.
#pragma once

#include "core/templates/templaterender.h"

#include <string>
#include <string_view>

namespace snug {

inline constexpr std::string_view templateGreeting = "snug-template 1\n";
inline constexpr int dataDepthLimit = 128; // deeper values are not sent

// Whole frames. Nothing: the values are nested too deeply, or more than a frame takes.
std::optional<std::string> encodeRenderRequest(const TemplateRequest &request);
std::optional<std::string> encodeRenderReply(const TemplateResult<RenderedText> &reply);

// The contents of a frame; nothing if they are not well-formed. A reply's spans lie in its text.
std::optional<TemplateRequest> decodeRenderRequest(std::string_view contents);
std::optional<TemplateResult<RenderedText>> decodeRenderReply(std::string_view contents);

} // namespace snug
