// The one table of variables that SmartTavern's macros, expressions and conditions share.
#pragma once

#include "core/macros/framing/variablepath.h"
#include "core/macros/macrobudget.h"

namespace snug::framing {

// What reading an unset variable gives.
struct UndefinedPolicy
{
    bool isEmpty = false;                                     // nothing, rather than the marker
    QString marker = QStringLiteral("[UndefinedVar:{name}]"); // "{name}" stands for the variable's path
};

struct VariableScope
{
    Json variables = Json::object();
    UndefinedPolicy undefined;
    // Shared with copies: they belong to the same assembly. Never null.
    MacroBudgetPtr budget = std::make_shared<MacroBudget>();

    Json read(const QString &path) const;
    // Does nothing once the budget is over.
    void write(QStringView path, const Json &value);
};

// How much a value is, printed: UTF-16 units, roughly, and how deep it goes. Values hold others several times
// over, so that a few can print as gigabytes: beyond `most` units or levels nothing more is counted.
struct ValueWeight
{
    qint64 units = 0;
    int depth = 0;
};
ValueWeight weightOf(const Json &value, qint64 most, int deepest);

} // namespace snug::framing
