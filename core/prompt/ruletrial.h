// One of SmartTavern's replacement rules on a text, for its editor.
#pragma once

#include "core/model/json.h"

#include <QString>

namespace snug {

struct RuleTrial
{
    QString text; // what becomes of it
    bool isExpression = true;
    // Of a conditional rule: with the text as the chat, and without variables.
    bool holds = true;
};

// As if the rule were on; its views, targets and depths do not count.
RuleTrial tryRule(Json rule, const QString &text);

} // namespace snug
