#include "core/prompt/messagecount.h"
#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// Not every service checks its signatures, or whether words are still those that it signed: a stranger's must
// be there to be seen.
static bool isShown(const OpaqueItem &item, const Message &message)
{
    const QString shown = message.reasoning();
    const QStringList words = thoughtsIn(item);
    return std::ranges::all_of(words, [&](const QString &said) { return shown.contains(said.trimmed()); });
}

static OpaqueItems itemsFor(const Message &message, const QString &content)
{
    OpaqueItems back{message.extra.value(u"api").toText(), message.extra.value(u"model").toText(),
                     replayable(readOpaque(message.extra.value(u"snug").value(u"opaque")))};
    back.items.removeIf([&message](const OpaqueItem &item) { return !isShown(item, message); });
    // With the name in front, the text is still the reply's own. Of any other only what stands in front of
    // all text belongs to it.
    const QString name = message.name + u": "_s;
    if (content == name + message.text) {
        for (OpaqueItem &item : back.items)
            item.textAt += item.textEnd() > 0 ? name.size() : 0;
    } else if (content != message.text) {
        back.items.removeIf([](const OpaqueItem &item) { return item.textEnd() > 0; });
    }
    return back.items.isEmpty() ? OpaqueItems() : back;
}

// About what the service reads again: the words, or of what is encrypted its size (a summary of it is less).
static int costOf(const OpaqueItem &item, const TokenCounterPtr &counter)
{
    constexpr int lettersOfToken = 5; // base64
    const auto said = [&item](QStringView member) { return item.item.value(member).toText(); };
    const qsizetype size = std::max({said(u"data").size(), said(u"encrypted_content").size(),
                                     said(u"signature").size(), said(u"thoughtSignature").size()});
    const int ofWords = messageTokens(counter, thoughtsIn(item).join(u' '));
    const bool isInWords = ofWords > 0 && said(u"encrypted_content").isEmpty();
    return isInWords ? ofWords : std::max(ofWords, int(size / lettersOfToken));
}

// Thoughts go back to their own thinker only: another character must not read them. Those of the newest
// replies, as many as the context has room for beside everything else. Where the model that is asked is the
// one that thought them, they count as what they fill; where it is known to be another, or the request has no
// place for them, they are none.
void goingBackStage(const PromptInputs &inputs, Draft &draft)
{
    if (inputs.thoughtsTo && inputs.thoughtsTo->isEmpty())
        return;
    const QString thinker = replierOf(inputs);
    QHash<QString, const Message *> thought; // by the row in the chat's file
    for (const int row : factsOf(inputs, draft).withOpaque) {
        const Message &message = inputs.chat.messages.at(row);
        if (row < draft.storedMessages && message.name == thinker)
            thought.insert(QString::number(inputs.scene.rowOf(row)), &message);
    }
    if (thought.isEmpty())
        return;
    Budget &budget = draft.result.budget;
    int spare = budget.context - budget.used - budget.reserved;
    QList<OutboundMessage> &messages = draft.result.messages;
    for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
        const Message *said =
            message->role == Role::Assistant && message->source.kind() == SourceKind::HistoryAssistant
                ? thought.value(message->source.id())
                : nullptr;
        if (!said)
            continue;
        OpaqueItems back = itemsFor(*said, message->content.text());
        if ((!inputs.model.isEmpty() && back.model != inputs.model) ||
            (inputs.thoughtsTo && back.api != *inputs.thoughtsTo))
            continue;
        int cost = 0;
        for (const OpaqueItem &item : std::as_const(back.items))
            cost += costOf(item, inputs.counter);
        spare -= cost;
        if (budget.context > 0 && spare < 0)
            return;
        message->goesBack = std::move(back);
        if (inputs.model.isEmpty())
            continue;
        message->tokens += cost;
        message->goesBackTokens = cost;
        budget.used += cost;
    }
}

} // namespace snug
