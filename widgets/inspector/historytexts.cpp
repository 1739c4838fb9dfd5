#include "widgets/inspector/historytexts.h"

#include "widgets/inspector/outboundmodel.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct History
{
    Q_DECLARE_TR_FUNCTIONS(History)
};

QString seconds(int milliseconds)
{
    if (milliseconds < 1000)
        return History::tr("%1 ms", "milliseconds").arg(QLocale().toString(milliseconds));
    return History::tr("%1 s", "seconds").arg(QLocale().toString(milliseconds / 1000.0, 'f', 1));
}

QString number(int value)
{
    return QLocale().toString(value);
}

} // namespace

QString historyTitle(const LedgerHead &head)
{
    QStringList parts{ledgerKindText(head.kind)};
    if (!head.about.isEmpty())
        parts += head.about;
    return parts.join(u" · "_s);
}

QString historyTime(const LedgerHead &head, const QDate &today)
{
    const QDateTime sent = head.sent.toLocalTime();
    QStringList parts;
    if (sent.date() != today)
        parts += QLocale().toString(sent.date(), QLocale::ShortFormat);
    parts += QLocale().toString(sent.time(), u"HH:mm:ss"_s);
    if (!head.model.isEmpty())
        parts += head.model;
    return parts.join(u" · "_s);
}

QString historyResult(const LedgerHead &head)
{
    if (head.result == LedgerResult::Failed && !isBesideReplies(head.kind))
        return head.error.isEmpty() ? History::tr("failed") : head.error;
    QStringList parts;
    if (isBesideReplies(head.kind)) {
        if (head.requests > 1)
            parts += History::tr("%n requests", nullptr, head.requests);
        //: how much went out
        parts += History::tr("%1 sent").arg(sizeText(head.sentBytes));
        //: how much came back
        parts += History::tr("%1 received").arg(sizeText(head.receivedBytes));
    }
    const bool hasCount = head.usage && head.usage->completion;
    if (head.result == LedgerResult::UnderWay)
        parts += History::tr("no answer", "the request is under way, or the program ended before it came");
    else if (head.result == LedgerResult::Stopped)
        parts += History::tr("stopped");
    if (hasCount && head.endedAfter >= 0)
        //: %1: tokens of the answer, %2: "2.4 s"
        parts +=
            History::tr("%1 tokens in %2").arg(number(*head.usage->completion), seconds(head.endedAfter));
    else if (head.endedAfter >= 0)
        parts += seconds(head.endedAfter);
    if (head.usage && head.usage->prompt && head.usage->cached)
        //: tokens of the prompt that the server had from earlier, of all that it read
        parts += History::tr("%1 of %2 from the cache")
                     .arg(number(*head.usage->cached), number(*head.usage->prompt));
    return parts.join(u" · "_s);
}

QStringList historyFigures(const LedgerHead &head)
{
    QStringList lines;
    const auto add = [&lines](const QString &name, const QString &value) {
        if (!value.isEmpty())
            lines += name + u": "_s + value;
    };
    add(History::tr("Sent"), QLocale().toString(head.sent.toLocalTime(), QLocale::LongFormat));
    add(History::tr("Connection"), head.connectionName);
    add(History::tr("Model"), head.model);
    if (isBesideReplies(head.kind)) {
        add(History::tr("Requests"), number(head.requests));
        add(History::tr("Sent in total"), sizeText(head.sentBytes));
        add(History::tr("Received in total"), sizeText(head.receivedBytes));
        if (head.status != 0)
            add(History::tr("Status", "of HTTP"), QString::number(head.status));
        return lines;
    }
    QString counted = tokensText(head.tokens, head.count);
    if (!head.counter.isEmpty())
        counted += u" ("_s + head.counter + u')';
    add(History::tr("Tokens as counted then"), counted);
    if (head.usage) {
        const auto figure = [&add](const QString &name, const std::optional<int> &value) {
            if (value)
                add(name, number(*value));
        };
        figure(History::tr("Prompt, says the server"), head.usage->prompt);
        figure(History::tr("From the cache, says the server"), head.usage->cached);
        figure(History::tr("Written to the cache, says the server"), head.usage->cacheWrite);
        figure(History::tr("Answer, says the server"), head.usage->completion);
        figure(History::tr("Thoughts, says the server"), head.usage->reasoning);
        if (head.usage->cost)
            add(History::tr("Cost"), QLocale(u"en_US"_s).toCurrencyString(*head.usage->cost, u"$"_s, 5));
    }
    if (head.status != 0)
        add(History::tr("Status", "of HTTP"), QString::number(head.status));
    if (head.firstAfter >= 0)
        add(History::tr("First words after"), seconds(head.firstAfter));
    if (head.endedAfter >= 0)
        add(History::tr("Ended after"), seconds(head.endedAfter));
    add(History::tr("Problem"), head.error);
    if (head.fault)
        add(History::tr("Kind of problem"), faultText(*head.fault));
    if (head.retryAfter)
        add(History::tr("Asked to wait"), seconds(int(std::min(*head.retryAfter, 1e6) * 1000)));
    return lines;
}

QString sizeText(qint64 bytes)
{
    const int decimals = bytes < 10 * 1024 * 1024 ? 1 : 0;
    return QLocale().formattedDataSize(bytes, decimals, QLocale::DataSizeTraditionalFormat);
}

} // namespace snug
