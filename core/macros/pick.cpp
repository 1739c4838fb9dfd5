#include "core/macros/pick.h"

#include <QList>

#include <array>

namespace snug {

namespace {

// ARC4, its first 256 bytes thrown away.
class KeyStream
{
public:
    explicit KeyStream(const QList<quint8> &key)
    {
        for (int i = 0; i < 256; ++i)
            m_state[i] = static_cast<quint8>(i);
        quint8 other = 0;
        for (int i = 0; i < 256; ++i) {
            other = static_cast<quint8>(other + key[i % key.size()] + m_state[i]);
            std::swap(m_state[i], m_state[other]);
        }
        for (int i = 0; i < 256; ++i)
            next();
    }

    quint8 next()
    {
        ++m_first;
        const quint8 moved = m_state[m_first];
        m_second = static_cast<quint8>(m_second + moved);
        m_state[m_first] = m_state[m_second];
        m_state[m_second] = moved;
        return m_state[static_cast<quint8>(m_state[m_first] + moved)];
    }

private:
    std::array<quint8, 256> m_state{};
    quint8 m_first = 0;
    quint8 m_second = 0;
};

} // namespace

double seededRandom(QStringView seed)
{
    QList<quint8> key;
    qint32 smear = 0;
    for (qsizetype i = 0; i < seed.size(); ++i) {
        const qsizetype place = i & 255;
        if (place >= key.size())
            key.append(0);
        smear ^= key[place] * 19;
        key[place] = static_cast<quint8>((smear + seed[i].unicode()) & 255);
    }
    if (key.isEmpty())
        key.append(0);

    KeyStream stream(key);
    double number = 0;
    double denominator = 1;
    for (int i = 0; i < 6; ++i) {
        number = number * 256 + stream.next();
        denominator *= 256;
    }
    constexpr double significance = 4503599627370496.0; // 2^52
    quint32 extra = 0;
    while (number < significance) {
        number = (number + extra) * 256;
        denominator *= 256;
        extra = stream.next();
    }
    while (number >= significance * 2) {
        number /= 2;
        denominator /= 2;
        extra >>= 1;
    }
    return (number + extra) / denominator;
}

} // namespace snug
