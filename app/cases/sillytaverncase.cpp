#include "app/cases/sillytaverncase.h"

#include "app/cases/inputfiles.h"
#include "app/cases/postprocessing.h"
#include "app/cases/sillytavernsettings.h"
#include "core/chat/groupchat.h"
#include "core/chat/nextspeakers.h"
#include "core/chat/replycleaning.h"
#include "core/chat/typedmessage.h"
#include "core/prompt/assemble.h"
#include "core/prompt/groupinputs.h"
#include "core/prompt/scriptsineffect.h"
#include "core/prompt/stages/visibility.h"
#include "core/prompt/storedtext.h"
#include "core/prompt/typedtext.h"
#include "core/tokens/loadtokenizer.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QList<RegexScript> scriptsOf(const SillyTavernCase &read, const std::optional<Card> &card)
{
    return scriptsInEffect({.global = read.globalScripts,
                            .card = card ? card->regexScripts : QList<RegexScript>(),
                            .isCardAllowed = read.allowsCardScripts});
}

// Stops at the first thing that is wrong.
class CaseReader
{
public:
    explicit CaseReader(const QString &folder)
        : m_folder(folder)
    {
    }

    Result<SillyTavernCase> read();

private:
    Result<void> readFiles(const Json &files);
    Result<void> readBooks(const Json &worlds);
    Result<void> readGroup(const Json &characters, const QString &groupFile);
    Result<void> readInput(const Json &input);
    QString path(const QString &name) const { return m_folder.filePath(name); }
    std::unexpected<Error> wrong(const QString &what, const QString &place) const
    {
        return failure(what, place, path(u"case.json"_s));
    }

    QDir m_folder;
    SillyTavernCase m_case;
};

template <typename T, typename Read> Result<void> into(T &target, const Result<Read> &read)
{
    if (!read)
        return std::unexpected(read.error());
    target = *read;
    return {};
}

Result<void> CaseReader::readFiles(const Json &files)
{
    PromptInputs &inputs = m_case.inputs;
    const auto templates = [&inputs]() -> TextCompletion & {
        if (inputs.textCompletion)
            return *inputs.textCompletion;
        return inputs.idleTemplates ? *inputs.idleTemplates : inputs.idleTemplates.emplace();
    };
    for (const Json::Member &file : files.members()) {
        const QString name = path(file.value.toText());
        Result<void> done;
        if (file.key == u"character")
            done = into(inputs.card, readCardFile(name));
        else if (file.key == u"character_png") // the same card once more
            done = inputs.card ? Result<void>() : into(inputs.card, readCardFile(name));
        else if (file.key == u"persona")
            done = into(inputs.persona, readPersonaFile(name));
        else if (file.key == u"preset")
            done = into(inputs.preset, readPresetFile(name));
        else if (file.key == u"context")
            done = into(templates().context, readContextFile(name));
        else if (file.key == u"instruct")
            done = into(templates().instruct, readInstructFile(name));
        else if (file.key == u"sysprompt")
            done = into(templates().systemPrompt, readSystemPromptFile(name));
        else if (file.key == u"chat")
            done = into(inputs.chat, readChatFile(name));
        else if (file.key == u"regex")
            done = into(m_case.inputs.regexScripts, readRegexFile(name));
        else if (file.key == u"world")
            done = readBooks(file.value);
        else if (file.key == u"characters")
            done = readGroup(file.value, files.value(u"group").toText());
        else if (file.key == u"group")
            done = {}; // with the characters
        else
            return wrong(u"files of this kind are not used in this version"_s, u"files."_s + file.key);
        if (!done)
            return done;
    }
    if (files.contains(u"group") && !inputs.group)
        return wrong(u"a group needs its characters"_s, u"files.characters"_s);
    if (inputs.card)
        inputs.avatar = inputs.card->name + u".png"_s;
    if (inputs.group && !files.contains(u"chat")) { // everybody greets
        const auto expand = [&](const QString &text, const GroupMember &member) {
            PromptInputs speaking = inputs;
            inputsForSpeaker(speaking, member.avatar);
            return expandMacros(text, speaking);
        };
        inputs.chat = newGroupChat({}, *inputs.group, expand, inputs.now, {}, inputs.seed);
    }
    if (inputs.card && inputs.chat.messages.isEmpty()) // also where a chat's file has its first line alone
        inputs.chat.messages = chatWithGreeting(*inputs.card).messages;
    return {};
}

