// OpenAI's Responses, which xAI, DeepSeek and llama.cpp's server answer, too. Nothing is kept there: what a
// conversation needs goes along each time. https://platform.openai.com/docs/api-reference/responses
#include "core/conversion/bodyparts.h"
#include "core/conversion/logprobkeys.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// A model that thinks, whose thoughts can be had encrypted.
bool thinksThere(const ChatAsk &ask)
{
    const QString model = ask.model.section(u'/', -1);
    if (model.startsWith(u"grok"))
        return grokTraits(ask).thinks && !model.startsWith(u"grok-3"); // shows its thoughts itself
    return isOpenAiThinker(model) && !model.contains(u"chat-latest");
}

Json partJson(const ContentPart &part, MessageSpeaker speaker)
{
    if (part.kind == ContentPart::Kind::Media && part.data[u"type"].toText() == u"image_url") {
        const Json image = part.data[u"image_url"];
        Json object = Json::object(
            {{u"type"_s, Json(u"input_image"_s)}, {u"image_url"_s, Json(image[u"url"].toText())}});
        if (const QString detail = image[u"detail"].toText(); !detail.isEmpty())
            object.set(u"detail"_s, Json(detail));
        return object;
    }
    if (!part.isText())
        return part.data;
    const bool isOwn = speaker == MessageSpeaker::Assistant;
    return Json::object(
        {{u"type"_s, Json(isOwn ? u"output_text"_s : u"input_text"_s)}, {u"text"_s, Json(part.text.text())}});
}

void appendMessage(Json &input, MessageSpeaker speaker, const QList<ContentPart> &parts)
{
    if (parts.isEmpty())
        return;
    Json content = Json::array();
    for (const ContentPart &part : parts)
        content.append(partJson(part, speaker));
    // Not every server tells messages from other items by itself (llama.cpp's does not).
    input.append(Json::object(
        {{u"type"_s, Json(u"message"_s)}, {u"role"_s, Json(speakerName(speaker))}, {u"content"_s, content}}));
}

// An item that goes back stands in front of the text that it came before.
void appendItems(Json &input, const ConvertedMessage &message)
{
    QList<ContentPart> parts;
    for (const ContentPart &part : message.parts) {
        if (part.kind != ContentPart::Kind::Opaque) {
            parts.append(part);
            continue;
        }
        appendMessage(input, message.speaker, std::exchange(parts, {}));
        input.append(part.data);
    }
    appendMessage(input, message.speaker, parts);
}

void setReasoning(Json &body, const ChatAsk &ask)
{
    Json reasoning = Json::object();
    if (const QString effort = reasoningEffort(ask); !effort.isEmpty())
        reasoning.set(u"effort"_s, Json(effort));
    if (thinksThere(ask) && ask.showsThoughts && ask.service != ChatService::LlamaCpp)
        reasoning.set(u"summary"_s, Json(u"auto"_s));
    if (reasoning.size() > 0)
        body.set(u"reasoning"_s, reasoning);
}

void setText(Json &body, const ChatAsk &ask)
{
    Json text = Json::object();
    if (ask.verbosity != Verbosity::Auto && openAiTraits(ask).takesVerbosity)
        text.set(u"verbosity"_s, Json(verbosityName(ask.verbosity)));
    if (!ask.schema.isUndefined()) {
        Json format = Json::object({{u"type"_s, Json(u"json_schema"_s)}, {u"name"_s, ask.schema[u"name"]}});
        format.set(u"schema"_s, flatSchema(ask.schema[u"value"], false));
        if (!ask.schema[u"strict"].isUndefined())
            format.set(u"strict"_s, ask.schema[u"strict"]);
        text.set(u"format"_s, format);
    }
    if (text.size() > 0)
        body.set(u"text"_s, text);
}

} // namespace

bool asksForResponses(const ChatAsk &ask)
{
    return ask.options.usesResponses && !ask.isCompatible() && hasResponses(ask.service);
}

// There is one text of instructions, and no field for names.
MessageRules responsesRules(const ChatAsk &ask)
{
    MessageRules rules{.names = MessageRules::Names::Prefix,
                       .namesExamples = true,
                       .namesSystem = false,
                       .removesNames = true,
                       .placeholderIfEmpty = true,
                       .dropsEmpty = true,
                       .placeholder = ask.placeholder};
    if (ask.service != ChatService::Xai) // takes the system text as a message
        rules.leadingSystem = MessageRules::LeadingSystem::Join;
    return rules;
}

Json responsesBody(const ChatAsk &ask, const OutboundPrompt &prompt)
{
    const OpenAiTraits traits = openAiTraits(ask);
    Json body = Json::object();
    if (!ask.model.isEmpty())
        body.set(u"model"_s, Json(ask.model));
    Json input = Json::array();
    for (qsizetype i = 0; i < prompt.messages.size(); ++i) {
        const ConvertedMessage &message = prompt.messages.at(i);
        const bool isInstruction =
            i == 0 && message.speaker == MessageSpeaker::System && ask.service != ChatService::Xai;
        if (isInstruction)
            body.set(u"instructions"_s, Json(message.text().text()));
        else
            appendItems(input, message);
    }
    body.set(u"input"_s, input);
    body.set(u"stream"_s, Json(ask.streams));
    body.set(u"store"_s, Json(false));
    const Json logProbs = logProbKeys(ask);
    QStringList included;
    if (thinksThere(ask))
        included << u"reasoning.encrypted_content"_s;
    if (logProbs.size() > 0)
        included << u"message.output_text.logprobs"_s;
    if (!included.isEmpty())
        body.set(u"include"_s, Json(included));
    setMembers(body, logProbs);
    if (ask.maxTokens > 0)
        body.set(u"max_output_tokens"_s, Json(ask.maxTokens));
    const bool isIgnored = ask.service == ChatService::DeepSeek && isDeepSeekThinking(ask);
    if (traits.takesTemperature && !isIgnored) {
        setNumber(body, u"temperature"_s, ask.samplers.temperature);
        setNumber(body, u"top_p"_s, ask.samplers.topP);
    }
    setReasoning(body, ask);
    setText(body, ask);
    return body;
}

} // namespace snug
