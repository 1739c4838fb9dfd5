#include "core/macros/momentformat.h"

#include <QLocale>

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

static QString padded(int number, int width)
{
    return QString::number(number).rightJustified(width, u'0');
}

static QString ordinal(int number)
{
    const int tens = number % 100 / 10;
    const int ones = number % 10;
    if (tens != 1 && ones >= 1 && ones <= 3)
        return QString::number(number) + (ones == 1 ? u"st"_s : ones == 2 ? u"nd"_s : u"rd"_s);
    return QString::number(number) + u"th"_s;
}

static QString offsetText(const QDateTime &time, bool colon)
{
    const int minutes = time.offsetFromUtc() / 60;
    return (minutes < 0 ? u"-"_s : u"+"_s) + padded(std::abs(minutes) / 60, 2) +
           (colon ? u":"_s : QString()) + padded(std::abs(minutes) % 60, 2);
}

// Week of the year where weeks begin on Sunday and week 1 holds 1 January.
static int weekFromSunday(QDate date, int *year)
{
    const auto startOfFirst = [](int y) {
        const QDate first(y, 1, 1);
        return first.addDays(-(first.dayOfWeek() % 7));
    };
    *year = date >= startOfFirst(date.year() + 1) ? date.year() + 1 : date.year();
    return static_cast<int>(startOfFirst(*year).daysTo(date) / 7) + 1;
}

static QString longForm(QStringView token)
{
    static constexpr std::pair<QStringView, QStringView> forms[] = {
        {u"LTS", u"h:mm:ss A"},
        {u"LT", u"h:mm A"},
        {u"LLLL", u"dddd, MMMM D, YYYY h:mm A"},
        {u"LLL", u"MMMM D, YYYY h:mm A"},
        {u"LL", u"MMMM D, YYYY"},
        {u"L", u"MM/DD/YYYY"},
        {u"llll", u"ddd, MMM D, YYYY h:mm A"},
        {u"lll", u"MMM D, YYYY h:mm A"},
        {u"ll", u"MMM D, YYYY"},
        {u"l", u"M/D/YYYY"},
    };
    for (const auto &[name, form] : forms) {
        if (token == name)
            return form.toString();
    }
    return {};
}

static QString tokenText(const QDateTime &time, QStringView token)
{
    const QLocale english = QLocale::c();
    const QDate date = time.date();
    const int hour = time.time().hour();
    const int hour12 = hour % 12 == 0 ? 12 : hour % 12;
    const int minute = time.time().minute();
    const int second = time.time().second();
    const int weekday = date.dayOfWeek() % 7; // Sunday is 0
    int weekYear = 0;
    const int week = weekFromSunday(date, &weekYear);
    int isoYear = 0;
    const int isoWeek = date.weekNumber(&isoYear);

    const QString form = longForm(token);
    if (!form.isEmpty())
        return momentFormat(time, form);
    if (token.front() == u'S') {
        const QString fraction = padded(time.time().msec(), 3).leftJustified(9, u'0');
        return fraction.left(token.size());
    }
    const std::pair<QStringView, QString> values[] = {
        {u"YYYYYY", u"+"_s + padded(date.year(), 6)},
        {u"YYYYY", padded(date.year(), 5)},
        {u"YYYY", padded(date.year(), 4)},
        {u"YY", padded(date.year() % 100, 2)},
        {u"Y", QString::number(date.year())},
        {u"Q", QString::number((date.month() + 2) / 3)},
        {u"Qo", ordinal((date.month() + 2) / 3)},
        {u"MMMM", english.monthName(date.month(), QLocale::LongFormat)},
        {u"MMM", english.monthName(date.month(), QLocale::ShortFormat)},
        {u"MM", padded(date.month(), 2)},
        {u"Mo", ordinal(date.month())},
        {u"M", QString::number(date.month())},
        {u"DDDD", padded(date.dayOfYear(), 3)},
        {u"DDDo", ordinal(date.dayOfYear())},
        {u"DDD", QString::number(date.dayOfYear())},
        {u"DD", padded(date.day(), 2)},
        {u"Do", ordinal(date.day())},
        {u"D", QString::number(date.day())},
        {u"dddd", english.dayName(date.dayOfWeek(), QLocale::LongFormat)},
        {u"ddd", english.dayName(date.dayOfWeek(), QLocale::ShortFormat)},
        {u"dd", english.dayName(date.dayOfWeek(), QLocale::ShortFormat).left(2)},
        {u"do", ordinal(weekday)},
        {u"d", QString::number(weekday)},
        {u"e", QString::number(weekday)},
        {u"E", QString::number(date.dayOfWeek())},
        {u"ww", padded(week, 2)},
        {u"wo", ordinal(week)},
        {u"w", QString::number(week)},
        {u"WW", padded(isoWeek, 2)},
        {u"Wo", ordinal(isoWeek)},
        {u"W", QString::number(isoWeek)},
        {u"gggg", padded(weekYear, 4)},
        {u"gg", padded(weekYear % 100, 2)},
        {u"GGGG", padded(isoYear, 4)},
        {u"GG", padded(isoYear % 100, 2)},
        {u"HH", padded(hour, 2)},
        {u"H", QString::number(hour)},
        {u"hh", padded(hour12, 2)},
        {u"h", QString::number(hour12)},
        {u"kk", padded(hour == 0 ? 24 : hour, 2)},
        {u"k", QString::number(hour == 0 ? 24 : hour)},
        {u"hmm", QString::number(hour12) + padded(minute, 2)},
        {u"hmmss", QString::number(hour12) + padded(minute, 2) + padded(second, 2)},
        {u"Hmm", QString::number(hour) + padded(minute, 2)},
        {u"Hmmss", QString::number(hour) + padded(minute, 2) + padded(second, 2)},
        {u"mm", padded(minute, 2)},
        {u"m", QString::number(minute)},
        {u"ss", padded(second, 2)},
        {u"s", QString::number(second)},
        {u"A", hour < 12 ? u"AM"_s : u"PM"_s},
        {u"a", hour < 12 ? u"am"_s : u"pm"_s},
        {u"ZZ", offsetText(time, false)},
        {u"Z", offsetText(time, true)},
        {u"X", QString::number(time.toSecsSinceEpoch())},
        {u"x", QString::number(time.toMSecsSinceEpoch())},
    };
    for (const auto &[name, text] : values) {
        if (token == name)
            return text;
    }
    return {};
}

