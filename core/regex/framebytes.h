// The contents of the frames that Snug and its confined programs exchange. No Qt: snug-regex has none.
// Numbers are little-endian. What is read comes from a process that may have been taken over: every length is
// checked, and what is left over makes the whole frame worthless.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace snug {

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
    void wide(std::uint64_t value)
    {
        number(std::uint32_t(value));
        number(std::uint32_t(value >> 32));
    }
    void real(double value) { wide(std::bit_cast<std::uint64_t>(value)); }
    void text(std::u16string_view text)
    {
        number(std::uint32_t(text.size()));
        if constexpr (std::endian::native == std::endian::little) {
            m_bytes.append(reinterpret_cast<const char *>(text.data()), 2 * text.size());
            return;
        }
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
    void raw(std::string_view bytes) { m_bytes.append(bytes); } // without its length: for the last thing
    std::size_t size() const { return m_bytes.size() - 4; }
    // The whole frame, its length in front.
    std::string frame()
    {
        const std::size_t length = size();
        for (int i = 0; i < 4; ++i)
            m_bytes[std::size_t(i)] = char((length >> (8 * i)) & 0xff);
        return std::move(m_bytes);
    }

private:
    std::string m_bytes;
};

inline std::uint32_t frameNumberAt(std::string_view bytes, std::size_t at)
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
    bool isBroken() const { return m_isBroken; }
    std::size_t left() const { return m_rest.size(); }

    std::uint8_t byte()
    {
        const std::string_view taken = take(1);
        return taken.empty() ? 0 : std::uint8_t(taken[0]);
    }
    std::uint32_t number()
    {
        const std::string_view taken = take(4);
        return taken.empty() ? 0 : frameNumberAt(taken, 0);
    }
    std::uint64_t wide()
    {
        const std::uint64_t low = number();
        return low | std::uint64_t(number()) << 32;
    }
    double real() { return std::bit_cast<double>(wide()); }
    std::u16string text()
    {
        const std::string_view taken = take(2 * std::size_t(number()));
        std::u16string result(taken.size() / 2, u'\0');
        if constexpr (std::endian::native == std::endian::little) {
            if (!taken.empty())
                std::memcpy(result.data(), taken.data(), 2 * result.size());
            return result;
        }
        for (std::size_t i = 0; i < result.size(); ++i)
            result[i] = char16_t(std::uint8_t(taken[2 * i]) | std::uint8_t(taken[2 * i + 1]) << 8);
        return result;
    }
    std::string bytes(std::size_t most)
    {
        return std::string(take(number()).substr(0, most));
    } // the rest is cut

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

} // namespace snug
