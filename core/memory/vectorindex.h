// Vectors of a lorebook's entries, kept so that a text is measured once: by the text they were made of, for
// one model. What entries are near to what was said last.
#pragma once

#include "core/lore/loretrace.h"
#include "core/wire/embeddings.h"

namespace snug {

struct VectorIndex
{
    QString model;                         // vectors of another one cannot be compared
    QHash<QByteArray, TextVector> vectors; // by textKey()
    bool operator==(const VectorIndex &) const = default;
};

QByteArray textKey(QStringView text);

// {"model", "vectors": {"<key>": "<base64 of 32-bit floats, little-endian>"}}. An index that cannot be
// read, or is for another model, is empty: it can be made anew.
VectorIndex readVectorIndex(const QByteArray &bytes, const QString &model);
QByteArray writeVectorIndex(const VectorIndex &index);

struct MeasuredEntry
{
    QString id; // "book.uid"
    TextVector vector;
};
inline constexpr double LeastSimilarity = 0.25; // as SillyTavern's vector storage has them
inline constexpr int MostSimilarEntries = 5;
inline constexpr int SimilarityMessages = 2; // the last ones make the query

LoreSimilarities loreSimilarities(const QList<MeasuredEntry> &entries, const TextVector &query);

} // namespace snug
