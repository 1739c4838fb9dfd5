// Bytes as either side of the conversation with snug-regex could get them. What decodes must encode to the
// same bytes, and a stream cut anywhere gives the same frames.

#include "core/regex/workerprotocol.h"
#include "tests/fuzz/fuzzing.h"

using namespace snug;

static std::string contentsOf(const std::string &frame)
{
    FrameReader reader;
    reader.append(frame);
    return reader.next().value_or(std::string());
}

FUZZ_TARGET(workerprotocol)
{
    const std::string_view frame(bytes.constData(), std::size_t(bytes.size()));
    if (const std::optional<WorkerReply> reply = decodeReply(frame)) {
        promise(reply->ranges.size() % reply->rangesPerMatch() == 0);
        promise(decodeReply(contentsOf(encodeReply(*reply))) == reply);
    }
    if (const std::optional<WorkerRequest> request = decodeRequest(frame)) {
        const std::string again = std::holds_alternative<WorkerText>(*request)
                                      ? encodeText(std::get<WorkerText>(*request).text)
                                      : encodeSearch(std::get<WorkerSearch>(*request));
        promise(decodeRequest(contentsOf(again)) == request);
    }
    FrameReader whole;
    whole.append(frame);
    FrameReader cut;
    cut.append(frame.substr(0, frame.size() / 2));
    std::vector<std::string> first;
    std::vector<std::string> second;
    while (std::optional<std::string> next = cut.next())
        second.push_back(std::move(*next));
    cut.append(frame.substr(frame.size() / 2));
    while (std::optional<std::string> next = cut.next())
        second.push_back(std::move(*next));
    while (std::optional<std::string> next = whole.next())
        first.push_back(std::move(*next));
    promise(first == second && whole.isBroken() == cut.isBroken());
}
