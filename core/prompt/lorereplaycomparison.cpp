#include "core/prompt/lorereplaycomparison.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct LoreReplayText
{
    Q_DECLARE_TR_FUNCTIONS(LoreReplay)
};

using EntryPlace = std::pair<QString, int>;

// The numbers of the entries that nothing has been paired with, by title; -1 = several have it.
QHash<QString, qsizetype> unpairedTitles(const LoreReplay &replay, const std::vector<bool> &isPaired)
{
    QHash<QString, qsizetype> titles;
    for (qsizetype i = 0; i < replay.entries.size(); ++i) {
        const QString &title = replay.entries.at(i).title;
        if (isPaired[static_cast<size_t>(i)] || title.isEmpty())
            continue;
        const auto known = titles.find(title);
        if (known == titles.end())
            titles.insert(title, i);
        else
            *known = -1;
    }
    return titles;
}

// For each entry of `after` the one of `before`, or -1.
QList<qsizetype> paired(const LoreReplay &before, const LoreReplay &after)
{
    QHash<EntryPlace, qsizetype> places;
    for (qsizetype i = 0; i < before.entries.size(); ++i)
        places.insert({before.entries.at(i).book, before.entries.at(i).uid}, i);
    QList<qsizetype> partners(after.entries.size(), -1);
    std::vector<bool> isBeforePaired(static_cast<size_t>(before.entries.size()));
    std::vector<bool> isAfterPaired(static_cast<size_t>(after.entries.size()));
    const auto pair = [&](qsizetype first, qsizetype second) {
        partners[second] = first;
        isBeforePaired[static_cast<size_t>(first)] = true;
        isAfterPaired[static_cast<size_t>(second)] = true;
    };
    for (qsizetype i = 0; i < after.entries.size(); ++i) {
        const qsizetype partner = places.value({after.entries.at(i).book, after.entries.at(i).uid}, -1);
        if (partner >= 0 && !isBeforePaired[static_cast<size_t>(partner)])
            pair(partner, i);
    }
    const QHash<QString, qsizetype> left = unpairedTitles(before, isBeforePaired);
    for (const auto &[title, i] : unpairedTitles(after, isAfterPaired).asKeyValueRange()) {
        const qsizetype partner = left.value(title, -1);
        if (i >= 0 && partner >= 0)
            pair(partner, i);
    }
    return partners;
}

bool hasFired(const LoreReplay &replay, qsizetype entry, int turn)
{
    return fateAt(replay, entry, turn) == LoreFate::Fired;
}

// Walks the stretches in which neither side changes.
void count(LoreReplayRow &row, const LoreReplay &before, const LoreReplay &after, int turns)
{
    std::vector<int> starts;
    for (const LoreReplay *side : {&before, &after}) {
        const qsizetype entry = side == &before ? row.before : row.after;
        if (entry < 0)
            continue;
        for (const LoreRun &run : side->entries.at(entry).runs)
            starts.push_back(run.turn);
    }
    starts.push_back(turns);
    std::ranges::sort(starts);
    for (size_t i = 0; i + 1 < starts.size(); ++i) {
        const int length = std::min(starts[i + 1], turns) - starts[i];
        if (length <= 0)
            continue;
        const bool firedBefore = hasFired(before, row.before, starts[i]);
        const LoreFate fate = fateAt(after, row.after, starts[i]);
        const bool firedAfter = fate == LoreFate::Fired;
        row.firedBefore += firedBefore ? length : 0;
        row.firedAfter += firedAfter ? length : 0;
        row.cutAfter += fate == LoreFate::Cut ? length : 0;
        row.gained += firedAfter && !firedBefore ? length : 0;
        row.lost += firedBefore && !firedAfter ? length : 0;
    }
}

// Entries that could have fired and never did.
QStringList neverFired(const LoreReplayComparison &comparison, const QString &book)
{
    QStringList titles;
    for (const LoreReplayRow &row : comparison.rows) {
        if (row.after >= 0 && row.firedAfter == 0 && (book.isEmpty() || row.book == book))
            titles.append(row.title.isEmpty() ? QString::number(row.uid) : row.title);
    }
    return titles;
}

} // namespace

LoreFate loreFate(LoreGate gate)
{
    switch (gate) {
    case LoreGate::Disabled:
    case LoreGate::GenerationType:
    case LoreGate::CharacterName:
    case LoreGate::CharacterTag:
    case LoreGate::Delay:
    case LoreGate::Cooldown:
    case LoreGate::DelayUntilRecursion:
    case LoreGate::ExcludeRecursion:
    case LoreGate::BarringDecorator:
    case LoreGate::DuplicateId:
    case LoreGate::NoPlace:
        return LoreFate::NotTried;
    case LoreGate::NoKeys:
    case LoreGate::KeyNotFound:
    case LoreGate::SecondaryKeys:
    case LoreGate::ConditionFails:
        return LoreFate::Missed;
    case LoreGate::GroupSticky:
    case LoreGate::GroupCooldown:
    case LoreGate::GroupScore:
    case LoreGate::GroupTaken:
    case LoreGate::GroupPriority:
    case LoreGate::GroupLot:
    case LoreGate::GroupQuirk:
    case LoreGate::Probability:
    case LoreGate::Empty:
        return LoreFate::Lost;
    case LoreGate::BudgetSpent:
    case LoreGate::Budget:
        return LoreFate::Cut;
    case LoreGate::ActivatingDecorator:
    case LoreGate::Constant:
    case LoreGate::Sticky:
    case LoreGate::KeyFound:
    case LoreGate::ConditionHolds:
    case LoreGate::Similar:
        return LoreFate::Fired;
    }
    Q_UNREACHABLE();
}

