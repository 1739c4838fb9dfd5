#include "core/macros/whitespace.h"
#include "core/prompt/labels.h"
#include "core/prompt/stages/chatmacros.h"
#include "core/prompt/stages/exampletext.h"
#include "core/prompt/stages/stages.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

// One of the card's or the persona's texts: where it stands, its macros, what the chat has instead.
struct CardText
{
    TracedText CardTexts::*resolved;
    QString text;
    QString type;
    QList<QStringView> macros;
    Source source = {};
};

// In the order in which they are resolved, which matters to variables (NOTES, section 1).
static QList<CardText> cardTexts(const PromptInputs &inputs, const Draft &draft)
{
    const Card card = inputs.card.value_or(Card());
    const Json metadata = inputs.chat.metadata();
    QList<CardText> texts;
    const auto add = [&](TracedText CardTexts::*resolved, const QString &text, const QString &type,
                         const QList<QStringView> &macros, QStringView overriding = {}) {
        const QString instead = overriding.isEmpty() ? QString() : metadata.value(overriding).toText();
        if (instead.isEmpty())
            texts.append({resolved, text, type, macros, cardSource(type, draft.characterName)});
        else
            texts.append({resolved, instead, u"chat."_s + overriding, macros,
                          Source(u"chat."_s + overriding, {}, inputs.chat.name)});
    };
    add(&CardTexts::systemPrompt, card.systemPrompt, u"card.system_prompt"_s, {u"charprompt"},
        u"system_prompt");
    add(&CardTexts::examples, card.messageExamples, u"char.examples"_s, {u"mesexamplesraw"}, u"mes_example");
    add(&CardTexts::description, card.description, u"char.description"_s,
        {u"description", u"chardescription"});
    add(&CardTexts::personality, card.personality, u"char.personality"_s,
        {u"personality", u"charpersonality"});
    const QString type = u"persona.description"_s;
    texts.append({&CardTexts::persona,
                  inputs.persona ? inputs.persona->description : QString(),
                  type,
                  {u"persona"},
                  personaSource(type, draft.userName)});
    add(&CardTexts::scenario, card.scenario, u"char.scenario"_s, {u"scenario", u"charscenario"}, u"scenario");
    add(&CardTexts::postHistory, card.postHistoryInstructions, u"card.post_history"_s, {u"charinstruction"});
    add(&CardTexts::depthPrompt, card.depthPrompt.text, u"card.depth_prompt"_s, {u"chardepthprompt"});
    add(&CardTexts::creatorNotes, card.creatorNotes, u"char.creator_notes"_s,
        {u"creatornotes", u"charcreatornotes"});
    return texts;
}

static void setNamesAndLimits(const PromptInputs &inputs, Draft &draft)
{
    MacroPass &macros = draft.macros;
    const QString &cardName = draft.characterName;
    const MacroValue user{draft.userName, u"persona.name"_s, {}, personaSource({}, draft.userName).label()};
    const MacroValue character{cardName, u"char.name"_s, {}, cardSource({}, cardName).label()};
    macros.setValue({u"user", u"notchar"}, user);
    macros.setValue({u"char", u"group", u"charifnotgroup", u"groupnotmuted"}, character);
    macros.setValue({u"model"}, {inputs.model});
    macros.setValue({u"ismobile"}, {u"false"_s});
    macros.setValue({u"input"}, {});
    macros.setValue({u"lastgenerationtype"}, {generationTypeName(inputs.type)});
    const QString prompt = QString::number(std::max(0, draft.contextSize - draft.maxTokens));
    macros.setValue({u"maxprompt", u"maxprompttokens"}, {prompt});
    macros.setValue({u"maxcontext", u"maxcontexttokens"}, {QString::number(draft.contextSize)});
    macros.setValue({u"maxresponse", u"maxresponsetokens"}, {QString::number(draft.maxTokens)});
    macros.environment.now = inputs.now;
    macros.state.localVariables = inputs.chat.metadata().value(u"variables");
    macros.state.random = inputs.seed;
    if (inputs.card)
        macros.setValue({u"charversion", u"version", u"char_version"},
                        {inputs.card->characterVersion, u"char.version"_s, {}, character.label});
}

