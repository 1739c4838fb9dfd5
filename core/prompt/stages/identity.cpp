#include "core/macros/cardtexts.h"
#include "core/macros/macroparser.h"
#include "core/model/whitespace.h"
#include "core/prompt/labels.h"
#include "core/prompt/stages/chatmacros.h"
#include "core/prompt/stages/examplemacro.h"
#include "core/prompt/stages/extensionmacros.h"
#include "core/prompt/stages/groupcards.h"
#include "core/prompt/stages/instructmacros.h"
#include "core/prompt/stages/replystart.h"
#include "core/prompt/stages/scripts.h"
#include "core/prompt/stages/stages.h"
#include "core/prompt/stages/visibility.h"
#include "core/prompt/typedtext.h"

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
    JoinedField joined = {}; // with `text` unset: never joined with other members'
};

static QString cardName(const PromptInputs &inputs)
{
    return inputs.card ? inputs.card->name : QString();
}

// In the order in which they are resolved, which matters to variables
// (docs/sillytavern/generation.md#evaluation-order).
static QList<CardText> cardTexts(const PromptInputs &inputs)
{
    const Card card = inputs.card.value_or(Card());
    const Json metadata = inputs.chat.metadata();
    QList<CardText> texts;
    const auto add = [&](TracedText CardTexts::*resolved, const QString &text, const QString &type,
                         const QList<QStringView> &macros, QStringView overriding = {},
                         const JoinedField &joined = {}) {
        const QString instead = overriding.isEmpty() ? QString() : metadata.value(overriding).toText();
        if (instead.isEmpty())
            texts.append(
                {resolved, text, type, macros, cardSource(sourceKindNamed(type), cardName(inputs)), joined});
        else
            texts.append({resolved, instead, u"chat."_s + overriding, macros,
                          Source::named(u"chat."_s + overriding, {}, inputs.chat.name)});
    };
    // What the user does not want from a card has no macro either.
    const bool takesPrompt = inputs.settings.preferCharacterPrompt;
    add(&CardTexts::systemPrompt, takesPrompt ? card.systemPrompt : QString(), u"card.system_prompt"_s,
        {u"charprompt"}, takesPrompt ? QStringView(u"system_prompt") : QStringView());
    add(&CardTexts::examples, card.messageExamples, u"char.examples"_s, {u"mesexamplesraw"}, u"mes_example",
        {&Card::messageExamples, u"Example Messages", u"char.examples"_s, true});
    add(&CardTexts::description, card.description, u"char.description"_s,
        {u"description", u"chardescription"}, {},
        {&Card::description, u"Description", u"char.description"_s});
    add(&CardTexts::personality, card.personality, u"char.personality"_s,
        {u"personality", u"charpersonality"}, {},
        {&Card::personality, u"Personality", u"char.personality"_s});
    const QString type = u"persona.description"_s;
    texts.append({&CardTexts::persona,
                  inputs.persona ? inputs.persona->description : QString(),
                  type,
                  {u"persona"},
                  personaSource(SourceKind::PersonaDescription, userOf(inputs))});
    add(&CardTexts::scenario, card.scenario, u"char.scenario"_s, {u"scenario", u"charscenario"}, u"scenario",
        {&Card::scenario, u"Scenario", u"char.scenario"_s});
    add(&CardTexts::postHistory,
        inputs.settings.preferCharacterPostHistory ? card.postHistoryInstructions : QString(),
        u"card.post_history"_s, {u"charinstruction"});
    add(&CardTexts::depthPrompt, card.depthPrompt.text, u"card.depth_prompt"_s, {u"chardepthprompt"});
    add(&CardTexts::creatorNotes, card.creatorNotes, u"char.creator_notes"_s,
        {u"creatornotes", u"charcreatornotes"});
    return texts;
}

