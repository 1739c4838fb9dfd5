#include "core/chat/chatmerge.h"

#include "core/chat/conversation.h"
#include "core/editing/jsonmerge.h"
#include "core/formats/chatjsonl.h"

#include <QHash>

#include <algorithm>

namespace snug {

namespace {

// Messages as numbers: equal lines are equal numbers.
class LineNumbers
{
public:
    QList<int> of(const QList<Message> &messages)
    {
        QList<int> numbers;
        numbers.reserve(messages.size());
        for (const Message &message : messages) {
            const QByteArray line = encodeMessageLine(message);
            auto known = m_numbers.find(line);
            if (known == m_numbers.end())
                known = m_numbers.insert(line, int(m_numbers.size()));
            numbers.append(*known);
        }
        return numbers;
    }

private:
    QHash<QByteArray, int> m_numbers;
};

struct Stretch
{
    qsizetype first = 0;
    qsizetype end = 0;
    qsizetype size() const { return end - first; }
};

// For each item of one list where it is in another, -1 = nowhere; in order.
using Matches = QList<qsizetype>;

// More cells than this are not compared each with each.
constexpr qsizetype TableLimit = 4'000'000;

// The longest common subsequence of two stretches.
void matchByTable(const QList<int> &from, Stretch a, const QList<int> &to, Stretch b, Matches &matches)
{
    const qsizetype width = b.size() + 1;
    QList<int> lengths((a.size() + 1) * width, 0);
    for (qsizetype i = a.size() - 1; i >= 0; --i) {
        for (qsizetype j = b.size() - 1; j >= 0; --j) {
            lengths[i * width + j] =
                from.at(a.first + i) == to.at(b.first + j)
                    ? lengths.at((i + 1) * width + j + 1) + 1
                    : std::max(lengths.at((i + 1) * width + j), lengths.at(i * width + j + 1));
        }
    }
    for (qsizetype i = 0, j = 0; i < a.size() && j < b.size();) {
        if (from.at(a.first + i) == to.at(b.first + j))
            matches[a.first + i++] = b.first + j++;
        else if (lengths.at((i + 1) * width + j) >= lengths.at(i * width + j + 1))
            ++i;
        else
            ++j;
    }
}

// What stands once in each of both stretches, as pairs in order of the first, the longest run of them that
// is in order of the second as well.
QList<std::pair<qsizetype, qsizetype>> matchesOfOnlyOnes(const QList<int> &from, Stretch a,
                                                         const QList<int> &to, Stretch b)
{
    struct Count
    {
        int before = 0;
        int after = 0;
        qsizetype place = 0;
    };
    QHash<int, Count> counts;
    for (qsizetype i = a.first; i < a.end; ++i)
        ++counts[from.at(i)].before;
    for (qsizetype j = b.first; j < b.end; ++j) {
        Count &count = counts[to.at(j)];
        ++count.after;
        count.place = j;
    }
    QList<std::pair<qsizetype, qsizetype>> pairs;
    for (qsizetype i = a.first; i < a.end; ++i) {
        const Count count = counts.value(from.at(i));
        if (count.before == 1 && count.after == 1)
            pairs.append({i, count.place});
    }
    // Longest increasing subsequence, by its smallest ends.
    QList<qsizetype> ends;
    QList<qsizetype> previous(pairs.size(), -1);
    for (qsizetype i = 0; i < pairs.size(); ++i) {
        const auto place = std::ranges::lower_bound(ends, pairs.at(i).second, {},
                                                    [&](qsizetype end) { return pairs.at(end).second; });
        if (place != ends.begin())
            previous[i] = *std::prev(place);
        if (place == ends.end())
            ends.append(i);
        else
            *place = i;
    }
    QList<std::pair<qsizetype, qsizetype>> run;
    for (qsizetype at = ends.isEmpty() ? -1 : ends.last(); at >= 0; at = previous.at(at))
        run.prepend(pairs.at(at));
    return run;
}

void match(const QList<int> &from, Stretch a, const QList<int> &to, Stretch b, Matches &matches)
{
    while (a.size() > 0 && b.size() > 0 && from.at(a.first) == to.at(b.first))
        matches[a.first++] = b.first++;
    while (a.size() > 0 && b.size() > 0 && from.at(a.end - 1) == to.at(b.end - 1))
        matches[--a.end] = --b.end;
    if (a.size() == 0 || b.size() == 0)
        return;
    if (a.size() <= TableLimit / b.size())
        return matchByTable(from, a, to, b, matches);
    const auto anchors = matchesOfOnlyOnes(from, a, to, b);
    if (anchors.isEmpty())
        return;
    for (const auto &[i, j] : anchors) {
        match(from, {a.first, i}, to, {b.first, j}, matches);
        matches[i] = j;
        a.first = i + 1;
        b.first = j + 1;
    }
    match(from, a, to, b, matches);
}

bool isSameSpeaker(const Message &one, const Message &other)
{
    return one.name == other.name && one.isUser == other.isUser;
}

bool isSameByDate(const Message &one, const Message &other)
{
    return !one.sendDate.isEmpty() && one.sendDate == other.sendDate && isSameSpeaker(one, other);
}

// Those between matches that were changed: found by date, and where as many stand on both sides, by place.
void matchChanged(const QList<Message> &from, const QList<Message> &to, Matches &matches)
{
    qsizetype next = 0; // in `to`, behind the last match
    for (qsizetype i = 0; i < from.size();) {
        if (matches.at(i) >= 0) {
            next = matches.at(i++) + 1;
            continue;
        }
        Stretch a{i, i};
        while (a.end < from.size() && matches.at(a.end) < 0)
            ++a.end;
        Stretch b{next, a.end < from.size() ? matches.at(a.end) : to.size()};
        i = a.end;
        bool byPlace = a.size() == b.size();
        for (qsizetype k = 0; byPlace && k < a.size(); ++k)
            byPlace = isSameSpeaker(from.at(a.first + k), to.at(b.first + k));
        for (qsizetype k = a.first; k < a.end; ++k) {
            if (byPlace) {
                matches[k] = b.first + (k - a.first);
                continue;
            }
            for (qsizetype j = b.first; j < b.end; ++j) {
                if (isSameByDate(from.at(k), to.at(j))) {
                    matches[k] = j;
                    b.first = j + 1;
                    break;
                }
            }
        }
    }
}

// One of the two sides, as it relates to the base.
struct Side
{
    const QList<Message> &messages;
    QList<int> numbers;
    Matches matches; // by row of the base
    qsizetype next = 0;

