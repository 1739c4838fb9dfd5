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

} // namespace

QList<Connection> profileConnections(const Json &settings)
{
    QList<Connection> connections;
    const auto add = [&](const ConnectionProfile &profile) {
        const std::optional<Connection> made = connectionOf(profile, settings);
        const bool isNew = made && std::ranges::none_of(connections, [&](const Connection &other) {
                               return other.kind == made->kind && other.baseUrl == made->baseUrl &&
                                      other.model == made->model;
                           });
        if (isNew)
            connections.append(*made);
    };
    for (const ConnectionProfile &profile : connectionProfilesOf(settings).profiles)
        add(profile);
    add(presentSettings(settings));
    return connections;
}

} // namespace snug
