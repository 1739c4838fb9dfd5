// Bytes as either side of the conversation with snug-template could get them. What decodes must encode to
// something that decodes to the same.

#include "core/regex/framebytes.h"
#include "core/regex/workerprotocol.h"
#include "core/templates/templateprotocol.h"
#include "tests/fuzz/fuzzing.h"

using namespace snug;

FUZZ_TARGET(templateprotocol)
{
    const std::string_view frame(bytes.constData(), std::size_t(bytes.size()));
    const std::uint64_t id = FrameContents(frame).wide(); // as if that one had been asked
    if (const auto reply = decodeRenderReply(frame, id)) {
        const auto again = encodeRenderReply(*reply, id);
        promise(again && decodeRenderReply(std::string_view(*again).substr(4), id) == reply);
    }
    if (const auto request = decodeRenderRequest(frame)) {
        const auto once = encodeRenderRequest(request->request, request->id);
        promise(once.has_value());
        const auto again = decodeRenderRequest(std::string_view(*once).substr(4));
        promise(again && encodeRenderRequest(again->request, again->id) == once);
    }
}
