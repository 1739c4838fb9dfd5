#include "core/regex/patternplace.h"

#include <algorithm>

namespace snug {

static constexpr qsizetype LongestBody = 2'000;

// The parser reads from the left: what is wrong with the whole is wrong with each beginning that holds it.
qsizetype patternErrorPlace(const RegexPattern &pattern, RegexEngine &engine, const std::stop_token &stop)
{
    const qsizetype size = pattern.body.size();
    if (size == 0 || size > LongestBody)
        return -1;
    QList<RegexSearch> searches;
    searches.reserve(size + 1);
    for (qsizetype length = 0; length <= size; ++length)
        searches.append({.pattern = pattern.body.first(length), .flags = pattern.flags, .text = {}});
    const QList<RegexOutcome> outcomes = engine.search(searches, stop);
    const auto isInvalid = [&](qsizetype length) {
        const RegexOutcome &outcome = outcomes.at(length);
        return !outcome && outcome.error().kind == RegexFailure::Kind::InvalidPattern;
    };
    if (outcomes.size() != searches.size() || !isInvalid(size) || isInvalid(0))
        return -1;
    const QString what = outcomes.last().error().what;
    qsizetype length = size;
    while (length > 1 && isInvalid(length - 1) && outcomes.at(length - 1).error().what == what)
        --length;
    return length - 1;
}

} // namespace snug
