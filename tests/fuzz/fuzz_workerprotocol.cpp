// Bytes as either side of the conversation with snug-regex could get them. What decodes must encode to the
// same bytes, and a stream cut anywhere gives the same frames.

#include "core/regex/workerprotocol.h"

#include <cstdlib>

using namespace snug;

static void require(bool isTrue)
{
    if (!isTrue)
        std::abort();
}

static std::string contentsOf(const std::string &frame)
{
    FrameReader reader;
    reader.append(frame);
    return reader.next().value_or(std::string());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    if (const std::optional<WorkerReply> reply = decodeReply(bytes)) {
        require(reply->ranges.size() % reply->rangesPerMatch() == 0);
        require(decodeReply(contentsOf(encodeReply(*reply))) == reply);
    }
    if (const std::optional<WorkerRequest> request = decodeRequest(bytes)) {
        const std::string again = std::holds_alternative<WorkerText>(*request)
                                      ? encodeText(std::get<WorkerText>(*request).text)
                                      : encodeSearch(std::get<WorkerSearch>(*request));
        require(decodeRequest(contentsOf(again)) == request);
    }
    FrameReader whole;
    whole.append(bytes);
    FrameReader cut;
    cut.append(bytes.substr(0, size / 2));
    std::vector<std::string> first;
    std::vector<std::string> second;
    while (std::optional<std::string> frame = cut.next())
        second.push_back(std::move(*frame));
    cut.append(bytes.substr(size / 2));
    while (std::optional<std::string> frame = cut.next())
        second.push_back(std::move(*frame));
    while (std::optional<std::string> frame = whole.next())
        first.push_back(std::move(*frame));
    require(first == second && whole.isBroken() == cut.isBroken());
    return 0;
}
