#include "core/prompt/frames/framing/rules.h"

#include "core/macros/framing/valuetext.h"
#include "core/prompt/frames/framing/rulepattern.h"
#include "core/prompt/macrofailure.h"

#include <limits>

using namespace Qt::StringLiterals;

namespace snug::framing {

namespace {

struct Rule
{
    RulePattern pattern;
    Source source;
    Json targets;
    qint64 minDepth = 0;
    qint64 maxDepth = std::numeric_limits<qint64>::max();
};

bool isView(QStringView view)
{
    return view == u"user_view" || view == u"assistant_view";
}

bool isUsed(const Json &rule, const QString &placement, const QString &view, const MacroContext &context)
{
    const Json views = rule.value(u"views");
    if (!rule.value(u"enabled").asBool().value_or(false) ||
        valueText(rule.value(u"placement")).toLower() != placement || !isTruthy(rule.value(u"find_regex")) ||
        !views.isArray() ||
        std::ranges::none_of(views.items(), [&](const Json &each) { return each.asString() == view; }))
        return false;
    const Json given = rule.value(u"mode");
    const QString mode = given.isUndefined() ? u"always"_s : valueText(given).toLower();
    return mode == u"always" ||
           (mode == u"conditional" && isConditionTrue(rule.value(u"condition"), context));
}

std::optional<Rule> readRule(const Json &rule)
{
    const Json replacement = rule.value(u"replace_regex");
    auto pattern = RulePattern::compiled(valueText(rule.value(u"find_regex")),
                                         replacement.isUndefined() ? QString() : valueText(replacement));
    if (!pattern)
        return std::nullopt;
    QString name = rule.value(u"name").toText();
    if (name.isEmpty())
        name = rule.value(u"find_regex").toText();
    Rule result{.pattern = *pattern,
                .source = Source(SourceKind::RuleReplacement, rule.value(u"id").toText(), name),
                .targets = rule.value(u"targets")};
    result.minDepth = wholeNumber(rule.value(u"min_depth")).value_or(result.minDepth);
    result.maxDepth = wholeNumber(rule.value(u"max_depth")).value_or(result.maxDepth);
    return result;
}

QList<Rule> usedRules(const QList<Json> &rules, const RuleUse &use, const MacroContext &context)
{
    const QString placement = use.placement.toLower();
    QList<Rule> used;
    if (!isView(use.view) || (placement != u"before_macro" && placement != u"after_macro"))
        return used;
    for (const Json &rule : rules) {
        if (!isUsed(rule, placement, use.view, context))
            continue;
        if (auto read = readRule(rule))
            used.append(std::move(*read));
    }
    return used;
}

bool isTarget(const Json &targets, const Json &source)
{
    if (!targets.isArray() || targets.size() == 0)
        return true;
    const Json given = source.value(u"type");
    const QString type = given.isUndefined() ? QString() : valueText(given).toLower();
    static const QStringList families{u"preset"_s, u"world_book"_s, u"history"_s, u"char"_s, u"persona"_s};
    return std::ranges::any_of(targets.items(), [&](const Json &each) {
        if (each.isNull())
            return false;
        const QString target = valueText(each).toLower();
        return type == target || (families.contains(target) && type.startsWith(target + u'.'));
    });
}

// Whether a message counts for depth.
bool isAnchor(const FramedMessage &message)
{
    const QString role = message.role.toLower();
    if (role != u"user" && role != u"assistant")
        return false;
    const QString type = valueText(message.source.value(u"type")).toLower();
    return type != u"preset.relative" &&
           !(type.startsWith(u"preset"_s) &&
             valueText(message.source.value(u"position")).toLower() == u"relative");
}

QList<qint64> depths(const QList<FramedMessage> &messages)
{
    QList<qint64> result(messages.size());
    qint64 depth = 0;
    for (qsizetype i = messages.size() - 1; i >= 0; --i) {
        depth += isAnchor(messages.at(i)) ? 1 : 0;
        result[i] = depth;
    }
    return result;
}

} // namespace

QList<Json> ruleList(const Json &rules)
{
    const Json list = rules.isArray() ? rules : rules.value(u"regex_rules");
    QList<Json> result;
    std::ranges::copy_if(list.items(), std::back_inserter(result), &Json::isObject);
    return result;
}

QList<FramedMessage> withRules(const QList<FramedMessage> &messages, const QList<Json> &rules,
                               const RuleUse &use, const MacroContext &context)
{
    const QList<qint64> depth = depths(messages);
    QList<FramedMessage> result = messages;
    for (const Rule &rule : usedRules(rules, use, context)) {
        for (qsizetype i = 0; i < result.size(); ++i) {
            if (depth[i] >= rule.minDepth && depth[i] <= rule.maxDepth &&
                isTarget(rule.targets, result[i].source))
                result[i].content =
                    rule.pattern.replaced(result[i].content, rule.source, *context.scope.budget);
        }
    }
    return result;
}

TracedText withRules(const TracedText &text, const QList<Json> &rules, const RuleUse &use,
                     const MacroContext &context)
{
    TracedText result = text;
    for (const Rule &rule : usedRules(rules, use, context))
        result = rule.pattern.replaced(result, rule.source, *context.scope.budget);
    return result;
}

// A macro in the expansion of a macro, and so on: further in nobody reads who brought what.
static bool isDeeplyNested(Source source)
{
    constexpr int deepest = 8;
    for (int depth = 0; depth < deepest; ++depth) {
        source = source.parent();
        if (source == Source())
            return false;
    }
    return true;
}

static TracedText expanded(TracedText text, MacroContext &context, const std::stop_token &stop)
{
    MacroBudget &budget = *context.scope.budget;
    const double before = budget.share();
    const MacroPlace place = macroPlace(text.isEmpty() ? Source() : text.spans().first().source);
    MacroScan scan;
    qsizetype work = 0;
    for (int round = 0; round < macroRoundLimit && text.size() < macroTextLimit && work < macroWorkLimit &&
                        !stop.stop_requested();
         ++round) {
        work += text.size();
        if (!takeRound(budget, text.size(), text.spans().size()))
            break;
        const auto macro = scan.next(text.text());
        if (!macro)
            break;
        const Span *span = text.spanAt(macro->start);
        const QString label = macroLabel(macro->inner);
        const Source outer = span ? span->source : Source();
        const Source source = isDeeplyNested(outer)
                                  ? outer
                                  : Source(SourceKind::Macro, label, u"{{"_s + label + u"}}"_s).inside(outer);
        const QString result = macroResult(macro->inner, context);
        if (!budget.takeOutput(result.size()))
            break;
        text.replace(macro->start, macro->length, TracedText::computed(result, source));
    }
    const bool isOver = budget.exceeded() != MacroBudget::Limit::None;
    if (const double share = budget.share() - before; isOver || share > MacroBudget::noteworthy)
        budget.note(place, share);
    if (isOver)
        budget.endIn(place);
    return budget.goesOn() ? text : TracedText();
}

QList<FramedMessage> withMacros(const QList<FramedMessage> &messages, MacroContext &context,
                                const std::stop_token &stop)
{
    QList<FramedMessage> result = messages;
    for (FramedMessage &message : result) {
        if (stop.stop_requested())
            break;
        message.content = expanded(message.content, context, stop);
        message.isContentText = true;
    }
    return result;
}

QList<FramedMessage> viewOf(const QList<FramedMessage> &messages, const QList<Json> &rules,
                            const QString &view, MacroContext &context, const std::stop_token &stop)
{
    const MacroContext before = context;
    const QList<FramedMessage> ruled = withRules(messages, rules, {u"before_macro"_s, view}, before);
    const QList<FramedMessage> expandedMessages = withMacros(ruled, context, stop);
    return withRules(expandedMessages, rules, {u"after_macro"_s, view}, before);
}

} // namespace snug::framing
