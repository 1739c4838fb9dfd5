#include "core/lore/inclusiongroups.h"

#include "core/lore/servingorder.h"
#include "core/model/whitespace.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct Group
{
    QString name;
    QList<qsizetype> members; // one that names the group twice stands here twice
    bool hasSticky = false;
};

// "a, b": white space behind a comma does not belong to the name, white space before it does.
QStringList groupNames(const QString &text)
{
    QStringList names;
    QStringView rest = text;
    while (true) {
        const qsizetype comma = rest.indexOf(u',');
        const QStringView name = comma < 0 ? rest : rest.first(comma);
        if (!name.isEmpty())
            names.append(name.toString());
        if (comma < 0)
            return names;
        rest = trimmedStart(rest.sliced(comma + 1));
    }
}

// Names that are whole numbers come first, as JavaScript orders properties.
bool comesBefore(const Group &a, const Group &b)
{
    const auto number = [](const QString &name) {
        bool isNumber = false;
        const quint32 value = name.toUInt(&isNumber);
        return isNumber && value != 0xffffffffU && QString::number(value) == name ? std::optional(value)
                                                                                  : std::nullopt;
    };
    const std::optional<quint32> first = number(a.name);
    const std::optional<quint32> second = number(b.name);
    return first && (!second || *first < *second);
}

class Contests
{
public:
    Contests(const GroupContest &contest, QList<qsizetype> candidates)
        : m_contest(contest)
        , m_left(std::move(candidates))
    {
    }

    QList<qsizetype> run();

private:
    const LoreEntry &entry(qsizetype candidate) const
    {
        return *m_contest.index.candidates()[static_cast<size_t>(candidate)].entry;
    }
    QString title(qsizetype candidate) const { return loreTitle(entry(candidate)); }

    void gather();
    void preferSticky(Group &group);
    void compareScores(Group &group);
    void choose(const Group &group);
    void remove(qsizetype candidate, LoreGate gate, const LoreDetail &detail);
    void removeAllBut(const Group &group, qsizetype winner, LoreGate gate);

    const GroupContest &m_contest;
    QList<qsizetype> m_left;
    QList<Group> m_groups;
};

void Contests::gather()
{
    for (const qsizetype candidate : std::as_const(m_left)) {
        for (const QString &name : groupNames(entry(candidate).group)) {
            auto group = std::ranges::find(m_groups, name, &Group::name);
            if (group == m_groups.end())
                group = m_groups.insert(m_groups.end(), Group{.name = name, .members = {}});
            group->members.append(candidate);
        }
    }
    std::ranges::stable_sort(m_groups, comesBefore);
}

// SillyTavern's list loses its last item when one is taken out that is not in it any more.
void Contests::remove(qsizetype candidate, LoreGate gate, const LoreDetail &detail)
{
    const qsizetype at = m_left.indexOf(candidate);
    if (at >= 0) {
        m_left.removeAt(at);
        m_contest.lost(candidate, gate, detail);
    } else if (!m_left.isEmpty()) {
        LoreDetail quirk;
        quirk.rival = title(candidate);
        m_contest.lost(m_left.takeLast(), LoreGate::GroupQuirk, quirk);
    }
}

void Contests::preferSticky(Group &group)
{
    QList<qsizetype> sticky;
    std::ranges::copy_if(group.members, std::back_inserter(sticky), m_contest.isSticky);
    group.hasSticky = !sticky.isEmpty();
    LoreDetail detail;
    detail.group = group.name;
    if (group.hasSticky) {
        detail.rival = title(sticky.first());
        for (const qsizetype member : std::as_const(group.members)) {
            if (!sticky.contains(member))
                remove(member, LoreGate::GroupSticky, detail);
        }
    }
    detail.rival.clear();
    for (const qsizetype member : std::as_const(group.members)) {
        if (m_contest.isCoolingDown(member))
            remove(member, LoreGate::GroupCooldown, detail);
    }
}

void Contests::compareScores(Group &group)
{
    const auto isScored = [&](qsizetype member) {
        return entry(member).useGroupScoring.value_or(m_contest.usesScoring);
    };
    const bool isWanted = m_contest.usesScoring || std::ranges::any_of(group.members, [&](qsizetype member) {
                              return entry(member).useGroupScoring.value_or(false);
                          });
    if (group.hasSticky || !isWanted)
        return;
    QList<int> scores;
    for (const qsizetype member : std::as_const(group.members))
        scores.append(m_contest.score(member));
    const auto best = std::ranges::max_element(scores);
    LoreDetail detail;
    detail.group = group.name;
    detail.rival = title(group.members.at(best - scores.begin()));
    detail.other = *best;
    QList<qsizetype> stay;
    for (qsizetype i = 0; i < group.members.size(); ++i) {
        if (!isScored(group.members[i]) || scores[i] == *best) {
            stay.append(group.members[i]);
            continue;
        }
        detail.value = scores[i];
        remove(group.members[i], LoreGate::GroupScore, detail);
    }
    group.members = stay;
}

void Contests::removeAllBut(const Group &group, qsizetype winner, LoreGate gate)
{
    LoreDetail detail;
    detail.group = group.name;
    detail.rival = title(winner);
    for (const qsizetype member : group.members) {
        if (member == winner)
            continue;
        if (gate == LoreGate::GroupLot) {
            detail.value = entry(member).groupWeight;
            detail.other = entry(winner).groupWeight;
        }
        remove(member, gate, detail);
    }
}

void Contests::choose(const Group &group)
{
    if (group.hasSticky)
        return;
    const auto earlier = std::ranges::find_if(
        m_contest.activated, [&](qsizetype candidate) { return entry(candidate).group == group.name; });
    if (earlier != m_contest.activated.cend())
        return removeAllBut(group, *earlier, LoreGate::GroupTaken);
    if (group.members.size() <= 1)
        return;
    QList<qsizetype> preferred;
    std::vector<double> orders;
    for (const qsizetype member : group.members) {
        if (entry(member).groupOverride) {
            preferred.append(member);
            orders.push_back(servingOrderOf(entry(member)));
        }
    }
    if (!preferred.isEmpty())
        return removeAllBut(group, preferred[servingOrder(orders).front()], LoreGate::GroupPriority);

    double total = 0;
    for (const qsizetype member : group.members)
        total += entry(member).groupWeight;
    const double drawn = m_contest.random() * total;
    double sum = 0;
    for (const qsizetype member : group.members) {
        sum += entry(member).groupWeight;
        if (drawn <= sum)
            return removeAllBut(group, member, LoreGate::GroupLot);
    }
}

QList<qsizetype> Contests::run()
{
    gather();
    for (Group &group : m_groups)
        preferSticky(group);
    for (Group &group : m_groups)
        compareScores(group);
    for (const Group &group : std::as_const(m_groups))
        choose(group);
    return m_left;
}

} // namespace

QList<qsizetype> withoutGroupLosers(const GroupContest &contest, QList<qsizetype> candidates)
{
    return Contests(contest, std::move(candidates)).run();
}

QString loreTitle(const LoreEntry &entry)
{
    if (!entry.title.isEmpty())
        return entry.title;
    return entry.keys.isEmpty() ? QString::number(entry.uid) : entry.keys.first();
}

} // namespace snug
