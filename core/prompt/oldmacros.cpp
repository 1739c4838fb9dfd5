#include "core/prompt/oldmacros.h"

#include "core/macros/builtins.h"
#include "core/macros/momentformat.h"
#include "core/macros/variables.h"

#include <QRegularExpression>
#include <QTimeZone>

#include <array>
#include <optional>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct OldMacroCall
{
    const QRegularExpressionMatch &match;
    const QString &wholeText; // as it was before the first expression
    MacroPass &pass;
    Source source; // of the call
};

using OldMacroHandler = std::optional<TracedText> (*)(OldMacroCall &call); // nothing = it stays

struct OldMacro
{
    const char *pattern;
    OldMacroHandler handler;
};

std::optional<TracedText> computed(const OldMacroCall &call, const QString &text)
{
    return TracedText::computed(text, call.source);
}

// A value of the environment, inside the macro that shows it.
std::optional<TracedText> shown(const OldMacroCall &call, const MacroValue &value)
{
    const auto traced = call.pass.tracedValues.constFind(value.type);
    if (!value.type.isEmpty() && traced != call.pass.tracedValues.cend())
        return traced->inside(call.source);
    if (value.type.isEmpty())
        return computed(call, value.text);
    return TracedText(value.text, Source::named(value.type, value.id, value.label).inside(call.source));
}

std::optional<TracedText> known(OldMacroCall &call, const QString &name)
{
    // Names that came with the newer engine.
    static const QStringList newer{u"chardescription"_s,
                                   u"charpersonality"_s,
                                   u"charscenario"_s,
                                   u"version"_s,
                                   u"exampleseparator"_s,
                                   u"instructfirstoutputprefix"_s,
                                   u"instructlastoutputprefix"_s};
    if (newer.contains(name))
        return std::nullopt;
    MacroEnvironment &environment = call.pass.environment;
    if (const auto once = environment.valuesOnce.constFind(name); once != environment.valuesOnce.cend()) {
        const std::optional<TracedText> value = shown(call, *once);
        environment.valuesOnce[name].text.clear(); // a second one is empty
        environment.valuesOnce[name].type.clear();
        return value;
    }
    if (const auto text = environment.cardTexts.constFind(name); text != environment.cardTexts.cend())
        return environment.areCardTextsEmpty ? std::nullopt : shown(call, *text);
    if (environment.areCardTextsEmpty && environment.cardValues.contains(name))
        return std::nullopt;
    if (const auto value = environment.values.constFind(name); value != environment.values.cend())
        return shown(call, *value);
    return std::nullopt;
}

std::optional<TracedText> namedValue(OldMacroCall &call)
{
    const QString name = call.match.captured(1).toLower();
    return known(call, name == u"charjailbreak" ? u"charinstruction"_s : name);
}

// What the templates say; the card's own system prompt, where there is one, but not in the card's texts.
std::optional<TracedText> templateValue(OldMacroCall &call)
{
    const MacroEnvironment &environment = call.pass.environment;
    QString name = call.match.captured(1).toLower();
    if (name == u"systemprompt" && environment.cardValues.contains(name)) {
        const std::optional<TracedText> own = known(call, u"charprompt"_s);
        if (own && !own->isEmpty())
            return own;
    }
    if (name == u"instructfirstoutput" || name == u"instructlastoutput")
        name += u"prefix"; // as the newer engine calls it
    const auto value = environment.values.constFind(name);
    return value == environment.values.cend() ? std::nullopt : shown(call, *value);
}

template <VariableScope scope> std::optional<TracedText> setVariable(OldMacroCall &call)
{
    writeVariable(call.pass.state, scope, call.match.captured(1).trimmed(), Json(call.match.captured(2)));
    return TracedText();
}

template <VariableScope scope> std::optional<TracedText> addVariable(OldMacroCall &call)
{
    addToVariable(call.pass.state, scope, call.match.captured(1).trimmed(), call.match.captured(2));
    return TracedText();
}

template <VariableScope scope> std::optional<TracedText> countVariable(OldMacroCall &call)
{
    const int step = call.match.captured(1).toLower() == u"inc" ? 1 : -1;
    return computed(call, stepVariable(call.pass.state, scope, call.match.captured(2).trimmed(), step));
}

template <VariableScope scope> std::optional<TracedText> getVariable(OldMacroCall &call)
{
    return computed(call, readVariable(call.pass.state, scope, call.match.captured(1).trimmed()));
}

std::optional<TracedText> nothing(OldMacroCall &)
{
    return TracedText();
}

std::optional<TracedText> newLine(OldMacroCall &call)
{
    return computed(call, u"\n"_s);
}

std::optional<TracedText> reversed(OldMacroCall &call)
{
    const QList<uint> points = call.match.captured(1).toUcs4();
    QString text;
    for (auto point = points.crbegin(); point != points.crend(); ++point)
        text += QString::fromUcs4(reinterpret_cast<const char32_t *>(&*point), 1);
    return computed(call, text);
}