// The cases name a member's picture after the card.
Result<void> CaseReader::readGroup(const Json &characters, const QString &groupFile)
{
    if (!characters.isArray())
        return wrong(u"expected an array, found %1"_s.arg(characters.typeName()), u"files.characters"_s);
    if (groupFile.isEmpty())
        return wrong(u"several characters need a group"_s, u"files.group"_s);
    QHash<QString, Card> cards;
    for (const Json &file : characters.items()) {
        const Result<Card> card = readCardFile(path(file.toText()));
        if (!card)
            return std::unexpected(card.error());
        cards.insert(card->name + u".png"_s, *card);
    }
    const Result<Group> group = readGroupFile(path(groupFile));
    if (!group)
        return std::unexpected(group.error());
    m_case.inputs.group = groupInputs(*group, [&](const QString &avatar) {
        const auto card = cards.constFind(avatar);
        return card == cards.cend() ? std::nullopt : std::optional(*card);
    });
    if (m_case.speaker.isEmpty())
        return {};
    const QList<GroupMember> &members = m_case.inputs.group->members;
    const auto speaker = std::ranges::find_if(
        members, [&](const GroupMember &member) { return member.card.name == m_case.speaker; });
    if (speaker == members.cend())
        return wrong(u"“%1” is not a member of the group"_s.arg(m_case.speaker), u"input.speaker"_s);
    m_case.speaker = speaker->avatar;
    return {};
}

Result<void> CaseReader::readBooks(const Json &worlds)
{
    if (!worlds.isArray())
        return wrong(u"expected an array, found %1"_s.arg(worlds.typeName()), u"files.world"_s);
    for (qsizetype i = 0; i < worlds.size(); ++i) {
        const Json world = worlds.at(i);
        const QString scope = world.value(u"scope").toText();
        static const QMap<QString, ActiveLorebook::Scope> scopes{
            {u"global"_s, ActiveLorebook::Scope::Global},
            {u"character"_s, ActiveLorebook::Scope::Character},
            {u"chat"_s, ActiveLorebook::Scope::Chat},
            {u"persona"_s, ActiveLorebook::Scope::Persona}};
        if (!scopes.contains(scope))
            return wrong(u"unknown scope “%1”"_s.arg(scope), u"files.world.%1.scope"_s.arg(i));
        const Result<Lorebook> book =
            readLorebookFile(path(world.value(u"file").toText()), world.value(u"name").toText());
        if (!book)
            return std::unexpected(book.error());
        m_case.inputs.lorebooks.append({*book, scopes.value(scope)});
    }
    return {};
}

Result<void> CaseReader::readInput(const Json &input)
{
    PromptInputs &inputs = m_case.inputs;
    static const QStringList known{u"user_name"_s, u"user_text"_s,    u"generation_type"_s,
                                   u"model"_s,     u"context_size"_s, u"max_tokens"_s,
                                   u"now"_s,       u"quiet_prompt"_s, u"speaker"_s};
    for (const Json::Member &member : input.members()) {
        if (!known.contains(member.key))
            return wrong(u"this input is not available in this version"_s, u"input."_s + member.key);
    }
    const QString type = input.value(u"generation_type").toText(u"normal"_s);
    const std::optional<GenerationType> generation = generationTypeFromName(type);
    if (!generation)
        return wrong(u"unknown type “%1”"_s.arg(type), u"input.generation_type"_s);
    inputs.type = *generation;
    inputs.userName = input.value(u"user_name").toText();
    inputs.userText = input.value(u"user_text").toText();
    m_case.speaker = input.value(u"speaker").toText();
    inputs.quietPrompt = input.value(u"quiet_prompt").toText();
    inputs.model = input.value(u"model").toText();
    // The control that the cases were made with goes no lower, and for text completions in steps
    // (docs/conformance-cases.md#sillytavern-cases).
    inputs.contextSize = input.value(u"context_size").toInt();
    if (inputs.contextSize > 0)
        inputs.contextSize = std::max(512, inputs.contextSize);
    if (constexpr int step = 64; inputs.textCompletion)
        inputs.contextSize = (inputs.contextSize + step / 2) / step * step;
    inputs.maxTokens = input.value(u"max_tokens").toInt();
    inputs.counter = counterForModel(inputs.model);
    const QString now = input.value(u"now").toText();
    inputs.now = QDateTime::fromString(now, Qt::ISODateWithMs);
    if (!now.isEmpty() && !inputs.now.isValid())
        return wrong(u"“%1” is not a date"_s.arg(now), u"input.now"_s);
    return {};
}

