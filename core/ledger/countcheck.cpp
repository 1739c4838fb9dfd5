#include "core/ledger/countcheck.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace snug {

namespace {

// What a count of ours may be off without anything being wrong, until more is known.
double tolerance(CountKind kind)
{
    return kind == CountKind::Exact ? 0.1 : 0.45; // an estimate by length is that far off for some languages
}

constexpr int leastDropped = 100; // tokens; less is nobody's cut
constexpr qsizetype mostRecent = 10;

bool isLike(const LedgerHead &head, const LedgerHead &like)
{
    return head.connection == like.connection && head.model == like.model && head.counter == like.counter;
}

bool hasBoth(const LedgerHead &head)
{
    return head.tokens > 0 && head.usage && head.usage->prompt.value_or(0) > 0;
}

double middleOf(QList<double> values)
{
    std::ranges::sort(values);
    const qsizetype half = values.size() / 2;
    return values.size() % 2 ? values.at(half) : (values.at(half - 1) + values.at(half)) / 2;
}

} // namespace

CountCheck countCheck(const QList<LedgerHead> &heads, const LedgerHead &like)
{
    QList<double> ratios;
    for (const LedgerHead &head : heads) {
        if (head.id == like.id || !isLike(head, like) || !hasBoth(head))
            continue;
        const double ratio = double(*head.usage->prompt) / head.tokens;
        if (ratio > 1 - tolerance(head.count))
            ratios.append(ratio);
    }
    CountCheck check;
    check.requests = int(ratios.size());
    if (ratios.isEmpty())
        return check;
    const QList<double> recent = ratios.last(std::min(ratios.size(), mostRecent));
    check.recent = int(recent.size());
    for (const double ratio : recent)
        check.off += std::abs(1 / ratio - 1) / double(recent.size());
    check.ratio = middleOf(ratios);
    QList<double> distances;
    for (const double ratio : std::as_const(ratios))
        distances.append(std::abs(ratio - check.ratio) / check.ratio);
    check.spread = middleOf(distances);
    return check;
}

std::optional<SilentCut> silentCut(const LedgerHead &head, const CountCheck &check)
{
    if (!hasBoth(head))
        return std::nullopt;
    const double allowed =
        check.isKnown() ? std::clamp(4 * check.spread, 0.05, tolerance(head.count)) : tolerance(head.count);
    const double expected = head.tokens * (check.isKnown() ? check.ratio : 1);
    const int read = *head.usage->prompt;
    if (read >= expected * (1 - allowed) || expected - read < leastDropped)
        return std::nullopt;
    return SilentCut{int(std::lround(expected)), read};
}

QString silentCutText(const SilentCut &cut)
{
    const QLocale locale;
    return QCoreApplication::translate("Ledger",
                                       "The server read %1 of about %2 tokens: about %3 were dropped, "
                                       "most likely the oldest messages")
        .arg(locale.toString(cut.read), locale.toString(cut.sent), locale.toString(cut.dropped()));
}

} // namespace snug
