#include "core/ledger/thingstory.h"

#include "core/ledger/promptrecord.h"
#include "core/lore/lorewhy.h"
#include "core/macros/variables.h"
#include "core/prompt/promptaccount.h"
#include "core/prompt/promptparts.h"
#include "core/prompt/unsentlore.h"
#include "core/tokens/estimate.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct Story
{
    Q_DECLARE_TR_FUNCTIONS(ThingStory)
};

constexpr qsizetype replyBeginning = 120; // characters

bool isLoreEntry(const StoryThing &thing)
{
    return thing.source.family() == SourceFamily::WorldBook || thing.source.kind() == SourceKind::MemoryEntry;
}

QString rowTitle(const LoreTrace &row)
{
    return row.title.isEmpty() ? Story::tr("Entry %1").arg(row.uid) : row.title;
}

// Lore that lost its place to this row: in its group, or because the budget for lore was spent.
QStringList loreDisplacedBy(const LoreTrace &row, const QList<LoreTrace> &rows)
{
    QStringList names;
    for (const LoreTrace &other : rows) {
        const LoreDetail &detail = other.details();
        const bool isRival = !other.fired && !row.title.isEmpty() && detail.rival == row.title;
        const bool isOverBudget = !other.fired && other.gate == LoreGate::Budget &&
                                  detail.value > detail.other && detail.value <= detail.other + row.tokens;
        if (isRival || isOverBudget)
            //: %1 is the title of a lore entry
            names.append(Story::tr("lore %1").arg(rowTitle(other)));
    }
    return names;
}

// What was left out for want of room and would have fit into this room, the newest messages first.
QStringList displacedFrom(const AssembledPrompt &prompt, int tokens)
{
    struct Left
    {
        int number;
        DroppedText text;
    };
    QList<Left> left;
    for (const DroppedText &dropped : prompt.trace.dropped) {
        const QList<Span> &spans = dropped.content.spans();
        if (dropped.cause != DroppedText::Cause::NoRoom || spans.isEmpty())
            continue;
        const Source thing = thingOf(spans.first().source);
        left.append({isChatThing(thing) ? thing.id().toInt() : INT_MAX, dropped});
    }
    std::ranges::stable_sort(left, std::ranges::greater(), &Left::number);
    const Budget &budget = prompt.budget;
    int room = tokens + std::max(0, budget.context - budget.reserved - budget.used);
    QStringList names;
    for (const Left &each : left) {
        const int cost =
            each.text.tokens > 0 ? each.text.tokens : estimateCounter()->count(each.text.content.text());
        if (cost > room)
            break; // what is older is not sent without it
        room -= cost;
        names.append(thingName(thingOf(each.text.content.spans().first().source)));
    }
    return names;
}

void takeLore(const StoryThing &thing, const AssembledPrompt &prompt, StoryMoment &moment)
{
    const QList<LoreTrace> &rows = prompt.trace.lore;
    const QHash<QString, int> costs = loreCosts(prompt);
    moment.isIn = costs.contains(thing.source.id());
    moment.tokens = costs.value(thing.source.id());
    for (qsizetype i = 0; i < rows.size(); ++i) {
        if (thing.source.id() != u"%1.%2"_s.arg(rows.at(i).book).arg(rows.at(i).uid) || !rows.at(i).fired)
            continue;
        const QString unsent = unsentLore(prompt).value(thing.source.id());
        moment.reason =
            unsent.isEmpty() ? loreReason(rows.at(i)) : u"%1. %2"_s.arg(loreReason(rows.at(i)), unsent);
        for (const qsizetype woken : wokenBy(rows, i))
            moment.woke.append(rowTitle(rows.at(woken)));
        moment.displaced = loreDisplacedBy(rows.at(i), rows);
    }
}

void takePart(const StoryThing &thing, const AssembledPrompt &prompt, StoryMoment &moment)
{
    const QString key = thingKey(thingOf(thing.source));
    for (const PromptPart &part : promptParts(prompt)) {
        if (thingKey(part.source) != key)
            continue;
        moment.isIn = true;
        moment.tokens += part.tokens;
    }
}

