#include "core/workspace/servicefields.h"

#include "core/wire/requestsettingsfile.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// A profile has a service's region, or the word for its endpoint, where others have an address.
QString endpointWord(const ConnectionProfile &profile, const Json &chat, QStringView key)
{
    return profile.url.isEmpty() ? chat.value(key).toText() : profile.url;
}

struct ReverseProxy
{
    QString address;
    bool hasPassword = false;
};

bool mayBeProxied(ChatService service)
{
    using enum ChatService;
    switch (service) {
    case Claude:
    case OpenAi:
    case Mistral:
    case Gemini:
    case Vertex:
    case DeepSeek:
    case Xai:
    case Zai:
    case Moonshot:
        return true;
    default:
        return false;
    }
}

ReverseProxy reverseProxy(ChatService service, const ConnectionProfile &profile, const Json &settings)
{
    if (!mayBeProxied(service))
        return {};
    const auto proxyOf = [](const Json &json, QStringView address, QStringView password) {
        return ReverseProxy{json.value(address).toText().trimmed(), !json.value(password).toText().isEmpty()};
    };
    if (profile.proxy.isEmpty())
        return proxyOf(settings.value(u"oai_settings"), u"reverse_proxy", u"proxy_password");
    const Json proxies = settings.value(u"proxies");
    for (const Json &proxy : proxies.items()) {
        if (proxy.value(u"name").toText() == profile.proxy)
            return proxyOf(proxy, u"url", u"password");
    }
    return {};
}

// Of services that are in two places.
QString otherAddress(ChatService service)
{
    switch (service) {
    case ChatService::Zai:
        return u"https://api.z.ai/api/coding/paas/v4"_s;
    case ChatService::SiliconFlow:
        return u"https://api.siliconflow.cn/v1"_s;
    case ChatService::MiniMax:
        return u"https://api.minimaxi.com/v1"_s;
    case ChatService::Pollinations:
        return u"https://text.pollinations.ai/v1"_s;
    default:
        return factsOf(service).address;
    }
}

bool isAtOtherPlace(ChatService service, const ConnectionProfile &profile, const Json &chat)
{
    switch (service) {
    case ChatService::Zai:
        return endpointWord(profile, chat, u"zai_endpoint") == u"coding";
    case ChatService::SiliconFlow:
        return endpointWord(profile, chat, u"siliconflow_endpoint") == u"cn";
    case ChatService::MiniMax:
        return endpointWord(profile, chat, u"minimax_endpoint") == u"cn";
    case ChatService::Pollinations:
        return endpointWord(profile, chat, u"pollinations_endpoint") == u"anonymous";
    default:
        return false;
    }
}

QString vertexAddress(const ServiceOptions &options)
{
    const bool isGlobal =
        options.region.isEmpty() || options.region == u"global" || !options.project.isEmpty();
    return u"https://"_s + (isGlobal ? QString() : options.region + u'-') + u"aiplatform.googleapis.com"_s;
}

ServiceOptions optionsOf(ChatService service, const ConnectionProfile &profile, const Json &chat)
{
    ServiceOptions options;
    options.usesOtherEndpoint = isAtOtherPlace(service, profile, chat);
    switch (service) {
    case ChatService::Azure:
        options.deployment = chat.value(u"azure_deployment_name").toText();
        options.apiVersion = chat.value(u"azure_api_version").toText();
        break;
    case ChatService::WorkersAi:
        options.account = chat.value(u"workers_ai_account_id").toText().trimmed();
        break;
    case ChatService::Vertex:
        options.region = endpointWord(profile, chat, u"vertexai_region");
        options.project = chat.value(u"vertexai_express_project_id").toText();
        break;
    case ChatService::OpenRouter:
        options.providers = chat.value(u"openrouter_providers").toTextList();
        options.quantizations = chat.value(u"openrouter_quantizations").toTextList();
        options.allowsFallbacks = chat.value(u"openrouter_allow_fallbacks").toBool(true);
        options.usesFallbackRoute = chat.value(u"openrouter_use_fallback").toBool();
        options.middleOut = chat.value(u"openrouter_middleout").toText();
        break;
    case ChatService::NanoGpt:
        options.provider = chat.value(u"nanogpt_provider").toText();
        options.paysAsItGoes = chat.value(u"nanogpt_payg_override").toBool();
        break;
    default:
        break;
    }
    return options;
}

QString addressOf(const Connection &connection, const ConnectionProfile &profile, const Json &chat)
{
    switch (connection.service) {
    case ChatService::Custom:
        return endpointWord(profile, chat, u"custom_url");
    case ChatService::Azure:
        return chat.value(u"azure_base_url").toText();
    case ChatService::WorkersAi:
        return u"https://api.cloudflare.com"_s;
    case ChatService::Vertex:
        return vertexAddress(connection.request.options);
    default:
        return connection.request.options.usesOtherEndpoint ? otherAddress(connection.service)
                                                            : factsOf(connection.service).address;
    }
}

} // namespace

void takeServiceFields(Connection &connection, const ConnectionProfile &profile, const Json &settings)
{
    const Json chat = settings.value(u"oai_settings");
    RequestSettings &request = connection.request;
    request.options = optionsOf(connection.service, profile, chat);
    const QString mode = profile.postProcessing.isEmpty()
                             ? chat.value(u"custom_prompt_post_processing").toText()
                             : profile.postProcessing;
    request.postProcessing = postProcessingNamed(mode).value_or(PostProcessing::None);
    if (connection.service == ChatService::Custom)
        request.extras = withoutCredentials(RequestExtras{chat.value(u"custom_include_headers").toText(),
                                                          chat.value(u"custom_include_body").toText(),
                                                          chat.value(u"custom_exclude_body").toText()});
    const ReverseProxy proxy = reverseProxy(connection.service, profile, settings);
    const bool isProxied = !proxy.address.isEmpty();
    connection.baseUrl = QUrl(isProxied ? proxy.address : addressOf(connection, profile, chat).trimmed());
    const ChatServiceFacts::Key key = factsOf(connection.service).key;
    const bool isAnonymous =
        connection.service == ChatService::Pollinations && request.options.usesOtherEndpoint;
    // What has no key here may have had one there.
    connection.needsKey = isProxied
                              ? proxy.hasPassword
                              : (key == ChatServiceFacts::Key::Needed && !isAnonymous) ||
                                    (key == ChatServiceFacts::Key::Optional && !profile.keyId.isEmpty());
}

} // namespace snug
