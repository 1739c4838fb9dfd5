// What the bodies of several services share.
#pragma once

#include "core/conversion/chatask.h"
#include "core/conversion/modeltraits.h"

namespace snug {

// Where a server refuses a key even at the value that does nothing, that value is not sent.
std::optional<double> unlessNeutral(const ChatAsk &ask, const std::optional<double> &value, double neutral);
void setNumber(Json &body, const QString &key, const std::optional<double> &value);
// All members of `members`.
void setMembers(Json &body, const Json &members);

// Messages in OpenAI's shape: content as text or as a list of parts, names, tool calls.
Json openAiMessages(const OutboundPrompt &prompt);
// One message of it.
Json openAiMessage(const ConvertedMessage &message);

// Google's safety filters, all off. Vertex has some more.
Json safetySettings(bool isVertex);

// A JSON schema without what services refuse: definitions are put where they are used (one inside itself
// becomes
// {}), "$schema" goes. `forGoogle`: also default, additionalProperties, exclusiveMinimum and propertyNames.
Json flatSchema(const Json &schema, bool forGoogle);
// {"type":"json_schema","json_schema":{…}}
Json schemaFormat(const ChatAsk &ask, bool withDescription);
// For services that only know "some JSON": the schema as a user message.
ConvertedMessage schemaMessage(const ChatAsk &ask);
bool wantsSchemaMessage(const ChatAsk &ask);

// {"type":"ephemeral","ttl":"5m"}
Json cacheMark(const CacheMarks &marks);
// Positions of the messages to be marked: those at the depth and two role changes further up.
QList<qsizetype> cachedMessages(const QList<ConvertedMessage> &messages, int depth, bool skipsSystem);

// "data:image/png;base64,…" in its parts; empty data for other addresses.
struct DataUrl
{
    QString mediaType;
    QString data;
};
DataUrl dataUrl(const Json &mediaPart);

bool hasTools(const ChatAsk &ask);
// What a tool is called with, as a value. A model may have written what is none: {}, or its text as it is in
// the compatible form.
Json callArguments(const ContentPart &call, const ChatAsk &ask);
// How many stop texts: all of them if `atMost` is 0.
Json stopTexts(const ChatAsk &ask, qsizetype atMost);

// Bodies by family; chatCall() chooses.
ServiceCall claudeCall(const ChatAsk &ask, const OutboundPrompt &prompt);
MessageRules claudeRules(const ChatAsk &ask);
bool asksClaudeToThink(const ChatAsk &ask);
ServiceCall geminiCall(const ChatAsk &ask, const OutboundPrompt &prompt);
MessageRules geminiRules(const ChatAsk &ask);
Json openAiBody(const ChatAsk &ask, const OutboundPrompt &prompt);
Json openRouterBody(const ChatAsk &ask, const OutboundPrompt &prompt);
Json mistralBody(const ChatAsk &ask, const OutboundPrompt &prompt);
Json cohereBody(const ChatAsk &ask, const OutboundPrompt &prompt);
Json ollamaBody(const ChatAsk &ask, const OutboundPrompt &prompt);
MessageRules ollamaRules();
// /responses instead of the service's chat completions.
bool asksForResponses(const ChatAsk &ask);
MessageRules responsesRules(const ChatAsk &ask);
Json responsesBody(const ChatAsk &ask, const OutboundPrompt &prompt);
// The service's word for how long the model thinks; empty = not said.
QString reasoningEffort(const ChatAsk &ask);
bool isDeepSeekThinking(const ChatAsk &ask);
Json ownShapedBody(const ChatAsk &ask, const OutboundPrompt &prompt);
// Adds to the call what the user wants beside.
void applyExtras(ServiceCall &call, const ChatAsk &ask);

} // namespace snug
