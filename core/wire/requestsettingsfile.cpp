#include "core/wire/requestsettingsfile.h"

#include "core/conversion/plainyaml.h"
#include "core/conversion/requestextras.h"
#include "core/formats/jsontext.h"
#include "core/wire/withoutkeys.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Sets a member that says something, or that was there; untouched ones keep their spelling.
void putUnless(Json &item, const QString &key, const Json &value, bool saysNothing)
{
    if (saysNothing && !item.contains(key))
        return;
    if (item.value(key) != value)
        item.set(key, value);
}

void putText(Json &item, const QString &key, const QString &text)
{
    putUnless(item, key, Json(text), text.isEmpty());
}

void putBool(Json &item, const QString &key, bool value, bool usual)
{
    putUnless(item, key, Json(value), value == usual);
}

std::optional<int> alternativesOf(const Json &value)
{
    constexpr double most = 1000; // no service gives as many
    const std::optional<double> number = value.asDouble();
    return number ? std::optional(int(std::clamp(*number, 0.0, most))) : std::nullopt;
}

std::optional<int> secondsOf(const Json &value)
{
    constexpr double longest = 10.0 * 365 * 24 * 3600;
    const std::optional<double> number = value.asDouble();
    return number ? std::optional(int(std::clamp(*number, -1.0, longest))) : std::nullopt;
}

struct ClaimName
{
    QString name;
    std::optional<bool> UserClaims::*member;
};

const QList<ClaimName> &claimNames()
{
    static const QList<ClaimName> names{
        {u"prefill"_s, &UserClaims::takesPrefill},       {u"samplers"_s, &UserClaims::takesSamplers},
        {u"penalties"_s, &UserClaims::takesPenalties},   {u"stop"_s, &UserClaims::takesStop},
        {u"systemText"_s, &UserClaims::takesSystemText}, {u"logProbs"_s, &UserClaims::saysLogProbs}};
    return names;
}

std::optional<int> tokensOf(const Json &value)
{
    const int tokens = value.toInt();
    return tokens > 0 ? std::optional(tokens) : std::nullopt;
}

UserClaims claimsOf(const Json &item)
{
    UserClaims claims;
    for (const ClaimName &claim : claimNames())
        claims.*claim.member = item[claim.name].asBool();
    claims.mostReply = tokensOf(item[u"mostReply"]);
    return claims;
}

void putClaims(Json &item, const UserClaims &claims)
{
    Json object = item.value(u"modelTakes").isObject() ? item.value(u"modelTakes") : Json::object();
    for (const ClaimName &claim : claimNames()) {
        const std::optional<bool> &claimed = claims.*claim.member;
        putUnless(object, claim.name, claimed ? Json(*claimed) : Json::null(), !claimed);
    }
    putUnless(object, u"mostReply"_s, claims.mostReply ? Json(*claims.mostReply) : Json::null(),
              !claims.mostReply);
    putUnless(item, u"modelTakes"_s, object, object.size() == 0);
}

ServiceClaims saidOf(const Json &item)
{
    return {.model = item[u"model"].toText(),
            .contextSize = tokensOf(item[u"contextSize"]),
            .mostReply = tokensOf(item[u"mostReply"]),
            .parameters = item[u"parameters"].toTextList(),
            .promptPrice = item[u"promptPrice"].asDouble(),
            .replyPrice = item[u"replyPrice"].asDouble(),
            .capabilities = item[u"capabilities"].toTextList()};
}

void putSaid(Json &item, const ServiceClaims &said)
{
    Json object = item.value(u"saidByService").isObject() ? item.value(u"saidByService") : Json::object();
    const auto number = [](const auto &value) { return value ? Json(*value) : Json::null(); };
    putText(object, u"model"_s, said.model);
    putUnless(object, u"contextSize"_s, number(said.contextSize), !said.contextSize);
    putUnless(object, u"mostReply"_s, number(said.mostReply), !said.mostReply);
    putUnless(object, u"parameters"_s, Json(said.parameters), said.parameters.isEmpty());
    putUnless(object, u"promptPrice"_s, number(said.promptPrice), !said.promptPrice);
    putUnless(object, u"replyPrice"_s, number(said.replyPrice), !said.replyPrice);
    putUnless(object, u"capabilities"_s, Json(said.capabilities), said.capabilities.isEmpty());
    putUnless(item, u"saidByService"_s, object, object.size() == 0);
}

