#include "core/macros/macroparser.h"

#include "core/model/whitespace.h"

#include <algorithm>
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
    bool isCall = false; // what is in it are arguments
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

bool isLetter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

// A letter, then letters, digits, underscores and hyphens.
qsizetype nameLength(QStringView text)
{
    if (text.isEmpty() || !isLetter(text.front()))
        return 0;
    qsizetype length = 1;
    while (length < text.size() &&
           (isLetter(text[length]) || (text[length] >= u'0' && text[length] <= u'9') ||
            text[length] == u'_' || text[length] == u'-'))
        ++length;
    return length;
}

} // namespace

// Hyphens at the end belong to what follows: {{.count--}}.
qsizetype variableNameLength(QStringView text)
{
    qsizetype length = nameLength(text);
    while (length > 0 && text[length - 1] == u'-')
        --length;
    return length;
}

// Where the arguments may begin of a call whose inside begins at `position`. What can stand neither in a name
// nor behind it is passed over, braces too: {{user{{x}} is {{user}}.
static qsizetype behindName(QStringView text, qsizetype position)
{
    while (position < text.size() &&
           (isJavaScriptSpace(text[position].unicode()) || QStringView(u"!?~>#/").contains(text[position]))) {
        if (text.sliced(position).startsWith(u"//"))
            return position; // a comment
        ++position;
    }
    const qsizetype length = nameLength(text.sliced(position));
    if (length == 0)
        return position;
    position += length;
    while (position < text.size() && !isJavaScriptSpace(text[position].unicode()) &&
           !QStringView(u":|}").contains(text[position]))
        ++position;
    return position;
}

// Longer ones in front of what they begin with.
static constexpr std::array variableOperators{
    QStringView(u"++"), QStringView(u"--"), QStringView(u"?\?="), QStringView(u"||="), QStringView(u"??"),
    QStringView(u"||"), QStringView(u"+="), QStringView(u"-="),   QStringView(u"=="),  QStringView(u"!="),
    QStringView(u">="), QStringView(u"<="), QStringView(u"="),    QStringView(u">"),   QStringView(u"<")};

// What SillyTavern's parser does without where a call should end: one word or one flag.
static constexpr QStringView flagsPassedOver = u"!?~#/";

static bool isPassedOver(QStringView rest)
{
    const QStringView word = javaScriptTrimmed(rest);
    return word.isEmpty() || nameLength(word) == word.size() ||
           (word.size() == 1 && flagsPassedOver.contains(word.front()));
}

// What follows the dot or the dollar of a variable in short, if that is a call. Looks no further than it
// must: a text may be full of beginnings.
static bool isVariableCall(QStringView rest)
{
    rest = trimmedStart(rest);
    const qsizetype length = variableNameLength(rest);
    rest = trimmedStart(rest.sliced(length));
    if (length == 0)
        return rest.startsWith(u"}}");
    const qsizetype word = nameLength(rest);
    const bool isFlag = word == 0 && !rest.isEmpty() && flagsPassedOver.contains(rest.front());
    return trimmedStart(rest.sliced(isFlag ? 1 : word)).startsWith(u"}}") ||
           std::ranges::any_of(variableOperators, [&](QStringView each) { return rest.startsWith(each); });
}

// Whether a name, a comment or a variable begins there, behind flags.
static bool isCallAt(QStringView text, qsizetype position)
{
    const auto isFlag = [](QChar c) {
        return isJavaScriptSpace(c.unicode()) || QStringView(u"!?~>#/").contains(c);
    };
    while (position < text.size() && isFlag(text[position]) && !text.sliced(position).startsWith(u"//"))
        ++position;
    if (position >= text.size())
        return false;
    const QChar c = text[position];
    if (c == u'.' || c == u'$')
        return isVariableCall(text.sliced(position + 1));
    return isLetter(c) || c == u'/';
}

// Among arguments braces begin a call only where it has a name; elsewhere "{{{" is a brace in front of one.
static bool isOpenAt(QStringView text, qsizetype position, bool isInCall)
{
    if (!isAt(text, position, u'{') || !isAt(text, position + 1, u'{'))
        return false;
    return isInCall ? isCallAt(text, position + 2) : !isAt(text, position + 2, u'{');
}