Result<SillyTavernCase> CaseReader::read()
{
    const QString name = path(u"case.json"_s);
    const Result<Json> document = readJsonFile(name);
    if (!document)
        return std::unexpected(document.error());
    if (!document->isObject())
        return wrong(u"expected an object, found %1"_s.arg(document->typeName()), {});
    const QString api = document->value(u"api").toText(u"openai"_s);
    if (api == u"textgenerationwebui")
        m_case.inputs.textCompletion.emplace();
    else if (!api.isEmpty() && api != u"openai")
        return wrong(u"unknown api “%1”"_s.arg(api), u"api"_s);
    if (const Result<void> input = readInput(document->value(u"input")); !input)
        return std::unexpected(input.error());
    if (const Result<void> files = readFiles(document->value(u"files")); !files)
        return std::unexpected(files.error());
    if (!m_case.inputs.preset && !m_case.inputs.textCompletion)
        return wrong(u"a chat-completion case needs a preset"_s, u"files.preset"_s);
    m_case.inputs.mode = PromptMode::SillyTavern;
    const Json settings = document->value(u"settings");
    if (const Result<void> applied = applySettings(settings, m_case.inputs); !applied)
        return std::unexpected(applied.error().inFile(name));
    if (settings.value(u"import_embedded_book").toBool() && m_case.inputs.card && m_case.inputs.card->book)
        m_case.inputs.lorebooks.append({*m_case.inputs.card->book, ActiveLorebook::Scope::Character});
    if (settings.value(u"import_embedded_book").toBool() && m_case.inputs.group) {
        for (const GroupMember &member : std::as_const(m_case.inputs.group->members)) {
            if (member.card.book)
                m_case.inputs.lorebooks.append({*member.card.book, ActiveLorebook::Scope::Character});
        }
    }
    m_case.globalScripts = m_case.inputs.regexScripts;
    m_case.allowsCardScripts = settings.value(u"allow_scoped_regex").toBool();
    m_case.inputs.regexScripts = scriptsOf(m_case, m_case.inputs.card);
    const QString postProcessing = document->value(u"post_processing").toText();
    const std::optional<PostProcessing> rule = postProcessingNamed(postProcessing);
    if (!rule)
        return wrong(u"unknown rule “%1”"_s.arg(postProcessing), u"post_processing"_s);
    m_case.postProcessing = *rule;
    const Json turns = document->value(u"turns");
    for (const Json &turn : turns.items()) {
        const QString type = turn.value(u"generation_type").toText(u"normal"_s);
        const std::optional<GenerationType> generation = generationTypeFromName(type);
        if (!generation)
            return wrong(u"unknown type “%1”"_s.arg(type), u"turns.generation_type"_s);
        m_case.turns.append({turn.value(u"user_text").toText(), turn.value(u"reply").toText(), *generation});
    }
    if (QFileInfo::exists(path(u"expected.json"_s))) {
        if (const Result<void> expected = into(m_case.expected, readJsonFile(path(u"expected.json"_s)));
            !expected)
            return std::unexpected(expected.error());
    }
    return m_case;
}

} // namespace

Result<SillyTavernCase> readSillyTavernCase(const QString &folder)
{
    return CaseReader(folder).read();
}

