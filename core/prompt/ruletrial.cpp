#include "core/prompt/ruletrial.h"

#include "core/prompt/frames/framing/rulepattern.h"
#include "core/prompt/frames/framing/rules.h"

#include <QDateTime>

using namespace Qt::StringLiterals;

namespace snug {

RuleTrial tryRule(Json rule, const QString &text)
{
    using namespace framing;
    RuleTrial trial{.text = text};
    const QString find = rule.value(u"find_regex").toText();
    if (find.isEmpty())
        return trial;
    trial.isExpression = RulePattern::compiled(find, rule.value(u"replace_regex").toText()).has_value();
    MacroContext context;
    context.now = QDateTime::currentDateTime();
    context.scope.variables.set(u"chat_history_text"_s, Json(text));
    if (rule.value(u"mode").toText().toLower() == u"conditional")
        trial.holds = isConditionTrue(rule.value(u"condition"), context);
    const QString view = u"assistant_view"_s;
    const QString placement = u"after_macro"_s;
    rule.set(u"enabled"_s, Json(true));
    rule.set(u"mode"_s, Json(u"always"_s));
    rule.set(u"views"_s, Json::array({Json(view)}));
    rule.set(u"placement"_s, Json(placement));
    if (trial.isExpression && trial.holds)
        trial.text =
            withRules(TracedText(text, Source::named(u"text"_s)), QList{rule}, {placement, view}, context)
                .text();
    return trial;
}

} // namespace snug
