// One find and replace of a replacement rule, as Python's `re` does it
// (docs/systems/smarttavern.md#replacement-rules): letter case counts, \w is any script's, $1 and \1 are
// groups.
#pragma once

#include "core/macros/macrobudget.h"
#include "core/prompt/tracedtext.h"

#include <QRegularExpression>

#include <optional>

namespace snug::framing {

class RulePattern
{
public:
    // Nothing: the pattern does not compile, or the replacement is none for it.
    static std::optional<RulePattern> compiled(const QString &find, const QString &replacement);

    // Every hit replaced; what was put in says so as `source` inside that of the text it replaced. The
    // text as it is when matching it takes too long.
    // Likewise once the budget is over, which counts what the text becomes longer by.
    TracedText replaced(const TracedText &text, const Source &source, MacroBudget &budget) const;

private:
    struct Part
    {
        QString literal;
        int group = -1; // 0 the whole hit; -1 the literal
    };

    bool readReplacement(const QString &replacement);

    QRegularExpression m_find;
    QList<Part> m_parts;
};

} // namespace snug::framing
