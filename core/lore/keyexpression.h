// Keys that are JavaScript regular expressions (docs/sillytavern/lore.md#keys).
#pragma once

#include "core/regex/regexengine.h"
#include "core/regex/regexpattern.h"

#include <QList>
#include <QString>

#include <stop_token>

namespace snug {

size_t qHash(const RegexPattern &pattern, size_t seed = 0);

struct ExpressionSearch
{
    RegexPattern pattern;
    QString text;
    QString owner = {}; // RegexSearch::owner
};

struct ExpressionPlace
{
    qsizetype start = -1; // UTF-16 units; -1 = no match
    qsizetype length = 0;
    bool isInvalid = false; // no expression at all: its key is plain text
    QString failure = {};   // why it could not be searched, in the user's words; empty = it was
    bool isGivenUp = false; // it was not even tried: `failure` is about its owner

    // The next search might say something else.
    bool isPassing() const { return !failure.isEmpty(); }
};

// The first match of each, all in one call. Without an engine nothing is found.
QList<ExpressionPlace> findExpressions(const QList<ExpressionSearch> &searches, const RegexEnginePtr &engine,
                                       const std::stop_token &stop);

} // namespace snug
