// How SmartTavern's expressions are built (`{{python:…}}`); nothing of what is not allowed gets this far.
#pragma once

#include "core/macros/framing/expressiontokens.h"

#include <QStringList>

namespace snug::framing {

struct ExpressionNode
{
    enum class Kind : quint8 {
        Literal,
        Name, // what a statement before has set; any other fails when it is reached
        List,
        Dictionary, // keys and values in turn
        Negative,
        Positive,
        Not,
        Binary,     // words: the sign between each pair of neighbours, from left to right
        Comparison, // words: a sign for each pair of neighbours
        And,
        Or,
        Choice, // value, condition, otherwise
        Call,   // words: the function; then the names of keyword arguments, the last of `parts`
        Variable,
    };
    Kind kind = Kind::Literal;
    Json value = {};
    QStringList words = {};
    QList<ExpressionNode> parts = {};
};

// Nothing: it is no expression, or calls what cannot be called.
std::optional<ExpressionNode> parsedExpression(const QList<ExpressionToken> &tokens);

} // namespace snug::framing