CacheMarks cacheOf(const Json &item)
{
    return {.system = item[u"system"].toBool(),
            .depth = qMax(-1, item[u"depth"].toInt(-1)),
            .forAnHour = item[u"forAnHour"].toBool(),
            .geminiSystem = item[u"geminiSystem"].toBool()};
}

void putCache(Json &item, const CacheMarks &cache)
{
    Json object = item.value(u"cache").isObject() ? item.value(u"cache") : Json::object();
    putBool(object, u"system"_s, cache.system, false);
    putUnless(object, u"depth"_s, Json(cache.depth), cache.depth < 0);
    putBool(object, u"forAnHour"_s, cache.forAnHour, false);
    putBool(object, u"geminiSystem"_s, cache.geminiSystem, false);
    putUnless(item, u"cache"_s, object, object.size() == 0);
}

ServiceOptions optionsOf(const Json &item)
{
    ServiceOptions options;
    options.providers = item[u"providers"].toTextList();
    options.quantizations = item[u"quantizations"].toTextList();
    options.allowsFallbacks = item[u"allowsFallbacks"].toBool(true);
    options.usesFallbackRoute = item[u"usesFallbackRoute"].toBool();
    options.middleOut = item[u"middleOut"].toText();
    options.region = item[u"region"].toText();
    options.project = item[u"project"].toText();
    options.deployment = item[u"deployment"].toText();
    options.apiVersion = item[u"apiVersion"].toText();
    options.account = item[u"account"].toText();
    options.usesOtherEndpoint = item[u"usesOtherEndpoint"].toBool();
    options.provider = item[u"provider"].toText();
    options.paysAsItGoes = item[u"paysAsItGoes"].toBool();
    options.usesResponses = item[u"usesResponses"].toBool();
    options.keepAliveSeconds = secondsOf(item[u"keepAliveSeconds"]);
    return options;
}

void putOptions(Json &item, const ServiceOptions &options)
{
    Json object = item.value(u"options").isObject() ? item.value(u"options") : Json::object();
    putUnless(object, u"providers"_s, Json(options.providers), options.providers.isEmpty());
    putUnless(object, u"quantizations"_s, Json(options.quantizations), options.quantizations.isEmpty());
    putBool(object, u"allowsFallbacks"_s, options.allowsFallbacks, true);
    putBool(object, u"usesFallbackRoute"_s, options.usesFallbackRoute, false);
    putText(object, u"middleOut"_s, options.middleOut);
    putText(object, u"region"_s, options.region);
    putText(object, u"project"_s, options.project);
    putText(object, u"deployment"_s, options.deployment);
    putText(object, u"apiVersion"_s, options.apiVersion);
    putText(object, u"account"_s, options.account);
    putBool(object, u"usesOtherEndpoint"_s, options.usesOtherEndpoint, false);
    putText(object, u"provider"_s, options.provider);
    putBool(object, u"paysAsItGoes"_s, options.paysAsItGoes, false);
    putBool(object, u"usesResponses"_s, options.usesResponses, false);
    putUnless(object, u"keepAliveSeconds"_s,
              options.keepAliveSeconds ? Json(*options.keepAliveSeconds) : Json::null(),
              !options.keepAliveSeconds);
    putUnless(item, u"options"_s, object, object.size() == 0);
}

void putRefused(Json &item, const QList<RequestSettings::Refusal> &refused)
{
    Json list = Json::array();
    for (const RequestSettings::Refusal &refusal : refused)
        list.append(Json::object({{u"model"_s, Json(refusal.model)}, {u"key"_s, Json(refusal.key)}}));
    putUnless(item, u"refused"_s, list, refused.isEmpty());
}

// Of a body; "max_tokens" is none.
bool isCredentialMember(const QString &name)
{
    static const QStringList names{u"key"_s,   u"api_key"_s, u"apikey"_s,       u"api-key"_s,
                                   u"token"_s, u"secret"_s,  u"access_token"_s, u"password"_s};
    return names.contains(name.toLower());
}

} // namespace

