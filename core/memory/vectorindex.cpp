#include "core/memory/vectorindex.h"

#include "core/formats/jsontext.h"

#include <QCryptographicHash>
#include <QtEndian>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

static constexpr qsizetype floatSize = sizeof(float);
static constexpr JsonLimits VectorLimits{.bytes = qsizetype(512) << 20}; // some eight kilobytes an entry

QByteArray textKey(QStringView text)
{
    return QCryptographicHash::hash(text.toUtf8(), QCryptographicHash::Sha1).toHex();
}

VectorIndex readVectorIndex(const QByteArray &bytes, const QString &model)
{
    VectorIndex index{model, {}};
    const Json document = bytes.isEmpty() ? Json() : parseJsonWithin(VectorLimits, bytes).value_or(Json());
    if (document.value(u"model").toText() != model)
        return index;
    const Json vectors = document.value(u"vectors");
    for (const Json::Member &member : vectors.members()) {
        const QByteArray stored = QByteArray::fromBase64(member.value.toText().toLatin1());
        if (stored.isEmpty() || stored.size() % floatSize != 0)
            continue;
        TextVector vector(stored.size() / floatSize);
        qFromLittleEndian<float>(stored.constData(), vector.size(), vector.data());
        if (!std::ranges::all_of(vector, [](float number) { return std::isfinite(number); }))
            continue;
        index.vectors.insert(member.key.toLatin1(), vector);
    }
    return index;
}

QByteArray writeVectorIndex(const VectorIndex &index)
{
    Json vectors = Json::object();
    QList<QByteArray> keys = index.vectors.keys();
    std::ranges::sort(keys);
    for (const QByteArray &key : std::as_const(keys)) {
        const TextVector vector = index.vectors.value(key);
        QByteArray stored(vector.size() * floatSize, Qt::Uninitialized);
        qToLittleEndian<float>(vector.constData(), vector.size(), stored.data());
        vectors.set(QString::fromLatin1(key), Json(QString::fromLatin1(stored.toBase64())));
    }
    return writeJson(Json::object({{u"model"_s, Json(index.model)}, {u"vectors"_s, vectors}}));
}

LoreSimilarities loreSimilarities(const QList<MeasuredEntry> &entries, const TextVector &query)
{
    QList<std::pair<double, QString>> ranked;
    for (const MeasuredEntry &entry : entries)
        ranked.append({similarityOf(entry.vector, query), entry.id});
    std::ranges::stable_sort(ranked, std::greater(), &std::pair<double, QString>::first);
    LoreSimilarities similarities;
    for (qsizetype i = 0; i < ranked.size(); ++i) {
        const auto &[score, id] = ranked.at(i);
        similarities.insert(id, {.score = score,
                                 .rank = int(i) + 1,
                                 .count = int(ranked.size()),
                                 .isNear = score >= LeastSimilarity && i < MostSimilarEntries,
                                 .threshold = LeastSimilarity,
                                 .most = MostSimilarEntries});
    }
    return similarities;
}

} // namespace snug
