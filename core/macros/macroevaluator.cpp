#include "core/macros/macroevaluator.h"

#include "core/macros/builtins.h"
#include "core/macros/cardtexts.h"
#include "core/macros/macroblocks.h"
#include "core/macros/macrospellings.h"
#include "core/macros/variables.h"
#include "core/model/whitespace.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

bool mayHoldMacros(QStringView text)
{
    // Thrice, because looking for one unit goes many units at a time.
    return text.contains(u'{') || text.contains(u'<') || text.contains(u'\\');
}

namespace {

bool isFalse(QStringView condition)
{
    const QStringView text = javaScriptTrimmed(condition);
    return condition.isEmpty() || text.compare(u"false", Qt::CaseInsensitive) == 0 ||
           text.compare(u"off", Qt::CaseInsensitive) == 0 || text == u"0";
}

class Evaluation
{
public:
    Evaluation(const QString &text, const MacroEnvironment &environment, MacroState &state)
        : m_text(text)
        , m_environment(environment)
        , m_state(state)
        , m_budget(*state.budget)
    {
    }

    MacroText nodes(const QList<MacroNode> &list);
    // Each call on its own: SillyTavern pairs no tags in the value of {{.name = …}}.
    MacroText single(const QList<MacroNode> &list);
    qsizetype position() const { return m_position; } // how far it came

private:
    // A call with the content between it and its closing tag, if it has one.
    struct Scoped
    {
        MacroBlocks &blocks;
        qsizetype index = 0;
        qsizetype closing = -1; // nothing: no content

        const MacroNode &node() const { return blocks.nodes[index]; }
        const MacroCall &call() const { return blocks.calls[index]; }
        bool hasContent() const { return closing >= 0; }
    };

    bool takesContent(const MacroCall &call) const;
    MacroBlocks blocksOf(const QList<MacroNode> &list) const
    {
        return {m_text, list, [this](const MacroCall &call) { return takesContent(call); }};
    }
    MacroText range(MacroBlocks &blocks, qsizetype from, qsizetype to);
    MacroText content(const Scoped &scoped) { return range(scoped.blocks, scoped.index + 1, scoped.closing); }
    MacroText literal(qsizetype start, qsizetype end) const
    {
        return MacroText::literal(QStringView(m_text).sliced(start, end - start), start);
    }
    MacroText expansion(const QString &macro, const MacroValue &value, const Scoped &scoped)
    {
        return m_budget.takeOutput(value.text.size())
                   ? MacroText::expansion(macro, value, scoped.node().start)
                   : MacroText();
    }
    MacroText shaped(const MacroText &text);
    MacroText asWritten(const Scoped &scoped, const QList<MacroText> *arguments = nullptr,
                        const MacroText *content = nullptr);
    MacroText call(const Scoped &scoped);
    MacroText named(const Scoped &scoped, const MacroDefinition &definition);
    QString conditionText(const Scoped &scoped, const QString &condition);
    MacroText condition(const Scoped &scoped);
    MacroText branch(const Scoped &scoped, MacroBlocks &blocks, qsizetype from, qsizetype to, bool holds);
    MacroText variable(const Scoped &scoped);
    std::optional<MacroValue> knownValue(const QString &name);
    std::optional<MacroValue> computed(const MacroDefinition &definition, const QStringList &arguments,
                                       const Scoped &scoped)
    {
        MacroInvocation invocation{arguments, m_environment, m_state,
                                   m_text,    m_textHash,    scoped.node().start + m_offsetShift};
        return definition.handler(invocation);
    }

