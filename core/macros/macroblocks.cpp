#include "core/macros/macroblocks.h"

#include <QHash>

#include <algorithm>

namespace snug {

MacroBlocks::MacroBlocks(QStringView text, const QList<MacroNode> &given)
    : nodes(given)
    , calls(given.size())
    , closedBy(given.size(), -1)
{
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        if (nodes[i].isMacro && !nodes[i].isTooDeep)
            calls[i] = readMacroCall(text, nodes[i]);
    }
    match(0, nodes.size());
}

void MacroBlocks::match(qsizetype from, qsizetype to)
{
    QList<qsizetype> open;
    QHash<QString, int> openNames;
    for (qsizetype i = from; i < to; ++i) {
        closedBy[i] = -1;
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
}

qsizetype MacroBlocks::findElse(qsizetype from, qsizetype to) const
{
    int nested = 0;
    for (qsizetype i = from; i < to; ++i) {
        const MacroCall &call = calls[i];
        if (call.kind != MacroCall::Kind::Named)
            continue;
        if (call.name == u"if")
            nested += call.isClosing ? -1 : call.arguments.size() == 1 ? 1 : 0;
        else if (call.name == u"else" && !call.isClosing && call.arguments.isEmpty() && nested <= 0)
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
