// A small prompt, and a connection to each service, for tests of what is sent to them.
#pragma once

#include "core/wire/provider.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace snug::servicefixture {

using namespace Qt::StringLiterals;

inline const QByteArray key = "zk-SECRET-0123456789";

inline OutboundMessage said(Role role, const QString &text)
{
    const Source source(SourceKind::PromptText, u"1"_s);
    return {.role = role, .content = TracedText(text, source), .source = source};
}

inline AssembledPrompt promptOf(const QList<OutboundMessage> &messages)
{
    AssembledPrompt prompt;
    prompt.messages = messages;
    prompt.maxTokens = 300;
    prompt.samplers.temperature = 0.9;
    prompt.samplers.frequencyPenalty = 0;
    prompt.samplers.presencePenalty = 0;
    prompt.wishes.userName = u"Nora"_s;
    prompt.wishes.characterName = u"Mira"_s;
    return prompt;
}

inline AssembledPrompt smallPrompt()
{
    return promptOf({said(Role::System, u"You are Mira."_s), said(Role::System, u"It is night."_s),
                     said(Role::User, u"May I climb up?"_s)});
}

inline Connection at(ChatService service, const QString &model = u"m"_s)
{
    Connection connection;
    connection.kind = Connection::Kind::ChatService;
    connection.service = service;
    connection.baseUrl = QUrl(factsOf(service).address);
    if (connection.baseUrl.isEmpty())
        connection.baseUrl = QUrl(u"https://own.example.org"_s);
    connection.model = model;
    connection.request.options.account = u"account-1"_s;
    connection.request.options.deployment = u"deployed"_s;
    connection.request.options.apiVersion = u"2026-01-01"_s;
    return connection;
}

inline Connection at(TextService service)
{
    Connection connection;
    connection.kind = Connection::Kind::TextService;
    connection.textService = service;
    connection.baseUrl = QUrl(factsOf(service).address);
    if (connection.baseUrl.isEmpty())
        connection.baseUrl = QUrl(u"https://own.example.org"_s);
    connection.model = u"m"_s;
    return connection;
}

inline QList<Connection> allConnections()
{
    QList<Connection> list;
    for (const ChatServiceFacts &facts : chatServices()) {
        for (const bool isCompatible : {false, true}) {
            list.append(at(facts.service));
            list.last().name = facts.id + (isCompatible ? u", compatible"_s : QString());
            list.last().request.isCompatible = isCompatible;
        }
    }
    for (const TextServiceFacts &facts : textServices()) {
        list.append(at(facts.service));
        list.last().name = u"text "_s + facts.id;
    }
    return list;
}

inline AssembledPrompt promptFor(const Connection &connection)
{
    AssembledPrompt prompt = smallPrompt();
    if (connection.completesText()) {
        prompt.prompt = TracedText(u"Mira:"_s, Source(SourceKind::PromptText, u"1"_s));
        prompt.messages.clear();
    }
    return prompt;
}

inline QJsonObject bodyOf(const Connection &connection, const AssembledPrompt &prompt)
{
    return QJsonDocument::fromJson(providerFor(connection).encode(prompt, connection, Secret(key)).body)
        .object();
}

} // namespace snug::servicefixture
