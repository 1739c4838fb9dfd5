#include "core/regex/workerprotocol.h"

#include "core/regex/framebytes.h"

namespace snug {

namespace {

enum class RequestKind : std::uint8_t { Text = 1, Search = 2 };

} // namespace

std::string encodeText(std::u16string_view text)
{
    FrameWriter writer;
    writer.byte(std::uint8_t(RequestKind::Text));
    writer.text(text);
    return writer.frame();
}

std::string encodeSearch(const WorkerSearch &search)
{
    FrameWriter writer;
    writer.byte(std::uint8_t(RequestKind::Search));
    writer.number(search.id);
    writer.number(search.milliseconds);
    writer.byte(search.firstOnly ? 1 : 0);
    writer.text(search.pattern);
    writer.text(search.flags);
    return writer.frame();
}

std::string encodeReply(const WorkerReply &reply)
{
    FrameWriter writer;
    writer.number(reply.id);
    writer.byte(std::uint8_t(reply.status));
    writer.bytes(reply.problem);
    writer.number(reply.groups);
    writer.number(std::uint32_t(reply.names.size()));
    for (const std::u16string &name : reply.names)
        writer.text(name);
    writer.number(std::uint32_t(reply.ranges.size()));
    for (const WorkerRange &range : reply.ranges) {
        writer.number(range.start);
        writer.number(range.length);
    }
    return writer.frame();
}

std::optional<WorkerRequest> decodeRequest(std::string_view contents)
{
    FrameContents frame(contents);
    std::optional<WorkerRequest> request;
    switch (RequestKind(frame.byte())) {
    case RequestKind::Text: {
        WorkerText text{frame.text()};
        if (text.text.size() <= maximumSearchedText)
            request = std::move(text);
        break;
    }
    case RequestKind::Search: {
        WorkerSearch search;
        search.id = frame.number();
        search.milliseconds = frame.number();
        search.firstOnly = frame.byte() != 0;
        search.pattern = frame.text();
        search.flags = frame.text();
        if (search.pattern.size() <= maximumPatternLength && search.flags.size() <= maximumPatternLength)
            request = std::move(search);
        break;
    }
    default:
        return std::nullopt;
    }
    return frame.isWhole() ? request : std::nullopt;
}

std::optional<WorkerReply> decodeReply(std::string_view contents)
{
    FrameContents frame(contents);
    WorkerReply reply;
    reply.id = frame.number();
    const std::uint8_t status = frame.byte();
    if (status > std::uint8_t(WorkerStatus::Failed))
        return std::nullopt;
    reply.status = WorkerStatus(status);
    reply.problem = frame.bytes(maximumProblem);
    reply.groups = frame.number();
    const std::uint32_t names = frame.number();
    if (reply.groups > maximumGroups || names > maximumGroups)
        return std::nullopt;
    for (std::uint32_t i = 0; i < names; ++i)
        reply.names.push_back(frame.text());
    const std::uint32_t ranges = frame.number();
    if (ranges > maximumFoundRanges || ranges > frame.left() / 8 || ranges % reply.rangesPerMatch() != 0)
        return std::nullopt;
    reply.ranges.reserve(ranges);
    for (std::uint32_t i = 0; i < ranges; ++i) {
        WorkerRange range;
        range.start = frame.number();
        range.length = frame.number();
        reply.ranges.push_back(range);
    }
    return frame.isWhole() ? std::optional(std::move(reply)) : std::nullopt;
}

std::optional<std::string> FrameReader::next()
{
    if (m_isBroken || m_bytes.size() - m_start < 4)
        return std::nullopt;
    const std::uint32_t length = frameNumberAt(m_bytes, m_start);
    if (length > m_longest) {
        m_isBroken = true;
        return std::nullopt;
    }
    if (m_bytes.size() - m_start - 4 < length)
        return std::nullopt;
    std::string contents = m_bytes.substr(m_start + 4, length);
    m_start += 4 + std::size_t(length);
    if (m_start == m_bytes.size() || m_start > (1u << 20)) {
        m_bytes.erase(0, m_start);
        m_start = 0;
    }
    return contents;
}

} // namespace snug
