// SmartTavern's macros: {{…}} and <<…>>, nestable, inner ones first, results expanded again
// (docs/systems/smarttavern.md#macros).
#pragma once

#include "core/macros/framing/variablescope.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <optional>

namespace snug::framing {

struct MacroContext
{
    VariableScope scope;
    QDateTime now;
    quint64 seed = 0; // what is random follows from it; moves on with every use
};

// A macro in a text, its delimiters included.
struct MacroSpan
{
    qsizetype start = 0;
    qsizetype length = 0;
    QString inner; // between the delimiters
};

// After this many expansions a text stays as it is.
inline constexpr int macroRoundLimit = 10'000;
// A text that macros made longer than this is expanded no further, UTF-16 units.
inline constexpr qsizetype macroTextLimit = 4'000'000;
// Nor is one whose expansions have looked through this many units in all: it brings itself along.
inline constexpr qsizetype macroWorkLimit = 50'000'000;

// The macros of one text, each of which is replaced before the next is looked for: what stands before the
// last one is not looked through again.
class MacroScan
{
public:
    // The first macro, in reading order of closing delimiters, that is one. Unrecognised ones stay.
    std::optional<MacroSpan> next(QStringView text);

private:
    struct Delimiter // two equal characters
    {
        int at = 0;
        int opening = -1; // the one that this one closed; -1 for none
    };

    QList<int> &openedBy(QChar c);
    void goBackTo(int start, QStringView text);

    QList<Delimiter> m_seen;
    QList<int> m_curly; // those that are open
    QList<int> m_angled;
    int m_at = 0;
};

// What stands in the macro's place.
QString macroResult(QStringView inner, MacroContext &context);

// "getvar", "python", …: the name by which the inspector calls it.
QString macroLabel(QStringView inner);

// What it takes up is counted in VariableScope::budget. Empty once that is over.
QString expandMacros(QString text, MacroContext &context);
// For one expansion in a text of that length: it is looked through again for each.
bool takeRound(MacroBudget &budget, qsizetype units, qsizetype spans = 0);

// A condition holds if its text expands to "true", in any letter case. Works on a copy of the variables.
bool isConditionTrue(const Json &condition, const MacroContext &context);

} // namespace snug::framing
