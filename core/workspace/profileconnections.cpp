#include "core/workspace/profileconnections.h"

#include "core/formats/connectionprofiles.h"
#include "core/wire/withoutkeys.h"
#include "core/workspace/servicefields.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// SillyTavern's command has several names for some services, and its profiles keep what the command says.
QString serviceId(const QString &api)
{
    static const QHash<QString, QString> ids{{u"oai"_s, u"openai"_s},
                                             {u"google"_s, u"makersuite"_s},
                                             {u"openrouter-text"_s, u"openrouter"_s},
                                             {u"horde"_s, u"koboldhorde"_s},
                                             {u"kcpp"_s, u"koboldcpp"_s}};
    return ids.value(api, api);
}

// Of the settings' own, by the name of the service; most are "<service>_model".
QString modelKey(const QString &service)
{
    static const QHash<QString, QString> keys{{u"makersuite"_s, u"google_model"_s},
                                              {u"ooba"_s, u"custom_model"_s}};
    return keys.value(service, service + u"_model"_s);
}

QString modelOf(const ConnectionProfile &profile, const QString &service, const Json &settings)
{
    QString model = profile.model;
    if (model.isEmpty() && service == u"novel")
        model = settings.value(u"nai_settings").value(u"model_novel").toText();
    else if (model.isEmpty())
        model = settings.value(profile.completesText ? u"textgenerationwebui_settings"_s : u"oai_settings"_s)
                    .value(modelKey(service))
                    .toText();
    return model == u"OR_Website" ? QString() : model; // "as the user's account says"
}

QUrl textAddress(const ConnectionProfile &profile, const TextServiceFacts &facts, const Json &settings)
{
    QString given = profile.url.trimmed();
    if (given.isEmpty())
        given = settings.value(u"textgenerationwebui_settings")
                    .value(u"server_urls")
                    .value(facts.id)
                    .toText()
                    .trimmed();
    return QUrl(given.isEmpty() ? facts.address : given);
}

// What Snug has for a tokenizer of SillyTavern's: a built-in vocabulary, or the nearest to its family. The
// others are left to the model's name, or to the server.
struct KnownTokenizer
{
    int number;
    QStringView word; // in profiles
    QStringView name; // for loadTokenizer()
};
constexpr std::array knownTokenizers{
    KnownTokenizer{2, u"openai", u"cl100k_base"},  KnownTokenizer{3, u"llama", u"~llama-2"},
    KnownTokenizer{7, u"mistral", u"~mistral-7b"}, KnownTokenizer{11, u"claude", u"~claude"},
    KnownTokenizer{12, u"llama3", u"~llama-3"},    KnownTokenizer{13, u"gemma", u"~gemma"},
    KnownTokenizer{15, u"qwen2", u"~qwen"},        KnownTokenizer{17, u"nemo", u"~nemo"},
    KnownTokenizer{18, u"deepseek", u"~deepseek"}};

// SillyTavern uses the one that was chosen for texts that are completed; chats have the model's.
QString tokenizerOf(const ConnectionProfile &profile, const Json &settings)
{
    const int number = settings.value(u"power_user").value(u"tokenizer").toInt(-1);
    const auto known = std::ranges::find_if(knownTokenizers, [&](const KnownTokenizer &tokenizer) {
        return profile.tokenizer.isEmpty() ? tokenizer.number == number : tokenizer.word == profile.tokenizer;
    });
    return known == knownTokenizers.end() ? QString() : known->name.toString();
}

bool leadsSomewhere(const QUrl &address)
{
    return address.isValid() && !address.host().isEmpty() &&
           (address.scheme() == u"https" || address.scheme() == u"http");
}

// "false" switches a template off, a name chooses it and switches it on.
std::optional<QString> chosenTemplate(const QString &name, const std::optional<bool> &isUsed)
{
    if (isUsed == false)
        return QString();
    return name.isEmpty() ? std::nullopt : std::optional(name);
}

