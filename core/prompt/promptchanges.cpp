#include "core/prompt/promptchanges.h"

#include "core/prompt/promptblocks.h"

#include <QCoreApplication>
#include <QHash>
#include <QLocale>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct PromptChangesText
{
    Q_DECLARE_TR_FUNCTIONS(PromptChanges)
};

// For each part of `after`: the part of `before` that it was, or -1.
class Matching
{
public:
    Matching(const QList<PromptPart> &before, const QList<PromptPart> &after)
        : m_before(before)
        , m_after(after)
        , old(after.size(), -1)
        , isTaken(before.size(), false)
    {
        matchBy([](const PromptPart &part) { return QString(part.key + QChar(0) + part.text); });
        // Numbers of messages shift when one is deleted.
        matchBy([](const PromptPart &part) {
            return part.isChat() ? roleName(part.role) + QChar(0) + part.text : QString();
        });
        matchBy([](const PromptPart &part) { return part.key; });
    }

private:
    const QList<PromptPart> &m_before;
    const QList<PromptPart> &m_after;

    template <typename Key> void matchBy(Key key)
    {
        QHash<QString, QList<qsizetype>> waiting; // last first
        for (qsizetype i = m_before.size() - 1; i >= 0; --i) {
            const QString name = isTaken.at(i) ? QString() : key(m_before.at(i));
            if (!name.isEmpty())
                waiting[name].append(i);
        }
        for (qsizetype i = 0; i < m_after.size(); ++i) {
            if (old.at(i) >= 0)
                continue;
            const auto found = waiting.find(key(m_after.at(i)));
            if (found == waiting.end() || found->isEmpty())
                continue;
            old[i] = found->takeLast();
            isTaken[old.at(i)] = true;
        }
    }

public:
    QList<qsizetype> old;
    QList<bool> isTaken;
};

// Which parts stay in their order, as heavy together as can be: a rising subsequence of their old places,
// those without one left out. A chat's messages weigh more: it is the note that moves among them.
QList<bool> stayingOf(const QList<qsizetype> &old, const QList<PromptPart> &parts, qsizetype oldCount)
{
    struct Best
    {
        int weight = 0;
        qsizetype last = -1; // part that ends such a sequence
    };
    QList<Best> best(oldCount + 1); // a Fenwick tree over old places, of the heaviest that ends up to there
    QList<qsizetype> previous(old.size(), -1);
    for (qsizetype i = 0; i < old.size(); ++i) {
        if (old.at(i) < 0)
            continue;
        Best before;
        for (qsizetype node = old.at(i); node > 0; node &= node - 1) {
            if (best.at(node).weight > before.weight)
                before = best.at(node);
        }
        previous[i] = before.last;
        const Best here{before.weight + (parts.at(i).isChat() ? 2 : 1), i};
        for (qsizetype node = old.at(i) + 1; node <= oldCount; node += node & -node) {
            if (here.weight > best.at(node).weight)
                best[node] = here;
        }
    }
    Best heaviest;
    for (qsizetype node = oldCount; node > 0; node &= node - 1) {
        if (best.at(node).weight > heaviest.weight)
            heaviest = best.at(node);
    }
    QList<bool> stays(old.size(), false);
    for (qsizetype i = heaviest.last; i >= 0; i = previous.at(i))
        stays[i] = true;
    return stays;
}

int totalOf(const AssembledPrompt &prompt)
{
    const QList<OutboundMessage> messages = promptBlocks(prompt);
    return std::accumulate(messages.cbegin(), messages.cend(), 0,
                           [](int sum, const OutboundMessage &message) { return sum + message.tokens; });
}

int thoughtsIn(const AssembledPrompt &prompt)
{
    const QList<OutboundMessage> messages = promptBlocks(prompt);
    return std::accumulate(
        messages.cbegin(), messages.cend(), 0,
        [](int sum, const OutboundMessage &message) { return sum + message.goesBackTokens; });
}

class Comparison
{
public:
    Comparison(const AssembledPrompt &before, const AssembledPrompt &after)
        : m_before(promptParts(before))
        , m_after(promptParts(after))
        , m_match(m_before, m_after)
    {
        compareSettings(before.budget, after.budget);
        findEnds();
        const QList<bool> stays = stayingOf(m_match.old, m_after, m_before.size());
        qsizetype next = 0; // of the old ones
        for (qsizetype i = 0; i < m_after.size(); ++i) {
            const qsizetype old = m_match.old.at(i);
            if (stays.at(i)) {
                addRemoved(next, old);
                next = old + 1;
            }
            if (old < 0)
                addNew(i);
            else
                addChanged(old, i, !stays.at(i));
        }
        addRemoved(next, m_before.size());
        addThoughts(thoughtsIn(after) - thoughtsIn(before));
        addRest(totalOf(after) - totalOf(before));
    }

