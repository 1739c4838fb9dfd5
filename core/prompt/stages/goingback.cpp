#include "core/prompt/messagecount.h"
#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// Thoughts whose signature nobody checks (OpenRouter's unsigned ones, Gemini's): a stranger's words must be
// there to be seen.
static bool isShown(const OpaqueItem &item, const Message &message)
{
    const QString type = item.item.value(u"type").toText();
    const bool isUnsigned = type.startsWith(u"reasoning.") && !signatureOf(item);
    if (!isUnsigned && !item.item.value(u"thought").toBool())
        return true;
    return message.reasoning().contains(item.item.value(u"text").toText()) &&
           message.reasoning().contains(item.item.value(u"summary").toText());
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

// About what the service reads again: the words, or of what is encrypted its size.
static int costOf(const OpaqueItem &item, const TokenCounterPtr &counter)
{
    constexpr int lettersOfToken = 5; // base64
    const auto said = [&item](QStringView member) { return item.item.value(member).toText(); };
    const QString words = said(u"thinking") + said(u"text") + said(u"summary");
    if (!words.isEmpty())
        return messageTokens(counter, words);
    const qsizetype size = std::max({said(u"data").size(), said(u"encrypted_content").size(),
                                     said(u"signature").size(), said(u"thoughtSignature").size()});
    return int(size / lettersOfToken);
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