// The user's new message, or what the preset sends for an empty one.
static void addTypedMessage(const PromptInputs &inputs, Draft &draft)
{
    if (inputs.type != GenerationType::Normal)
        return;
    QString text = inputs.userText;
    if (text.isEmpty() && inputs.preset)
        text = javaScriptTrimmed(inputs.preset->sendIfEmpty).toString();
    if (text.isEmpty())
        return;
    draft.typed.emplace();
    draft.typed->name = draft.userName;
    draft.typed->isUser = true;
    draft.typed->text = text;
    setChatMacros(inputs, draft);
    draft.typed->text = draft.macros.expand(TracedText(text, Source())).text();
}

static TracedText resolved(const PromptInputs &inputs, Draft &draft, const QString &text,
                           const Source &source)
{
    TracedText result = draft.macros.expand(TracedText(text, source).trimmed());
    if (inputs.settings.collapseNewlines) {
        static const QRegularExpression newlines(u"\n{2,}"_s);
        for (auto match = newlines.match(result.text()); match.hasMatch();
             match = newlines.match(result.text()))
            result.remove(match.capturedStart() + 1, match.capturedLength() - 1);
    }
    return result.without(u'\r');
}

static void setCardMacros(const PromptInputs &inputs, Draft &draft)
{
    MacroEnvironment &environment = draft.macros.environment;
    for (const CardText &text : cardTexts(inputs, draft)) {
        for (const QStringView name : text.macros)
            environment.cardTexts.insert(name.toString(), {text.text, text.type, {}, text.source.label()});
    }
    draft.macros.setValue({u"mesexamples"}, {});
    if (!inputs.card)
        return;
    const QString label = cardSource({}, draft.characterName).label();
    environment.greetings = {{inputs.card->firstMessage, u"char.first_message"_s, {}, label}};
    for (const QString &greeting : inputs.card->alternateGreetings)
        environment.greetings.append({greeting, u"char.alternate_greeting"_s, {}, label});
}

static void resolveCardTexts(const PromptInputs &inputs, Draft &draft)
{
    MacroPass &macros = draft.macros;
    macros.environment.areCardTextsEmpty = true;
    for (const CardText &text : cardTexts(inputs, draft)) {
        TracedText &result = draft.card.*text.resolved;
        result = resolved(inputs, draft, text.text, text.source);
        macros.tracedValues.insert(text.type, result);
    }
    macros.environment.areCardTextsEmpty = false;

    TracedText blocks;
    const Source source = cardSource(u"char.examples"_s, draft.characterName);
    for (const TracedText &block : exampleBlocks(draft.card.examples)) {
        blocks.append(TracedText::computed(u"<START>\n"_s, source));
        blocks.append(block);
        blocks.append(TracedText::computed(u"\n"_s, source));
    }
    macros.setTraced({u"mesexamples"}, u"char.example_blocks"_s, blocks, source.label());
}

void identityStage(const PromptInputs &inputs, Draft &draft)
{
    draft.userName =
        inputs.persona && !inputs.persona->name.isEmpty() ? inputs.persona->name : inputs.userName;
    draft.characterName = inputs.card ? inputs.card->name : QString();
    draft.contextSize = inputs.contextSize > 0 ? inputs.contextSize
                        : inputs.preset        ? inputs.preset->contextSize
                                               : 0;
    draft.maxTokens = inputs.maxTokens > 0 ? inputs.maxTokens : inputs.preset ? inputs.preset->maxTokens : 0;

    // A reply that is made again is not there yet.
    draft.storedMessages = inputs.chat.messages.size();
    if (draft.storedMessages > 0) {
        const Message &last = inputs.chat.messages.last();
        if (inputs.type == GenerationType::Swipe ||
            (inputs.type == GenerationType::Regenerate && !last.isUser))
            --draft.storedMessages;
    }
    draft.firstText = draft.storedMessages > 0 ? inputs.chat.messages.first().text : QString();

    setNamesAndLimits(inputs, draft);
    setCardMacros(inputs, draft);
    addTypedMessage(inputs, draft);
    setChatMacros(inputs, draft);
    resolveCardTexts(inputs, draft);
    if (draft.storedMessages > 0) {
        draft.firstText = draft.macros.expand(TracedText(draft.firstText, Source())).text();
        setChatMacros(inputs, draft);
    }
}

} // namespace snug
