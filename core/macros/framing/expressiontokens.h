// The words of SmartTavern's expressions (`{{python:…}}`).
#pragma once

#include "core/model/json.h"

#include <QList>
#include <QString>

#include <optional>

namespace snug::framing {

struct ExpressionToken
{
    enum class Kind : quint8 { Value, Name, Sign, End };

    Kind kind = Kind::End;
    QString text = {}; // of names and signs
    Json value = {};   // of values
};

// Ends with an End token. Nothing: the text holds something that no expression knows.
std::optional<QList<ExpressionToken>> expressionTokens(QStringView code);

} // namespace snug::framing
