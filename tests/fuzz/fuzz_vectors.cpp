// Vectors, as a server answers and as they are kept: numbers that can be compared, as many as were asked for.
#include "core/memory/vectorindex.h"
#include "tests/fuzz/fuzzing.h"

#include <cmath>

using namespace Qt::StringLiterals;
using namespace snug;

static void checkComparable(const QList<TextVector> &vectors)
{
    QList<MeasuredEntry> entries;
    for (const TextVector &vector : vectors)
        entries.append({u"w.%1"_s.arg(entries.size()), vector});
    if (vectors.isEmpty())
        return;
    for (const LoreSimilarity &similarity : loreSimilarities(entries, vectors.first()))
        promise(std::isfinite(similarity.score) && std::abs(similarity.score) < 1.001);
}

// The first byte says how many texts were asked for.
FUZZ_TARGET(embeddings)
{
    if (bytes.isEmpty())
        return;
    const qsizetype count = uchar(bytes[0]) % 8;
    const auto vectors = parseEmbeddings(bytes.sliced(1), count);
    if (!vectors) {
        promise(!vectors.error().what.isEmpty());
        return;
    }
    promise(vectors->size() == count);
    for (const TextVector &vector : *vectors)
        promise(!vector.isEmpty() && vector.size() == vectors->first().size());
    checkComparable(*vectors);
}

FUZZ_TARGET(vectors)
{
    const VectorIndex read = readVectorIndex(bytes, u"m"_s);
    promise(readVectorIndex(writeVectorIndex(read), u"m"_s) == read);
    promise(readVectorIndex(bytes, u"another"_s).vectors.isEmpty() || read.vectors.isEmpty());
    checkComparable(read.vectors.values());
}