void takeVariable(const StoryThing &thing, const AssembledPrompt &prompt, StoryMoment &moment)
{
    MacroState state;
    state.localVariables = prompt.localVariables;
    state.globalVariables = prompt.globalVariables;
    const VariableScope scope = thing.isOfAllChats ? VariableScope::Global : VariableScope::Local;
    moment.isKnown = !prompt.localVariables.isUndefined(); // older records hold no variables
    moment.isIn = moment.isKnown && hasVariable(state, scope, thing.variable);
    if (moment.isIn)
        moment.value = readVariable(state, scope, thing.variable);
}

} // namespace

QString StoryThing::name() const
{
    return isVariable() ? variable : thingName(thingOf(source));
}

StoryMoment storyMoment(const StoryThing &thing, const LedgerEntry &entry)
{
    StoryMoment moment;
    moment.head = entry.head;
    moment.reply = entry.answer.text.left(replyBeginning).simplified();
    if (entry.answer.text.size() > replyBeginning)
        moment.reply += u'…';
    const Result<AssembledPrompt> prompt = readRecord(entry.prompt);
    if (entry.prompt.isEmpty() || !prompt)
        return moment;
    moment.isKnown = true;
    moment.kind = prompt->budget.kind;
    if (thing.isVariable()) {
        takeVariable(thing, *prompt, moment);
        return moment;
    }
    if (isLoreEntry(thing))
        takeLore(thing, *prompt, moment);
    else
        takePart(thing, *prompt, moment);
    if (moment.isIn)
        moment.displaced += displacedFrom(*prompt, moment.tokens);
    return moment;
}

StorySum storySum(const QList<StoryMoment> &moments)
{
    StorySum sum;
    const StoryMoment *before = nullptr;
    for (const StoryMoment &moment : moments) {
        if (!moment.isKnown)
            continue;
        ++sum.known;
        sum.in += moment.isIn ? 1 : 0;
        sum.tokens += moment.tokens;
        if (moment.isIn)
            sum.kind = std::max(sum.kind, moment.kind);
        if (before && (before->value != moment.value || before->isIn != moment.isIn))
            ++sum.values;
        before = &moment;
    }
    return sum;
}

QString storySumText(const StoryThing &thing, const StorySum &sum)
{
    const QLocale locale;
    if (sum.known == 0)
        return Story::tr("No kept request of this chat tells anything about it.");
    if (thing.isVariable())
        return Story::tr("Had a value in %1 of %2 requests and changed between them %3 times.")
            .arg(locale.toString(sum.in), locale.toString(sum.known), locale.toString(sum.values));
    const QString mark = sum.kind == CountKind::Exact || sum.tokens == 0 ? QString() : u"~"_s;
    //: Of how many requests a part of the prompt was in, and what it cost in all of them
    return Story::tr("In %1 of %2 requests · %3 tokens in total")
        .arg(locale.toString(sum.in), locale.toString(sum.known), mark + locale.toString(sum.tokens));
}

QStringList storyLines(const StoryMoment &moment)
{
    QStringList lines;
    if (!moment.isKnown)
        lines.append(Story::tr("Its state was not kept"));
    else if (!moment.value.isEmpty())
        lines.append(Story::tr("Value: %1").arg(moment.value));
    else if (!moment.isIn)
        //: Of a part of the prompt, or of a variable
        lines.append(Story::tr("Not there"));
    if (!moment.reason.isEmpty())
        lines.append(moment.reason);
    if (!moment.woke.isEmpty())
        lines.append(Story::tr("Its text triggered: %1").arg(moment.woke.join(u", "_s)));
    if (!moment.displaced.isEmpty())
        lines.append(Story::tr("In its place there was room for: %1").arg(moment.displaced.join(u", "_s)));
    if (!moment.reply.isEmpty())
        lines.append(Story::tr("Answer: %1").arg(moment.reply));
    return lines;
}

} // namespace snug
