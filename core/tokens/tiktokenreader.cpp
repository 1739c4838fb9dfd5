#include "core/tokens/tiktokenreader.h"

#include "core/tokens/bpetokenizer.h"
#include "core/tokens/splitpatterns.h"
#include "core/tokens/tokenizerfiletext.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int highestRank = (1 << 23) - 1;
constexpr qsizetype llama3Ranks = 128'000;

QStringView patternFor(const QString &name, qsizetype ranks)
{
    if (name.contains(u"o200k"_s))
        return o200kPattern;
    if (name.contains(u"cl100k"_s))
        return cl100kPattern;
    for (const QString &older : {u"p50k"_s, u"r50k"_s, u"gpt2"_s}) {
        if (name.contains(older))
            return gpt2Pattern;
    }
    return ranks == llama3Ranks ? cl100kPattern : QStringView();
}

} // namespace

Result<TokenizerPtr> tiktokenTokenizer(Vocabulary vocabulary, QStringView pattern, const QString &name)
{
    BpeParts parts;
    parts.name = name;
    auto compiled = SplitPattern::compile(pattern.toString());
    if (!compiled)
        return std::unexpected(compiled.error());
    std::vector<SplitStep> steps;
    steps.push_back({*std::move(compiled)});
    parts.pretokenizer = Pretokenizer(std::move(steps));
    parts.encoder = rankEncoder(std::move(vocabulary));
    if (!parts.encoder)
        return failure(TokenizerFileText::tr("the vocabulary does not have every byte"));
    return bpeTokenizer(std::move(parts));
}

Result<TokenizerPtr> readTiktokenRanks(const QByteArray &bytes, const QString &name)
{
    struct Rank
    {
        int rank;
        QByteArray bytes;
        qsizetype line;
    };
    std::vector<Rank> ranks;
    qsizetype line = 0;
    qsizetype total = 0;
    for (qsizetype at = 0; at < bytes.size();) {
        ++line;
        qsizetype end = bytes.indexOf('\n', at);
        if (end < 0)
            end = bytes.size();
        const QByteArrayView text = QByteArrayView(bytes).sliced(at, end - at).trimmed();
        at = end + 1;
        if (text.isEmpty())
            continue;
        const qsizetype space = text.indexOf(' ');
        bool isNumber = false;
        const int rank = space > 0 ? text.sliced(space + 1).toInt(&isNumber) : -1;
        auto decoded = QByteArray::fromBase64Encoding(text.first(qMax<qsizetype>(space, 0)).toByteArray(),
                                                      QByteArray::AbortOnBase64DecodingErrors);
        if (!isNumber || rank < 0 || rank > highestRank || !decoded || decoded.decoded.isEmpty())
            return failure(TokenizerFileText::tr("expected a token in Base64, a space and its rank"),
                           TokenizerFileText::tr("line %1").arg(line));
        total += decoded.decoded.size();
        ranks.push_back({rank, std::move(decoded.decoded), line});
    }
    const QStringView pattern = patternFor(name, qsizetype(ranks.size()));
    if (ranks.empty() || pattern.isEmpty())
        return failure(ranks.empty() ? TokenizerFileText::tr("the file is empty")
                                     : TokenizerFileText::tr("ranks alone do not say how text is split"),
                       {}, {},
                       TokenizerFileText::tr(
                           "Name the file after its encoding, such as o200k_base.tiktoken, or choose the "
                           "model's tokenizer.json."));
    std::ranges::stable_sort(ranks, {}, &Rank::rank);
    Vocabulary vocabulary;
    vocabulary.reserve(qsizetype(ranks.size()), total);
    for (size_t i = 0; i < ranks.size(); ++i) {
        if ((i > 0 && ranks[i].rank == ranks[i - 1].rank) ||
            !vocabulary.append(ranks[i].rank, ranks[i].bytes))
            return failure(TokenizerFileText::tr("this rank or token is given twice"),
                           TokenizerFileText::tr("line %1").arg(ranks[i].line));
    }
    return tiktokenTokenizer(std::move(vocabulary), pattern, name);
}

} // namespace snug
