#include "core/macros/builtins.h"
#include "core/macros/variables.h"

using namespace Qt::StringLiterals;

namespace snug {

template <VariableScope scope> static std::optional<MacroValue> set(MacroInvocation &call)
{
    writeVariable(call.state, scope, call.arguments[0], Json(call.arguments[1]));
    return MacroValue{};
}

template <VariableScope scope> static std::optional<MacroValue> get(MacroInvocation &call)
{
    return MacroValue{readVariable(call.state, scope, call.arguments[0])};
}

template <VariableScope scope> static std::optional<MacroValue> add(MacroInvocation &call)
{
    addToVariable(call.state, scope, call.arguments[0], call.arguments[1]);
    return MacroValue{};
}

template <VariableScope scope> static std::optional<MacroValue> increment(MacroInvocation &call)
{
    if (call.arguments[0].isEmpty())
        return {}; // stays as it is written
    return MacroValue{stepVariable(call.state, scope, call.arguments[0], 1)};
}

template <VariableScope scope> static std::optional<MacroValue> decrement(MacroInvocation &call)
{
    if (call.arguments[0].isEmpty())
        return {};
    return MacroValue{stepVariable(call.state, scope, call.arguments[0], -1)};
}

template <VariableScope scope> static std::optional<MacroValue> has(MacroInvocation &call)
{
    return MacroValue{hasVariable(call.state, scope, call.arguments[0]) ? u"true"_s : u"false"_s};
}

template <VariableScope scope> static std::optional<MacroValue> remove(MacroInvocation &call)
{
    deleteVariable(call.state, scope, call.arguments[0]);
    return MacroValue{};
}

template <VariableScope scope> static std::optional<MacroValue> setKey(MacroInvocation &call)
{
    writeVariableKey(call.state, scope, call.arguments[0], call.arguments[1], Json(call.arguments[2]));
    return MacroValue{};
}

template <VariableScope scope> static std::optional<MacroValue> getKey(MacroInvocation &call)
{
    return MacroValue{readVariableKey(call.state, scope, call.arguments[0], call.arguments[1])};
}

template <VariableScope scope> static void addScope(MacroTable &table, const QString &word)
{
    table[u"set%1var"_s.arg(word)] = {2, 2, set<scope>};
    table[u"get%1var"_s.arg(word)] = {1, 1, get<scope>};
    table[u"add%1var"_s.arg(word)] = {2, 2, add<scope>};
    table[u"inc%1var"_s.arg(word)] = {1, 1, increment<scope>};
    table[u"dec%1var"_s.arg(word)] = {1, 1, decrement<scope>};
    table[u"has%1var"_s.arg(word)] = {1, 1, has<scope>};
    table[u"%1varexists"_s.arg(word)] = {1, 1, has<scope>};
    table[u"delete%1var"_s.arg(word)] = {1, 1, remove<scope>};
    table[u"flush%1var"_s.arg(word)] = {1, 1, remove<scope>};
    table[u"set%1varkey"_s.arg(word)] = {3, 3, setKey<scope>};
    table[u"set%1varindex"_s.arg(word)] = {3, 3, setKey<scope>};
    table[u"get%1varkey"_s.arg(word)] = {2, 2, getKey<scope>};
    table[u"get%1varindex"_s.arg(word)] = {2, 2, getKey<scope>};
}

void addVariableMacros(MacroTable &table)
{
    addScope<VariableScope::Local>(table, {});
    addScope<VariableScope::Global>(table, u"global"_s);
}

} // namespace snug
