#include "core/macros/macroblocks.h"

#include <QHash>
#include <QQueue>

#include <algorithm>

namespace snug {

MacroBlocks::MacroBlocks(QStringView text, const QList<MacroNode> &given, const TakesContent &takesContent)
    : nodes(given)
    , calls(given.size())
    , closedBy(given.size(), -1)
    , isText(given.size(), false)
    , m_takesContent(given.size(), false)
{
    bool isAnyClosing = false;
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        if (!nodes[i].isMacro || nodes[i].isTooDeep)
            continue;
        calls[i] = readMacroCall(text, nodes[i]);
        isAnyClosing = isAnyClosing || calls[i].isClosing;
    }
    if (!isAnyClosing) // as in most texts: nothing is to be matched
        return;
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        if (calls[i].kind == MacroCall::Kind::Named && !calls[i].isClosing)
            m_takesContent[i] = takesContent(calls[i]);
    }
    match(0, nodes.size());
}

void MacroBlocks::match(qsizetype from, qsizetype to)
{
    QList<qsizetype> open;
    QHash<QString, int> openNames;
    QHash<QString, QQueue<qsizetype>> contentless; // by name, the earliest first
    for (qsizetype i = from; i < to; ++i) {
        closedBy[i] = -1;
        isText[i] = false;
        const MacroCall &call = calls[i];
        if (call.kind != MacroCall::Kind::Named)
            continue;
        if (!call.isClosing) {
            if (m_takesContent[i]) {
                open.append(i);
                ++openNames[call.name];
            } else {
                contentless[call.name].enqueue(i);
            }
            continue;
        }
        isText[i] = true;
        if (openNames.value(call.name) > 0) {
            for (bool found = false; !found;) {
                const qsizetype candidate = open.takeLast();
                --openNames[calls[candidate].name];
                found = calls[candidate].name == call.name;
                if (found)
                    closedBy[candidate] = i;
            }
            isText[i] = false;
        } else if (const auto waiting = contentless.find(call.name);
                   waiting != contentless.end() && !waiting->isEmpty()) {
            isText[waiting->dequeue()] = true;
        }
    }
}

qsizetype MacroBlocks::findElse(qsizetype from, qsizetype to) const
{
    int nested = 0;
    for (qsizetype i = from; i < to; ++i) {
        const MacroCall &call = calls[i];
        if (call.kind != MacroCall::Kind::Named)
            continue;
        if (!call.isLowerCase)
            continue; // this one place of SillyTavern's tells {{Else}} from {{else}}
        if (call.name == u"if")
            nested += call.isClosing ? -1 : call.arguments.size() == 1 ? 1 : 0;
        else if (call.name == u"else" && nested == 0)
            return i;
    }
    return to;
}

bool MacroBlocks::matchAlone(qsizetype content, qsizetype from, qsizetype to)
{
    const bool isReachedInto =
        std::any_of(closedBy.cbegin() + content, closedBy.cbegin() + from,
                    [&](qsizetype closing) { return closing >= from && closing < to; });
    if (isReachedInto)
        match(from, to);
    return isReachedInto;
}

} // namespace snug
