#include "core/conversion/settledask.h"

#include "core/conversion/modeltraits.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

using Purpose = ChatAsk::Purpose;

// Cohere refuses "$schema" in a tool's parameters, DeepSeek an empty list of required ones.
Json tidiedTool(Json tool, ChatService service)
{
    Json function = tool[u"function"];
    Json parameters = function[u"parameters"];
    if (!parameters.isObject())
        return tool;
    if (service == ChatService::Cohere)
        parameters.remove(u"$schema");
    else if (parameters[u"required"].isArray() && parameters[u"required"].size() == 0)
        parameters.remove(u"required");
    function.set(u"parameters"_s, parameters);
    tool.set(u"function"_s, function);
    return tool;
}

bool streamsNever(const ChatAsk &ask)
{
    const bool isFirstThinker = ask.model == u"o1" || ask.model == u"o1-2024-12-17";
    return ask.purpose == Purpose::Quiet ||
           (isFirstThinker && (ask.service == ChatService::OpenAi || ask.service == ChatService::Azure ||
                               ask.service == ChatService::OpenRouter));
}

// Addresses of the user's own, as its server spells them.
QString spelledAddress(const ChatAsk &ask)
{
    const QString &address = ask.address;
    const qsizetype scheme = address.indexOf(u"://"_s);
    const qsizetype path = address.indexOf(u'/', scheme < 0 ? 0 : scheme + 3);
    if (ask.service == ChatService::Azure) // the host alone
        return address.first(path < 0 ? address.size() : path);
    if (!ask.isProxy)
        return address;
    if (ask.service == ChatService::Gemini || ask.service == ChatService::Vertex)
        return address.endsWith(u'/') ? address.chopped(1) : address;
    return path < 0 ? address + u'/' : address;
}

// What its page leaves out before its server sees it.
void settleAsSillyTavern(ChatAsk &ask)
{
    ask.address = spelledAddress(ask);
    if (isClaude5OrFable(ask.model)) { // whoever offers it
        ask.samplers.temperature.reset();
        ask.samplers.topP.reset();
        ask.samplers.topK.reset();
        ask.samplers.frequencyPenalty.reset();
        ask.samplers.presencePenalty.reset();
        if (ask.service != ChatService::Claude)
            ask.effort = Effort::Auto;
    }
    if (streamsNever(ask))
        ask.streams = false;
    if (asksForReplies(ask) || ask.purpose != Purpose::Reply) {
        ask.tools = {};
        ask.toolChoice = {};
    }
}

} // namespace

bool asksForReplies(const ChatAsk &ask)
{
    if (ask.replies <= 1 || ask.purpose != Purpose::Reply)
        return false;
    switch (ask.service) {
    case ChatService::OpenAi:
    case ChatService::Azure:
    case ChatService::Custom:
    case ChatService::Xai:
    case ChatService::AimlApi:
    case ChatService::Moonshot:
        return true;
    default:
        return false;
    }
}

ChatAsk settledAsk(ChatAsk ask)
{
    if (ask.isCompatible())
        settleAsSillyTavern(ask);
    if ((ask.service == ChatService::Cohere || ask.service == ChatService::DeepSeek) && ask.tools.isArray()) {
        Json tools = Json::array();
        const QList<Json> offered = ask.tools.items();
        for (const Json &tool : offered)
            tools.append(tidiedTool(tool, ask.service));
        ask.tools = tools;
    }
    return ask;
}

} // namespace snug
