#include "core/macros/macroparser.h"

#include "core/model/whitespace.h"

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

// Deeper nesting than any author writes; keeps evaluation off the end of the stack.
static constexpr qsizetype deepest = 64;

namespace {

struct OpenBraces
{
    qsizetype start = 0;
    QList<MacroNode> children = {};
};

void addText(QList<MacroNode> &nodes, qsizetype start, qsizetype end)
{
    if (start >= end)
        return;
    if (!nodes.isEmpty() && !nodes.last().isMacro && nodes.last().end == start)
        nodes.last().end = end;
    else
        nodes.append({.start = start, .end = end});
}

bool isAt(QStringView text, qsizetype position, char16_t unit)
{
    return position < text.size() && text[position] == QChar(unit);
}

bool isNameStart(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || c == u'_';
}

bool isNamePart(QChar c)
{
    return isNameStart(c) || (c >= u'0' && c <= u'9');
}

// Letters, digits and underscores, with single hyphens between them.
qsizetype nameLength(QStringView text)
{
    if (text.isEmpty() || !isNameStart(text.front()))
        return 0;
    qsizetype length = 1;
    while (length < text.size()) {
        if (isNamePart(text[length]))
            ++length;
        else if (text[length] == u'-' && length + 1 < text.size() && isNamePart(text[length + 1]))
            length += 2;
        else
            break;
    }
    return length;
}

} // namespace

QList<MacroNode> parseMacros(QStringView text)
{
    QList<OpenBraces> stack{{}};
    qsizetype textStart = 0;
    qsizetype position = 0;
    while (position < text.size()) {
        const QChar c = text[position];
        if (c == u'\\' && (isAt(text, position + 1, u'{') || isAt(text, position + 1, u'}'))) {
            position += 2;
        } else if (c == u'{' && isAt(text, position + 1, u'{') && !isAt(text, position + 2, u'{')) {
            addText(stack.last().children, textStart, position);
            stack.append({.start = position});
            position += 2;
            textStart = position;
        } else if (c == u'}' && isAt(text, position + 1, u'}') && stack.size() > 1) {
            addText(stack.last().children, textStart, position);
            OpenBraces closed = stack.takeLast();
            position += 2;
            textStart = position;
            MacroNode node{.isMacro = true, .start = closed.start, .end = position};
            if (stack.size() > deepest)
                node.isTooDeep = true;
            else
                node.children = std::move(closed.children);
            stack.last().children.append(std::move(node));
        } else {
            ++position;
        }
    }
    addText(stack.last().children, textStart, text.size());
    // What was never closed is text, but calls inside it count.
    QList<MacroNode> nodes = std::move(stack.first().children);
    for (qsizetype i = 1; i < stack.size(); ++i) {
        addText(nodes, stack[i].start, stack[i].start + 2);
        for (MacroNode &child : stack[i].children) {
            if (child.isMacro)
                nodes.append(std::move(child));
            else
                addText(nodes, child.start, child.end);
        }
    }
    return nodes;
}

// `rest` starts inside the first child, behind the name. Splits at "::" in text, unless `whole`.
static QList<MacroArgument> readArguments(QStringView text, const MacroNode &node, qsizetype start,
                                          bool whole)
{
    QList<MacroArgument> arguments;
    MacroArgument current{.start = start};
    const auto finish = [&](qsizetype end) {
        current.end = end;
        arguments.append(std::exchange(current, MacroArgument{}));
    };
    for (const MacroNode &child : node.children) {
        if (child.isMacro) {
            current.nodes.append(child);
            continue;
        }
        qsizetype from = std::max(start, child.start);
        while (!whole) {
            const qsizetype found = text.first(child.end).indexOf(u"::", from);
            if (found < 0)
                break;
            addText(current.nodes, from, found);
            finish(found);
            from = found + 2;
            current.start = from;
        }
        addText(current.nodes, from, child.end);
    }
    finish(node.end - 2);
    return arguments;
}

static MacroCall readVariableCall(QStringView text, const MacroNode &node, qsizetype position, qsizetype end)
{
    static constexpr std::array operators{
        QStringView(u"++"), QStringView(u"--"), QStringView(u"?\?="), QStringView(u"||="), QStringView(u"??"),
        QStringView(u"||"), QStringView(u"+="), QStringView(u"-="),   QStringView(u"=="),  QStringView(u"!="),
        QStringView(u">="), QStringView(u"<="), QStringView(u"="),    QStringView(u">"),   QStringView(u"<")};
    MacroCall call;
    call.isGlobal = text[position] == u'$';
    const auto skipSpace = [&] {
        while (position < end && isJavaScriptSpace(text[position].unicode()))
            ++position;
    };
    ++position;
    skipSpace();
    const qsizetype length = nameLength(text.sliced(position, end - position));
    if (length == 0)
        return call;
    call.name = text.sliced(position, length).toString();
    position += length;
    skipSpace();
    if (position == end && node.children.size() == 1) {
        call.kind = MacroCall::Kind::Variable;
        return call;
    }
    for (const QStringView candidate : operators) {
        if (!text.sliced(position, end - position).startsWith(candidate))
            continue;
        call.variableOperator = candidate.toString();
        call.arguments = readArguments(text, node, position + candidate.size(), true);
        const MacroArgument &value = call.arguments.first();
        const bool isBare = candidate == u"++" || candidate == u"--";
        if (isBare && !javaScriptTrimmed(text.sliced(value.start, value.end - value.start)).isEmpty())
            return call;
        call.kind = MacroCall::Kind::Variable;
        return call;
    }
    return call;
}

MacroCall readMacroCall(QStringView text, const MacroNode &node)
{
    MacroCall call;
    if (node.children.isEmpty() || node.children.first().isMacro)
        return call;
    qsizetype position = node.start + 2;
    const qsizetype end = node.children.first().end;
    const auto rest = [&] { return text.sliced(position, end - position); };

    for (;; ++position) {
        position = end - trimmedStart(rest()).size();
        if (rest().startsWith(u"//") && !(rest().startsWith(u"///") && !call.isClosing))
            break;
        if (rest().startsWith(u'/') && !call.isClosing)
            call.isClosing = true;
        else if (rest().startsWith(u'#'))
            call.keepsWhitespace = true;
        else if (position == end || !QStringView(u"!?~>").contains(rest().front()))
            break;
    }
    if (position == end)
        return call;
    if (text[position] == u'.' || text[position] == u'$')
        return readVariableCall(text, node, position, end);

    if (rest().startsWith(u"//")) {
        call.kind = MacroCall::Kind::Named;
        call.name = u"//"_s;
        position += 2;
        if (position < node.end - 2)
            call.arguments = readArguments(text, node, position, true);
        return call;
    }
    const qsizetype length = nameLength(rest());
    if (length == 0)
        return call;
    const QString name = rest().first(length).toString().toLower();
    position += length;
    const qsizetype afterName = position;
    position = end - trimmedStart(rest()).size();
    if (position == node.end - 2) {
        // nothing behind the name
    } else if (rest().startsWith(u"::")) {
        call.arguments = readArguments(text, node, position + 2, false);
    } else if (rest().startsWith(u':')) {
        call.arguments = readArguments(text, node, position + 1, true);
    } else if (position > afterName) {
        call.arguments = readArguments(text, node, position, true);
    } else {
        return call; // "{{user!}}"
    }
    call.kind = MacroCall::Kind::Named;
    call.name = name;
    return call;
}

} // namespace snug