QString momentFormat(const QDateTime &time, QStringView format)
{
    // Longest first among those that begin alike.
    static constexpr std::array tokens{
        QStringView(u"hmmss"),    QStringView(u"Hmmss"),   QStringView(u"hmm"),    QStringView(u"Hmm"),
        QStringView(u"YYYYYY"),   QStringView(u"YYYYY"),   QStringView(u"YYYY"),   QStringView(u"YY"),
        QStringView(u"Y"),        QStringView(u"Qo"),      QStringView(u"Q"),      QStringView(u"MMMM"),
        QStringView(u"MMM"),      QStringView(u"MM"),      QStringView(u"Mo"),     QStringView(u"M"),
        QStringView(u"DDDD"),     QStringView(u"DDDo"),    QStringView(u"DDD"),    QStringView(u"DD"),
        QStringView(u"Do"),       QStringView(u"D"),       QStringView(u"dddd"),   QStringView(u"ddd"),
        QStringView(u"dd"),       QStringView(u"do"),      QStringView(u"d"),      QStringView(u"e"),
        QStringView(u"E"),        QStringView(u"ww"),      QStringView(u"wo"),     QStringView(u"w"),
        QStringView(u"WW"),       QStringView(u"Wo"),      QStringView(u"W"),      QStringView(u"gggg"),
        QStringView(u"gg"),       QStringView(u"GGGG"),    QStringView(u"GG"),     QStringView(u"HH"),
        QStringView(u"H"),        QStringView(u"hh"),      QStringView(u"h"),      QStringView(u"kk"),
        QStringView(u"k"),        QStringView(u"mm"),      QStringView(u"m"),      QStringView(u"ss"),
        QStringView(u"s"),        QStringView(u"A"),       QStringView(u"a"),      QStringView(u"ZZ"),
        QStringView(u"Z"),        QStringView(u"X"),       QStringView(u"x"),      QStringView(u"SSSSSSSSS"),
        QStringView(u"SSSSSSSS"), QStringView(u"SSSSSSS"), QStringView(u"SSSSSS"), QStringView(u"SSSSS"),
        QStringView(u"SSSS"),     QStringView(u"SSS"),     QStringView(u"SS"),     QStringView(u"S"),
        QStringView(u"LTS"),      QStringView(u"LT"),      QStringView(u"LLLL"),   QStringView(u"LLL"),
        QStringView(u"LL"),       QStringView(u"L"),       QStringView(u"llll"),   QStringView(u"lll"),
        QStringView(u"ll"),       QStringView(u"l"),
    };
    QString result;
    const qsizetype lastClosing = format.lastIndexOf(u']');
    for (qsizetype position = 0; position < format.size();) {
        const QStringView rest = format.sliced(position);
        if (rest.front() == u'[' && position < lastClosing) {
            if (const qsizetype end = rest.indexOf(u']'); end > 0) {
                result += rest.sliced(1, end - 1);
                position += end + 1;
                continue;
            }
        }
        const bool isEscaped = rest.front() == u'\\' && rest.size() > 1;
        const QStringView shown = isEscaped ? rest.sliced(1) : rest;
        const auto token =
            std::ranges::find_if(tokens, [&](QStringView candidate) { return shown.startsWith(candidate); });
        if (isEscaped) {
            const qsizetype length = token == tokens.end() ? 1 : token->size();
            result += shown.first(length);
            position += length + 1;
        } else if (token == tokens.end()) {
            result += rest.front();
            ++position;
        } else {
            result += tokenText(time, *token);
            position += token->size();
        }
    }
    return result;
}

QString humanDuration(qint64 milliseconds)
{
    const double seconds = std::abs(double(milliseconds)) / 1000;
    const double exactDays = seconds / 86400;
    const auto rounded = [](double value) { return static_cast<qint64>(std::floor(value + 0.5)); };
    const qint64 minutes = rounded(seconds / 60);
    const qint64 hours = rounded(seconds / 3600);
    const qint64 days = rounded(exactDays);
    const qint64 months = rounded(exactDays * 4800 / 146097);
    const qint64 years = rounded(exactDays * 400 / 146097);
    if (rounded(seconds) < 45)
        return u"a few seconds"_s;
    if (minutes <= 1)
        return u"a minute"_s;
    if (minutes < 45)
        return u"%1 minutes"_s.arg(minutes);
    if (hours <= 1)
        return u"an hour"_s;
    if (hours < 22)
        return u"%1 hours"_s.arg(hours);
    if (days <= 1)
        return u"a day"_s;
    if (days < 26)
        return u"%1 days"_s.arg(days);
    if (months <= 1)
        return u"a month"_s;
    if (months < 11)
        return u"%1 months"_s.arg(months);
    if (years <= 1)
        return u"a year"_s;
    return u"%1 years"_s.arg(years);
}

QString humanDurationFromNow(qint64 milliseconds)
{
    return milliseconds > 0 ? u"in %1"_s.arg(humanDuration(milliseconds))
                            : u"%1 ago"_s.arg(humanDuration(milliseconds));
}

} // namespace snug
