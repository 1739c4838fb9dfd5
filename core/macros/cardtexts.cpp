#include "core/macros/cardtexts.h"

#include "core/macros/macroevaluator.h"
#include "core/model/whitespace.h"

namespace snug {

static MacroValue resolvedText(const MacroValue &text, const MacroEnvironment &environment, MacroState &state)
{
    MacroValue result = text;
    if (mayHoldMacros(result.text)) {
        MacroEnvironment inner = environment;
        inner.areCardTextsEmpty = true;
        MacroBudget &budget = *state.budget;
        const double before = budget.share();
        result.text = evaluateMacros(result.text, inner, state).text();
        if (const double share = budget.share() - before; share > MacroBudget::noteworthy)
            budget.note({text.type, text.id, text.label}, share);
        if (budget.exceeded() != MacroBudget::Limit::None)
            budget.endIn({text.type, text.id, text.label});
    }
    if (environment.collapsesNewlines)
        result.text = withSingleLineFeeds(result.text);
    result.text.remove(u'\r');
    return result;
}

MacroValue resolvedCardText(const MacroValue &text, const MacroEnvironment &environment, MacroState &state)
{
    return resolvedText({javaScriptTrimmed(text.text).toString(), text.type, text.id, text.label},
                        environment, state);
}

static MacroValue wholeText(const QString &name, const MacroEnvironment &environment, MacroState &state)
{
    const MacroValue text = environment.cardTexts.value(name);
    const auto shared = environment.sharedTexts.constFind(name);
    if (shared == environment.sharedTexts.cend())
        return resolvedCardText(text, environment, state);
    MacroValue whole = text;
    whole.text.clear();
    MacroEnvironment inner = environment;
    for (const SharedCardText &part : *shared) {
        for (const auto &[each, value] : part.names.asKeyValueRange())
            inner.values.insert(each, value);
        const auto resolved = [&](const QString &words) {
            return resolvedText({words, text.type, text.id, text.label}, inner, state).text;
        };
        const QString before = resolved(part.before);
        const QString behind = resolved(part.behind); // in SillyTavern's order
        const QString own = before + resolved(javaScriptTrimmed(part.text).toString()) + behind;
        if (!own.isEmpty())
            whole.text += whole.text.isEmpty() ? own : u'\n' + own;
    }
    return whole;
}

MacroValue CardTextsShown::value(const QString &name, const MacroEnvironment &environment, MacroState &state)
{
    if (const auto shown = m_laidOut.constFind(name); shown != m_laidOut.cend())
        return *shown;
    const QString type = environment.cardTexts.value(name).type;
    auto resolved = m_resolved.constFind(type);
    if (resolved == m_resolved.cend())
        resolved = m_resolved.insert(type, wholeText(name, environment, state));
    MacroValue value = *resolved;
    if (const auto layout = environment.cardTextLayouts.constFind(name);
        layout != environment.cardTextLayouts.cend()) {
        value.type = layout->type;
        value.text = layout->layOut(value.text);
        m_laidOut.insert(name, value);
    }
    return value;
}

} // namespace snug
