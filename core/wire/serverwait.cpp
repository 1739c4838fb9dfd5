#include "core/wire/serverwait.h"

#include <QDateTime>
#include <QHash>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QHash<QByteArray, QByteArray> byLowerName(const WireHeaders &headers)
{
    QHash<QByteArray, QByteArray> values;
    for (const auto &[name, value] : headers)
        values.insert(name.trimmed().toLower(), value.trimmed());
    return values;
}

QDateTime httpDate(const QByteArray &value)
{
    QString text = QString::fromLatin1(value);
    if (text.endsWith(u" GMT"))
        text = text.chopped(3) + u"+0000"; // the only zone that Qt reads
    return QDateTime::fromString(text, Qt::RFC2822Date);
}

// "7", a point in seconds or milliseconds since 1970, or a duration with its units.
std::optional<double> secondsUntil(const QByteArray &value, const QDateTime &now)
{
    constexpr double firstPoint = 1e9; // as seconds: 31 years, or September 2001
    constexpr double firstFinePoint = 1e12;
    bool isNumber = false;
    const double number = value.toDouble(&isNumber);
    if (!isNumber)
        return durationSeconds(QString::fromLatin1(value));
    if (number >= firstFinePoint)
        return (number - double(now.toMSecsSinceEpoch())) / 1000;
    return number >= firstPoint ? number - double(now.toMSecsSinceEpoch()) / 1000 : number;
}

// "limit=100, remaining=0, reset=12" or "\"day\";r=0;t=12" of the IETF's header.
std::optional<double> untilIetfReset(const QHash<QByteArray, QByteArray> &headers)
{
    static const QRegularExpression reset(u"(?:^|[;,\\s])(?:reset|t)=(\\d+)"_s);
    const QString policy = QString::fromLatin1(headers.value("ratelimit"));
    std::optional<double> longest;
    for (auto found = reset.globalMatch(policy); found.hasNext();) {
        const double seconds = found.next().captured(1).toDouble();
        longest = std::max(longest.value_or(seconds), seconds);
    }
    return longest;
}

// How long until a limit is there again, by "…-reset" headers: that of the limit which is used up, else the
// longest.
std::optional<double> untilReset(const QHash<QByteArray, QByteArray> &headers, const QDateTime &now)
{
    static const QRegularExpression anthropic(u"^anthropic-ratelimit-([a-z-]+)-reset$"_s);
    static const QRegularExpression others(u"^x-ratelimit-reset-([a-z-]+)$"_s);
    std::optional<double> longest;
    std::optional<double> longestSpent;
    for (auto it = headers.begin(); it != headers.end(); ++it) {
        const QString name = QString::fromLatin1(it.key());
        std::optional<double> seconds;
        QByteArray remaining;
        const auto whose = anthropic.match(name);
        const auto which = others.match(name);
        if (whose.hasMatch()) {
            const QDateTime reset = QDateTime::fromString(QString::fromLatin1(it.value()), Qt::ISODateWithMs);
            if (reset.isValid())
                seconds = double(now.msecsTo(reset)) / 1000;
            remaining = headers.value("anthropic-ratelimit-" + whose.captured(1).toLatin1() + "-remaining");
        } else if (which.hasMatch()) {
            seconds = secondsUntil(it.value(), now);
            remaining = headers.value("x-ratelimit-remaining-" + which.captured(1).toLatin1());
        }
        if (!seconds || *seconds < 0) // over already
            continue;
        longest = std::max(longest.value_or(*seconds), *seconds);
        if (remaining == "0")
            longestSpent = std::max(longestSpent.value_or(*seconds), *seconds);
    }
    return longestSpent ? longestSpent : longest;
}

} // namespace

std::optional<double> durationSeconds(QStringView text)
{
    static const QRegularExpression part(u"\\G([0-9]+(?:\\.[0-9]+)?)(ms|h|m|s)"_s);
    double total = 0;
    qsizetype end = 0;
    for (auto parts = part.globalMatchView(text); parts.hasNext();) {
        const auto match = parts.next();
        const QStringView unit = match.capturedView(2);
        const double factor = unit == u"h" ? 3600 : unit == u"m" ? 60 : unit == u"s" ? 1 : 0.001;
        total += match.capturedView(1).toDouble() * factor;
        end = match.capturedEnd();
    }
    return end > 0 && end == text.size() ? std::optional(total) : std::nullopt;
}

std::optional<double> serverWait(const WireHeaders &named, const std::optional<double> &retryDelay,
                                 const std::optional<double> &resetAt)
{
    const QHash<QByteArray, QByteArray> headers = byLowerName(named);
    QDateTime now = httpDate(headers.value("date"));
    if (!now.isValid()) // this computer's clock, where the server does not say its own
        now = QDateTime::currentDateTimeUtc();
    bool isNumber = false;
    if (const double wait = headers.value("retry-after-ms").toDouble(&isNumber); isNumber)
        return wait / 1000;
    const QByteArray after = headers.value("retry-after");
    if (const double wait = after.toDouble(&isNumber); isNumber)
        return wait;
    if (const QDateTime then = httpDate(after); then.isValid() && then >= now)
        return double(now.msecsTo(then)) / 1000;
    if (retryDelay)
        return retryDelay;
    if (resetAt && *resetAt >= double(now.toMSecsSinceEpoch()))
        return (*resetAt - double(now.toMSecsSinceEpoch())) / 1000;
    if (const auto reset = untilReset(headers, now))
        return reset;
    for (const QByteArray &name : {"ratelimit-reset"_ba, "x-ratelimit-reset"_ba}) {
        if (const auto reset = secondsUntil(headers.value(name), now); reset && *reset >= 0)
            return reset;
    }
    return untilIetfReset(headers);
}

} // namespace snug
