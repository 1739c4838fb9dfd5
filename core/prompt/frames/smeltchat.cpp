#include "core/prompt/frames/smeltchat.h"

#include "core/model/whitespace.h"
#include "core/prompt/labels.h"
#include "core/prompt/messagecount.h"
#include "core/prompt/smelttext.h"
#include "core/prompt/stages/scripts.h"
#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

void smeltIdentity(const PromptInputs &inputs, Draft &draft)
{
    draft.userName =
        inputs.persona && !inputs.persona->name.isEmpty() ? inputs.persona->name : inputs.userName;
    draft.characterName = inputs.knowledge.isEnabled ? replierOf(inputs)
                          : inputs.card              ? inputs.card->name
                                                     : QString();
    setLimits(inputs, draft);
}

TracedText smeltText(const Draft &draft, const QString &text, const Source &source)
{
    return substituteNames(TracedText(text, source), draft.userName, draft.characterName);
}

TracedText smeltPersona(const PromptInputs &inputs, const Draft &draft)
{
    if (!inputs.persona)
        return {};
    const Source anchor = personaSource(SourceKind::PersonaAnchor, draft.userName);
    TracedText text = TracedText::computed(u"The user's name is "_s, anchor);
    text.append(
        TracedText(draft.userName, Source(SourceKind::PersonaName, {}, draft.userName).inside(anchor)));
    text.append(TracedText::computed(u"."_s, anchor));
    if (!javaScriptTrimmed(inputs.persona->description).isEmpty()) {
        text.append(TracedText::computed(u"\n"_s, anchor));
        text.append(smeltText(draft, inputs.persona->description,
                              personaSource(SourceKind::PersonaDescription, draft.userName)));
    }
    return text;
}

void addSystemMessage(Draft &draft, const QList<TracedText> &parts, const Source &source)
{
    QList<TracedText> texts;
    for (const TracedText &part : parts) {
        if (!part.trimmed().isEmpty())
            texts.append(part);
    }
    if (texts.isEmpty())
        return;
    const TracedText gap = TracedText::computed(u"\n\n"_s, Source(SourceKind::SeparatorBlock));
    draft.result.messages.append(
        {.role = Role::System, .content = TracedText::join(texts, gap), .source = source});
}

// The user's new message: as it is saved, and as it stands here, where only names are substituted.
static void addTyped(const PromptInputs &inputs, Draft &draft)
{
    if (inputs.type != GenerationType::Normal || inputs.userText.isEmpty())
        return;
    draft.typed.emplace();
    draft.typed->name = writerOf(inputs);
    draft.typed->isUser = true;
    draft.typed->text = runTypedScripts(inputs, draft, TracedText(inputs.userText, Source())).text();
    Draft saved;
    saved.stop = draft.stop;
    saved.macros.state.budget = draft.macros.state.budget;
    saved.macros.state.globalVariables = inputs.globalVariables;
    identityStage(inputs, saved);
    draft.result.typedText = saved.result.typedText;
}

// Regex scripts are SillyTavern's, and act on the history as they do there.
void addHistory(const PromptInputs &inputs, Draft &draft)
{
    addTyped(inputs, draft);
    for (qsizetype i = 0; i < draft.messageCount(); ++i) {
        const Message &message = draft.messageAt(inputs, i);
        if (message.isHidden)
            continue;
        const int index = static_cast<int>(i);
        const Source source = messageSource(message, inputs.scene.rowOf(i), i >= draft.storedMessages);
        const Role role = message.isNarrator() ? Role::System : message.isUser ? Role::User : Role::Assistant;
        draft.history.append({.index = index,
                              .role = role,
                              .name = message.name,
                              .text = TracedText(message.text, source),
                              .source = source});
    }
    runHistoryScripts(inputs, draft);
    for (const HistoryItem &item : std::as_const(draft.history)) {
        if (item.index >= draft.storedMessages || draft.stop.stop_requested())
            break;
        TracedText text = substituteNames(item.text, draft.userName, draft.characterName);
        // With several characters nothing else would say whose words these are.
        const bool isNamed = namesMessages(inputs) || (inputs.group && item.name != draft.userName);
        if (isNamed && item.role != Role::System)
            text.prepend(TracedText::computed(
                item.name + u": "_s,
                Source(SourceKind::HistoryName, item.source.id(), item.name).inside(item.source)));
        draft.result.messages.append({.role = item.role, .content = text, .source = item.source});
    }
}

void addNewTurn(const PromptInputs &inputs, Draft &draft)
{
    if (inputs.type == GenerationType::Impersonate && inputs.preset) {
        const Source source = presetTextSource(*inputs.preset, u"impersonation_prompt"_s);
        addSystemMessage(draft, {smeltText(draft, inputs.preset->impersonationPrompt, source)}, source);
    }
    if (!inputs.quietPrompt.isEmpty()) {
        addSystemMessage(draft, {smeltText(draft, inputs.quietPrompt, quietSource())}, quietSource());
    }
    if (!draft.typed || draft.history.isEmpty())
        return;
    const HistoryItem &typed = draft.history.last();
    draft.result.messages.append({.role = Role::User,
                                  .content = substituteNames(typed.text, draft.userName, draft.characterName),
                                  .source = typed.source});
}

void trimMessages(Draft &draft)
{
    QList<OutboundMessage> &messages = draft.result.messages;
    QList<TrimItem> items;
    for (const OutboundMessage &message : std::as_const(messages))
        items.append({message.content.size(), message.role == Role::System});
    const QList<qsizetype> kept = trimToContext(items, std::max(0, draft.contextSize));
    const QString reason =
        QCoreApplication::translate("Prompt", "Oldest message, dropped to fit the context size");
    QList<OutboundMessage> remaining;
    Budget &budget = draft.result.budget;
    auto next = kept.cbegin();
    for (qsizetype i = 0; i < messages.size(); ++i) {
        OutboundMessage &message = messages[i];
        message.tokens = messageTokens(nullptr, message.content.text());
        if (next != kept.cend() && *next == i) {
            ++next;
            budget.used += message.tokens;
            remaining.append(std::move(message));
        } else {
            draft.result.trace.dropped.append({message.content, reason, message.tokens});
        }
    }
    messages = remaining;
    // smelt trims the prompt to the context size; it leaves no room for the reply.
    budget.context = draft.contextSize;
    budget.reserved = 0;
    budget.kind = CountKind::Estimate;
    budget.counterName = u"estimate"_s;
}

} // namespace snug