    Side(const QList<Message> &list, const QList<Message> &base, const QList<int> &baseNumbers,
         LineNumbers &lines)
        : messages(list)
        , numbers(lines.of(list))
        , matches(base.size(), -1)
    {
        match(baseNumbers, {0, base.size()}, numbers, {0, list.size()}, matches);
        matchChanged(base, list, matches);
    }
    bool has(qsizetype row) const { return matches.at(row) >= 0; }
    // What this side has put before the base's message in `row`.
    QList<qsizetype> addedBefore(qsizetype row)
    {
        const qsizetype end = row < matches.size() ? matches.at(row) : messages.size();
        QList<qsizetype> added;
        while (next < end)
            added.append(next++);
        if (row < matches.size() && has(row))
            next = end + 1;
        return added;
    }
};

Json mergedHeader(const Json &base, const Json &mine, const Json &theirs)
{
    if (mine.isSameAs(base))
        return theirs;
    return theirs.isSameAs(base) ? mine : mergeJson(base, mine, theirs).merged;
}

class Merging
{
public:
    Merging(const Chat &base, const Chat &mine, const Chat &theirs)
        : m_base(base)
        , m_theirsChat(theirs)
        , m_baseNumbers(m_lines.of(base.messages))
        , m_mine(mine.messages, base.messages, m_baseNumbers, m_lines)
        , m_theirs(theirs.messages, base.messages, m_baseNumbers, m_lines)
    {
        m_result.chat = mine;
        m_result.chat.messages.clear();
        m_result.chat.header = mergedHeader(base.header, mine.header, theirs.header);
        m_result.chat.endsWithLineBreak = theirs.endsWithLineBreak;
    }

    ChatMerge run()
    {
        m_rowOfTheirs.fill(-1, m_theirsChat.messages.size());
        for (qsizetype row = 0; row <= m_base.messages.size(); ++row) {
            add(row);
            if (row < m_base.messages.size())
                decide(row);
        }
        placeUnreadableLines();
        return m_result;
    }

private:
    QList<Message> &rows() { return m_result.chat.messages; }

