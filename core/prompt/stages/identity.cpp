#include "core/macros/whitespace.h"
#include "core/prompt/labels.h"
#include "core/prompt/stages/chatmacros.h"
#include "core/prompt/stages/exampletext.h"
#include "core/prompt/stages/stages.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

static const std::initializer_list<QStringView> descriptionNames{u"description", u"chardescription"};
static const std::initializer_list<QStringView> personalityNames{u"personality", u"charpersonality"};
static const std::initializer_list<QStringView> scenarioNames{u"scenario", u"charscenario"};
static const std::initializer_list<QStringView> personaNames{u"persona"};
static const std::initializer_list<QStringView> creatorNotesNames{u"creatornotes", u"charcreatornotes"};
static const std::initializer_list<QStringView> systemPromptNames{u"charprompt"};
static const std::initializer_list<QStringView> postHistoryNames{u"charinstruction"};
static const std::initializer_list<QStringView> depthPromptNames{u"chardepthprompt"};

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
    macros.state.globalVariables = inputs.globalVariables;
    macros.state.random = inputs.seed;
    // While the card's own texts are resolved its macros are empty.
    for (const auto &names : {descriptionNames, personalityNames, scenarioNames, personaNames,
                              creatorNotesNames, systemPromptNames, postHistoryNames, depthPromptNames})
        macros.setValue(names, {});
    macros.setValue({u"mesexamples"}, {});
    macros.setValue({u"mesexamplesraw"}, {});
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

static void resolveCardTexts(const PromptInputs &inputs, Draft &draft)
{
    const Card card = inputs.card.value_or(Card());
    const Json metadata = inputs.chat.metadata();
    const QString &name = draft.characterName;
    const auto field = [&](const QString &text, const QString &type, QStringView overriding = {}) {
        const QString instead = overriding.isEmpty() ? QString() : metadata.value(overriding).toText();
        return instead.isEmpty()
                   ? resolved(inputs, draft, text, cardSource(type, name))
                   : resolved(inputs, draft, instead,
                              Source(u"chat.metadata"_s, overriding.toString(), inputs.chat.name));
    };
    // The order matters to variables (NOTES, section 1).
    CardTexts &texts = draft.card;
    texts.systemPrompt = field(card.systemPrompt, u"card.system_prompt"_s, u"system_prompt");
    texts.examples = field(card.messageExamples, u"char.examples"_s, u"mes_example");
    texts.description = field(card.description, u"char.description"_s);
    texts.personality = field(card.personality, u"char.personality"_s);
    if (inputs.persona)
        texts.persona = resolved(inputs, draft, inputs.persona->description,
                                 personaSource(u"persona.description"_s, draft.userName));
    texts.scenario = field(card.scenario, u"char.scenario"_s, u"scenario");
    texts.postHistory = field(card.postHistoryInstructions, u"card.post_history"_s);
    texts.depthPrompt = field(card.depthPrompt.text, u"card.depth_prompt"_s);
    texts.creatorNotes = field(card.creatorNotes, u"char.creator_notes"_s);

    MacroPass &macros = draft.macros;
    const QString label = cardSource({}, name).label();
    macros.setTraced(descriptionNames, u"char.description"_s, texts.description, label);
    macros.setTraced(personalityNames, u"char.personality"_s, texts.personality, label);
    macros.setTraced(scenarioNames, u"char.scenario"_s, texts.scenario, label);
    macros.setTraced(personaNames, u"persona.description"_s, texts.persona,
                     personaSource({}, draft.userName).label());
    macros.setTraced(creatorNotesNames, u"char.creator_notes"_s, texts.creatorNotes, label);
    macros.setTraced(systemPromptNames, u"card.system_prompt"_s, texts.systemPrompt, label);
    macros.setTraced(postHistoryNames, u"card.post_history"_s, texts.postHistory, label);
    macros.setTraced(depthPromptNames, u"card.depth_prompt"_s, texts.depthPrompt, label);
    macros.setTraced({u"mesexamplesraw"}, u"char.examples"_s, texts.examples, label);
    TracedText blocks;
    const TracedText head = TracedText::computed(u"<START>\n"_s, cardSource(u"char.examples"_s, name));
    const TracedText end = TracedText::computed(u"\n"_s, cardSource(u"char.examples"_s, name));
    for (const TracedText &block : exampleBlocks(texts.examples)) {
        blocks.append(head);
        blocks.append(block);
        blocks.append(end);
    }
    macros.setTraced({u"mesexamples"}, u"char.example_blocks"_s, blocks, label);
    if (inputs.card) {
        macros.environment.greetings = {{card.firstMessage, u"char.first_message"_s, {}, label}};
        for (const QString &greeting : card.alternateGreetings)
            macros.environment.greetings.append({greeting, u"char.alternate_greeting"_s, {}, label});
    }
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
    addTypedMessage(inputs, draft);
    setChatMacros(inputs, draft);
    resolveCardTexts(inputs, draft);
    if (draft.storedMessages > 0) {
        draft.firstText = draft.macros.expand(TracedText(draft.firstText, Source())).text();
        setChatMacros(inputs, draft);
    }
}

} // namespace snug
