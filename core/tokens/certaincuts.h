// Where a text that goes on growing may be cut, so that its beginning need not be counted again.
#pragma once

#include "core/tokens/tokencounter.h"

#include <QList>

namespace snug {

// Whatever `more` is, count(text + more) = tokens + count((text + more).sliced(place)).
struct CertainCut
{
    qsizetype place = 0; // in the text, in UTF-16 units
    int tokens = 0;      // before it: the beginning alone may have others

    bool operator==(const CertainCut &) const = default;
};

// What a counter can do besides, if it cuts text from left to right into pieces that it counts by themselves.
class CertainCuts
{
public:
    virtual ~CertainCuts() = default;

    // Ascending; there may be others.
    virtual QList<CertainCut> certainCuts(QStringView text) const = 0;
};

// None where the counter knows of none.
QList<CertainCut> certainCutsOf(const TokenCounter &counter, QStringView text);

} // namespace snug