    void takeTheirs(qsizetype theirs)
    {
        m_rowOfTheirs[theirs] = rows().size();
        rows().append(m_theirs.messages.at(theirs));
    }

    // The same line that both added is one message.
    void add(qsizetype row)
    {
        QList<qsizetype> mine = m_mine.addedBefore(row);
        for (const qsizetype theirs : m_theirs.addedBefore(row)) {
            const Message &message = m_theirs.messages.at(theirs);
            const auto same = std::ranges::find_if(mine, [&](qsizetype each) {
                return m_mine.numbers.at(each) == m_theirs.numbers.at(theirs) ||
                       isSameByDate(m_mine.messages.at(each), message);
            });
            if (same == mine.end()) {
                takeTheirs(theirs);
                continue;
            }
            for (auto before = mine.begin(); before != same; ++before)
                rows().append(m_mine.messages.at(*before));
            keepBoth(*same, theirs);
            mine.erase(mine.begin(), std::next(same));
        }
        for (const qsizetype each : std::as_const(mine))
            rows().append(m_mine.messages.at(each));
    }

    void decide(qsizetype row)
    {
        const int before = m_baseNumbers.at(row);
        const qsizetype mine = m_mine.matches.at(row);
        const qsizetype theirs = m_theirs.matches.at(row);
        const bool changedMine = mine >= 0 && m_mine.numbers.at(mine) != before;
        const bool changedTheirs = theirs >= 0 && m_theirs.numbers.at(theirs) != before;
        if (mine >= 0 && theirs >= 0) {
            if (changedMine || !changedTheirs)
                keepBoth(mine, changedTheirs ? theirs : -1 - theirs);
            else
                takeTheirs(theirs);
        } else if (changedMine) {
            rows().append(m_mine.messages.at(mine));
        } else if (changedTheirs) {
            takeTheirs(theirs);
        }
    }

    // Mine stands; `theirs` below zero: -1 - the place of a message that they did not change.
    void keepBoth(qsizetype mine, qsizetype theirs)
    {
        const qsizetype place = theirs < 0 ? -1 - theirs : theirs;
        m_rowOfTheirs[place] = rows().size();
        if (theirs >= 0 && m_mine.numbers.at(mine) != m_theirs.numbers.at(theirs))
            m_result.conflicts.append(
                {rows().size(), m_mine.messages.at(mine), m_theirs.messages.at(theirs)});
        rows().append(m_mine.messages.at(mine));
    }

    // They stay before the message that they stood before, or before the next one that is still there.
    void placeUnreadableLines()
    {
        m_result.chat.unreadableLines = m_theirsChat.unreadableLines;
        for (UnreadableLine &line : m_result.chat.unreadableLines) {
            qsizetype theirs = line.beforeMessage;
            while (theirs < m_rowOfTheirs.size() && m_rowOfTheirs.at(theirs) < 0)
                ++theirs;
            line.beforeMessage = theirs < m_rowOfTheirs.size() ? m_rowOfTheirs.at(theirs) : rows().size();
        }
    }

    const Chat &m_base;
    const Chat &m_theirsChat;
    LineNumbers m_lines;
    QList<int> m_baseNumbers;
    Side m_mine;
    Side m_theirs;
    QList<qsizetype> m_rowOfTheirs; // in the result, -1 = gone
    ChatMerge m_result;
};

} // namespace

ChatMerge mergeChats(const Chat &base, const Chat &mine, const Chat &theirs)
{
    return Merging(base, mine, theirs).run();
}

ChatMerge mergeChats(const Chat &mine, const Chat &theirs)
{
    LineNumbers lines;
    const QList<int> from = lines.of(mine.messages);
    const QList<int> to = lines.of(theirs.messages);
    Matches matches(from.size(), -1);
    match(from, {0, from.size()}, to, {0, to.size()}, matches);
    Chat common = theirs;
    common.messages.clear();
    for (qsizetype row = 0; row < matches.size(); ++row) {
        if (matches.at(row) >= 0)
            common.messages.append(mine.messages.at(row));
    }
    return mergeChats(common, mine, theirs);
}

} // namespace snug