    QList<PromptChange> changes;

private:
    void compareSettings(const Budget &before, const Budget &after)
    {
        if (before.context != after.context)
            changes.append({.kind = PromptChange::Kind::Limit,
                            .source = {},
                            .count = before.context,
                            .tokens = after.context,
                            .before = {},
                            .after = {}});
        if (before.counterName != after.counterName)
            changes.append({.kind = PromptChange::Kind::Counter,
                            .source = Source(SourceKind::Counter, before.counterName, after.counterName),
                            .before = {},
                            .after = {}});
    }

    // Messages in front of the first that both have, and behind the last.
    void findEnds()
    {
        for (qsizetype i = 0; i < m_after.size(); ++i) {
            const qsizetype old = m_match.old.at(i);
            if (old < 0 || !m_after.at(i).isChat())
                continue;
            m_firstOld = m_firstOld < 0 ? old : std::min(m_firstOld, old);
            m_lastOld = std::max(m_lastOld, old);
            m_firstNew = m_firstNew < 0 ? i : m_firstNew;
            m_lastNew = i;
        }
    }

    // One change for a run of messages, whatever stands between them.
    bool joins(PromptChange::Kind kind, const PromptPart &part, int sign)
    {
        const auto same = std::ranges::find(changes, kind, &PromptChange::kind);
        if (same == changes.end())
            return false;
        ++same->count;
        same->tokens += sign * part.tokens;
        same->more.append(part);
        return true;
    }

    void addRemoved(qsizetype from, qsizetype to)
    {
        for (qsizetype i = from; i < to; ++i) {
            const PromptPart &part = m_before.at(i);
            if (m_match.isTaken.at(i))
                continue;
            auto kind = PromptChange::Kind::Removed;
            if (part.isChat() && i < m_firstOld)
                kind = PromptChange::Kind::HistoryTrimmed;
            else if (part.isChat() && i > m_lastOld)
                kind = PromptChange::Kind::MessagesGone;
            if (kind != PromptChange::Kind::Removed && joins(kind, part, -1))
                continue;
            changes.append(
                {.kind = kind, .source = part.source, .tokens = -part.tokens, .before = part, .after = {}});
        }
    }

    void addNew(qsizetype i)
    {
        const PromptPart &part = m_after.at(i);
        auto kind = PromptChange::Kind::Added;
        if (part.isChat() && m_firstNew >= 0 && i < m_firstNew)
            kind = PromptChange::Kind::HistoryReaches;
        else if (part.isChat() && i > m_lastNew)
            kind = PromptChange::Kind::MessagesAdded;
        if (kind != PromptChange::Kind::Added && joins(kind, part, 1))
            return;
        changes.append(
            {.kind = kind, .source = part.source, .tokens = part.tokens, .before = {}, .after = part});
    }

    void addChanged(qsizetype old, qsizetype now, bool hasMoved)
    {
        const PromptPart &before = m_before.at(old);
        const PromptPart &after = m_after.at(now);
        PromptChange change{
            .source = after.source, .tokens = after.tokens - before.tokens, .before = before, .after = after};
        if (hasMoved) {
            change.kind = PromptChange::Kind::Moved;
            if (now > 0)
                change.behind = m_after.at(now - 1).source;
        } else if (before.role != after.role) {
            change.kind = PromptChange::Kind::RoleChanged;
        } else if (before.text == after.text) {
            return;
        }
        changes.append(change);
    }

    void addThoughts(int difference)
    {
        const bool isCountedOtherwise =
            std::ranges::contains(changes, PromptChange::Kind::Counter, &PromptChange::kind);
        if (difference != 0 && !isCountedOtherwise)
            changes.append({.kind = PromptChange::Kind::Thoughts,
                            .source = {},
                            .tokens = difference,
                            .before = {},
                            .after = {}});
    }