static void setNamesAndLimits(const PromptInputs &inputs, Draft &draft)
{
    MacroPass &macros = draft.macros;
    setNameMacros(inputs, draft, draft.characterName);
    macros.setValue({u"model"}, {inputs.model});
    setTemplateMacros(inputs, draft);
    setExtensionMacros(inputs, draft);
    macros.setValue({u"ismobile"}, {u"false"_s});
    // What is sent has left the message field by then.
    macros.setValue({u"input"}, {isTypedSent(inputs.type) ? QString() : inputs.userText, u"new.user"_s});
    macros.setValue({u"lastgenerationtype"}, {generationTypeName(inputs.type)});
    const QString prompt = QString::number(std::max(0, draft.contextSize - draft.maxTokens));
    macros.setValue({u"maxprompt", u"maxprompttokens"}, {prompt});
    macros.setValue({u"maxcontext", u"maxcontexttokens"}, {QString::number(draft.contextSize)});
    macros.setValue({u"maxresponse", u"maxresponsetokens"}, {QString::number(draft.maxTokens)});
    macros.environment.collapsesNewlines = inputs.settings.collapseNewlines;
    macros.environment.isOldEngine = inputs.settings.replies.usesOldMacros;
    macros.environment.now = inputs.now;
    macros.state.localVariables = inputs.chat.metadata().value(u"variables");
    macros.state.random = inputs.seed;
    if (inputs.card)
        macros.setValue(
            {u"charversion", u"version", u"char_version"},
            {inputs.card->characterVersion, u"char.version"_s, {}, cardSource({}, cardName(inputs)).label()});
}

static bool isJoined(const PromptInputs &inputs, const CardText &text)
{
    return text.joined.text && joinsCards(inputs);
}

// At each use they are resolved anew, with each part's own {{char}}; the older engine takes what the join
// gave.
static void setJoined(const PromptInputs &inputs, Draft &draft, const CardText &text,
                      const TracedText &joined)
{
    MacroEnvironment &environment = draft.macros.environment;
    const QString label = groupSource(SourceKind::GroupJoin).label();
    const QList<SharedCardText> shared = sharedTexts(inputs, draft, text.joined);
    for (const QStringView name : text.macros) {
        if (environment.isOldEngine) {
            environment.cardTexts.remove(name.toString());
            draft.macros.setTraced({name}, text.type, joined, label);
        } else {
            environment.cardTexts.insert(name.toString(), {{}, text.type, {}, label});
            environment.sharedTexts.insert(name.toString(), shared);
        }
    }
}

static void setCardMacros(const PromptInputs &inputs, Draft &draft)
{
    MacroEnvironment &environment = draft.macros.environment;
    for (const CardText &text : cardTexts(inputs)) {
        for (const QStringView name : text.macros)
            environment.cardTexts.insert(name.toString(), {text.text, text.type, {}, text.source.label()});
    }
    draft.macros.setValue({u"mesexamples"}, {});
    environment.cardValues = {u"mesexamples"_s, u"charversion"_s, u"version"_s, u"char_version"_s};
    if (showsCardForSystemPrompt(inputs))
        environment.cardValues.insert(u"systemprompt"_s);
    if (!inputs.card)
        return;
    const QString label = cardSource({}, cardName(inputs)).label();
    environment.greetings = {{inputs.card->firstMessage, u"char.first_message"_s, {}, label}};
    for (const QString &greeting : inputs.card->alternateGreetings)
        environment.greetings.append({greeting, u"char.alternate_greeting"_s, {}, label});
}

// SillyTavern resolves the greetings with each prompt, so that what they set is set again
// (docs/sillytavern/generation.md#evaluation-order).
static void resolveGreetings(Draft &draft)
{
    MacroPass &macros = draft.macros;
    for (const MacroValue &greeting : std::as_const(macros.environment.greetings)) {
        if (maySetVariables(greeting.text))
            resolvedCardText(greeting, macros.environment, macros.state);
    }
}

static void resolveCardTexts(const PromptInputs &inputs, Draft &draft)
{
    MacroPass &macros = draft.macros;
    macros.environment.areCardTextsEmpty = true;
    const QList<CardText> texts = cardTexts(inputs);
    for (const CardText &text : texts) {
        TracedText &result = draft.card.*text.resolved;
        result = isJoined(inputs, text)
                     ? joinedText(inputs, draft, text.joined)
                     : resolvedCardText(inputs, draft, TracedText(text.text, text.source).trimmed());
        macros.tracedValues.insert(text.type, result);
    }
    draft.depthTexts = cardDepthTexts(inputs, draft);
    resolveGreetings(draft);
    macros.environment.areCardTextsEmpty = false;
    for (const CardText &text : texts) {
        if (isJoined(inputs, text))
            setJoined(inputs, draft, text, draft.card.*text.resolved);
    }

    setExampleMacro(inputs, draft);
}