QString inFormat(const OldMacroCall &call, QStringView format)
{
    constexpr qint64 stepsForUnit = 4;
    if (!call.pass.budget().takeSteps(stepsForUnit * format.size()))
        return {};
    return momentFormat(call.pass.environment.now, format);
}

std::optional<TracedText> clock(OldMacroCall &call)
{
    static const QHash<QString, QString> formats{{u"time"_s, u"LT"_s},
                                                 {u"date"_s, u"LL"_s},
                                                 {u"weekday"_s, u"dddd"_s},
                                                 {u"isotime"_s, u"HH:mm"_s},
                                                 {u"isodate"_s, u"YYYY-MM-DD"_s}};
    return computed(call, inFormat(call, formats.value(call.match.captured(1).toLower())));
}

std::optional<TracedText> inOwnFormat(OldMacroCall &call)
{
    return computed(call, inFormat(call, call.match.capturedView(1)));
}

std::optional<TracedText> zoneTime(OldMacroCall &call)
{
    const int hours = call.match.captured(1).toInt();
    const int seconds = std::abs(hours) < 16 ? hours * 3600 : hours * 60; // moment.js takes more for minutes
    const QTimeZone zone = QTimeZone::fromSecondsAheadOfUtc(seconds);
    return computed(call, momentFormat(call.pass.environment.now.toTimeZone(zone), u"LT"));
}

// A macro that the newer engine has in the same words.
std::optional<TracedText> byName(OldMacroCall &call, const QString &name, const QStringList &arguments,
                                 const MacroEnvironment &environment)
{
    std::optional<quint64> hash;
    MacroInvocation invocation{arguments,      environment, call.pass.state,
                               call.wholeText, hash,        call.match.capturedStart()};
    const MacroDefinition *macro = findMacro(name);
    const std::optional<MacroValue> value = macro ? macro->handler(invocation) : std::nullopt;
    return value ? computed(call, value->text) : std::nullopt;
}

std::optional<TracedText> roll(OldMacroCall &call)
{
    return byName(call, u"roll"_s, {call.match.captured(1).trimmed()}, call.pass.environment);
}

std::optional<TracedText> random(OldMacroCall &call)
{
    return byName(call, u"random"_s, {call.match.captured(1)}, call.pass.environment);
}

std::optional<TracedText> pick(OldMacroCall &call)
{
    MacroEnvironment environment; // the seed for new picks is unknown here
    environment.chatHash = call.pass.environment.chatHash;
    return byName(call, u"pick"_s, {call.match.captured(1)}, environment);
}

std::optional<TracedText> timeDifference(OldMacroCall &call)
{
    return byName(call, u"timediff"_s, {call.match.captured(1), call.match.captured(2)},
                  call.pass.environment);
}

std::optional<TracedText> idle(OldMacroCall &call)
{
    return byName(call, u"idleduration"_s, {}, call.pass.environment);
}

std::optional<TracedText> outlet(OldMacroCall &call)
{
    return shown(call, call.pass.environment.outlets.value(call.match.captured(1).trimmed()));
}

std::optional<TracedText> user(OldMacroCall &call)
{
    return known(call, u"user"_s);
}

std::optional<TracedText> character(OldMacroCall &call)
{
    return known(call, u"char"_s);
}

std::optional<TracedText> group(OldMacroCall &call)
{
    return known(call, u"group"_s);
}