    const QString &m_text;
    const MacroEnvironment &m_environment;
    MacroState &m_state;
    MacroBudget &m_budget;
    QSet<QString> m_usedOnce;
    CardTextsShown m_cardTexts;
    std::optional<quint64> m_textHash;
    int m_depth = 0;
    qsizetype m_position = 0;
    qsizetype m_offsetShift = 0; // of macros in a branch of {{if}}: they count from it
};

MacroText Evaluation::nodes(const QList<MacroNode> &list)
{
    if (list.isEmpty() || !m_budget.goesOn())
        return {};
    if (list.size() == 1 && !list.first().isMacro)
        return literal(list.first().start, list.first().end);
    MacroBlocks blocks = blocksOf(list);
    return range(blocks, 0, list.size());
}

MacroText Evaluation::single(const QList<MacroNode> &list)
{
    MacroText result;
    for (const MacroNode &node : list) {
        const QList<MacroNode> alone{node};
        MacroBlocks blocks = blocksOf(alone);
        blocks.isText.fill(false);
        result.append(range(blocks, 0, 1));
    }
    return result;
}

MacroText Evaluation::range(MacroBlocks &blocks, qsizetype from, qsizetype to)
{
    MacroText result;
    if (m_budget.takeDepth(++m_depth)) {
        for (qsizetype i = from; i < to && m_budget.goesOn(); ++i) {
            const MacroNode &node = blocks.nodes[i];
            m_position = node.start;
            if (!node.isMacro || node.isTooDeep || blocks.isText[i]) {
                result.append(literal(node.start, node.end));
                continue;
            }
            const qsizetype closing = blocks.closing(i, to);
            result.append(call({blocks, i, closing}));
            i = std::max(i, closing);
        }
    }
    --m_depth;
    return result;
}

// Unknown macros do, as far as SillyTavern knows.
bool Evaluation::takesContent(const MacroCall &call) const
{
    const qsizetype count = call.arguments.size() + 1;
    if (call.name == u"if")
        return count == 2;
    if (call.name == u"trim")
        return count == 1;
    if (m_environment.valuesOnce.contains(call.name) || m_environment.cardTexts.contains(call.name) ||
        m_environment.values.contains(call.name) || call.name == u"else")
        return false;
    const MacroDefinition *definition = findMacro(call.name);
    return !definition || (count >= definition->fewest && count <= definition->most);
}

// Without the indent and the white space around it. That copies its pieces.
MacroText Evaluation::shaped(const MacroText &text)
{
    if (!m_budget.takeReading(text.text().size()) || !m_budget.takeSteps(text.pieces().size() / 8))
        return {};
    return text.dedented().trimmed();
}

// The call stays, but what is nested in it counts. Arguments that were evaluated are not again.
MacroText Evaluation::asWritten(const Scoped &scoped, const QList<MacroText> *arguments,
                                const MacroText *content)
{
    const MacroNode &node = scoped.node();
    const MacroCall &call = scoped.call();
    MacroText result;
    if (call.arguments.isEmpty()) {
        result.append(literal(node.start, node.start + 2));
        result.append(nodes(node.children));
        result.append(literal(node.end - 2, node.end));
    } else {
        qsizetype position = node.start;
        for (qsizetype i = 0; i < call.arguments.size(); ++i) {
            const MacroArgument &argument = call.arguments[i];
            result.append(literal(position, argument.start));
            result.append(arguments ? arguments->at(i) : nodes(argument.nodes));
            position = argument.end;
        }
        result.append(literal(position, node.end));
    }
    // SillyTavern takes the content for an argument: braces close behind it, its tag is gone.
    if (scoped.hasContent() && scoped.closing > scoped.index + 1) {
        const MacroNode &closing = scoped.blocks.nodes[scoped.closing];
        const MacroText inside = content ? *content : this->content(scoped);
        result.append(call.keepsWhitespace ? inside : shaped(inside));
        result.append(literal(closing.end - 2, closing.end));
    }
    return result;
}

std::optional<MacroValue> Evaluation::knownValue(const QString &name)
{
    if (const auto once = m_environment.valuesOnce.constFind(name); once != m_environment.valuesOnce.cend()) {
        if (m_usedOnce.contains(name))
            return MacroValue{};
        m_usedOnce.insert(name);
        return *once;
    }
    if (const auto text = m_environment.cardTexts.constFind(name); text != m_environment.cardTexts.cend())
        return m_environment.areCardTextsEmpty ? MacroValue{}
                                               : m_cardTexts.value(name, m_environment, m_state);
    const bool isCards = m_environment.cardValues.contains(name);
    if (name == u"systemprompt" && isCards) { // the card's, where there is one
        const std::optional<MacroValue> own =
            m_environment.areCardTextsEmpty ? std::nullopt : knownValue(u"charprompt"_s);
        if (own && !own->text.isEmpty())
            return own;
    } else if (isCards && m_environment.areCardTextsEmpty) {
        return MacroValue{};
    }
    if (const auto known = m_environment.values.constFind(name); known != m_environment.values.cend())
        return *known;
    return std::nullopt;
}

MacroText Evaluation::call(const Scoped &scoped)
{
    const MacroCall &call = scoped.call();
    if (call.kind == MacroCall::Kind::Variable)
        return variable(scoped);
    if (call.kind == MacroCall::Kind::Invalid && !call.name.isEmpty())
        return literal(scoped.node().start, scoped.node().end);
    if (call.kind == MacroCall::Kind::Invalid)
        return asWritten(scoped);
    if (call.arguments.isEmpty() && !scoped.hasContent()) {
        if (const std::optional<MacroValue> value = knownValue(call.name))
            return expansion(call.name, *value, scoped);
        if (call.name == u"trim") // the post-pass sees to it
            return expansion(call.name, {u"{{trim}}"_s}, scoped);
        if (call.name == u"else") // outside of {{if}}
            return {};
    }
    if (call.name == u"if")
        return condition(scoped);
    if (call.name == u"trim" && scoped.hasContent())
        return call.keepsWhitespace ? content(scoped) : shaped(content(scoped));
    if (call.name == u"trim" && call.arguments.size() == 1) {
        nodes(call.arguments.first().nodes); // what it sets counts, not what it says
        return expansion(call.name, {u"{{trim}}"_s}, scoped);
    }
    const MacroDefinition *definition = findMacro(call.name);
    const qsizetype count = call.arguments.size() + (scoped.hasContent() ? 1 : 0);
    if (!definition || count < definition->fewest || (definition->most >= 0 && count > definition->most))
        return asWritten(scoped);
    return named(scoped, *definition);
}

MacroText Evaluation::named(const Scoped &scoped, const MacroDefinition &definition)
{
    const MacroCall &call = scoped.call();
    QList<MacroText> arguments;
    QStringList texts;
    for (const MacroArgument &argument : call.arguments) {
        arguments.append(nodes(argument.nodes));
        texts.append(arguments.last().text());
    }
    MacroText inside;
    if (scoped.hasContent()) {
        inside = content(scoped);
        texts.append((call.keepsWhitespace ? inside : shaped(inside)).text());
    }
    if (!m_budget.goesOn()) // with half of its arguments it may do nothing
        return {};
    if (const std::optional<MacroValue> value = computed(definition, texts, scoped))
        return expansion(call.name, *value, scoped);
    return asWritten(scoped, &arguments, &inside);
}

// What a condition says: a variable, a macro without arguments, or the text itself.
QString Evaluation::conditionText(const Scoped &scoped, const QString &condition)
{
    if (condition.startsWith(u'.') || condition.startsWith(u'$')) {
        const VariableScope scope = condition.startsWith(u'$') ? VariableScope::Global : VariableScope::Local;
        const QStringView name = QStringView(condition).sliced(1);
        return !name.isEmpty() && variableNameLength(name) == name.size()
                   ? readVariable(m_state, scope, name.toString())
                   : condition;
    }
    const QString name = condition.toLower();
    if (name == u"trim" || name == u"else") // which give nothing of their own
        return {};
    if (const std::optional<MacroValue> value = knownValue(name))
        return value->text;
    if (const MacroDefinition *macro = findMacro(name); macro && macro->fewest == 0) {
        if (const std::optional<MacroValue> value = computed(*macro, {}, scoped))
            return value->text;
    }
    return condition;
}

// Takes the "!" and the white space behind it from the front, if it is there as written.
static bool takeInversion(QStringView text, QList<MacroNode> &nodes)
{
    if (nodes.isEmpty() || nodes.first().isMacro || text[nodes.first().start] != u'!')
        return false;
    MacroNode &first = nodes.first();
    const QStringView rest = text.sliced(first.start + 1, first.end - first.start - 1);
    first.start = first.end - trimmedStart(rest).size();
    if (first.start == first.end)
        nodes.removeFirst();
    return true;
}

// {{if condition}}…{{else}}…{{/if}}, or {{if::condition::…}}: only the chosen branch is evaluated.
MacroText Evaluation::condition(const Scoped &scoped)
{
    const QList<MacroArgument> &arguments = scoped.call().arguments;
    if (arguments.size() + (scoped.hasContent() ? 1 : 0) != 2)
        return literal(scoped.node().start, scoped.node().end);
    QList<MacroNode> asked = arguments.first().nodes;
    const bool isInverted = takeInversion(m_text, asked);
    const bool holds = isFalse(conditionText(scoped, afterEvaluation(nodes(asked)).text())) == isInverted;
    if (scoped.hasContent())
        return branch(scoped, scoped.blocks, scoped.index + 1, scoped.closing, holds);
    const QList<MacroNode> &inside = arguments.last().nodes;
    MacroBlocks blocks = blocksOf(inside);
    return branch(scoped, blocks, 0, inside.size(), holds);
}

MacroText Evaluation::branch(const Scoped &scoped, MacroBlocks &blocks, qsizetype from, qsizetype to,
                             bool holds)
{
    const qsizetype otherwise = blocks.findElse(from, to);
    const qsizetype second = std::min(otherwise + 1, to);
    if (!m_budget.takeSteps((to - from) / 128))
        return {};
    if (!holds && blocks.matchAlone(from, second, to) && !m_budget.takeSteps((to - second) / 8))
        return {};
    const qsizetype first = holds ? from : second;
    const qsizetype last = holds ? otherwise : to;
    const qsizetype before = m_offsetShift;
    if (first < last) {
        qsizetype start = blocks.nodes[first].start;
        if (!scoped.call().keepsWhitespace)
            start += QStringView(m_text).sliced(start).size() -
                     trimmedStart(QStringView(m_text).sliced(start)).size();
        m_offsetShift += scoped.node().start - start;
    }
    MacroText result = range(blocks, first, last);
    m_offsetShift = before;
    return scoped.call().keepsWhitespace ? result : shaped(result);
}

MacroText Evaluation::variable(const Scoped &scoped)
{
    const MacroCall &call = scoped.call();
    const VariableScope scope = call.isGlobal ? VariableScope::Global : VariableScope::Local;
    const QString &name = call.name;
    const QString &operation = call.variableOperator;
    const auto current = [&] { return readVariable(m_state, scope, name); };
    const auto operand = [&] {
        return call.arguments.isEmpty() ? QString() : single(call.arguments.first().nodes).trimmed().text();
    };
    const auto write = [&](const QString &value) { writeVariable(m_state, scope, name, Json(value)); };
    const auto result = [&](const QString &text) {
        return expansion((call.isGlobal ? u"$"_s : u"."_s) + name, {.text = text}, scoped);
    };
    const auto truth = [&](bool holds) { return result(holds ? u"true"_s : u"false"_s); };
    const auto subtract = [&](double amount) {
        const std::optional<double> number = javaScriptNumber(current());
        if (number)
            writeVariable(m_state, scope, name, Json(*number - amount));
    };

    if (operation.isEmpty())
        return result(current());
    if (operation == u"=") {
        write(operand());
        return {};
    }
    if (operation == u"+=") {
        addToVariable(m_state, scope, name, operand());
        return {};
    }
    if (operation == u"-=") {
        if (const std::optional<double> amount = javaScriptNumber(operand()))
            subtract(*amount);
        return {};
    }
    if (operation == u"++")
        return result(stepVariable(m_state, scope, name, 1));
    if (operation == u"--")
        return result(stepVariable(m_state, scope, name, -1));
    if (operation.startsWith(u"??") || operation.startsWith(u"||")) {
        const auto isFalsy = [](const QString &value) {
            return isFalse(value) || javaScriptNumber(value) == 0.0;
        };
        const bool wanting =
            operation.startsWith(u"??") ? !hasVariable(m_state, scope, name) : isFalsy(current());
        if (!wanting)
            return result(current());
        const QString fallback = operand();
        if (operation.endsWith(u'='))
            write(fallback);
        return result(fallback);
    }
    const QString left = current();
    const QString right = operand();
    if (operation == u"==" || operation == u"!=")
        return truth((left == right) == (operation == u"=="));
    const std::optional<double> a = javaScriptNumber(left);
    const std::optional<double> b = javaScriptNumber(right);
    if (!a || !b)
        return truth(false);
    if (operation == u">")
        return truth(*a > *b);
    if (operation == u">=")
        return truth(*a >= *b);
    if (operation == u"<")
        return truth(*a < *b);
    return truth(*a <= *b);
}

} // namespace

// How many calls there can be at the most.
static qsizetype openingCount(QStringView text)
{
    qsizetype count = 0;
    for (qsizetype at = text.indexOf(u"{{"); at >= 0; at = text.indexOf(u"{{", at + 2))
        ++count;
    return count;
}

MacroText evaluateMacros(const QString &text, const MacroEnvironment &environment, MacroState &state)
{
    if (!mayHoldMacros(text))
        return MacroText::literal(text, 0);
    MacroBudget &budget = *state.budget;
    // To read each call and to evaluate it. What is refused here is not parsed either.
    if (!budget.takeReading(text.size()) || !budget.takeSteps(2 * openingCount(text)))
        return {};
    const RespelledText prepared = respelled(text);
    Evaluation evaluation(prepared.text, environment, state);
    MacroText result = afterEvaluation(evaluation.nodes(parseMacros(prepared.text)));
    if (!budget.goesOn()) {
        budget.endAt(prepared.inputPosition(evaluation.position()));
        return {};
    }
    result.translateInput(prepared);
    return result;
}

} // namespace snug
