#include "core/workspace/profileconnections.h"

#include "core/formats/connectionprofiles.h"
#include "core/wire/withoutkeys.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Of the settings' own, by the name of the service; others are "<service>_model".
QString modelKey(const QString &api)
{
    return api == u"makersuite" ? u"google_model"_s : api + u"_model"_s;
}

QUrl addressOf(const QString &given, const QString &usual)
{
    return QUrl(given.trimmed().isEmpty() ? usual : given.trimmed());
}

std::optional<Connection> connectionOf(const ConnectionProfile &profile)
{
    Connection connection;
    connection.id = u"sillytavern-"_s + profile.id;
    connection.name = profile.name;
    connection.model = profile.model;
    if (profile.completesText) {
        const std::optional<TextService> service = textServiceNamed(profile.api);
        if (!service)
            return std::nullopt;
        const TextServiceFacts &facts = factsOf(*service);
        connection.kind = Connection::Kind::TextService;
        connection.textService = *service;
        connection.baseUrl = addressOf(profile.url, facts.address);
        connection.needsKey = facts.needsKey;
    } else {
        const std::optional<ChatService> service = chatServiceNamed(profile.api);
        if (!service)
            return std::nullopt;
        const ChatServiceFacts &facts = factsOf(*service);
        connection.kind = Connection::Kind::ChatService;
        connection.service = *service;
        connection.baseUrl =
            addressOf(*service == ChatService::Custom ? profile.url : QString(), facts.address);
        // What has no key here may have had one there.
        connection.needsKey = facts.key == ChatServiceFacts::Key::Needed ||
                              (facts.key == ChatServiceFacts::Key::Optional && !profile.keyId.isEmpty());
        connection.request.postProcessing =
            postProcessingNamed(profile.postProcessing).value_or(PostProcessing::None);
    }
    const bool leadsSomewhere =
        connection.baseUrl.isValid() && !connection.baseUrl.host().isEmpty() &&
        (connection.baseUrl.scheme() == u"https" || connection.baseUrl.scheme() == u"http");
    if (!leadsSomewhere)
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
        const Json chat = settings.value(u"oai_settings");
        present.api = chat.value(u"chat_completion_source").toText();
        present.model = chat.value(modelKey(present.api)).toText();
        present.url = chat.value(u"custom_url").toText();
        present.postProcessing = chat.value(u"custom_prompt_post_processing").toText();
    } else if (api == u"textgenerationwebui") {
        const Json text = settings.value(u"textgenerationwebui_settings");
        present.completesText = true;
        present.api = text.value(u"type").toText();
        present.model = text.value(QString(present.api + u"_model"_s)).toText();
        present.url = text.value(u"server_urls").value(present.api).toText();
    } else if (api == u"novel" || api == u"koboldhorde") {
        present.completesText = true;
        present.api = api;
        if (api == u"novel")
            present.model = settings.value(u"nai_settings").value(u"model_novel").toText();
    }
    if (present.model == u"OR_Website") // "as the user's account says"
        present.model.clear();
    return present;
}

} // namespace

QList<Connection> profileConnections(const Json &settings)
{
    QList<Connection> connections;
    const auto add = [&](const ConnectionProfile &profile) {
        const std::optional<Connection> made = connectionOf(profile);
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
