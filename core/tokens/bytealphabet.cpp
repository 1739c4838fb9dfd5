#include "core/tokens/bytealphabet.h"

#include <array>

namespace snug {

static constexpr bool standsForItself(int byte)
{
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

static constexpr int alphabetEnd = 0x144;

// By character; -1 where no byte is written so.
static constexpr std::array<qint16, alphabetEnd> byteOfCharacter = [] {
    std::array<qint16, alphabetEnd> table;
    table.fill(-1);
    size_t next = 0x100;
    for (int byte = 0; byte < 256; ++byte)
        table[standsForItself(byte) ? size_t(byte) : next++] = qint16(byte);
    return table;
}();

std::optional<QByteArray> bytesFromAlphabet(QStringView written)
{
    QByteArray bytes;
    bytes.reserve(written.size());
    for (const QChar c : written) {
        if (c.unicode() >= alphabetEnd || byteOfCharacter[c.unicode()] < 0)
            return {};
        bytes += char(byteOfCharacter[c.unicode()]);
    }
    return bytes;
}

} // namespace snug