QList<MacroNode> parseMacros(QStringView text)
{
    QList<OpenBraces> stack{{}};
    qsizetype textStart = 0;
    qsizetype position = 0;
    while (position < text.size()) {
        const QChar c = text[position];
        if (isOpenAt(text, position, stack.last().isCall)) {
            addText(stack.last().children, textStart, position);
            stack.append({.start = position, .isCall = isCallAt(text, position + 2)});
            textStart = position + 2;
            position = behindName(text, textStart);
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
        } else if (c == u'{' && isAt(text, position + 1, u'{') && stack.last().isCall) {
            position += 2;
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

// White space around an argument belongs to none; what its macros give is not touched.
static void trimArgument(QStringView text, MacroArgument &argument)
{
    while (argument.start < argument.end && isJavaScriptSpace(text[argument.start].unicode()))
        ++argument.start;
    while (argument.end > argument.start && isJavaScriptSpace(text[argument.end - 1].unicode()))
        --argument.end;
    QList<MacroNode> &nodes = argument.nodes;
    if (!nodes.isEmpty() && !nodes.first().isMacro) {
        nodes.first().start = std::max(nodes.first().start, argument.start);
        if (nodes.first().start >= nodes.first().end)
            nodes.removeFirst();
    }
    if (!nodes.isEmpty() && !nodes.last().isMacro) {
        nodes.last().end = std::min(nodes.last().end, argument.end);
        if (nodes.last().start >= nodes.last().end)
            nodes.removeLast();
    }
}

// `rest` starts inside the first child, behind the name. Splits at "::" in text, unless `whole`.
static QList<MacroArgument> readArguments(QStringView text, const MacroNode &node, qsizetype start,
                                          bool whole)
{
    QList<MacroArgument> arguments;
    MacroArgument current{.start = start};
    const auto finish = [&](qsizetype end) {
        current.end = end;
        trimArgument(text, current);
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
    MacroCall call;
    call.isGlobal = text[position] == u'$';
    const auto skipSpace = [&] {
        while (position < end && isJavaScriptSpace(text[position].unicode()))
            ++position;
    };
    ++position;
    skipSpace();
    const qsizetype length = variableNameLength(text.sliced(position, end - position));
    if (length == 0) {
        if (position == end && node.children.size() == 1)
            call.kind = MacroCall::Kind::Variable; // {{.}}: nobody's name, empty
        return call;
    }
    call.name = text.sliced(position, length).toString();
    position += length;
    skipSpace();
    if (node.children.size() == 1 && isPassedOver(text.sliced(position, end - position))) {
        call.kind = MacroCall::Kind::Variable;
        return call;
    }
    for (const QStringView candidate : variableOperators) {
        if (!text.sliced(position, end - position).startsWith(candidate))
            continue;
        call.variableOperator = candidate.toString();
        call.arguments = readArguments(text, node, position + candidate.size(), true);
        const MacroArgument &value = call.arguments.first();
        const bool isBare = candidate == u"++" || candidate == u"--";
        if (isBare && !isPassedOver(text.sliced(value.start, value.end - value.start)))
            return {};
        call.kind = MacroCall::Kind::Variable;
        return call;
    }
    return {};
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
        const bool isBlank = node.children.size() == 1 && javaScriptTrimmed(rest()).isEmpty();
        if (!isBlank)
            call.arguments = readArguments(text, node, position, true);
        return call;
    }
    const qsizetype length = nameLength(rest());
    if (length == 0)
        return call;
    const QStringView written = rest().first(length);
    const QString name = written.toString().toLower();
    position += length;
    // SillyTavern's reader passes over what can stand neither in a name nor behind it: {{user!}}.
    while (position < end && !isJavaScriptSpace(text[position].unicode()) &&
           !QStringView(u":|}").contains(text[position]))
        ++position;
    if (position == end && node.children.size() > 1) { // a macro in the middle of a name
        call.name = name;
        return call;
    }
    const bool isArgumentAtOnce = position < end && QStringView(u"|}").contains(text[position]);
    const qsizetype afterName = position;
    position = end - trimmedStart(rest()).size();
    if (position == node.end - 2) {
        // nothing behind the name
    } else if (rest().startsWith(u"::")) {
        call.arguments = readArguments(text, node, position + 2, false);
    } else if (rest().startsWith(u':')) {
        call.arguments = readArguments(text, node, position + 1, true);
    } else if (position > afterName || isArgumentAtOnce) {
        call.arguments = readArguments(text, node, position, true);
    } else {
        return call;
    }
    call.kind = MacroCall::Kind::Named;
    call.name = name;
    call.isLowerCase = written == name;
    return call;
}

bool maySetVariables(const QString &text)
{
    if (text.contains(u"var", Qt::CaseInsensitive) && text.contains(u"{{"))
        return true;
    for (qsizetype at = text.indexOf(u"{{"); at >= 0; at = text.indexOf(u"{{", at + 2)) {
        const QStringView rest = trimmedStart(QStringView(text).sliced(at + 2));
        if (!rest.isEmpty() && QStringView(u".$!?~#>").contains(rest.front()))
            return true;
    }
    return false;
}

} // namespace snug