// In this order.
constexpr std::array oldMacros{
    OldMacro{"<USER>", user},
    OldMacro{"<BOT>", character},
    OldMacro{"<CHAR>", character},
    OldMacro{"<CHARIFNOTGROUP>", group},
    OldMacro{"<GROUP>", group},
    OldMacro{"\\{\\{roll[ : ]([^}]+)\\}\\}", roll},
    OldMacro{
        "\\{\\{(instruct(?:StoryStringPrefix|StoryStringSuffix|Input|UserPrefix|UserSuffix|Output|"
        "AssistantPrefix|"
        "Separator|AssistantSuffix|SystemPrefix|SystemSuffix|FirstOutput|FirstAssistantPrefix|LastOutput|"
        "LastAssistantPrefix|Stop|UserFiller|SystemInstructionPrefix|FirstInput|FirstUserPrefix|LastInput|"
        "LastUserPrefix|System|SystemPrompt)|systemPrompt|defaultSystemPrompt|chatSeparator|chatStart)\\}\\}",
        templateValue},
    OldMacro{"\\{\\{setvar::([^:]+)::([^}]*)\\}\\}", setVariable<VariableScope::Local>},
    OldMacro{"\\{\\{addvar::([^:]+)::([^}]+)\\}\\}", addVariable<VariableScope::Local>},
    OldMacro{"\\{\\{(inc)var::([^}]+)\\}\\}", countVariable<VariableScope::Local>},
    OldMacro{"\\{\\{(dec)var::([^}]+)\\}\\}", countVariable<VariableScope::Local>},
    OldMacro{"\\{\\{getvar::([^}]+)\\}\\}", getVariable<VariableScope::Local>},
    OldMacro{"\\{\\{setglobalvar::([^:]+)::([^}]*)\\}\\}", setVariable<VariableScope::Global>},
    OldMacro{"\\{\\{addglobalvar::([^:]+)::([^}]+)\\}\\}", addVariable<VariableScope::Global>},
    OldMacro{"\\{\\{(inc)globalvar::([^}]+)\\}\\}", countVariable<VariableScope::Global>},
    OldMacro{"\\{\\{(dec)globalvar::([^}]+)\\}\\}", countVariable<VariableScope::Global>},
    OldMacro{"\\{\\{getglobalvar::([^}]+)\\}\\}", getVariable<VariableScope::Global>},
    OldMacro{"\\{\\{newline\\}\\}", newLine},
    OldMacro{"(?:\\r?\\n)*\\{\\{trim\\}\\}(?:\\r?\\n)*", nothing},
    OldMacro{"\\{\\{noop\\}\\}", nothing},
    OldMacro{"\\{\\{([A-Za-z_][A-Za-z_0-9]*)\\}\\}", namedValue},
    OldMacro{"\\{\\{reverse:(.+?)\\}\\}", reversed},
    OldMacro{"\\{\\{//([\\s\\S]*?)\\}\\}", nothing},
    OldMacro{"\\{\\{(time|date|weekday|isotime|isodate)\\}\\}", clock},
    OldMacro{"\\{\\{datetimeformat +([^}]*)\\}\\}", inOwnFormat},
    OldMacro{"\\{\\{idle_duration\\}\\}", idle},
    OldMacro{"\\{\\{time_UTC([-+]\\d+)\\}\\}", zoneTime},
    OldMacro{"\\{\\{outlet::(.+?)\\}\\}", outlet},
    OldMacro{"\\{\\{timeDiff::(.*?)::(.*?)\\}\\}", timeDifference},
    OldMacro{"\\{\\{banned \"(.*)\"\\}\\}", nothing},
    OldMacro{"\\{\\{random\\s?::?([^}]+)\\}\\}", random},
    OldMacro{"\\{\\{pick\\s?::?([^}]+)\\}\\}", pick},
};

// "getvar", "random", for the source.
QString wordOf(QStringView call)
{
    static const QRegularExpression word(u"[A-Za-z_]+"_s);
    const QString found = word.matchView(call).captured().toLower();
    return found.isEmpty() ? u"//"_s : found;
}

TracedText replaced(const TracedText &text, const OldMacro &macro, const QRegularExpression &pattern,
                    const QString &wholeText, MacroPass &pass)
{
    TracedText result;
    qsizetype position = 0;
    for (auto found = pattern.globalMatch(text.text()); found.hasNext() && pass.budget().goesOn();) {
        const QRegularExpressionMatch match = found.next();
        const Span *span = text.spanAt(match.capturedStart());
        const QString word = wordOf(match.capturedView());
        OldMacroCall call{
            match, wholeText, pass,
            Source(SourceKind::Macro, word, u"{{"_s + word + u"}}"_s).inside(span ? span->source : Source())};
        const std::optional<TracedText> value = macro.handler(call);
        if (!value)
            continue;
        if (!pass.budget().takeSteps(2) || !pass.budget().takeOutput(value->size(), value->spans().size()))
            return {};
        result.append(text.mid(position, match.capturedStart() - position));
        result.append(*value);
        position = match.capturedEnd();
    }
    if (position == 0)
        return text;
    result.append(text.mid(position));
    return result;
}

} // namespace

TracedText expandedByOldMacros(const TracedText &text, MacroPass &pass)
{
    static const QList<QRegularExpression> patterns = [] {
        QList<QRegularExpression> list;
        for (const OldMacro &macro : oldMacros)
            list.append(QRegularExpression(QString::fromLatin1(macro.pattern),
                                           QRegularExpression::CaseInsensitiveOption));
        return list;
    }();
    TracedText result = text;
    for (std::size_t i = 0; i < oldMacros.size() && pass.budget().goesOn(); ++i) {
        const bool isCurly = oldMacros[i].pattern[0] != '<';
        if (result.isEmpty() || (isCurly && !result.text().contains(u"{{")))
            break;
        if (!pass.budget().takeReading(result.size()))
            break;
        result = replaced(result, oldMacros[i], patterns.at(qsizetype(i)), text.text(), pass);
    }
    return pass.budget().goesOn() ? result : TracedText();
}

} // namespace snug