QStringList credentialsIn(const RequestExtras &extras)
{
    QStringList names;
    const Result<ReadExtras> read = readExtras(extras);
    if (!read)
        return names;
    for (const CallHeader &header : read->headers) {
        if (isCredentialHeader(header.name) && !header.value.isEmpty())
            names.append(QString::fromLatin1(header.name));
    }
    for (const Json::Member &member : read->body.members()) {
        if (isCredentialMember(member.key))
            names.append(member.key);
    }
    return names;
}

RequestExtras withoutCredentials(const RequestExtras &extras)
{
    RequestExtras kept = extras;
    const Result<ReadExtras> read = readExtras(extras);
    if (!read) { // nobody knows what is in it
        for (QString *text : {&kept.headers, &kept.body}) {
            const Result<Json> value = parsePlainYaml(*text);
            if (!value)
                text->clear();
        }
        return kept;
    }
    Json headers = Json::object();
    for (const CallHeader &header : read->headers) {
        if (!isCredentialHeader(header.name))
            headers.set(QString::fromLatin1(header.name), Json(QString::fromUtf8(header.value)));
    }
    if (headers.size() < read->headers.size())
        kept.headers = headers.size() > 0 ? QString::fromUtf8(writeJsonLine(headers)) : QString();
    Json body = read->body;
    for (const Json::Member &member : read->body.members()) {
        if (isCredentialMember(member.key))
            body.remove(member.key);
    }
    if (body.size() < read->body.size())
        kept.body = body.size() > 0 ? QString::fromUtf8(writeJsonLine(body)) : QString();
    return kept;
}

RequestSettings readRequestSettings(const Json &item)
{
    RequestSettings settings;
    settings.postProcessing =
        postProcessingNamed(item[u"postProcessing"].toText()).value_or(PostProcessing::None);
    settings.extras = {item[u"extraHeaders"].toText(), item[u"extraBody"].toText(),
                       item[u"leftOutBody"].toText()};
    settings.prefill = item[u"prefill"].toText();
    settings.effort = effortNamed(item[u"effort"].toText());
    settings.verbosity = verbosityNamed(item[u"verbosity"].toText());
    settings.showsThoughts = item[u"showsThoughts"].asBool();
    settings.turnsThinkingOff = item[u"turnsThinkingOff"].toBool();
    settings.logProbAlternatives = alternativesOf(item[u"logProbAlternatives"]);
    settings.claims = claimsOf(item[u"modelTakes"]);
    settings.said = saidOf(item[u"saidByService"]);
    settings.cache = cacheOf(item[u"cache"]);
    settings.options = optionsOf(item[u"options"]);
    settings.isCompatible = item[u"isCompatible"].toBool();
    const Json refused = item[u"refused"];
    for (const Json &refusal : refused.items()) {
        if (const QString key = refusal[u"key"].toText(); !key.isEmpty())
            settings.refused.append({refusal[u"model"].toText(), key});
    }
    return settings;
}

void writeRequestSettings(Json &item, const RequestSettings &settings)
{
    putText(item, u"postProcessing"_s, postProcessingName(settings.postProcessing));
    const RequestExtras extras = withoutCredentials(settings.extras);
    putText(item, u"extraHeaders"_s, extras.headers);
    putText(item, u"extraBody"_s, extras.body);
    putText(item, u"leftOutBody"_s, extras.leftOut);
    putText(item, u"prefill"_s, settings.prefill);
    putText(item, u"effort"_s, settings.effort ? effortName(*settings.effort) : QString());
    putText(item, u"verbosity"_s, settings.verbosity ? verbosityName(*settings.verbosity) : QString());
    putUnless(item, u"showsThoughts"_s, settings.showsThoughts ? Json(*settings.showsThoughts) : Json::null(),
              !settings.showsThoughts);
    putBool(item, u"turnsThinkingOff"_s, settings.turnsThinkingOff, false);
    putUnless(item, u"logProbAlternatives"_s,
              settings.logProbAlternatives ? Json(*settings.logProbAlternatives) : Json::null(),
              !settings.logProbAlternatives);
    putBool(item, u"isCompatible"_s, settings.isCompatible, false);
    putClaims(item, settings.claims);
    putSaid(item, settings.said);
    putCache(item, settings.cache);
    putOptions(item, settings.options);
    putRefused(item, settings.refused);
}

} // namespace snug
