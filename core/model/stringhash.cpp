#include "core/model/stringhash.h"

namespace snug {

quint64 stringHash(QStringView text)
{
    quint32 first = 0xdeadbeef;
    quint32 second = 0x41c6ce57;
    for (const QChar c : text) {
        first = (first ^ c.unicode()) * 2654435761U;
        second = (second ^ c.unicode()) * 1597334677U;
    }
    first = ((first ^ (first >> 16)) * 2246822507U) ^ ((second ^ (second >> 13)) * 3266489909U);
    second = ((second ^ (second >> 16)) * 2246822507U) ^ ((first ^ (first >> 13)) * 3266489909U);
    return (quint64(second & 0x1fffff) << 32) + first;
}

} // namespace snug
