#include "core/wire/logprobshapes.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype mostOthers = 32; // of a token; more is no server's

QByteArray bytesOfToken(const QJsonArray &numbers)
{
    QByteArray bytes;
    for (const QJsonValue &number : numbers)
        bytes.append(char(number.toInt()));
    return bytes;
}

// llama-server says probabilities themselves where it is asked for those after sampling.
std::optional<double> logProbOf(const QJsonValue &item)
{
    if (item[u"logprob"].isDouble())
        return item[u"logprob"].toDouble();
    if (item[u"prob"].isDouble() && item[u"prob"].toDouble() > 0)
        return std::log(item[u"prob"].toDouble());
    return {};
}

std::optional<TokenLogProb> tokenIn(const QJsonValue &item)
{
    const std::optional<double> logProb = logProbOf(item);
    if (!item[u"token"].isString() || !logProb)
        return {};
    TokenLogProb token{item[u"token"].toString(), *logProb, bytesOfToken(item[u"bytes"].toArray())};
    const QJsonArray top =
        (item[u"top_logprobs"].isArray() ? item[u"top_logprobs"] : item[u"top_probs"]).toArray();
    for (const QJsonValue &other : top) {
        const std::optional<double> number = logProbOf(other);
        if (other[u"token"].isString() && number && token.others.size() < mostOthers)
            token.others.append({other[u"token"].toString(), *number});
    }
    return token;
}

QList<TokenAlternative> othersIn(const QJsonObject &numbers)
{
    QList<TokenAlternative> others;
    for (auto other = numbers.begin(); other != numbers.end() && others.size() < mostOthers; ++other) {
        if (other.value().isDouble())
            others.append({other.key(), other.value().toDouble()});
    }
    std::ranges::stable_sort(others, std::greater(), &TokenAlternative::logProb); // a map has no order
    return others;
}

// llama-server's before 2025: [{"content":…, "probs":[{"tok_str":…, "prob":…}]}].
std::optional<TokenLogProb> olderTokenIn(const QJsonValue &item)
{
    if (!item[u"content"].isString() || !item[u"probs"].isArray())
        return {};
    TokenLogProb token{item[u"content"].toString()};
    bool isFound = false;
    for (const QJsonValue &other : item[u"probs"].toArray()) {
        const double probability = other[u"prob"].toDouble();
        if (!other[u"tok_str"].isString() || probability <= 0 || token.others.size() >= mostOthers)
            continue;
        token.others.append({other[u"tok_str"].toString(), std::log(probability)});
        if (!isFound && token.others.last().token == token.token) {
            token.logProb = token.others.last().logProb;
            isFound = true;
        }
    }
    return isFound ? std::optional(token) : std::nullopt;
}

} // namespace

QList<TokenLogProb> logProbsIn(const QJsonValue &value)
{
    QList<TokenLogProb> tokens;
    const QJsonArray list = value.isArray() ? value.toArray() : value[u"content"].toArray();
    for (const QJsonValue &item : list) {
        if (const auto token = tokenIn(item))
            tokens.append(*token);
        else if (const auto older = olderTokenIn(item))
            tokens.append(*older);
    }
    if (!tokens.isEmpty())
        return tokens;
    const QJsonArray names = value[u"tokens"].toArray();
    const QJsonArray numbers = value[u"token_logprobs"].toArray();
    const QJsonArray top = value[u"top_logprobs"].toArray();
    for (qsizetype i = 0; i < std::min(names.size(), numbers.size()); ++i) {
        if (names[i].isString() && numbers[i].isDouble())
            tokens.append({names[i].toString(),
                           numbers[i].toDouble(),
                           {},
                           i < top.size() ? othersIn(top[i].toObject()) : QList<TokenAlternative>()});
    }
    return tokens;
}

QList<TokenLogProb> geminiLogProbsIn(const QJsonValue &value)
{
    QList<TokenLogProb> tokens;
    const QJsonArray chosen = value[u"chosenCandidates"].toArray();
    const QJsonArray top = value[u"topCandidates"].toArray();
    for (qsizetype i = 0; i < chosen.size(); ++i) {
        const QJsonValue &item = chosen[i];
        if (!item[u"token"].isString() || !item[u"logProbability"].isDouble())
            continue;
        TokenLogProb token{item[u"token"].toString(), item[u"logProbability"].toDouble()};
        const QJsonArray others = i < top.size() ? top[i][u"candidates"].toArray() : QJsonArray();
        for (const QJsonValue &other : others) {
            if (other[u"token"].isString() && other[u"logProbability"].isDouble() &&
                token.others.size() < mostOthers)
                token.others.append({other[u"token"].toString(), other[u"logProbability"].toDouble()});
        }
        tokens.append(token);
    }
    return tokens;
}

QList<TokenLogProb> cohereLogProbsIn(const QJsonValue &value)
{
    QList<TokenLogProb> tokens;
    const QJsonArray list = value.isArray() ? value.toArray() : QJsonArray{value};
    for (const QJsonValue &item : list) {
        const QJsonArray numbers = item[u"logprobs"].toArray();
        if (!item[u"text"].isString() || numbers.isEmpty())
            continue;
        double sum = 0; // of several tokens in a row
        for (const QJsonValue &number : numbers)
            sum += number.toDouble();
        tokens.append({item[u"text"].toString(), sum});
    }
    return tokens;
}

} // namespace snug
