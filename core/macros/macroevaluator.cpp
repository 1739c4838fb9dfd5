#include "core/macros/macroevaluator.h"

#include "core/macros/builtins.h"
#include "core/macros/macroparser.h"
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

// "<USER>" and the like, from older cards, as the macros they stand for.
struct PrePass
{
    QString text;
    // Where the text was changed: places in `text` and in the input, ascending.
    struct Change
    {
        qsizetype start, length, inputStart, inputLength;
    };
    QList<Change> changes = {};

    // The place in the input of a place in `text`.
    qsizetype inputPosition(qsizetype position) const
    {
        auto after = std::ranges::upper_bound(changes, position, {}, &Change::start);
        if (after == changes.cbegin())
            return position;
        const Change &change = *std::prev(after);
        const qsizetype behind = position - (change.start + change.length);
        return behind < 0 ? change.inputStart : change.inputStart + change.inputLength + behind;
    }
};

PrePass prePass(const QString &input)
{
    static constexpr std::pair<QStringView, QStringView> spellings[] = {
        {u"<USER>", u"{{user}}"},
        {u"<BOT>", u"{{char}}"},
        {u"<CHAR>", u"{{char}}"},
        {u"<GROUP>", u"{{group}}"},
        {u"<CHARIFNOTGROUP>", u"{{charIfNotGroup}}"},
    };
    static constexpr QStringView timeZone = u"{{time_";
    PrePass result{.text = input};
    if (!input.contains(u'<') && !input.contains(timeZone, Qt::CaseInsensitive))
        return result;
    result.text.clear();
    const QStringView all(input);
    qsizetype position = 0;
    const auto change = [&](qsizetype length, QStringView by) {
        result.changes.append({result.text.size(), by.size(), position, length});
        result.text += by;
        position += length;
    };
    while (position < all.size()) {
        const QStringView rest = all.sliced(position);
        if (rest.front() == u'<') {
            const auto known = std::ranges::find_if(spellings, [&](const auto &spelling) {
                return rest.startsWith(spelling.first, Qt::CaseInsensitive);
            });
            if (known != std::end(spellings)) {
                change(known->first.size(), known->second);
                continue;
            }
        } else if (rest.front() == u'{' && rest.startsWith(timeZone, Qt::CaseInsensitive)) {
            const qsizetype end = rest.indexOf(u"}}");
            const QStringView zone =
                end < 0 ? QStringView() : rest.sliced(timeZone.size(), end - timeZone.size());
            if (zone.startsWith(u"UTC", Qt::CaseInsensitive)) {
                change(end + 2, QString(u"{{time::" % zone % u"}}"));
                continue;
            }
        }
        result.text += rest.front();
        ++position;
    }
    return result;
}

bool isFalse(QStringView condition)
{
    const QStringView text = javaScriptTrimmed(condition);
    return text.isEmpty() || text.compare(u"false", Qt::CaseInsensitive) == 0 ||
           text.compare(u"off", Qt::CaseInsensitive) == 0 || text == u"0";
}

class Evaluation
{
public:
    Evaluation(const QString &text, const MacroEnvironment &environment, MacroState &state)
        : m_text(text)
        , m_environment(environment)
        , m_state(state)
    {
    }

    MacroText nodes(const QList<MacroNode> &list);

private:
    // A call with the content between it and its closing tag, if it has one.
    struct Scoped
    {
        const MacroNode &node;
        const MacroCall &call;
        const QList<MacroNode> *content = nullptr;
        const MacroNode *closing = nullptr;
    };

    MacroText literal(qsizetype start, qsizetype end) const
    {
        return MacroText::literal(QStringView(m_text).sliced(start, end - start), start);
    }
    MacroText asWritten(const Scoped &scoped, const QList<MacroText> *arguments = nullptr,
                        const MacroText *content = nullptr);
    MacroText call(const Scoped &scoped);
    MacroText named(const Scoped &scoped, const MacroDefinition &definition);
    MacroText condition(const Scoped &scoped);
    MacroText variable(const Scoped &scoped);
    std::optional<MacroValue> knownValue(const QString &name);

    const QString &m_text;
    const MacroEnvironment &m_environment;
    MacroState &m_state;
    QSet<QString> m_usedOnce;
};

MacroText Evaluation::nodes(const QList<MacroNode> &list)
{
    // Closing tags find their partners first: the nearest open call of the same name.
    QList<MacroCall> calls(list.size());
    QList<qsizetype> closedBy(list.size(), -1);
    QList<qsizetype> open;
    QHash<QString, int> openNames;
    for (qsizetype i = 0; i < list.size(); ++i) {
        if (!list[i].isMacro || list[i].isTooDeep)
            continue;
        calls[i] = readMacroCall(m_text, list[i]);
        const MacroCall &call = calls[i];
        if (call.kind != MacroCall::Kind::Named)
            continue;
        if (!call.isClosing) {
            open.append(i);
            ++openNames[call.name];
        } else if (openNames.value(call.name) > 0) {
            for (bool found = false; !found;) {
                const qsizetype candidate = open.takeLast();
                --openNames[calls[candidate].name];
                found = calls[candidate].name == call.name;
                if (found)
                    closedBy[candidate] = i;
            }
        }
    }

    MacroText result;
    for (qsizetype i = 0; i < list.size(); ++i) {
        const MacroNode &node = list[i];
        if (!node.isMacro || node.isTooDeep) {
            result.append(literal(node.start, node.end));
        } else if (const qsizetype end = closedBy[i]; end >= 0) {
            const QList<MacroNode> content = list.sliced(i + 1, end - i - 1);
            result.append(call({node, calls[i], &content, &list[end]}));
            i = end;
        } else {
            result.append(call({node, calls[i]}));
        }
    }
    return result;
}

