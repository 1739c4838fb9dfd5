// Replacement rules over messages and texts (docs/systems/smarttavern.md#replacement-rules), and the views
// that they make with the macros (docs/systems/smarttavern.md#views).
#pragma once

#include "core/macros/framing/framingmacros.h"
#include "core/prompt/frames/framing/framedmessage.h"

#include <stop_token>

namespace snug::framing {

struct RuleUse
{
    QString placement; // "before_macro" or "after_macro", in any letter case
    QString view;      // "user_view": what is shown; "assistant_view": what is sent
};

// An array, or an object's `regex_rules`.
QList<Json> ruleList(const Json &rules);

// Depth and targets are those of the messages as they come in.
QList<FramedMessage> withRules(const QList<FramedMessage> &messages, const QList<Json> &rules,
                               const RuleUse &use, const MacroContext &context);
// Targets and depth do not count.
TracedText withRules(const TracedText &text, const QList<Json> &rules, const RuleUse &use,
                     const MacroContext &context);

// Messages in order, one table of variables.
QList<FramedMessage> withMacros(const QList<FramedMessage> &messages, MacroContext &context,
                                const std::stop_token &stop = {});

// Rules before macros, macros, rules after macros. Conditions see the variables as they were before.
QList<FramedMessage> viewOf(const QList<FramedMessage> &messages, const QList<Json> &rules,
                            const QString &view, MacroContext &context, const std::stop_token &stop = {});

} // namespace snug::framing