    // What messages cost beside their things, so that the changes add up.
    void addRest(int difference)
    {
        for (const PromptChange &change : std::as_const(changes)) {
            if (change.kind != PromptChange::Kind::Limit)
                difference -= change.tokens;
        }
        const auto counter = std::ranges::find(changes, PromptChange::Kind::Counter, &PromptChange::kind);
        if (counter != changes.end())
            counter->tokens = difference;
        else if (difference != 0)
            changes.append({.kind = PromptChange::Kind::Overhead,
                            .source = {},
                            .tokens = difference,
                            .before = {},
                            .after = {}});
    }

    QList<PromptPart> m_before;
    QList<PromptPart> m_after;
    Matching m_match;
    qsizetype m_firstOld = -1; // of messages that both have
    qsizetype m_lastOld = -1;
    qsizetype m_firstNew = -1;
    qsizetype m_lastNew = -1;
};

QString numberText(int tokens)
{
    return QLocale().toString(tokens);
}

} // namespace

QString differenceText(int tokens, CountKind kind)
{
    const QString about = kind == CountKind::Exact ? QString() : u"~"_s;
    if (tokens == 0)
        return about + u"±0"_s;
    return about + (tokens > 0 ? u'+' : u'−') + numberText(std::abs(tokens));
}

QList<PromptChange> promptChanges(const AssembledPrompt &before, const AssembledPrompt &after)
{
    return Comparison(before, after).changes;
}

QString changeText(const PromptChange &change, CountKind kind)
{
    const QString name = thingName(change.source);
    const QString tokens = differenceText(change.tokens, kind);
    switch (change.kind) {
    case PromptChange::Kind::HistoryTrimmed:
        //: %1: tokens with their sign
        return QCoreApplication::translate("PromptChanges", "History trimmed by %n message(s), %1 tokens",
                                           nullptr, change.count)
            .arg(tokens);
    case PromptChange::Kind::HistoryReaches:
        return QCoreApplication::translate("PromptChanges",
                                           "History reaches back %n message(s) further, %1 tokens", nullptr,
                                           change.count)
            .arg(tokens);
    case PromptChange::Kind::MessagesAdded:
        return QCoreApplication::translate("PromptChanges", "%n message(s) added at the end, %1 tokens",
                                           nullptr, change.count)
            .arg(tokens);
    case PromptChange::Kind::MessagesGone:
        return QCoreApplication::translate("PromptChanges", "%n message(s) at the end are gone, %1 tokens",
                                           nullptr, change.count)
            .arg(tokens);
    case PromptChange::Kind::Added:
        //: %1: what it is, %2: tokens with their sign; here and below
        return PromptChangesText::tr("%1 is new, %2 tokens").arg(name, tokens);
    case PromptChange::Kind::Removed:
        return PromptChangesText::tr("%1 is gone, %2 tokens").arg(name, tokens);
    case PromptChange::Kind::Moved:
        if (change.behind == Source())
            return PromptChangesText::tr("%1 moved to the front").arg(name);
        return PromptChangesText::tr("%1 moved, now after %2").arg(name, thingName(change.behind));
    case PromptChange::Kind::Edited:
        return PromptChangesText::tr("%1 changed, %2 tokens").arg(name, tokens);
    case PromptChange::Kind::RoleChanged:
        //: %2 and %3: "system", "user", "assistant"
        return PromptChangesText::tr("%1 has another role: %2, now %3")
            .arg(name, roleName(change.before->role), roleName(change.after->role));
    case PromptChange::Kind::Limit:
        return PromptChangesText::tr("The context size was %1, now %2")
            .arg(numberText(change.count), numberText(change.tokens));
    case PromptChange::Kind::Counter:
        if (change.tokens == 0)
            //: %1 and %2 are tokenizers
            return PromptChangesText::tr("Tokens were counted by %1, now by %2")
                .arg(change.source.id(), change.source.label());
        //: %1 and %2 are tokenizers; %3: tokens with their sign
        return PromptChangesText::tr("Tokens were counted by %1, now by %2: %3 tokens for the same texts")
            .arg(change.source.id(), change.source.label(), tokens);
    case PromptChange::Kind::Thoughts:
        //: %1: tokens with their sign
        return PromptChangesText::tr("Thoughts that go back to the model, %1 tokens").arg(tokens);
    case PromptChange::Kind::Overhead:
        //: What messages cost beside their text; %1: tokens with their sign
        return PromptChangesText::tr("Overhead and separators of messages, %1 tokens").arg(tokens);
    }
    return {};
}

} // namespace snug