// The call stays, but what is nested in it counts. Arguments that were evaluated are not again.
MacroText Evaluation::asWritten(const Scoped &scoped, const QList<MacroText> *arguments,
                                const MacroText *content)
{
    MacroText result;
    if (scoped.call.arguments.isEmpty()) {
        result.append(literal(scoped.node.start, scoped.node.start + 2));
        result.append(nodes(scoped.node.children));
        result.append(literal(scoped.node.end - 2, scoped.node.end));
    } else {
        qsizetype position = scoped.node.start;
        for (qsizetype i = 0; i < scoped.call.arguments.size(); ++i) {
            const MacroArgument &argument = scoped.call.arguments[i];
            result.append(literal(position, argument.start));
            result.append(arguments ? arguments->at(i) : nodes(argument.nodes));
            position = argument.end;
        }
        result.append(literal(position, scoped.node.end));
    }
    if (scoped.content) {
        result.append(content ? *content : nodes(*scoped.content));
        result.append(literal(scoped.closing->start, scoped.closing->end));
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
                                               : resolvedCardText(*text, m_environment, m_state);
    if (const auto known = m_environment.values.constFind(name); known != m_environment.values.cend())
        return *known;
    return std::nullopt;
}

MacroText Evaluation::call(const Scoped &scoped)
{
    const MacroCall &call = scoped.call;
    if (call.kind == MacroCall::Kind::Variable)
        return variable(scoped);
    if (call.kind == MacroCall::Kind::Invalid || call.isClosing)
        return asWritten(scoped);
    if (call.arguments.isEmpty() && !scoped.content) {
        if (const std::optional<MacroValue> value = knownValue(call.name))
            return MacroText::expansion(call.name, *value, scoped.node.start);
        if (call.name == u"trim" || call.name == u"else") // the post-pass sees to them
            return MacroText::expansion(call.name, {u"{{%1}}"_s.arg(call.name)}, scoped.node.start);
    }
    if (call.name == u"if")
        return condition(scoped);
    if (call.name == u"trim" && scoped.content && call.arguments.isEmpty())
        return nodes(*scoped.content).dedented().trimmed();
    const MacroDefinition *definition = findMacro(call.name);
    const qsizetype count = call.arguments.size() + (scoped.content ? 1 : 0);
    if (!definition || count < definition->fewest || (definition->most >= 0 && count > definition->most))
        return asWritten(scoped);
    return named(scoped, *definition);
}

MacroText Evaluation::named(const Scoped &scoped, const MacroDefinition &definition)
{
    QList<MacroText> arguments;
    QStringList texts;
    for (const MacroArgument &argument : scoped.call.arguments) {
        arguments.append(nodes(argument.nodes));
        texts.append(arguments.last().trimmed().text());
    }
    MacroText content;
    if (scoped.content) {
        content = nodes(*scoped.content);
        texts.append((scoped.call.keepsWhitespace ? content : content.dedented().trimmed()).text());
    }
    MacroInvocation invocation{texts, m_environment, m_state, m_text, scoped.node.start};
    if (const std::optional<MacroValue> value = definition.handler(invocation))
        return MacroText::expansion(scoped.call.name, *value, scoped.node.start);
    return asWritten(scoped, &arguments, &content);
}

// {{if condition}}…{{else}}…{{/if}}, or {{if::condition::…}}: only the chosen branch is evaluated.
MacroText Evaluation::condition(const Scoped &scoped)
{
    const QList<MacroArgument> &arguments = scoped.call.arguments;
    if (arguments.size() + (scoped.content ? 1 : 0) != 2)
        return asWritten(scoped);
    QString condition = nodes(arguments.first().nodes).trimmed().text();
    const bool isInverted = condition.startsWith(u'!');
    if (isInverted)
        condition = javaScriptTrimmed(QStringView(condition).sliced(1)).toString();
    if (condition.startsWith(u'.') || condition.startsWith(u'$')) {
        const VariableScope scope = condition.startsWith(u'$') ? VariableScope::Global : VariableScope::Local;
        condition =
            readVariable(m_state, scope, javaScriptTrimmed(QStringView(condition).sliced(1)).toString());
    } else if (const std::optional<MacroValue> value = knownValue(condition.toLower())) {
        condition = value->text;
    } else if (const MacroDefinition *macro = findMacro(condition.toLower()); macro && macro->fewest == 0) {
        MacroInvocation invocation{{}, m_environment, m_state, m_text, scoped.node.start};
        if (const std::optional<MacroValue> computed = macro->handler(invocation))
            condition = computed->text;
    }

    const QList<MacroNode> &content = scoped.content ? *scoped.content : arguments.last().nodes;
    qsizetype otherwise = 0;
    int nested = 0;
    for (; otherwise < content.size(); ++otherwise) {
        if (!content[otherwise].isMacro || content[otherwise].isTooDeep)
            continue;
        const MacroCall call = readMacroCall(m_text, content[otherwise]);
        if (call.name == u"if" && call.isClosing)
            --nested;
        else if (call.name == u"if" && call.arguments.size() == 1)
            ++nested;
        else if (call.name == u"else" && !call.isClosing && call.arguments.isEmpty() && nested <= 0)
            break;
    }
    const bool holds = isFalse(condition) == isInverted;
    const QList<MacroNode> branch =
        holds ? content.first(otherwise) : content.sliced(std::min(otherwise + 1, content.size()));
    const MacroText result = nodes(branch);
    return scoped.call.keepsWhitespace ? result : result.dedented().trimmed();
}

MacroText Evaluation::variable(const Scoped &scoped)
{
    const MacroCall &call = scoped.call;
    const VariableScope scope = call.isGlobal ? VariableScope::Global : VariableScope::Local;
    const QString &name = call.name;
    const QString &operation = call.variableOperator;
    const auto current = [&] { return readVariable(m_state, scope, name); };
    const auto operand = [&] {
        return call.arguments.isEmpty() ? QString() : nodes(call.arguments.first().nodes).trimmed().text();
    };
    const auto write = [&](const QString &value) { writeVariable(m_state, scope, name, Json(value)); };
    const auto result = [&](const QString &text) {
        return MacroText::expansion((call.isGlobal ? u"$"_s : u"."_s) + name, {.text = text},
                                    scoped.node.start);
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
        return result(addToVariable(m_state, scope, name, u"1"_s));
    if (operation == u"--")
        return result(addToVariable(m_state, scope, name, u"-1"_s));
    if (operation.startsWith(u"??") || operation.startsWith(u"||")) {
        const bool wanting =
            operation.startsWith(u"??") ? !hasVariable(m_state, scope, name) : current().isEmpty();
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

// Escaped braces lose their backslash.
MacroText unescaped(const MacroText &text)
{
    QList<MacroText::Range> cut;
    for (qsizetype at = text.text().indexOf(u'\\'); at >= 0; at = text.text().indexOf(u'\\', at + 1)) {
        const QStringView next = QStringView(text.text()).sliced(at + 1);
        if (next.startsWith(u'{') || next.startsWith(u'}'))
            cut.append({at, 1});
    }
    return text.without(cut);
}

// Without "{{trim}}" and the line ends around it.
MacroText trimsApplied(const MacroText &text)
{
    static constexpr QStringView mark = u"{{trim}}";
    QList<MacroText::Range> cut;
    const QString &all = text.text();
    const auto isLineEnd = [&](qsizetype at) { return all[at] == u'\n' || all[at] == u'\r'; };
    qsizetype done = 0;
    for (qsizetype at = all.indexOf(mark, 0, Qt::CaseInsensitive); at >= 0;
         at = all.indexOf(mark, done, Qt::CaseInsensitive)) {
        qsizetype start = at;
        while (start > done && isLineEnd(start - 1))
            --start;
        done = at + mark.size();
        while (done < all.size() && isLineEnd(done))
            ++done;
        cut.append({start, done - start});
    }
    return text.without(cut);
}

MacroText strayElsesRemoved(const MacroText &text)
{
    static constexpr QStringView mark = u"{{else}}";
    QList<MacroText::Range> cut;
    for (qsizetype at = text.text().indexOf(mark, 0, Qt::CaseInsensitive); at >= 0;
         at = text.text().indexOf(mark, at + mark.size(), Qt::CaseInsensitive))
        cut.append({at, mark.size()});
    return text.without(cut);
}

} // namespace

MacroValue resolvedCardText(const MacroValue &text, const MacroEnvironment &environment, MacroState &state)
{
    MacroValue result = text;
    result.text = javaScriptTrimmed(text.text).toString();
    if (mayHoldMacros(result.text)) {
        MacroEnvironment inner = environment;
        inner.areCardTextsEmpty = true;
        result.text = evaluateMacros(result.text, inner, state).text();
    }
    result.text.remove(u'\r');
    return result;
}

MacroText evaluateMacros(const QString &text, const MacroEnvironment &environment, MacroState &state)
{
    if (!mayHoldMacros(text))
        return MacroText::literal(text, 0);
    const PrePass prepared = prePass(text);
    Evaluation evaluation(prepared.text, environment, state);
    MacroText result =
        strayElsesRemoved(trimsApplied(unescaped(evaluation.nodes(parseMacros(prepared.text)))));
    if (!prepared.changes.isEmpty())
        result.translateInput([&](qsizetype position) { return prepared.inputPosition(position); });
    return result;
}

} // namespace snug
