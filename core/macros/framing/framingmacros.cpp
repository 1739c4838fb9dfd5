#include "core/macros/framing/framingmacros.h"

#include "core/macros/framing/expression.h"
#include "core/macros/framing/keywords.h"
#include "core/macros/framing/valuetext.h"

#include <QLocale>

#include <ctime>

using namespace Qt::StringLiterals;

namespace snug::framing {

namespace {

struct Macro
{
    enum class Kind : quint8 { Expression, Set, Get, Named };

    Kind kind = Kind::Named;
    QString name = {}; // lower case; of variables as typed
    QString parameters = {};
};

// The macros that read a variable of the chat.
constexpr std::pair<QStringView, QStringView> chatVariables[] = {
    {u"user", u"user_name"},
    {u"char", u"character_name"},
    {u"description", u"character_description"},
    {u"personality", u"character_personality"},
    {u"scenario", u"scenario_description"},
    {u"persona", u"persona_description"},
    {u"input", u"user_input_text"},
    {u"lastmessage", u"chat_last_message"},
    {u"lastusermessage", u"chat_last_user_message"},
    {u"lastcharmessage", u"chat_last_assistant_message"},
    {u"messagecount", u"chat_message_count"},
    {u"usermessagecount", u"chat_user_message_count"},
    {u"conversationlength", u"chat_conversation_length"},
};

constexpr QStringView namedMacros[] = {u"newline",
                                       u"noop",
                                       u"enable",
                                       u"trim",
                                       u"random",
                                       u"pick",
                                       u"roll",
                                       u"add",
                                       u"sub",
                                       u"mul",
                                       u"div",
                                       u"max",
                                       u"min",
                                       u"upper",
                                       u"lower",
                                       u"length",
                                       u"reverse",
                                       u"time",
                                       u"date",
                                       u"weekday",
                                       u"isotime",
                                       u"isodate",
                                       u"datetimeformat",
                                       u"getglobalvar",
                                       u"setglobalvar",
                                       u"addglobalvar",
                                       u"incglobalvar",
                                       u"decglobalvar",
                                       u"addvar",
                                       u"incvar",
                                       u"decvar",
                                       u"timediff",
                                       u"keywords"};

// "NAME::VALUE" or "NAME:VALUE"; the first double colon splits, else the first single one.
std::pair<QString, QString> nameAndValue(QStringView text)
{
    const qsizetype twice = text.indexOf(u"::"_s);
    const qsizetype split = twice >= 0 ? twice : text.indexOf(u':');
    if (split < 0)
        return {stripped(text).toString(), {}};
    return {stripped(text.first(split)).toString(), text.sliced(split + (twice >= 0 ? 2 : 1)).toString()};
}

QStringView behindKeyword(QStringView text, qsizetype length)
{
    text = text.sliced(length);
    while (!text.isEmpty() && stripped(text.first(1)).isEmpty())
        text = text.sliced(1);
    return text.startsWith(u"::"_s) ? text.sliced(2) : text.startsWith(u':') ? text.sliced(1) : text;
}

// Whether it can be a macro at all, by its first word: nothing has to be looked through for that.
bool mayBeMacro(QStringView text)
{
    constexpr qsizetype longest = 24; // names, with room
    static constexpr QStringView open[] = {u"//", u"python:", u"setvar", u"getvar", u"time_utc"};
    if (std::ranges::any_of(open,
                            [&](QStringView start) { return text.startsWith(start, Qt::CaseInsensitive); }))
        return true;
    qsizetype end = 0;
    while (end < text.size() && end < longest && text[end] != u':' && !text[end].isSpace())
        ++end;
    if (end == longest)
        return false;
    const QStringView behind = text.sliced(end);
    const auto next =
        std::ranges::find_if_not(behind, [](QChar c) { return stripped(QStringView(&c, 1)).isEmpty(); });
    return next == behind.cend() || *next == u':';
}

std::optional<Macro> recognised(QStringView inner)
{
    const QStringView text = stripped(inner);
    if (!mayBeMacro(text))
        return std::nullopt;
    if (text.startsWith(u"//"_s))
        return Macro{Macro::Kind::Named, u"//"_s};
    if (text.startsWith(u"python:"_s, Qt::CaseInsensitive))
        return Macro{Macro::Kind::Expression, u"python"_s, stripped(text.sliced(7)).toString()};
    if (text.startsWith(u"setvar"_s, Qt::CaseInsensitive)) {
        const auto [name, value] = nameAndValue(behindKeyword(text, 6));
        return Macro{Macro::Kind::Set, name, value};
    }
    if (text.startsWith(u"getvar"_s, Qt::CaseInsensitive))
        return Macro{Macro::Kind::Get, stripped(behindKeyword(text, 6)).toString()};
    const qsizetype colon = text.indexOf(u':');
    const QString name = stripped(colon < 0 ? text : text.first(colon)).toString().toLower();
    const bool isKnown =
        name.startsWith(u"time_utc"_s) ||
        std::ranges::find(namedMacros, QStringView(name)) != std::end(namedMacros) ||
        std::ranges::find(chatVariables, QStringView(name), &std::pair<QStringView, QStringView>::first) !=
            std::end(chatVariables);
    if (!isKnown)
        return std::nullopt;
    return Macro{Macro::Kind::Named, name, colon < 0 ? QString() : text.sliced(colon + 1).toString()};
}

// splitmix64
quint64 nextFramingRandom(MacroContext &context)
{
    context.seed += 0x9E3779B97F4A7C15ULL;
    quint64 mixed = context.seed;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
    return mixed ^ (mixed >> 31);
}

QString rolled(const QString &parameters, MacroContext &context)
{
    const QString dice =
        stripped(parameters).isEmpty() ? u"1d6"_s : stripped(parameters).toString().toLower();
    const qsizetype d = dice.indexOf(u'd');
    const QStringView left = d < 0 ? QStringView() : stripped(QStringView(dice).first(d));
    const auto count = left.isEmpty() ? std::optional<qint64>(1) : wholeNumber(Json(left));
    const auto sides = d < 0 ? std::nullopt : wholeNumber(Json(QStringView(dice).sliced(d + 1)));
    if (!count || !sides)
        return u"1"_s;
    const auto numberOfSides = static_cast<quint64>(std::clamp<qint64>(*sides, 2, 1000));
    qint64 total = 0;
    for (qint64 i = std::clamp<qint64>(*count, 1, 50); i > 0; --i)
        total += 1 + static_cast<qint64>(nextFramingRandom(context) % numberOfSides);
    return QString::number(total);
}

// What is no number counts as 0.
double numberOrZero(const Json &value)
{
    return decimalFromText(valueText(value)).value_or(0);
}

QString calculated(const QString &name, const QString &parameters)
{
    const QStringList parts = splitParameters(parameters);
    const double a = numberOrZero(Json(parts.value(0)));
    const double b = numberOrZero(Json(parts.value(1)));
    if (name == u"add")
        return decimalText(a + b);
    if (name == u"sub")
        return decimalText(a - b);
    if (name == u"mul")
        return decimalText(a * b);
    if (name == u"div")
        return decimalText(b == 0 ? 0 : a / b);
    return decimalText(name == u"max" ? (b > a ? b : a) : (b < a ? b : a));
}

QString reversed(const QString &text)
{
    const QList<uint> codes = text.toUcs4();
    QString result;
    for (auto code = codes.crbegin(); code != codes.crend(); ++code)
        result += QChar::fromUcs4(*code);
    return result;
}

QString formattedTime(const QDateTime &time, const QString &format)
{
    std::tm parts{};
    parts.tm_year = time.date().year() - 1900;
    parts.tm_mon = time.date().month() - 1;
    parts.tm_mday = time.date().day();
    parts.tm_wday = time.date().dayOfWeek() % 7;
    parts.tm_yday = time.date().dayOfYear() - 1;
    parts.tm_hour = time.time().hour();
    parts.tm_min = time.time().minute();
    parts.tm_sec = time.time().second();
    const QByteArray bytes = format.toUtf8();
    std::array<char, 1024> buffer;
    const size_t length = std::strftime(buffer.data(), buffer.size(), bytes.constData(), &parts);
    return QString::fromUtf8(buffer.data(), static_cast<qsizetype>(length));
}

QString timeResult(const QString &name, const QString &parameters, const QDateTime &now)
{
    if (name == u"time" || name == u"isotime")
        return now.time().toString(u"HH:mm:ss"_s);
    if (name == u"date" || name == u"isodate")
        return now.date().toString(u"yyyy-MM-dd"_s);
    if (name == u"weekday")
        return now.isValid() ? QLocale::c().dayName(now.date().dayOfWeek()) : QString();
    if (name == u"datetimeformat")
        return formattedTime(now, stripped(parameters).isEmpty() ? u"%Y-%m-%d %H:%M:%S"_s : parameters);
    const qint64 hours = wholeNumber(Json(QStringView(name).sliced(8))).value_or(0); // time_utc+2
    return now.addSecs(hours * 3600).time().toString(u"HH:mm:ss"_s);
}

void addToVariable(const QString &parameters, VariableScope &scope)
{
    const QStringList parts = splitParameters(parameters);
    const Json value = scope.read(parts.value(0));
    const QString old = value.isNull() ? QString() : stripped(valueText(value)).toString();
    const QString added = parts.size() > 1 ? parts.at(1) : u"0"_s;
    const auto a = decimalFromText(old);
    const auto b = decimalFromText(added);
    scope.write(parts.value(0), Json(a && b ? decimalText(*a + *b) : old + added));
}

void countVariable(const QString &path, double step, VariableScope &scope)
{
    scope.write(path, Json(decimalText(numberOrZero(scope.read(path)) + step)));
}

QString shown(const Json &value)
{
    return value.isNull() ? QString() : valueText(value);
}

QString textResult(const QString &name, const QString &parameters)
{
    if (name == u"upper")
        return parameters.toUpper();
    if (name == u"lower")
        return parameters.toLower();
    return name == u"length" ? QString::number(parameters.toUcs4().size()) : reversed(parameters);
}

QString namedResult(const Macro &macro, MacroContext &context)
{
    const QString &name = macro.name;
    const auto is = [&](std::initializer_list<QStringView> names) {
        return std::ranges::find(names, QStringView(name)) != names.end();
    };
    // Variables may stand behind two colons as well: {{setglobalvar::g::7}}.
    const bool isVariable = name.endsWith(u"var"_s);
    const QString parameters =
        isVariable && macro.parameters.startsWith(u':') ? macro.parameters.sliced(1) : macro.parameters;
    const QString path = stripped(parameters).toString();
    if (name == u"newline")
        return u"\n"_s;
    if (name == u"enable")
        return u"True"_s;
    if (is({u"random", u"pick"})) {
        const QStringList choices = splitParameters(macro.parameters);
        return choices.at(
            static_cast<qsizetype>(nextFramingRandom(context) % static_cast<quint64>(choices.size())));
    }
    if (name == u"roll")
        return rolled(macro.parameters, context);
    if (is({u"add", u"sub", u"mul", u"div", u"max", u"min"}))
        return calculated(name, macro.parameters);
    if (is({u"upper", u"lower", u"length", u"reverse"}))
        return textResult(name, macro.parameters);
    if (is({u"time", u"isotime", u"date", u"isodate", u"weekday", u"datetimeformat"}) ||
        name.startsWith(u"time_utc"_s))
        return timeResult(name, macro.parameters, context.now);
    if (name == u"getglobalvar")
        return shown(context.scope.read(path));
    if (name == u"setglobalvar") {
        const auto [variable, value] = nameAndValue(parameters);
        context.scope.write(variable, Json(value));
    } else if (is({u"addvar", u"addglobalvar"})) {
        addToVariable(parameters, context.scope);
    } else if (is({u"incvar", u"incglobalvar"})) {
        countVariable(path, 1, context.scope);
    } else if (is({u"decvar", u"decglobalvar"})) {
        countVariable(path, -1, context.scope);
    } else if (name == u"keywords") {
        return keywordsResult(macro.parameters, context.scope);
    }
    const auto variable =
        std::ranges::find(chatVariables, QStringView(name), &std::pair<QStringView, QStringView>::first);
    // Nothing for comments, noop, trim and timediff.
    return variable == std::end(chatVariables) ? QString()
                                               : shown(context.scope.read(variable->second.toString()));
}

} // namespace

QList<int> &MacroScan::openedBy(QChar c)
{
    return c == u'{' || c == u'}' ? m_curly : m_angled;
}

std::optional<MacroSpan> MacroScan::next(QStringView text)
{
    while (m_at + 1 < text.size()) {
        const QChar c = text[m_at];
        if (c != text[m_at + 1] || !QStringView(u"{}<>").contains(c)) {
            ++m_at;
            continue;
        }
        QList<int> &open = openedBy(c);
        const int at = m_at;
        m_at += 2;
        if (c == u'{' || c == u'<') {
            open.append(at);
            m_seen.append({at, -1});
        } else if (open.isEmpty()) {
            m_seen.append({at, -1});
        } else {
            const int start = open.takeLast();
            m_seen.append({at, start});
            const QStringView inner = text.sliced(start + 2, at - start - 2);
            if (recognised(inner)) {
                goBackTo(start, text);
                return MacroSpan{start, at + 2 - start, inner.toString()};
            }
        }
    }
    return std::nullopt;
}

// As if nothing from `start` on had been seen. The character before it may be one half of what comes now.
void MacroScan::goBackTo(int start, QStringView text)
{
    for (; !m_seen.isEmpty() && m_seen.last().at >= start; m_seen.removeLast()) {
        const auto [at, opening] = m_seen.last();
        const QChar c = text[at];
        if (c == u'{' || c == u'<')
            openedBy(c).removeLast();
        else if (opening >= 0)
            openedBy(c).append(opening);
    }
    const bool isTaken = !m_seen.isEmpty() && m_seen.last().at == start - 2;
    m_at = isTaken || start == 0 ? start : start - 1;
}

QString macroLabel(QStringView inner)
{
    const auto macro = recognised(inner);
    if (!macro)
        return {};
    switch (macro->kind) {
    case Macro::Kind::Set:
        return u"setvar:"_s + macro->name;
    case Macro::Kind::Get:
        return u"getvar:"_s + macro->name;
    case Macro::Kind::Expression:
    case Macro::Kind::Named:
        break;
    }
    return macro->name;
}

QString macroResult(QStringView inner, MacroContext &context)
{
    const auto macro = recognised(inner);
    if (!macro)
        return {};
    switch (macro->kind) {
    case Macro::Kind::Expression: {
        const auto value = evaluateCode(macro->parameters, context.scope);
        return value ? shown(*value) : QString();
    }
    case Macro::Kind::Set:
        context.scope.write(macro->name, Json(macro->parameters));
        return {};
    case Macro::Kind::Get:
        return shown(context.scope.read(macro->name));
    case Macro::Kind::Named:
        return namedResult(*macro, context);
    }
    return {};
}

bool takeRound(MacroBudget &budget, qsizetype units, qsizetype spans)
{
    constexpr qsizetype unitsPerStep = 1024; // only braces are looked for
    constexpr qsizetype spansPerStep = 8;
    return budget.takeSteps(1 + units / unitsPerStep + spans / spansPerStep);
}

QString expandMacros(QString text, MacroContext &context)
{
    MacroBudget &budget = *context.scope.budget;
    MacroScan scan;
    qsizetype work = 0;
    for (int round = 0; round < macroRoundLimit && text.size() < macroTextLimit && work < macroWorkLimit;
         ++round) {
        work += text.size();
        if (!takeRound(budget, text.size()))
            return {};
        const auto macro = scan.next(text);
        if (!macro)
            break;
        const QString result = macroResult(macro->inner, context);
        if (!budget.takeOutput(result.size()))
            return {};
        text.replace(macro->start, macro->length, result);
    }
    return text;
}

bool isConditionTrue(const Json &condition, const MacroContext &context)
{
    if (condition.isUndefined())
        return false;
    MacroContext copy = context;
    const QString result = expandMacros(valueText(condition), copy);
    return stripped(result).compare(u"true"_s, Qt::CaseInsensitive) == 0;
}

} // namespace snug::framing
