#include "core/lint/macrocalls.h"

#include "core/macros/macroparser.h"

namespace snug {

static void addCalls(QStringView text, const QList<MacroNode> &nodes, QList<FoundMacro> &calls)
{
    for (const MacroNode &node : nodes) {
        if (!node.isMacro || node.isTooDeep)
            continue;
        const MacroCall call = readMacroCall(text, node);
        if (call.kind == MacroCall::Kind::Named) {
            if (call.name == u"//" || call.name == u"comment")
                continue;
            if (!call.isClosing)
                calls.append({call.name, node.start, node.end - node.start});
        }
        for (const MacroArgument &argument : call.arguments)
            addCalls(text, argument.nodes, calls);
    }
}

QList<FoundMacro> macroCalls(QStringView text)
{
    QList<FoundMacro> calls;
    if (text.contains(u"{{"))
        addCalls(text, parseMacros(text), calls);
    return calls;
}

} // namespace snug