BroughtChoices broughtBy(const ConnectionProfile &profile, const Connection &connection, const Json &settings)
{
    BroughtChoices brought;
    brought.stopStrings = profile.stopStrings;
    brought.replyStart = profile.startReplyWith;
    if (!profile.preset.isEmpty())
        brought.preset = profile.preset;
    if (profile.completesText) {
        if (!profile.contextTemplate.isEmpty())
            brought.context = profile.contextTemplate;
        brought.instruct = chosenTemplate(profile.instructTemplate, profile.usesInstruct);
        brought.systemPrompt = chosenTemplate(profile.systemPrompt, profile.usesSystemPrompt);
        // Those of these two services are of other kinds.
        if (brought.preset && (connection.textService == TextService::NovelAi ||
                               connection.textService == TextService::Horde)) {
            brought.preset.reset();
            brought.notTaken.append(u"Settings Preset"_s);
        }
    }
    const QString reasoning = settings.value(u"power_user").value(u"reasoning").value(u"name").toText();
    if (!profile.reasoningTemplate.isEmpty() && profile.reasoningTemplate != reasoning)
        brought.notTaken.append(u"Reasoning Template"_s);
    if (!profile.regexPreset.isEmpty())
        brought.notTaken.append(u"Regex Preset"_s);
    return brought;
}

// What a profile does not say is as the settings have it.
std::optional<Connection> connectionOf(const ConnectionProfile &profile, const Json &settings)
{
    const QString id = serviceId(profile.api);
    Connection connection;
    connection.id = u"sillytavern-"_s + profile.id;
    connection.name = profile.name;
    connection.model = modelOf(profile, id, settings);
    if (profile.completesText) {
        const std::optional<TextService> service = textServiceNamed(id);
        if (!service)
            return std::nullopt;
        const TextServiceFacts &facts = factsOf(*service);
        connection.kind = Connection::Kind::TextService;
        connection.textService = *service;
        connection.baseUrl = textAddress(profile, facts, settings);
        connection.needsKey = facts.needsKey;
        connection.tokenizerFile = tokenizerOf(profile, settings);
    } else {
        const std::optional<ChatService> service = chatServiceNamed(id);
        if (!service)
            return std::nullopt;
        connection.kind = Connection::Kind::ChatService;
        connection.service = *service;
        takeServiceFields(connection, profile, settings);
    }
    if (!leadsSomewhere(connection.baseUrl))
        return std::nullopt;
    connection.baseUrl = withoutCredentials(connection.baseUrl, AddressPart::Nothing);
    connection.brings = broughtBy(profile, connection, settings);
    return connection;
}

// What is set at present, as if it were a profile.
ConnectionProfile presentSettings(const Json &settings)
{
    ConnectionProfile present;
    present.id = u"settings"_s;
    present.name = QCoreApplication::translate("ProfileConnections", "As in SillyTavern");
    const QString api = settings.value(u"main_api").toText();
    if (api == u"openai") {
        present.api = settings.value(u"oai_settings").value(u"chat_completion_source").toText();
    } else if (api == u"textgenerationwebui") {
        present.completesText = true;
        present.api = settings.value(u"textgenerationwebui_settings").value(u"type").toText();
    } else if (api == u"novel" || api == u"koboldhorde") {
        present.completesText = true;
        present.api = api;
    }
    return present;
}

// Whatever they bring.
bool leadToTheSame(const Connection &one, const Connection &other)
{
    return one.kind == other.kind && one.baseUrl == other.baseUrl && one.model == other.model;
}

} // namespace

QList<Connection> profileConnections(const Json &settings)
{
    QList<Connection> connections;
    const auto isKnown = [&](const Connection &made, bool isProfile) {
        return std::ranges::any_of(connections, [&](const Connection &other) {
            Connection twin = made;
            twin.id = other.id;
            twin.name = other.name;
            return isProfile ? twin == other : leadToTheSame(made, other);
        });
    };
    for (const ConnectionProfile &profile : connectionProfilesOf(settings).profiles) {
        const std::optional<Connection> made = connectionOf(profile, settings);
        if (made && !isKnown(*made, true))
            connections.append(*made);
    }
    const std::optional<Connection> present = connectionOf(presentSettings(settings), settings);
    if (present && !isKnown(*present, false))
        connections.append(*present);
    return connections;
}

} // namespace snug
