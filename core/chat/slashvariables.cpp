#include "core/chat/conversation.h"
#include "core/chat/slashplan.h"
#include "core/formats/jsontext.h"
#include "core/macros/variables.h"
#include "core/prompt/stages/visibility.h"

#include <QCoreApplication>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString variableWords(const char *text)
{
    return QCoreApplication::translate("SlashCommands", text);
}

// Where everybody has a record of their own, the one's is meant who answers next.
QString variablesKey(const SlashContext &context)
{
    return recordKey(u"variables"_s, context.inputs);
}

MacroState stateOf(const SlashContext &context)
{
    MacroState state;
    state.localVariables = context.inputs.chat.metadata().value(variablesKey(context));
    state.globalVariables = context.inputs.globalVariables;
    return state;
}

bool isOfAllChats(const SlashCall &call)
{
    return call.command->id == SlashId::SetGlobalVariable || call.command->id == SlashId::GetGlobalVariable;
}

struct NamedValue
{
    QString name;
    QString value;
};

// "key=x value", or "x value".
NamedValue namedValue(const SlashCall &call)
{
    if (call.has(u"key"))
        return {call.value(u"key").trimmed(), call.text};
    qsizetype end = 0;
    while (end < call.text.size() && !call.text[end].isSpace())
        ++end;
    return {call.text.first(end), call.text.sliced(end).trimmed()};
}

// The number that a text begins with; null where there is none.
Json leadingNumber(const QString &text, const QRegularExpression &number)
{
    const QString digits = number.match(text).captured(1);
    return digits.isEmpty() ? Json::null() : Json(digits.toDouble());
}

// The value of an item in the type that as= asks for; undefined removes a key.
Json valueAs(const QString &type, const QString &value)
{
    static const QRegularExpression whole(u"^\\s*([+-]?\\d+)"_s);
    static const QRegularExpression decimal(u"^\\s*([+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?)"_s);
    const QString word = type.trimmed().toLower();
    if (word == u"null")
        return Json::null();
    if (word == u"undefined" || word == u"none")
        return {};
    if (word == u"number") {
        const std::optional<double> number = javaScriptNumber(value);
        return number ? Json(*number) : Json::null();
    }
    if (word == u"int")
        return leadingNumber(value, whole);
    if (word == u"float")
        return leadingNumber(value, decimal);
    if (word == u"boolean" || word == u"bool")
        return Json(slashSwitch(value));
    const bool isList = word == u"list" || word == u"array";
    if (!isList && word != u"object" && word != u"dict" && word != u"dictionary")
        return Json(value);
    const Result<Json> parsed = parseJson(value.toUtf8());
    const bool fits = parsed && (parsed->isArray() || (!isList && (parsed->isObject() || parsed->isNull())));
    return fits ? *parsed : isList ? Json::array() : Json::object();
}

std::unexpected<Error> noVariableName(const SlashCall &call)
{
    return failure(
        variableWords(QT_TRANSLATE_NOOP("SlashCommands", "The variable's name is missing")), {}, {},
        variableWords(QT_TRANSLATE_NOOP("SlashCommands", "Write it like this: %1")).arg(call.command->form));
}

Result<SlashPlan> set(const SlashCall &call, const SlashContext &context)
{
    const auto [name, value] = namedValue(call);
    if (name.isEmpty())
        return noVariableName(call);
    const bool isGlobal = isOfAllChats(call);
    if (isGlobal && context.inputs.knowledge.isEnabled)
        return failure(
            variableWords(QT_TRANSLATE_NOOP(
                "SlashCommands", "Here each character knows different things and has different variables")),
            {}, {}, variableWords(QT_TRANSLATE_NOOP("SlashCommands", "Write /setvar for this chat.")));
    MacroState state = stateOf(context);
    const VariableScope scope = isGlobal ? VariableScope::Global : VariableScope::Local;
    const QString index = call.value(u"index");
    if (call.has(u"index") && !index.isEmpty())
        writeVariableKey(state, scope, name, index, valueAs(call.value(u"as"), value));
    else
        writeVariable(state, scope, name, Json(value));
    SlashPlan plan{.action = UndoAction::Variable, .result = value};
    if (isGlobal)
        plan.request = SlashGlobals{context.inputs.globalVariables, state.globalVariables};
    else
        plan.changes = {setMetadata(context.inputs.chat, variablesKey(context), state.localVariables)};
    plan.notice = SlashNotice{SlashNotice::Kind::Done,
                              //: %1 is a variable's name, %2 its value
                              variableWords(QT_TRANSLATE_NOOP("SlashCommands", "%1 is now: %2"))
                                  .arg(name, readVariable(state, scope, name))};
    return plan;
}

Result<SlashPlan> get(const SlashCall &call, const SlashContext &context)
{
    const QString name = namedValue(call).name;
    if (name.isEmpty())
        return noVariableName(call);
    const MacroState state = stateOf(context);
    const VariableScope scope = isOfAllChats(call) ? VariableScope::Global : VariableScope::Local;
    const QString index = call.value(u"index");
    const QString value = call.has(u"index") && !index.isEmpty() ? readVariableKey(state, scope, name, index)
                                                                 : readVariable(state, scope, name);
    return SlashPlan{
        .result = value,
        .notice = SlashNotice{
            SlashNotice::Kind::Hint,
            hasVariable(state, scope, name)
                ? variableWords(QT_TRANSLATE_NOOP("SlashCommands", "%1 is: %2")).arg(name, value)
                //: %1 is a name
                : variableWords(QT_TRANSLATE_NOOP("SlashCommands", "There is no variable %1.")).arg(name)}};
}

Result<SlashPlan> list(const SlashCall &call, const SlashContext &context)
{
    const QString scope = call.value(u"scope").toLower();
    if (!scope.isEmpty() && scope != u"all" && scope != u"local" && scope != u"global")
        return failure(
            variableWords(QT_TRANSLATE_NOOP("SlashCommands", "“%1” is not one of the choices")).arg(scope),
            {}, {},
            variableWords(QT_TRANSLATE_NOOP("SlashCommands", "Write one of: %1."))
                .arg(u"local, global, all"_s));
    const MacroState state = stateOf(context);
    QStringList local;
    QStringList global;
    if (scope != u"global") {
        for (const Json::Member &member : state.localVariables.members())
            local.append(member.key + u" = "_s + readVariable(state, VariableScope::Local, member.key));
    }
    if (scope != u"local") {
        for (const QString &name : state.globalVariables.keys())
            global.append(name + u" = "_s + readVariable(state, VariableScope::Global, name));
    }
    QStringList lines;
    if (!local.isEmpty())
        lines << variableWords(QT_TRANSLATE_NOOP("SlashCommands", "Of this chat:")) << local;
    if (!global.isEmpty())
        lines << variableWords(QT_TRANSLATE_NOOP("SlashCommands", "Of all chats:")) << global;
    const QString text = lines.isEmpty()
                             ? variableWords(QT_TRANSLATE_NOOP("SlashCommands", "There are no variables."))
                             : lines.join(u'\n');
    return SlashPlan{.result = (local + global).join(u'\n'),
                     .notice = SlashNotice{SlashNotice::Kind::Hint, text}};
}

} // namespace

Result<SlashPlan> planSlashVariables(const SlashCall &call, const SlashContext &context)
{
    switch (call.command->id) {
    case SlashId::SetVariable:
    case SlashId::SetGlobalVariable:
        return set(call, context);
    case SlashId::ListVariables:
        return list(call, context);
    default:
        return get(call, context);
    }
}

} // namespace snug
