#include "core/formats/chatjsonl.h"

#include <QLocale>
#include <QRegularExpression>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// "June 19, 2023 4:13pm"
QDateTime fromMonthName(const QString &text)
{
    static const QRegularExpression pattern(
        u"^([A-Za-z]+) (\\d{1,2}), (\\d{4}),? (\\d{1,2}):(\\d{2}) ?([ap]m)$"_s,
        QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch())
        return {};
    int month = 0;
    for (int m = 1; m <= 12; ++m) {
        if (match.captured(1).compare(QLocale::c().monthName(m), Qt::CaseInsensitive) == 0 ||
            match.captured(1).compare(QLocale::c().monthName(m, QLocale::ShortFormat), Qt::CaseInsensitive) ==
                0)
            month = m;
    }
    const bool isAfternoon = match.captured(6).startsWith(u'p', Qt::CaseInsensitive);
    const int hour = match.captured(4).toInt() % 12 + (isAfternoon ? 12 : 0);
    const QDate date(match.captured(3).toInt(), month, match.captured(2).toInt());
    const QTime time(hour, match.captured(5).toInt());
    return date.isValid() && time.isValid() && match.captured(4).toInt() <= 12 ? QDateTime(date, time)
                                                                               : QDateTime();
}

// "2023-6-19 @16h 13m 05s 123ms" and "2023-06-19@16h13m05s"
QDateTime fromHumanised(const QString &text)
{
    static const QRegularExpression pattern(
        u"^(\\d{4})-(\\d{1,2})-(\\d{1,2}) ?@ ?(\\d{1,2})h ?(\\d{1,2})m ?(\\d{1,2})s(?: ?(\\d{1,3})ms)?$"_s);
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch())
        return {};
    const auto number = [&match](int group) { return match.captured(group).toInt(); };
    const QDate date(number(1), number(2), number(3));
    const QTime time(number(4), number(5), number(6), number(7));
    return date.isValid() && time.isValid() ? QDateTime(date, time) : QDateTime();
}

} // namespace

QDateTime sendDateTime(const QString &sendDate)
{
    const QString text = sendDate.trimmed();
    bool isNumber = false;
    const qint64 milliseconds = text.toLongLong(&isNumber);
    if (isNumber)
        return QDateTime::fromMSecsSinceEpoch(milliseconds, QTimeZone::UTC);
    if (const QDateTime date = fromHumanised(text); date.isValid())
        return date;
    if (const QDateTime date = fromMonthName(text); date.isValid())
        return date;
    return QDateTime::fromString(text, Qt::ISODateWithMs);
}

} // namespace snug
