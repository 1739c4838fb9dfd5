#include "core/chat/senddate.h"

#include <QLocale>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// "2023-6-1 @19h 4m 5s 20ms", "2026-11-21@22h11m58s197ms", "2026-11-21@22h11m58s"
QDateTime parseMarked(const QString &text)
{
    static const QRegularExpression pattern(
        uR"(^(\d{4})-(\d{1,2})-(\d{1,2})\s*@\s*(\d{1,2})h\s*(\d{1,2})m\s*(\d{1,2})s(?:\s*(\d{1,3})ms)?$)"_s);
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch())
        return {};
    const auto number = [&](int group) { return match.capturedView(group).toInt(); };
    return {QDate(number(1), number(2), number(3)), QTime(number(4), number(5), number(6), number(7))};
}

} // namespace

QDateTime parseSendDate(QStringView spelling)
{
    const QString text = spelling.trimmed().toString();
    if (text.isEmpty())
        return {};
    bool isNumber = false;
    if (const qint64 milliseconds = text.toLongLong(&isNumber); isNumber)
        return QDateTime::fromMSecsSinceEpoch(milliseconds);
    if (const QDateTime date = QDateTime::fromString(text, Qt::ISODateWithMs); date.isValid())
        return date.toLocalTime();
    if (const QDateTime date = parseMarked(text); date.isValid())
        return date;
    // "November 1, 2023 3:04pm"
    return QLocale::c().toDateTime(text, u"MMMM d, yyyy h:mmap"_s);
}

} // namespace snug