namespace {

// One request after the other against a chat that grows.
class Play
{
public:
    explicit Play(const SillyTavernCase &read)
        : m_case(read)
        , m_speaker(read.speaker)
        , m_inputs(read.inputs)
        , m_books(read.inputs.lorebooks)
    {
    }

    void turn(const QString &userText, GenerationType type, const QString &reply);
    QList<AssembledPrompt> prompts() const { return m_prompts; }

private:
    void dropLastRound();
    void request(const QString &userText);
    void say();
    void answer(GenerationType type, const QString &name, const QString &avatar, const QString &reply);
    QList<ActiveLorebook> booksOfSpeaker() const;
    QString stored(const QString &reply) const;
    void separateThoughts(Message &message) const;
    QString continuation(const QString &reply) const;

    const SillyTavernCase &m_case;
    qint64 m_round = 1'000'000'000'000; // of a group's replies
    QString m_speaker;
    PromptInputs m_inputs;
    QList<ActiveLorebook> m_books;
    QList<AssembledPrompt> m_prompts;
};

void Play::request(const QString &userText)
{
    m_inputs.userText = userText;
    m_inputs.isFirst = m_prompts.isEmpty();
    m_prompts.append(assemble(m_inputs));
    const AssembledPrompt &prompt = m_prompts.last();
    Json metadata = m_inputs.chat.metadata();
    if (!prompt.localVariables.isUndefined())
        metadata.set(u"variables"_s, prompt.localVariables);
    if (!prompt.timedLore.isUndefined())
        metadata.set(u"timedWorldInfo"_s, prompt.timedLore);
    if (!metadata.isUndefined())
        m_inputs.chat.header.set(u"chat_metadata"_s, metadata);
    m_inputs.globalVariables = prompt.globalVariables;
}

// A reply as it is kept: cleaned, and after the scripts that act on what is stored.
QString Play::stored(const QString &reply) const
{
    const bool isCleaning = isCleaned(m_inputs, m_prompts.last().mode);
    const QString begun = isCleaning ? cleanedBeforeScripts(reply, m_inputs).text : reply;
    const QString scripted = scriptedTexts({{.text = begun}}, ScriptPurpose::Store, m_inputs).texts.first();
    return isCleaning ? cleanedAfterScripts(scripted, m_inputs, true).text : scripted;
}

// Thoughts that are in the text go where thoughts belong, if the settings say so.
void Play::separateThoughts(Message &message) const
{
    const auto parts = separatedReasoning(message.text, m_inputs);
    if (!parts)
        return;
    message.text = parts->text;
    if (message.reasoning().isEmpty() || !openThoughts(m_inputs).isEmpty())
        message.extra.set(u"reasoning"_s, parts->reasoning);
}

// The whole message that a reply goes on in.
QString Play::continuation(const QString &reply) const
{
    const QString postfix = m_inputs.textCompletion ? QString()
                            : m_inputs.preset       ? m_inputs.preset->continuePostfix
                                                    : u" "_s;
    return continuedText(m_inputs.chat.messages.last().text, postfix, reply);
}

// What was typed becomes a message.
void Play::say()
{
    PromptInputs inputs = m_inputs;
    if (!inputs.userText.isEmpty() || !m_prompts.last().typedText.isEmpty())
        m_inputs.chat.messages.append(typedMessage(inputs, m_prompts.last().typedText));
}

// What a reply to such a request does to the chat.
void Play::answer(GenerationType type, const QString &name, const QString &avatar, const QString &reply)
{
    QList<Message> &messages = m_inputs.chat.messages;
    Reply kept;
    const bool isAtLast = !messages.isEmpty() && !messages.last().isUser;
    switch (type) {
    case GenerationType::Impersonate:
    case GenerationType::Quiet:
        return;
    case GenerationType::Continue:
        if (!messages.isEmpty()) {
            messages.last().text = stored(continuation(reply));
            separateThoughts(messages.last());
        }
        return;
    case GenerationType::Swipe:
        if (isAtLast) {
            kept.text = stored(reply);
            messages.last() = withNewSwipe(messages.last(), kept);
            separateThoughts(messages.last());
            return;
        }
        break;
    case GenerationType::Regenerate:
        if (isAtLast)
            messages.removeLast();
        break;
    case GenerationType::Normal:
        break;
    }
    kept.text = stored(reply);
    if (m_inputs.group)
        kept.round = m_round;
    messages.append(replyMessage({.name = name, .forcedAvatar = {}, .originalAvatar = avatar}, kept));
    separateThoughts(messages.last());
}

// A book that a member's card links is that member's; the others go with whoever speaks.
QList<ActiveLorebook> Play::booksOfSpeaker() const
{
    QList<ActiveLorebook> books = m_books;
    books.removeIf([&](const ActiveLorebook &active) {
        const QString &name = active.book.name;
        const auto links = [&](const Card &card) { return card.linkedLorebook == name; };
        return active.scope == ActiveLorebook::Scope::Character && m_inputs.card && !links(*m_inputs.card) &&
               std::ranges::any_of(m_inputs.group->members,
                                   [&](const GroupMember &member) { return links(member.card); });
    });
    return books;
}

// SillyTavern makes a group's whole round anew: the messages with the last one's mark, or, without
// marks, all behind the user's last one.
void Play::dropLastRound()
{
    QList<Message> &messages = m_inputs.chat.messages;
    const auto mark = [](const Message &message) { return message.extra.value(u"gen_id"); };
    const Json round = messages.isEmpty() ? Json() : mark(messages.last());
    while (!messages.isEmpty()) {
        const Message &last = messages.last();
        const bool areMarked = !round.isUndefined() && !mark(last).isUndefined();
        if (areMarked ? mark(last) != round : last.isUser || last.isHidden)
            break;
        messages.removeLast();
    }
}

void Play::turn(const QString &userText, GenerationType type, const QString &reply)
{
    m_inputs.type = type;
    m_inputs.quietPrompt = type == GenerationType::Quiet ? m_case.inputs.quietPrompt : QString();
    const bool isSent = type == GenerationType::Normal || type == GenerationType::Continue;
    if (!m_inputs.group) {
        request(userText);
        if (isSent)
            say();
        answer(type, m_inputs.card ? m_inputs.card->name : QString(), {}, reply);
        return;
    }
    if (type == GenerationType::Regenerate && m_speaker.isEmpty()) {
        dropLastRound();
        type = m_inputs.type = GenerationType::Normal;
    }
    const SpeakerQueue queue = nextSpeakers(*m_inputs.group, m_inputs.chat,
                                            {.type = type, .userText = userText, .asked = m_speaker});
    if (queue.speakers.isEmpty() && type == GenerationType::Normal && !userText.isEmpty()) { // said to nobody
        m_inputs.userText = userText;
        m_inputs.chat.messages.append(typedMessage(m_inputs, typedAsStored(m_inputs)));
    }
    ++m_round;
    QString typed = userText; // by the second member it is part of the chat
    for (const MemberTurn &member : queue.speakers) {
        inputsForSpeaker(m_inputs, member.avatar);
        m_inputs.lorebooks = booksOfSpeaker();
        m_inputs.regexScripts = scriptsOf(m_case, m_inputs.card);
        request(typed);
        if (isSent && !typed.isEmpty())
            say();
        typed.clear();
        answer(type, member.name, member.avatar, reply);
    }
}

} // namespace

QList<AssembledPrompt> playCase(const SillyTavernCase &read)
{
    static const QString recordedReply = u"A short fixed reply."_s;
    Play play(read);
    for (const PlayedTurn &turn : read.turns)
        play.turn(turn.userText, turn.type, turn.reply);
    play.turn(read.inputs.userText, read.inputs.type, recordedReply);
    QList<AssembledPrompt> prompts = play.prompts();
    SpeakerNames names{.user = userOf(read.inputs), .character = replierOf(read.inputs), .group = {}};
    if (read.inputs.group) {
        for (const GroupMember &member : read.inputs.group->members)
            names.group.append(member.card.name);
    }
    for (AssembledPrompt &prompt : prompts)
        postProcess(prompt, read.postProcessing, names);
    return prompts;
}

} // namespace snug
