#include "core/prompt/promptaccount.h"

#include "core/prompt/messagecount.h"
#include "core/prompt/promptblocks.h"
#include "core/prompt/promptparts.h"
#include "core/tokens/loadtokenizer.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Made with the first prompt that was counted by a tokenizer: on the thread that assembles.
int weightOf(QStringView text)
{
    static const TokenCounterPtr counter = loadTokenizer(u"o200k_base"_s).value_or(nullptr);
    return counter ? counter->count(text) : int(text.size());
}

// `total` in whole numbers, in proportion to the weights; what rounding leaves goes where it is missed most.
QList<int> sharedOut(int total, const QList<int> &weights)
{
    const qint64 all = std::accumulate(weights.cbegin(), weights.cend(), qint64(0));
    QList<int> shares(weights.size(), 0);
    if (weights.isEmpty() || all <= 0)
        return shares;
    struct Rest
    {
        qint64 missing;
        qsizetype place;
    };
    QList<Rest> rests;
    int given = 0;
    for (qsizetype i = 0; i < weights.size(); ++i) {
        const qint64 part = qint64(total) * weights.at(i);
        shares[i] = int(part / all);
        given += shares.at(i);
        rests.append({part % all, i});
    }
    std::ranges::stable_sort(rests, std::ranges::greater(), &Rest::missing);
    for (int i = 0; i < total - given; ++i)
        ++shares[rests.at(i).place];
    return shares;
}

// What a service's form merges keeps what each message was charged; what was squashed is counted as one.
int partsOf(const OutboundMessage &message)
{
    return 1 + int(std::ranges::count_if(message.content.spans(), [](const Span &span) {
               return span.source.kind() == SourceKind::SeparatorMerge;
           }));
}

} // namespace

int thoughtsOf(const OutboundMessage &message)
{
    return std::clamp(message.goesBackTokens, 0, std::max(0, message.tokens));
}

int overheadOf(const OutboundMessage &message, const Budget &budget)
{
    if (message.content.isEmpty())
        return message.tokens - thoughtsOf(message);
    if (budget.counterName.isEmpty() || isWholeText(message)) // nobody counted; nothing is wrapped
        return 0;
    const bool isEstimate = budget.kind == CountKind::Estimate;
    const bool isNameCounted = !isEstimate && !message.name.isEmpty();
    const int overhead = messageOverhead(budget.kind) * partsOf(message) +
                         (isNameCounted ? weightOf(message.name) + nameOverhead : 0);
    return std::clamp(overhead, 0, message.tokens - thoughtsOf(message));
}

static bool isLoreSource(const Source &source)
{
    return source.family() == SourceFamily::WorldBook || source.kind() == SourceKind::MemoryEntry ||
           source.kind() == SourceKind::MemorySidePrompt;
}

bool isSeparator(const Source &source)
{
    return source.family() == SourceFamily::Separator;
}

MessageAccount messageAccount(const OutboundMessage &message, const Budget &budget)
{
    MessageAccount account;
    account.overhead = overheadOf(message, budget);
    account.thoughts = thoughtsOf(message);
    const int text = message.tokens - account.overhead - account.thoughts;
    const QList<Span> &spans = message.content.spans();
    if (spans.size() == 1) {
        account.spans = {text};
        return account;
    }
    QList<int> weights;
    weights.reserve(spans.size());
    for (const Span &span : spans)
        weights.append(budget.kind == CountKind::Estimate
                           ? int(span.length)
                           : weightOf(QStringView(message.content.text()).sliced(span.start, span.length)));
    account.spans = sharedOut(text, weights);
    return account;
}

PromptAccount promptAccount(const AssembledPrompt &prompt)
{
    PromptAccount account;
    const QList<OutboundMessage> messages = promptBlocks(prompt);
    account.messages.reserve(messages.size());
    for (const OutboundMessage &message : messages) {
        const MessageAccount made = messageAccount(message, prompt.budget);
        account.overhead += made.overhead;
        account.thoughts += made.thoughts;
        for (qsizetype i = 0; i < made.spans.size(); ++i)
            (isSeparator(message.content.spans().at(i).source) ? account.separators : account.things) +=
                made.spans.at(i);
        account.messages.append(made);
    }
    return account;
}

Source ownerOf(const Source &source)
{
    for (Source link = source;; link = link.parent()) {
        if (isLoreSource(link))
            return link;
        if (!link.hasParent())
            return thingOf(source);
    }
}

namespace {

// Calls function(owner, tokens) for every stretch that is no separator.
template <typename Function>
void forEachOwned(const AssembledPrompt &prompt, const PromptAccount &account, Function &&function)
{
    const QList<OutboundMessage> messages = promptBlocks(prompt);
    for (qsizetype number = 0; number < messages.size(); ++number) {
        const QList<Span> &spans = messages.at(number).content.spans();
        for (qsizetype i = 0; i < spans.size(); ++i) {
            if (!isSeparator(spans.at(i).source))
                function(ownerOf(spans.at(i).source), account.messages.at(number).spans.at(i));
        }
    }
}

} // namespace

GroupShares groupShares(const AssembledPrompt &prompt)
{
    GroupShares shares{};
    const PromptAccount account = promptAccount(prompt);
    shares[separatorShare] = account.separators;
    shares[overheadShare] = account.overhead;
    shares[thoughtsShare] = account.thoughts;
    forEachOwned(prompt, account,
                 [&](const Source &owner, int tokens) { shares[size_t(owner.group())] += tokens; });
    return shares;
}

QHash<QString, int> loreCosts(const AssembledPrompt &prompt)
{
    QHash<QString, int> costs;
    forEachOwned(prompt, promptAccount(prompt), [&](const Source &owner, int tokens) {
        if (isLoreSource(owner))
            costs[owner.id()] += tokens;
    });
    return costs;
}

int loreRowTokens(const LoreTrace &row, const QHash<QString, int> &costs)
{
    return row.fired ? costs.value(u"%1.%2"_s.arg(row.book).arg(row.uid)) : row.tokens;
}

QString loreRowReason(const LoreTrace &row, CountKind kind)
{
    if (row.gate != LoreGate::Budget || kind == CountKind::Exact)
        return loreReason(row);
    //: Of a lore entry that was left out
    return QCoreApplication::translate("PromptAccount", "Needs about %n tokens, %1 left in the lore budget",
                                       nullptr, int(row.details().value))
        .arg(QLocale().toString(row.details().other));
}

QHash<SourceKind, int> kindCosts(const AssembledPrompt &prompt)
{
    QHash<SourceKind, int> costs;
    forEachOwned(prompt, promptAccount(prompt), [&](const Source &owner, int tokens) {
        if (!isLoreSource(owner))
            costs[owner.kind()] += tokens;
    });
    return costs;
}

} // namespace snug
