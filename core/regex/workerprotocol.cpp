#include "core/regex/workerprotocol.h"

namespace snug {

namespace {

enum class RequestKind : std::uint8_t { Text = 1, Search = 2 };

class FrameWriter
{
public:
    FrameWriter() { number(0); }

    void byte(std::uint8_t value) { m_bytes.push_back(char(value)); }
    void number(std::uint32_t value)
    {
        for (int shift = 0; shift < 32; shift += 8)
            m_bytes.push_back(char((value >> shift) & 0xff));
    }
    void text(std::u16string_view text)
    {
        number(std::uint32_t(text.size()));
        m_bytes.reserve(m_bytes.size() + 2 * text.size());
        for (const char16_t unit : text) {
            m_bytes.push_back(char(unit & 0xff));
            m_bytes.push_back(char(unit >> 8));
        }
    }
    void bytes(std::string_view bytes)
    {
        number(std::uint32_t(bytes.size()));
        m_bytes.append(bytes);
    }
    std::string frame()
    {
        const std::size_t length = m_bytes.size() - 4;
        for (int i = 0; i < 4; ++i)
            m_bytes[std::size_t(i)] = char((length >> (8 * i)) & 0xff);
        return std::move(m_bytes);
    }

private:
    std::string m_bytes;
};

std::uint32_t numberAt(std::string_view bytes, std::size_t at)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value |= std::uint32_t(std::uint8_t(bytes[at + i])) << (8 * i);
    return value;
}

// After the first thing that is not there, everything is empty and isWhole() is false.
class FrameContents
{
public:
    explicit FrameContents(std::string_view bytes)
        : m_rest(bytes)
    {
    }

    bool isWhole() const { return !m_isBroken && m_rest.empty(); }
    std::size_t left() const { return m_rest.size(); }

    std::uint8_t byte()
    {
        const std::string_view taken = take(1);
        return taken.empty() ? 0 : std::uint8_t(taken[0]);
    }
    std::uint32_t number()
    {
        const std::string_view taken = take(4);
        return taken.empty() ? 0 : numberAt(taken, 0);
    }
    std::u16string text()
    {
        const std::string_view taken = take(2 * std::size_t(number()));
        std::u16string result(taken.size() / 2, u'\0');
        for (std::size_t i = 0; i < result.size(); ++i)
            result[i] = char16_t(std::uint8_t(taken[2 * i]) | std::uint8_t(taken[2 * i + 1]) << 8);
        return result;
    }
    std::string bytes() { return std::string(take(number())); }

private:
    std::string_view take(std::size_t count)
    {
        if (m_isBroken || count > m_rest.size()) {
            m_isBroken = true;
            return {};
        }
        const std::string_view taken = m_rest.substr(0, count);
        m_rest.remove_prefix(count);
        return taken;
    }

    std::string_view m_rest;
    bool m_isBroken = false;
};

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
    reply.problem = frame.bytes();
    reply.groups = frame.number();
    const std::uint32_t names = frame.number();
    if (names > frame.left() / 4) // each takes four bytes at least
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
    const std::uint32_t length = numberAt(m_bytes, m_start);
    if (length > maximumFrame) {
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
