#include "app/pictureworker/pngwriter.h"

#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>
#include <zlib.h>

namespace snug {

namespace {

using Bytes = std::vector<unsigned char>;

void putNumber(std::string &out, std::uint32_t number)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        out.push_back(char((number >> shift) & 0xff));
}

void putChunk(std::string &out, std::string_view type, std::string_view contents)
{
    putNumber(out, std::uint32_t(contents.size()));
    const std::size_t start = out.size();
    out.append(type).append(contents);
    putNumber(out, std::uint32_t(
                       crc32_z(0, reinterpret_cast<const Bytef *>(out.data() + start), out.size() - start)));
}

bool isOpaque(const PixelRows &rows)
{
    for (std::uint32_t y = 0; y < rows.height; ++y) {
        const unsigned char *row = rows.bytes + y * rows.bytesPerRow;
        for (std::uint32_t x = 0; x < rows.width; ++x) {
            if (row[4 * std::size_t(x) + 3] != 0xff)
                return false;
        }
    }
    return true;
}

int paeth(int left, int above, int corner)
{
    const int guess = left + above - corner;
    const int toLeft = std::abs(guess - left);
    const int toAbove = std::abs(guess - above);
    const int toCorner = std::abs(guess - corner);
    return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner;
}

// The three filters that do most for photographs and drawings, each row by the one that leaves least
// (PNG specification, third edition, 9.2 and 12.7). A row begins with `step` zeros.
class RowFilter
{
public:
    RowFilter(std::size_t length, std::size_t step)
        : m_step(step)
        , m_above(length + step)
        , m_filtered{Bytes(length + 1), Bytes(length + 1), Bytes(length + 1)}
    {
        for (std::size_t i = 0; i < m_filtered.size(); ++i)
            m_filtered[i][0] = numbers[i];
    }

    const Bytes &filtered(const Bytes &row)
    {
        std::array<std::uint64_t, 3> left{};
        for (std::size_t i = m_step; i < row.size(); ++i) {
            const int before = row[i - m_step];
            const int above = m_above[i];
            const std::array<int, 3> guesses{before, above, paeth(before, above, m_above[i - m_step])};
            for (std::size_t k = 0; k < guesses.size(); ++k) {
                const auto rest = static_cast<unsigned char>(row[i] - guesses[k]);
                m_filtered[k][i - m_step + 1] = rest;
                left[k] += rest < 128 ? rest : 256u - rest;
            }
        }
        m_above = row;
        std::size_t best = 0;
        for (std::size_t k = 1; k < left.size(); ++k)
            best = left[k] < left[best] ? k : best;
        return m_filtered[best];
    }

private:
    static constexpr std::array<unsigned char, 3> numbers{1, 2, 4}; // Sub, Up, Paeth
    const std::size_t m_step;
    Bytes m_above;
    std::array<Bytes, 3> m_filtered;
};

// False: out of memory, or longer than allowed.
bool deflated(z_stream &stream, const Bytes &bytes, int flush, std::string &out, std::size_t mostBytes)
{
    std::array<char, 1 << 15> step; // NOLINT: filled by deflate
    stream.next_in = const_cast<Bytef *>(bytes.data());
    stream.avail_in = uInt(bytes.size());
    do {
        stream.next_out = reinterpret_cast<Bytef *>(step.data());
        stream.avail_out = uInt(step.size());
        if (deflate(&stream, flush) == Z_STREAM_ERROR)
            return false;
        out.append(step.data(), step.size() - stream.avail_out);
        if (out.size() > mostBytes)
            return false;
    } while (stream.avail_out == 0);
    return true;
}

} // namespace

std::string writtenPng(const PixelRows &rows, std::size_t mostBytes)
{
    const std::size_t step = isOpaque(rows) ? 3 : 4;
    RowFilter filter(rows.width * step, step);
    Bytes row(rows.width * step + step);
    std::string pixels;
    z_stream stream{};
    if (deflateInit(&stream, Z_DEFAULT_COMPRESSION) != Z_OK)
        return {};
    bool isDone = true;
    for (std::uint32_t y = 0; isDone && y < rows.height; ++y) {
        const unsigned char *from = rows.bytes + y * rows.bytesPerRow;
        for (std::size_t x = 0; x < rows.width; ++x) {
            for (std::size_t k = 0; k < step; ++k)
                row[step + x * step + k] = from[4 * x + k];
        }
        isDone = deflated(stream, filter.filtered(row), y + 1 == rows.height ? Z_FINISH : Z_NO_FLUSH, pixels,
                          mostBytes);
    }
    deflateEnd(&stream);
    if (!isDone)
        return {};
    std::string head;
    putNumber(head, rows.width);
    putNumber(head, rows.height);
    head.append({8, char(step == 3 ? 2 : 6), 0, 0, 0}); // eight bits a colour, no interlace
    std::string png("\x89PNG\r\n\x1a\n", 8);
    png.reserve(pixels.size() + 100);
    putChunk(png, "IHDR", head);
    putChunk(png, "IDAT", pixels);
    putChunk(png, "IEND", {});
    return png.size() > mostBytes ? std::string() : std::move(png);
}

} // namespace snug
