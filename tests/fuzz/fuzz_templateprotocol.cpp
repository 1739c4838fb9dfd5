// Bytes as either side of the conversation with snug-template could get them. What decodes must encode to
// something that decodes to the same.

#include "core/regex/workerprotocol.h"
#include "core/templates/templateprotocol.h"

#include <cstdlib>

using namespace snug;

static void require(bool isTrue)
{
    if (!isTrue)
        std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    if (const auto reply = decodeRenderReply(bytes)) {
        const auto again = encodeRenderReply(*reply);
        require(again && decodeRenderReply(std::string_view(*again).substr(4)) == reply);
    }
    if (const auto request = decodeRenderRequest(bytes)) {
        const auto once = encodeRenderRequest(*request);
        require(once.has_value());
        const auto again = decodeRenderRequest(std::string_view(*once).substr(4));
        require(again && encodeRenderRequest(*again) == once);
    }
    return 0;
}
