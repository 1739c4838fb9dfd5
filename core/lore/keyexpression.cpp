#include "core/lore/keyexpression.h"

#include <QCoreApplication>
#include <QHashFunctions>

namespace snug {

size_t qHash(const RegexPattern &pattern, size_t seed)
{
    return qHashMulti(seed, pattern.body, pattern.flags);
}

static ExpressionPlace placeOf(const RegexOutcome &outcome)
{
    ExpressionPlace place;
    if (outcome) {
        if (!outcome->isEmpty()) {
            place.start = outcome->first().range.start;
            place.length = outcome->first().range.length;
        }
    } else if (outcome.error().kind == RegexFailure::Kind::InvalidPattern) {
        place.isInvalid = true;
    } else {
        place.failure = outcome.error().what;
        place.isGivenUp = outcome.error().kind == RegexFailure::Kind::GivenUp;
    }
    return place;
}

QList<ExpressionPlace> findExpressions(const QList<ExpressionSearch> &searches, const RegexEnginePtr &engine,
                                       const std::stop_token &stop)
{
    QList<ExpressionPlace> places(searches.size());
    if (!engine) {
        for (ExpressionPlace &place : places)
            place.failure =
                QCoreApplication::translate("LoreScan", "there is nothing to search expressions with");
        return places;
    }
    QList<RegexSearch> asked;
    asked.reserve(searches.size());
    for (const ExpressionSearch &search : searches)
        asked.append({search.pattern.body, search.pattern.flags, search.text, true, search.owner});
    const QList<RegexOutcome> outcomes = engine->search(asked, stop);
    for (qsizetype i = 0; i < places.size(); ++i)
        places[i] = placeOf(outcomes.at(i));
    return places;
}

} // namespace snug
