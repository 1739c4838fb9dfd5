#include "app/cases/gfltcase.h"

#include "app/cases/inputfiles.h"
#include "core/chat/privatechain.h"
#include "core/formats/scenecard.h"
#include "core/prompt/assemble.h"
#include "core/prompt/castnames.h"
#include "core/prompt/knownto.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct Config
{
    explicit Config(const Json &json, bool isNewer)
        : user(json.value(u"UserRole").toText())
        , writer(json.value(u"WriteNextMsgAs").toText())
        , replier(json.value(u"WriteNextMsgAsCompletionAgent").toText())
        , character(json.value(u"AssistantRole").toText())
        , opensThinking(json.value(u"ThinkUse").toBool() && !json.value(u"ToolUse").toBool())
    {
        knowledge.isEnabled = json.value(u"CharSpecificContextEnabled").toBool();
        knowledge.tag = json.value(u"CharSpecificContextTag").toText();
        knowledge.autoTurn = json.value(u"AutoTurn").toBool(true);
        // As gf-lt was measured: docs/systems/gf-lt.md#private-replies
        knowledge.queue = KnowledgeSettings::Queue::UpToUser;
        knowledge.chainEnd = KnowledgeSettings::ChainEnd::NobodyWaits;
        if (isNewer) {
            knowledge.queue = KnowledgeSettings::Queue::FirstOnly;
            knowledge.stopNames = KnowledgeSettings::StopNames::All;
        }
    }

    KnowledgeSettings knowledge;
    QString user;
    QString writer;
    QString replier;
    QString character;
    bool opensThinking = false;

    PrivateReply reply(const Message &message, const QStringList &names) const
    {
        return {speakerName(message), knownTo(message), user, writer, names};
    }
};

Message messageFrom(const Json &json, const Config &config)
{
    Message message;
    message.name = json.value(u"role").toText();
    message.text = json.value(u"content").toText();
    message.isUser = message.name == config.user;
    if (message.name == u"system")
        message.extra.set(u"type"_s, Json(u"narrator"_s));
    QStringList names;
    const Json list = json.value(u"known_to");
    for (const Json &name : list.items())
        names.append(name.toText());
    setKnownTo(message, names);
    return message;
}

Json messageJson(const Message &message)
{
    Json json = Json::object({{u"role"_s, Json(message.name)}, {u"content"_s, Json(message.text)}});
    if (const QStringList names = knownTo(message); !names.isEmpty())
        json.set(u"known_to"_s, Json(names));
    return json;
}

QList<Message> castMessagesFrom(const Json &list, const Config &config)
{
    QList<Message> messages;
    for (const Json &item : list.items())
        messages.append(messageFrom(item, config));
    return messages;
}

Json castMessagesJson(const QList<Message> &messages)
{
    Json list = Json::array();
    for (const Message &message : messages)
        list.append(messageJson(message));
    return Json::object({{u"messages"_s, list}});
}

QList<Message> seenBy(const QString &name, const QList<Message> &messages, const Config &config)
{
    QList<Message> seen;
    for (const Message &message : messages) {
        if (isVisibleTo(message, name, config.knowledge))
            seen.append(message);
    }
    return seen;
}

QStringList textsOf(const QList<Message> &messages)
{
    QStringList texts;
    for (const Message &message : messages)
        texts.append(message.text);
    return texts;
}

Json queuedJson(const Json &input, const Config &config)
{
    const Message message = messageFrom(input.value(u"message"), config);
    const Chat chat{.name = {}, .header = {}, .messages = castMessagesFrom(input.value(u"messages"), config)};
    const QStringList names = namesInChat(chat, input.value(u"card_chars").toTextList());
    const bool resumes = config.knowledge.queue == KnowledgeSettings::Queue::FirstOnly;
    Json queued = Json::array();
    for (const QString &name : recipientsToAsk(config.reply(message, names), config.knowledge))
        queued.append(Json::object(
            {{u"role"_s, Json(name)}, {u"text"_s, Json(name + u":\n"_s)}, {u"resume"_s, Json(resumes)}}));
    return Json::object({{u"queued"_s, queued}});
}

// A whole chain, each character with the next line of the script.
Json chainJson(const Json &input, Config config)
{
    config.knowledge.roundLimit = input.value(u"limit").toInt(config.knowledge.roundLimit);
    if (const QString writer = input.value(u"writing").toText(); !writer.isEmpty())
        config.writer = writer;
    const QStringList cast = input.value(u"card_chars").toTextList();
    Chat chat;
    PrivateChain chain;
    const auto say = [&](Message message) {
        message = withKnownTo(message, config.knowledge);
        chat.messages.append(message);
        chain.add(config.reply(message, namesInChat(chat, cast)), config.knowledge);
        return message;
    };
    say(messageFrom(input.value(u"start"), config));
    QMap<QString, qsizetype> said;
    Json rounds = Json::array();
    while (const std::optional<QString> replier = chain.next(config.knowledge)) {
        const QStringList sees = textsOf(seenBy(*replier, chat.messages, config));
        Json round = Json::object({{u"replier"_s, Json(*replier)}, {u"sees"_s, Json(sees)}});
        const Json line = input.value(u"script").value(*replier).at(said[*replier]++);
        if (line.isString()) {
            Message message;
            message.name = *replier;
            message.text = line.toText();
            round.set(u"reply"_s, messageJson(say(message)));
        } else {
            round.set(u"reply"_s, Json::null());
        }
        rounds.append(round);
    }
    const QString viewer =
        !config.writer.isEmpty() ? config.writer : input.value(u"user").toText(config.user);
    return Json::object({{u"rounds"_s, rounds},
                         {u"still_queued"_s, Json(chain.waiting())},
                         {u"user_sees"_s, Json(textsOf(seenBy(viewer, chat.messages, config)))}});
}

