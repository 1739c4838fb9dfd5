// Where a service is asked, with which headers, and by which body.
#include "core/conversion/bodyparts.h"
#include "core/conversion/settledask.h"
#include "core/conversion/thinkingoff.h"

#include <QUrl>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString serviceAddress(const ChatAsk &ask)
{
    const ServiceOptions &options = ask.options;
    if (!ask.address.isEmpty()) {
        QString address = ask.address;
        while (!ask.isCompatible() && address.endsWith(u'/'))
            address.chop(1);
        return address;
    }
    switch (ask.service) {
    case ChatService::WorkersAi:
        return u"https://api.cloudflare.com/client/v4/accounts/"_s +
               QString::fromLatin1(QUrl::toPercentEncoding(options.account)) + u"/ai/v1"_s;
    case ChatService::Zai:
        if (options.usesOtherEndpoint)
            return u"https://api.z.ai/api/coding/paas/v4"_s;
        break;
    case ChatService::SiliconFlow:
        if (options.usesOtherEndpoint)
            return u"https://api.siliconflow.cn/v1"_s;
        break;
    case ChatService::MiniMax:
        if (options.usesOtherEndpoint)
            return u"https://api.minimaxi.com/v1"_s;
        break;
    case ChatService::Pollinations:
        if (options.usesOtherEndpoint)
            return u"https://text.pollinations.ai/v1"_s;
        break;
    case ChatService::Cohere:
        if (ask.isCompatible())
            return u"https://api.cohere.ai/v2"_s;
        break;
    default:
        break;
    }
    return factsOf(ask.service).address;
}

QList<CallHeader> serviceHeaders(const ChatAsk &ask)
{
    using enum ChatService;
    if (ask.service == Azure)
        return {{"api-key", {}, true}};
    QList<CallHeader> headers{{"authorization", "Bearer ", true}};
    if (ask.service == Pollinations && ask.options.usesOtherEndpoint)
        headers = {{"authorization", "Bearer anonymous"}};
    if (ask.isKeyless)
        headers = ask.isCompatible() ? QList<CallHeader>{{"authorization", "Bearer"}} : QList<CallHeader>{};
    if (ask.service == OpenRouter || ask.service == AimlApi) {
        headers.append(CallHeader{"http-referer", ask.isCompatible() ? "https://sillytavern.app"
                                                                     : "https://github.com/snug-chat"});
        headers.append(CallHeader{"x-title", ask.isCompatible() ? "SillyTavern" : "Snug"});
    } else if (ask.service == Ai21) {
        headers.append(CallHeader{"accept", "application/json"});
    } else if (ask.service == Zai) {
        headers.append(CallHeader{"accept-language", "en-US,en"});
    } else if (ask.service == Fireworks && !ask.options.affinity.isEmpty() &&
               ask.purpose != ChatAsk::Purpose::Quiet) {
        headers.append(CallHeader{"x-session-affinity", ask.options.affinity});
    } else if (ask.service == NanoGpt) {
        if (!ask.options.provider.isEmpty())
            headers.append(CallHeader{"x-provider", ask.options.provider.toUtf8()});
        if (ask.options.paysAsItGoes)
            headers.append(CallHeader{"x-billing-mode", "paygo"});
    }
    return headers;
}

} // namespace

ServiceCall chatCall(const ChatAsk &asked, const OutboundPrompt &prompt)
{
    const ChatAsk ask = settledAsk(asked);
    if (ask.service == ChatService::Claude)
        return claudeCall(ask, prompt);
    if (ask.service == ChatService::Gemini || ask.service == ChatService::Vertex)
        return geminiCall(ask, prompt);
    ServiceCall call;
    const bool isResponses = asksForResponses(ask);
    call.body = isResponses ? responsesBody(ask, prompt) : ownShapedBody(ask, prompt);
    if (ask.turnsThinkingOff && !ask.isCompatible())
        turnThinkingOff(call.body, ask);
    call.headers = serviceHeaders(ask);
    const QString address = serviceAddress(ask);
    if (isResponses) {
        call.address =
            address + (ask.service == ChatService::LlamaCpp ? u"/v1/responses"_s : u"/responses"_s);
    } else if (ask.service == ChatService::Azure) {
        call.address = address + u"/openai/deployments/"_s + ask.options.deployment + u"/chat/completions"_s;
        call.query.append({u"api-version"_s, ask.options.apiVersion});
    } else if (ask.service == ChatService::Cohere) {
        call.address = address + u"/chat"_s;
    } else if (ask.service == ChatService::Ollama) {
        call.address = address + u"/api/chat"_s;
    } else if (ask.service == ChatService::LlamaCpp) {
        call.address = address + u"/v1/chat/completions"_s;
    } else {
        const bool isText = call.body.contains(u"prompt") && ask.service != ChatService::OpenRouter;
        call.address = address + (isText ? u"/completions"_s : u"/chat/completions"_s);
    }
    applyExtras(call, ask);
    return call;
}

} // namespace snug
