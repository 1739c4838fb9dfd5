#include "core/tokens/ranksfile.h"

#include <QtEndian>

namespace snug {

namespace {

constexpr qsizetype ranksHeader = 16;
constexpr qsizetype tableHeader = 24;

template <typename T> QByteArrayView bytesOf(std::span<const T> values)
{
    return {reinterpret_cast<const char *>(values.data()), qsizetype(values.size_bytes())};
}

quint32 numberAt(QByteArrayView table, qsizetype place)
{
    quint32 value = 0;
    std::memcpy(&value, table.data() + place, sizeof value);
    return value;
}

} // namespace

Vocabulary vocabularyFromRanks(QByteArrayView file)
{
    Q_ASSERT(file.startsWith("snugrnk1"));
    const auto tokens = qFromLittleEndian<quint32>(file.data() + 8);
    const auto bytes = qFromLittleEndian<quint32>(file.data() + 12);
    Q_ASSERT(file.size() == ranksHeader + tokens + bytes);
    Vocabulary vocabulary;
    vocabulary.adopt(file.sliced(ranksHeader + tokens, bytes), file.sliced(ranksHeader, tokens));
    return vocabulary;
}

QByteArray vocabularyTable(const Vocabulary &vocabulary)
{
    const VocabularyParts parts = vocabulary.parts();
    QByteArray table("snugvoc1");
    for (const qsizetype number : {qsizetype(vocabulary.size()), parts.bytes.size(), vocabulary.longest(),
                                   qsizetype(parts.slots.size())}) {
        const auto value = quint32(number);
        table.append(reinterpret_cast<const char *>(&value), sizeof value);
    }
    table.append(bytesOf(parts.slots));
    table.append(bytesOf(parts.starts));
    table.append(parts.bytes);
    return table;
}

Vocabulary vocabularyFromTable(QByteArrayView table)
{
    Q_ASSERT(table.startsWith("snugvoc1") && reinterpret_cast<quintptr>(table.data()) % 8 == 0);
    const size_t tokens = numberAt(table, 8);
    const size_t bytes = numberAt(table, 12);
    const size_t slotCount = numberAt(table, 20);
    VocabularyParts parts;
    const char *at = table.data() + tableHeader;
    parts.slots = {reinterpret_cast<const quint64 *>(at), slotCount};
    at += parts.slots.size_bytes();
    parts.starts = {reinterpret_cast<const quint32 *>(at), tokens + 1};
    at += parts.starts.size_bytes();
    parts.bytes = {at, qsizetype(bytes)};
    Q_ASSERT(at + bytes == table.data() + table.size());
    return Vocabulary(parts, numberAt(table, 16));
}

} // namespace snug