Json cardFrom(const Json &input)
{
    Card card;
    const Json json = input.value(u"card");
    card.name = json.value(u"name").toText();
    card.description = json.value(u"description").toText();
    card.firstMessage = json.value(u"first_mes").toText();
    // The cases were measured with a picture of this name.
    return sceneCardJson(card, input.value(u"user").toText(), u"cards/x.png"_s);
}

Json rolesJson(const Json &input, const Config &config)
{
    const Chat chat{.name = {}, .header = {}, .messages = castMessagesFrom(input.value(u"messages"), config)};
    QStringList names = namesInChat(chat, input.value(u"card_chars").toTextList());
    const QStringList writers = namesToWriteAs(names, config.user);
    names.sort();
    return Json::object({{u"chat_roles"_s, Json(names)}, {u"write_as"_s, Json(writers)}});
}

} // namespace

Result<GfLtCase> readGfLtCase(const QString &path)
{
    const Result<Json> document = readJsonFile(path);
    if (!document)
        return std::unexpected(document.error());
    if (!document->value(u"input").contains(u"op"))
        return failure(u"expected an operation"_s, u"input.op"_s, path);
    return GfLtCase{document->value(u"input"), document->value(u"variant").toText() == u"newer",
                    document->value(u"expected")};
}

std::optional<PromptInputs> promptInputsOf(const GfLtCase &read)
{
    const Json &input = read.input;
    if (input.value(u"op").toText() != u"prompt")
        return std::nullopt;
    const Config config(input.value(u"config"), read.isNewer);
    PromptInputs inputs;
    inputs.textCompletion.emplace();
    inputs.mode = PromptMode::Names;
    inputs.userName = config.user;
    inputs.card.emplace();
    inputs.card->name = config.character;
    inputs.knowledge = config.knowledge;
    inputs.scene.replier = config.replier;
    inputs.scene.writer = config.writer;
    inputs.scene.cast = input.value(u"card_chars").toTextList();
    inputs.scene.opensThinking = config.opensThinking;
    inputs.type = input.value(u"resume").toBool() ? GenerationType::Continue : GenerationType::Normal;
    inputs.chat.messages = castMessagesFrom(input.value(u"messages"), config);
    if (const QString text = input.value(u"text").toText(); !text.isEmpty())
        inputs.chat.messages.append(withKnownTo(
            messageFrom(Json::object({{u"role"_s, input.value(u"role")}, {u"content"_s, Json(text)}}),
                        config),
            config.knowledge));
    // The later version lets the recipient of a private message answer.
    if (read.isNewer && !inputs.chat.messages.isEmpty()) {
        const QStringList asked = recipientsToAsk(
            config.reply(inputs.chat.messages.last(), namesInChat(inputs.chat, inputs.scene.cast)),
            config.knowledge);
        if (!asked.isEmpty())
            inputs.scene.replier = asked.first();
    }
    return inputs;
}

Result<Json> playGfLtCase(const GfLtCase &read)
{
    const Json &input = read.input;
    const Config config(input.value(u"config"), read.isNewer);
    const QString operation = input.value(u"op").toText();
    if (const std::optional<PromptInputs> inputs = promptInputsOf(read)) {
        const AssembledPrompt prompt = assemble(*inputs);
        const QList<Message> &messages = inputs->chat.messages;
        Json last = messages.isEmpty() ? Json::null() : messageJson(messages.last());
        // The later version keeps the names in order; Snug keeps them as they were written.
        if (QStringList names = last.value(u"known_to").toTextList(); read.isNewer && !names.isEmpty()) {
            names.sort();
            last.set(u"known_to"_s, Json(names));
        }
        return Json::object({{u"last_message"_s, last},
                             {u"prompt"_s, Json(prompt.prompt ? prompt.prompt->text() : QString())},
                             {u"stop"_s, Json(prompt.stop)}});
    }
    if (operation == u"parse") {
        const QStringList names = namesInTags(input.value(u"text").toText(), config.knowledge);
        return Json::object({{u"known_to"_s, names.isEmpty() ? Json::null() : Json(names)}});
    }
    if (operation == u"process")
        return messageJson(withKnownTo(messageFrom(input.value(u"message"), config), config.knowledge));
    if (operation == u"filter")
        return castMessagesJson(seenBy(input.value(u"character").toText(),
                                       castMessagesFrom(input.value(u"messages"), config), config));
    if (operation == u"autoturn")
        return queuedJson(input, config);
    if (operation == u"chain")
        return chainJson(input, config);
    if (operation == u"merge")
        return castMessagesJson(joinedNeighbours(castMessagesFrom(input.value(u"messages"), config),
                                                 config.character, NeighbourLists::First));
    if (operation == u"rename")
        return castMessagesJson(renamedEverywhere(castMessagesFrom(input.value(u"messages"), config),
                                                  input.value(u"old").toText(),
                                                  input.value(u"new").toText()));
    if (operation == u"roles")
        return rolesJson(input, config);
    if (operation == u"card")
        return cardFrom(input);
    if (operation == u"card_export")
        return cardJsonFromScene(input.value(u"card"), input.value(u"user").toText());
    return failure(u"unknown operation “%1”"_s.arg(operation), u"input.op"_s);
}

} // namespace snug
