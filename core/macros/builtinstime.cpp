#include "core/macros/builtins.h"
#include "core/macros/momentformat.h"

#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace snug {

static std::optional<MacroValue> formatted(const MacroInvocation &call, QStringView format)
{
    constexpr qint64 stepsForUnit = 4; // each may be a token, and all of a time's parts are spelt for one
    if (!call.state.budget->takeSteps(stepsForUnit * format.size()))
        return MacroValue{};
    return MacroValue{momentFormat(call.environment.now, format)};
}

// "UTC+9", "UTC-5".
static std::optional<int> hoursFromUtc(QStringView zone)
{
    if (!zone.startsWith(u"UTC"))
        return std::nullopt;
    bool isNumber = false;
    const int hours = zone.sliced(3).toInt(&isNumber);
    const bool isSigned = zone.size() > 3 && (zone[3] == u'+' || zone[3] == u'-');
    return isNumber && isSigned && hours >= -15 && hours <= 15 ? std::optional(hours) : std::nullopt;
}

static std::optional<MacroValue> time(MacroInvocation &call)
{
    if (call.arguments.isEmpty())
        return formatted(call, u"LT");
    const std::optional<int> hours = hoursFromUtc(call.arguments.first());
    if (!hours)
        return formatted(call, u"LT");
    const QDateTime there = call.environment.now.toTimeZone(QTimeZone::fromSecondsAheadOfUtc(*hours * 3600));
    return MacroValue{momentFormat(there, u"LT")};
}

static std::optional<MacroValue> date(MacroInvocation &call)
{
    return formatted(call, u"LL");
}

static std::optional<MacroValue> weekday(MacroInvocation &call)
{
    return formatted(call, u"dddd");
}

static std::optional<MacroValue> isoTime(MacroInvocation &call)
{
    return formatted(call, u"HH:mm");
}

static std::optional<MacroValue> isoDate(MacroInvocation &call)
{
    return formatted(call, u"YYYY-MM-DD");
}

static std::optional<MacroValue> dateTimeFormat(MacroInvocation &call)
{
    return formatted(call, call.arguments.first());
}

static QDateTime readTime(const QString &text)
{
    QString iso = text;
    if (iso.size() > 10 && iso[10] == u' ')
        iso[10] = u'T';
    QDateTime result = QDateTime::fromString(iso, Qt::ISODateWithMs);
    if (!result.isValid() && iso.size() == 10)
        result = QDate::fromString(iso, Qt::ISODate).startOfDay();
    if (!result.isValid())
        result = QDateTime::fromString(text, Qt::RFC2822Date);
    return result;
}

static std::optional<MacroValue> timeDifference(MacroInvocation &call)
{
    const QDateTime left = readTime(call.arguments[0]);
    const QDateTime right = readTime(call.arguments[1]);
    if (!left.isValid() || !right.isValid())
        return MacroValue{u"Invalid date"_s}; // moment.js's words
    return MacroValue{humanDurationFromNow(right.msecsTo(left))};
}

static std::optional<MacroValue> idleDuration(MacroInvocation &call)
{
    if (!call.environment.idleSince.isValid())
        return MacroValue{u"just now"_s};
    return MacroValue{humanDuration(call.environment.idleSince.msecsTo(call.environment.now))};
}

void addTimeMacros(MacroTable &table)
{
    table[u"time"_s] = {0, 1, time};
    table[u"date"_s] = {0, 0, date};
    table[u"weekday"_s] = {0, 0, weekday};
    table[u"isotime"_s] = {0, 0, isoTime};
    table[u"isodate"_s] = {0, 0, isoDate};
    table[u"datetimeformat"_s] = {1, 1, dateTimeFormat};
    table[u"timediff"_s] = {2, 2, timeDifference};
    table[u"idleduration"_s] = {0, 0, idleDuration};
    table[u"idle_duration"_s] = {0, 0, idleDuration};
}

} // namespace snug
