// What Snug and its program snug-regex say to each other over a socket. No Qt: that program has none.
//
// The program greets with `workerGreeting`, a line that names the protocol's version. Then both sides
// send frames: four bytes of length, then that many bytes; numbers are little-endian. A request is a text
// or a search in the text that came last; each search is answered by one reply, in order. Decoders
// take bytes from a process that may have been taken over: they check every length and refuse what is
// left over.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace snug {

inline constexpr std::string_view workerGreeting = "snug-regex 1\n";
inline constexpr std::uint32_t maximumFrame = 64u << 20;     // bytes
inline constexpr std::size_t maximumSearchedText = 8u << 20; // UTF-16 units
inline constexpr std::size_t maximumFoundRanges = 2u << 20;  // in one reply
// Of a pattern, in UTF-16 units. Some patterns take time by the square of their length before QuickJS
// asks whether it may go on: a quarter of a second at this length.
inline constexpr std::size_t maximumPatternLength = 8u << 10;
inline constexpr std::uint32_t maximumReply = 8 * maximumFoundRanges + (1u << 20); // bytes
inline constexpr std::size_t maximumGroups = maximumPatternLength / 2;             // "()"
inline constexpr std::size_t maximumProblem = 1u << 10;                            // bytes; more is cut

struct WorkerText
{
    std::u16string text;
    bool operator==(const WorkerText &) const = default;
};

struct WorkerSearch
{
    std::uint32_t id = 0;
    std::uint32_t milliseconds = 0; // of processor time, at most
    bool firstOnly = false;
    std::u16string pattern = {};
    std::u16string flags = {};
    bool operator==(const WorkerSearch &) const = default;
};

using WorkerRequest = std::variant<WorkerText, WorkerSearch>;

enum class WorkerStatus : std::uint8_t { Done, InvalidPattern, OverTime, OverMemory, Failed };

struct WorkerRange
{
    static constexpr std::uint32_t none = 0xffffffff;
    std::uint32_t start = none;
    std::uint32_t length = 0;
    bool operator==(const WorkerRange &) const = default;
};

struct WorkerReply
{
    std::uint32_t id = 0;
    WorkerStatus status = WorkerStatus::Done;
    std::string problem = {}; // QuickJS's words, UTF-8
    std::uint32_t groups = 0;
    std::vector<std::u16string> names = {};
    // A match after the other: the whole, `groups` groups, then one range a name.
    std::vector<WorkerRange> ranges = {};

    std::size_t rangesPerMatch() const { return 1 + std::size_t(groups) + names.size(); }
    bool operator==(const WorkerReply &) const = default;
};

// A whole frame, its length in front.
std::string encodeText(std::u16string_view text);
std::string encodeSearch(const WorkerSearch &search);
std::string encodeReply(const WorkerReply &reply);

// The contents of a frame; nothing if they are not well-formed.
std::optional<WorkerRequest> decodeRequest(std::string_view contents);
std::optional<WorkerReply> decodeReply(std::string_view contents);

// Cuts a stream of bytes into frames.
class FrameReader
{
public:
    explicit FrameReader(std::uint32_t longest = maximumFrame)
        : m_longest(longest)
    {
    }

    void append(std::string_view bytes) { m_bytes.append(bytes); }
    std::optional<std::string> next();
    bool isBroken() const { return m_isBroken; } // a frame was longer than any may be
    bool isEmpty() const { return m_start == m_bytes.size(); }

private:
    std::uint32_t m_longest;
    std::string m_bytes;
    std::size_t m_start = 0;
    bool m_isBroken = false;
};

} // namespace snug
