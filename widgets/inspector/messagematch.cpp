#include "widgets/inspector/messagematch.h"

#include <QHash>

#include <algorithm>

namespace snug {

namespace {

size_t identity(const OutboundMessage &message)
{
    return qHashMulti(0, int(message.role), message.source.type(), message.source.id());
}

// The longest strictly rising subsequence of `values`, as a mask; -1 is never taken.
QList<bool> longestRising(const QList<int> &values)
{
    QList<int> tails; // positions in `values`, by length of the sequence that ends there
    QList<int> previous(values.size(), -1);
    for (int i = 0; i < values.size(); ++i) {
        if (values.at(i) < 0)
            continue;
        const auto place = std::lower_bound(tails.cbegin(), tails.cend(), values.at(i),
                                            [&](int tail, int value) { return values.at(tail) < value; });
        const auto length = place - tails.cbegin();
        previous[i] = length > 0 ? tails.at(length - 1) : -1;
        if (place == tails.cend())
            tails.append(i);
        else
            tails[length] = i;
    }
    QList<bool> taken(values.size(), false);
    for (int i = tails.isEmpty() ? -1 : tails.last(); i >= 0; i = previous.at(i))
        taken[i] = true;
    return taken;
}

} // namespace

QList<int> matchMessages(const QList<OutboundMessage> &before, const QList<OutboundMessage> &after)
{
    const auto shorter = std::min(before.size(), after.size());
    qsizetype prefix = 0;
    while (prefix < shorter && before.at(prefix) == after.at(prefix))
        ++prefix;
    qsizetype suffix = 0;
    while (suffix < shorter - prefix &&
           before.at(before.size() - 1 - suffix) == after.at(after.size() - 1 - suffix))
        ++suffix;

    QList<int> result(after.size(), -1);
    for (qsizetype i = 0; i < prefix; ++i)
        result[i] = int(i);
    for (qsizetype i = 1; i <= suffix; ++i)
        result[after.size() - i] = int(before.size() - i);

    QHash<size_t, QList<int>> waiting; // old rows by identity, last first
    for (qsizetype i = before.size() - suffix - 1; i >= prefix; --i)
        waiting[identity(before.at(i))].append(int(i));
    QList<int> partners;
    for (qsizetype i = prefix; i < after.size() - suffix; ++i) {
        const auto found = waiting.find(identity(after.at(i)));
        partners.append(found == waiting.end() || found->isEmpty() ? -1 : found->takeLast());
    }
    const QList<bool> kept = longestRising(partners);
    for (qsizetype i = 0; i < partners.size(); ++i) {
        if (kept.at(i))
            result[prefix + i] = partners.at(i);
    }
    return result;
}

} // namespace snug
