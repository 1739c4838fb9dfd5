#include "core/macros/builtins.h"

#include "core/macros/cardtexts.h"
#include "core/macros/macroevaluator.h"

using namespace Qt::StringLiterals;

namespace snug {

static const MacroTable &macroTable()
{
    static const MacroTable table = [] {
        MacroTable result;
        addTextMacros(result);
        addVariableMacros(result);
        addTimeMacros(result);
        addChanceMacros(result);
        return result;
    }();
    return table;
}

const MacroDefinition *findMacro(const QString &name)
{
    const auto found = macroTable().constFind(name);
    return found == macroTable().cend() ? nullptr : &*found;
}

static std::optional<MacroValue> nothing(MacroInvocation &)
{
    return MacroValue{};
}

// `unit` once, or as often as the argument says.
static std::optional<MacroValue> repeated(const MacroInvocation &call, QChar unit)
{
    static constexpr int most = 10000;
    int count = 1;
    if (!call.arguments.isEmpty()) {
        bool isNumber = false;
        count = call.arguments.first().toInt(&isNumber);
        if (!isNumber || count < 0)
            return std::nullopt;
    }
    return MacroValue{QString(std::min(count, most), unit)};
}

static std::optional<MacroValue> newline(MacroInvocation &call)
{
    return repeated(call, u'\n');
}

static std::optional<MacroValue> space(MacroInvocation &call)
{
    return repeated(call, u' ');
}

// By code point: surrogate pairs stay whole.
static std::optional<MacroValue> reverse(MacroInvocation &call)
{
    const QString &text = call.arguments.first();
    QString result;
    result.reserve(text.size());
    for (qsizetype i = text.size() - 1; i >= 0; --i) {
        if (text[i].isLowSurrogate() && i > 0 && text[i - 1].isHighSurrogate()) {
            result += text[i - 1];
            result += text[i];
            --i;
        } else {
            result += text[i];
        }
    }
    return MacroValue{result};
}

static std::optional<MacroValue> outlet(MacroInvocation &call)
{
    return call.environment.outlets.value(call.arguments.first());
}

// What every SillyTavern brings along, and presets therefore count on.
static std::optional<MacroValue> hasExtension(MacroInvocation &call)
{
    static const QSet<QString> extensions{
        u"assets"_s,      u"attachments"_s,      u"caption"_s,       u"connection-manager"_s,
        u"expressions"_s, u"gallery"_s,          u"memory"_s,        u"quick-reply"_s,
        u"regex"_s,       u"stable-diffusion"_s, u"token-counter"_s, u"translate"_s,
        u"tts"_s,         u"vectors"_s};
    return MacroValue{extensions.contains(call.arguments.first().toLower()) ? u"true"_s : u"false"_s};
}

// Which face a character shows is never known while a prompt is made.
static std::optional<MacroValue> availableExpressions(MacroInvocation &)
{
    static const QString names =
        u"admiration, amusement, anger, annoyance, approval, caring, confusion, curiosity, desire, "
        "disappointment, disapproval, disgust, embarrassment, excitement, fear, gratitude, grief, joy, love, "
        "nervousness, optimism, pride, realization, relief, remorse, sadness, surprise, neutral"_s;
    return MacroValue{names};
}

static std::optional<MacroValue> defaultExpression(MacroInvocation &)
{
    return MacroValue{u"#none"_s};
}

static std::optional<MacroValue> greeting(MacroInvocation &call)
{
    bool isNumber = true;
    const int index = call.arguments.isEmpty() ? 0 : call.arguments.first().toInt(&isNumber);
    if (!isNumber)
        return std::nullopt;
    if (call.environment.areCardTextsEmpty)
        return MacroValue{};
    return resolvedCardText(call.environment.greetings.value(index), call.environment, call.state);
}

void addTextMacros(MacroTable &table)
{
    table[u"hasextension"_s] = {1, 1, hasExtension};
    table[u"availableexpressions"_s] = {0, 0, availableExpressions};
    table[u"defaultexpression"_s] = {0, 0, defaultExpression};
    table[u"lastexpression"_s] = {0, 1, nothing};
    table[u"newline"_s] = {0, 1, newline};
    table[u"space"_s] = {0, 1, space};
    table[u"noop"_s] = {0, 0, nothing};
    table[u"//"_s] = {1, 1, nothing};
    table[u"comment"_s] = {1, 1, nothing};
    table[u"banned"_s] = {1, 1, nothing};
    table[u"reverse"_s] = {1, 1, reverse};
    table[u"outlet"_s] = {1, 1, outlet};
    table[u"greeting"_s] = {0, 1, greeting};
    table[u"charfirstmessage"_s] = {0, 1, greeting};
}

} // namespace snug