// The user's new message, or what the preset sends for an empty one. What is in the message field when a
// reply is continued is sent as well, and it is what goes on then.
static void addTypedMessage(const PromptInputs &inputs, Draft &draft)
{
    if (!isTypedSent(inputs.type))
        return;
    const bool isNormal = inputs.type == GenerationType::Normal;
    QString text = inputs.userText;
    if (text.isEmpty() && isNormal && inputs.preset && inputs.isAsked)
        text = javaScriptTrimmed(inputs.preset->sendIfEmpty).toString();
    // What says nothing but how the reply begins is kept hidden.
    if (text.isEmpty() || (!draft.typedStart.isEmpty() && withoutMacros(text).isEmpty()))
        return;
    setChatMacros(inputs, draft); // its macros see the chat without it
    Message message;
    message.name = writerOf(inputs);
    message.isUser = true;
    const Source source = messageSource(message, static_cast<int>(draft.storedMessages), true);
    const TracedText scripted = runTypedScripts(inputs, draft, TracedText(text, source));
    MacroPass macros = draft.macros;
    // What only the cards' own pass gives.
    if (joinsCards(inputs) || text.contains(u"mesExamples", Qt::CaseInsensitive)) {
        Draft ahead = draft;
        resolveCardTexts(inputs, ahead);
        macros.environment = ahead.macros.environment;
    }
    message.text = macros.expand(scripted).text();
    draft.typed = message;
    if (!draft.typedStart.isEmpty()) // it says how the reply begins, and no more of it is kept
        draft.typed->text = withoutMacros(draft.typed->text);
    if (inputs.scene.typed) // what the macros set counts, not what they say here
        draft.typed->text = *inputs.scene.typed;
    draft.macros.state = macros.state;
    draft.result.typedText = draft.typed->text;
}

void setLimits(const PromptInputs &inputs, Draft &draft)
{
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

// Before all else, also before what is typed.
static void resolveQuietPrompt(const PromptInputs &inputs, Draft &draft)
{
    if (inputs.quietPrompt.isEmpty() || !resolvesAsSillyTavern(draft.result.mode))
        return;
    setChatMacros(inputs, draft);
    draft.quietPrompt = draft.macros.expand(TracedText(inputs.quietPrompt, quietSource()));
}

void identityStage(const PromptInputs &inputs, Draft &draft)
{
    draft.userName = inputs.knowledge.isEnabled ? writerOf(inputs) : userOf(inputs);
    // On a card with several characters {{char}} is the one whose turn it is. Where turns stand below names,
    // the last line says that, and what stands above is the same for all (docs/systems/gf-lt.md#prompt-text).
    const bool isReplier =
        inputs.knowledge.isEnabled && (draft.result.mode != PromptMode::Names || !inputs.card);
    draft.characterName = isReplier || !inputs.card ? replierOf(inputs) : inputs.card->name;
    setLimits(inputs, draft);
    draft.firstText = draft.storedMessages > 0 ? inputs.chat.messages.first().text : QString();

    setNamesAndLimits(inputs, draft);
    setCardMacros(inputs, draft);
    if (inputs.type == GenerationType::Normal)
        draft.typedStart = typedReplyStart(inputs.userText);
    resolveQuietPrompt(inputs, draft);
    chooseReplyStart(inputs, draft);
    addTypedMessage(inputs, draft);
    setChatMacros(inputs, draft);
    resolveCardTexts(inputs, draft);
    if (draft.storedMessages > 0) {
        const Source first = messageSource(inputs.chat.messages.first(), inputs.scene.rowOf(0), false);
        draft.firstText = draft.macros.expand(TracedText(draft.firstText, first)).text();
        setChatMacros(inputs, draft);
    }
}

} // namespace snug
