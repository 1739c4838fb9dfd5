#include "core/prompt/frames/smeltchat.h"

#include "core/macros/whitespace.h"
#include "core/prompt/labels.h"
#include "core/prompt/messagecount.h"
#include "core/prompt/smelttext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

void smeltIdentity(const PromptInputs &inputs, Draft &draft)
{
    draft.userName =
        inputs.persona && !inputs.persona->name.isEmpty() ? inputs.persona->name : inputs.userName;
    draft.characterName = inputs.card ? inputs.card->name : QString();
    draft.contextSize = inputs.contextSize > 0 ? inputs.contextSize
                        : inputs.preset        ? inputs.preset->contextSize
                                               : 0;
    draft.maxTokens = inputs.maxTokens > 0 ? inputs.maxTokens : inputs.preset ? inputs.preset->maxTokens : 0;
    draft.storedMessages = inputs.chat.messages.size();
    if (draft.storedMessages > 0) {
        const Message &last = inputs.chat.messages.last();
        if (inputs.type == GenerationType::Swipe ||
            (inputs.type == GenerationType::Regenerate && !last.isUser))
            --draft.storedMessages;
    }
}

TracedText smeltText(const Draft &draft, const QString &text, const Source &source)
{
    return substituteNames(TracedText(text, source), draft.userName, draft.characterName);
}

TracedText smeltPersona(const PromptInputs &inputs, const Draft &draft)
{
    if (!inputs.persona)
        return {};
    const Source anchor = personaSource(u"persona.anchor"_s, draft.userName);
    TracedText text = TracedText::computed(u"The user's name is "_s, anchor);
    text.append(TracedText(draft.userName, Source(u"persona.name"_s, {}, draft.userName).inside(anchor)));
    text.append(TracedText::computed(u"."_s, anchor));
    if (!javaScriptTrimmed(inputs.persona->description).isEmpty()) {
        text.append(TracedText::computed(u"\n"_s, anchor));
        text.append(smeltText(draft, inputs.persona->description,
                              personaSource(u"persona.description"_s, draft.userName)));
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
    const TracedText gap = TracedText::computed(u"\n\n"_s, Source(u"separator.block"_s));
    draft.result.messages.append(
        {.role = Role::System, .content = TracedText::join(texts, gap), .source = source});
}

void addHistory(const PromptInputs &inputs, Draft &draft)
{
    for (qsizetype i = 0; i < draft.storedMessages && !draft.stop.stop_requested(); ++i) {
        const Message &message = inputs.chat.messages.at(i);
        if (message.isHidden)
            continue;
        const Source source = messageSource(message, static_cast<int>(i), false);
        const Role role = message.isNarrator() ? Role::System : message.isUser ? Role::User : Role::Assistant;
        TracedText text = smeltText(draft, message.text, source);
        // With several characters nothing else would say whose words these are.
        if (inputs.group && message.name != draft.userName && !message.isNarrator())
            text.prepend(TracedText::computed(
                message.name + u": "_s, Source(u"history.name"_s, source.id(), message.name).inside(source)));
        draft.result.messages.append({.role = role, .content = text, .source = source});
    }
}

void addNewTurn(const PromptInputs &inputs, Draft &draft)
{
    Message typed;
    typed.name = draft.userName;
    typed.isUser = true;
    const auto index = static_cast<int>(draft.storedMessages);
    if (inputs.type == GenerationType::Normal) {
        typed.text = inputs.userText;
    } else if (inputs.type == GenerationType::Quiet) {
        const Source quiet(u"control.quiet"_s, {},
                           QCoreApplication::translate("PromptSources", "quiet prompt"));
        addSystemMessage(draft, {smeltText(draft, inputs.quietPrompt, quiet)}, quiet);
    } else if (inputs.type == GenerationType::Impersonate && inputs.preset) {
        const Source source = presetTextSource(*inputs.preset, u"impersonation_prompt"_s);
        addSystemMessage(draft, {smeltText(draft, inputs.preset->impersonationPrompt, source)}, source);
    }
    if (typed.text.isEmpty())
        return;
    const Source source = messageSource(typed, index, true);
    draft.result.messages.append(
        {.role = Role::User, .content = smeltText(draft, typed.text, source), .source = source});
}

void trimMessages(const PromptInputs &inputs, Draft &draft)
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
    if (!inputs.lorebooks.isEmpty())
        draft.result.trace.warnings.append(QCoreApplication::translate(
            "Prompt", "This form of prompt takes no lore: the lorebooks are not used."));
}

} // namespace snug