QString loreFateName(LoreFate fate)
{
    switch (fate) {
    case LoreFate::Absent:
        return LoreReplayText::tr("not in the lorebook");
    case LoreFate::NotTried:
        return LoreReplayText::tr("not tried");
    case LoreFate::Missed:
        return LoreReplayText::tr("missed");
    case LoreFate::Lost:
        return LoreReplayText::tr("lost to its group or roll");
    case LoreFate::Cut:
        return LoreReplayText::tr("cut by the budget");
    case LoreFate::Fired:
        return LoreReplayText::tr("fired");
    }
    Q_UNREACHABLE();
}

LoreFate fateAt(const LoreReplay &replay, qsizetype entry, int turn)
{
    return entry < 0 ? LoreFate::Absent : loreFate(replay.entries.at(entry).at(turn));
}

LoreReplayComparison compareReplays(const LoreReplay &before, const LoreReplay &after)
{
    LoreReplayComparison result;
    result.turns = static_cast<int>(std::min(before.tokens.size(), after.tokens.size()));
    const QList<qsizetype> partners = paired(before, after);
    std::vector<bool> isThere(static_cast<size_t>(before.entries.size()));
    const auto add = [&](const LoreReplayEntry &entry, qsizetype first, qsizetype second) {
        LoreReplayRow row{
            .book = entry.book, .uid = entry.uid, .title = entry.title, .before = first, .after = second};
        count(row, before, after, result.turns);
        result.gained += row.gained;
        result.lost += row.lost;
        result.rows.append(row);
    };
    result.rows.reserve(after.entries.size());
    for (qsizetype i = 0; i < after.entries.size(); ++i) {
        add(after.entries.at(i), partners[i], i);
        if (partners[i] >= 0)
            isThere[static_cast<size_t>(partners[i])] = true;
    }
    for (qsizetype i = 0; i < before.entries.size(); ++i) {
        if (!isThere[static_cast<size_t>(i)])
            add(before.entries.at(i), i, -1);
    }
    double tokens = 0;
    for (int turn = 0; turn < result.turns; ++turn)
        tokens += after.tokens.at(turn) - before.tokens.at(turn);
    result.tokens = result.turns > 0 ? tokens / result.turns : 0;
    result.kind = std::max(before.kind, after.kind);
    return result;
}

QString replaySummary(const LoreReplayComparison &comparison, const QString &book)
{
    const QLocale locale;
    if (comparison.turns == 0)
        return LoreReplayText::tr("This chat has no replies yet, so there is nothing to replay.");
    QStringList parts;
    if (comparison.gained > 0)
        parts += LoreReplayText::tr("adds %n firings", nullptr, static_cast<int>(comparison.gained));
    if (comparison.lost > 0)
        parts += LoreReplayText::tr("loses %n firings", nullptr, static_cast<int>(comparison.lost));
    QString sentence;
    if (parts.isEmpty()) {
        sentence = LoreReplayText::tr("Fires as before in %n turns", nullptr, comparison.turns);
    } else {
        sentence = parts.join(u", "_s);
        sentence[0] = sentence[0].toUpper();
    }
    const double tokens = std::round(comparison.tokens * 10) / 10;
    const int decimals = std::abs(tokens) < 10 && tokens != std::round(tokens) ? 1 : 0;
    if (tokens != 0)
        //: %1: "+18", "-3.5", with "~" in front of an estimate
        sentence += LoreReplayText::tr(", %1 tokens on average")
                        .arg((comparison.kind == CountKind::Exact ? QString() : u"~"_s) +
                             (tokens > 0 ? u"+"_s : QString()) + locale.toString(tokens, 'f', decimals));
    sentence += u'.';
    const QStringList silent = neverFired(comparison, book);
    if (silent.isEmpty())
        return sentence;
    constexpr qsizetype named = 3;
    QStringList titles;
    for (const QString &title : silent.first(std::min(named, silent.size())))
        titles += LoreReplayText::tr("“%1”").arg(title);
    const QString turns = LoreReplayText::tr("%n turns", nullptr, comparison.turns);
    //: %1: titles of lore entries; %2: "2,000 turns"
    const QString never = silent.size() <= named
                              ? LoreReplayText::tr("%1 never fired in %2.").arg(titles.join(u", "_s), turns)
                              : LoreReplayText::tr("%1 and %n more never fired in %2.", nullptr,
                                                   static_cast<int>(silent.size() - named))
                                    .arg(titles.join(u", "_s), turns);
    return sentence + u' ' + never;
}

} // namespace snug
