#include "core/ledger/ledgerentry.h"

#include "core/wire/withoutkeys.h"

#include <QCoreApplication>

#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr std::array kindNames{
    u"reply", u"swipe",   u"regenerate", u"continue",   u"impersonate", u"quiet", u"memory", u"side-prompt",
    u"again", u"compare", u"count",      u"embeddings", u"models",      u"facts", u"stop",   u"queue"};
constexpr std::array resultNames{u"under-way", u"finished", u"stopped", u"failed"};
constexpr std::array countNames{u"exact", u"calibrated", u"estimate"};
constexpr std::array stopNames{u"stop", u"length", u"filter", u"cut", u"error", u"pause", u"tool", u"load"};

template <typename Value, typename Names> Value fromName(const QString &name, const Names &names, Value other)
{
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (name == QStringView(names[i]))
            return Value(i);
    }
    return other;
}

template <typename Value, typename Names> QString nameOf(Value value, const Names &names)
{
    return QString(QStringView(names.at(std::size_t(value))));
}

void setUnlessEmpty(Json &object, const QString &key, const QString &text)
{
    if (!text.isEmpty())
        object.set(key, text);
}

constexpr std::array usageNames{u"prompt", u"completion", u"cached", u"cache_write", u"reasoning"};
constexpr std::array usageMembers{&TokenUsage::prompt, &TokenUsage::completion, &TokenUsage::cached,
                                  &TokenUsage::cacheWrite, &TokenUsage::reasoning};

Json usageJson(const TokenUsage &usage)
{
    Json object = Json::object();
    for (std::size_t i = 0; i < usageNames.size(); ++i) {
        if (const auto &value = usage.*usageMembers.at(i))
            object.set(QString(QStringView(usageNames.at(i))), *value);
    }
    if (usage.cost)
        object.set(u"cost"_s, *usage.cost);
    return object;
}

TokenUsage readUsage(const Json &object)
{
    TokenUsage usage;
    for (std::size_t i = 0; i < usageNames.size(); ++i) {
        if (const Json value = object.value(usageNames.at(i)); value.isNumber())
            usage.*usageMembers.at(i) = value.toInt();
    }
    if (const Json cost = object.value(u"cost"); cost.isNumber())
        usage.cost = cost.toDouble();
    return usage;
}

// Headers are Latin-1 on the wire.
QString latin(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes);
}

} // namespace

QString ledgerKindName(LedgerKind kind)
{
    return nameOf(kind, kindNames);
}

QString ledgerKindText(LedgerKind kind)
{
    switch (kind) {
    case LedgerKind::Reply:
        return QCoreApplication::translate("Ledger", "Reply");
    case LedgerKind::Swipe:
        return QCoreApplication::translate("Ledger", "Swipe");
    case LedgerKind::Regenerate:
        return QCoreApplication::translate("Ledger", "Regenerated");
    case LedgerKind::Continue:
        return QCoreApplication::translate("Ledger", "Continued");
    case LedgerKind::Impersonate:
        return QCoreApplication::translate("Ledger", "Impersonated");
    case LedgerKind::Quiet:
        return QCoreApplication::translate("Ledger", "Quiet");
    case LedgerKind::Memory:
        return QCoreApplication::translate("Ledger", "Memory");
    case LedgerKind::SidePrompt:
        return QCoreApplication::translate("Ledger", "Side prompt");
    case LedgerKind::Again:
        return QCoreApplication::translate("Ledger", "Sent again");
    case LedgerKind::Compared:
        return QCoreApplication::translate("Ledger", "Two set-ups");
    case LedgerKind::Counting:
        return QCoreApplication::translate("Ledger", "Tokens counted");
    case LedgerKind::Embeddings:
        return QCoreApplication::translate("Ledger", "Texts measured");
    case LedgerKind::ModelList:
        return QCoreApplication::translate("Ledger", "List of models");
    case LedgerKind::ServerFacts:
        return QCoreApplication::translate("Ledger", "What the server runs");
    case LedgerKind::Stopping:
        return QCoreApplication::translate("Ledger", "Stopped a reply there");
    case LedgerKind::Queue:
        return QCoreApplication::translate("Ledger", "Place in the queue");
    }
    return {};
}

QString faultText(FaultKind kind)
{
    switch (kind) {
    case FaultKind::Auth:
        return QCoreApplication::translate("Ledger", "key or permission");
    case FaultKind::Quota:
        return QCoreApplication::translate("Ledger", "credit or quota used up");
    case FaultKind::Rate:
        return QCoreApplication::translate("Ledger", "too many requests");
    case FaultKind::Overloaded:
        return QCoreApplication::translate("Ledger", "no room at the server");
    case FaultKind::Context:
        return QCoreApplication::translate("Ledger", "longer than the context");
    case FaultKind::UnsupportedParameter:
        return QCoreApplication::translate("Ledger", "a value that is not accepted");
    case FaultKind::Content:
        return QCoreApplication::translate("Ledger", "content filter");
    case FaultKind::Server:
        return QCoreApplication::translate("Ledger", "a failure of the server");
    case FaultKind::UnknownModel:
        return QCoreApplication::translate("Ledger", "no such model or address");
    case FaultKind::Replay:
        return QCoreApplication::translate("Ledger", "thoughts of earlier replies refused");
    case FaultKind::BadRequest:
        return QCoreApplication::translate("Ledger", "request not understood");
    }
    return {};
}

bool isBesideReplies(LedgerKind kind)
{
    return kind >= LedgerKind::Counting;
}

Json beginningJson(const LedgerHead &head)
{
    Json object = Json::object({{u"id"_s, head.id},
                                {u"kind"_s, ledgerKindName(head.kind)},
                                {u"sent"_s, head.sent.toUTC().toString(Qt::ISODateWithMs)}});
    setUnlessEmpty(object, u"owner"_s, head.owner);
    setUnlessEmpty(object, u"chat"_s, head.chat);
    setUnlessEmpty(object, u"about"_s, head.about);
    if (head.row >= 0) {
        object.set(u"row"_s, head.row);
        object.set(u"swipe"_s, head.swipe);
    }
    setUnlessEmpty(object, u"connection"_s, head.connection);
    setUnlessEmpty(object, u"connection_name"_s, head.connectionName);
    setUnlessEmpty(object, u"model"_s, head.model);
    object.set(u"tokens"_s, head.tokens);
    object.set(u"count"_s, nameOf(head.count, countNames));
    setUnlessEmpty(object, u"counter"_s, head.counter);
    if (head.context != 0)
        object.set(u"context"_s, head.context);
    return object;
}

Json endJson(const LedgerHead &head)
{
    Json object = Json::object({{u"id"_s, head.id}, {u"result"_s, nameOf(head.result, resultNames)}});
    if (head.status != 0)
        object.set(u"status"_s, head.status);
    if (head.firstAfter >= 0)
        object.set(u"first_ms"_s, head.firstAfter);
    if (head.endedAfter >= 0)
        object.set(u"ended_ms"_s, head.endedAfter);
    object.set(u"stop"_s, nameOf(head.stop, stopNames));
    if (head.usage)
        object.set(u"usage"_s, usageJson(*head.usage));
    setUnlessEmpty(object, u"error"_s, head.error);
    if (head.fault)
        object.set(u"fault"_s, faultName(*head.fault));
    if (head.retryAfter)
        object.set(u"retry_after"_s, *head.retryAfter);
    if (isBesideReplies(head.kind)) {
        object.set(u"requests"_s, head.requests);
        object.set(u"sent_bytes"_s, head.sentBytes);
        object.set(u"received_bytes"_s, head.receivedBytes);
    }
    return object;
}

LedgerHead readBeginning(const Json &value)
{
    LedgerHead head;
    head.id = value.value(u"id").toText();
    head.kind = fromName(value.value(u"kind").toText(), kindNames, LedgerKind::Reply);
    head.sent = QDateTime::fromString(value.value(u"sent").toText(), Qt::ISODateWithMs);
    head.owner = value.value(u"owner").toText();
    head.chat = value.value(u"chat").toText();
    head.about = value.value(u"about").toText();
    head.row = value.value(u"row").toInt(-1);
    head.swipe = value.value(u"swipe").toInt();
    head.connection = value.value(u"connection").toText();
    head.connectionName = value.value(u"connection_name").toText();
    head.model = value.value(u"model").toText();
    head.tokens = value.value(u"tokens").toInt();
    head.count = fromName(value.value(u"count").toText(), countNames, CountKind::Estimate);
    head.counter = value.value(u"counter").toText();
    head.context = value.value(u"context").toInt();
    return head;
}

void readEnd(const Json &value, LedgerHead &head)
{
    head.result = fromName(value.value(u"result").toText(), resultNames, LedgerResult::UnderWay);
    head.status = value.value(u"status").toInt();
    head.firstAfter = value.value(u"first_ms").toInt(-1);
    head.endedAfter = value.value(u"ended_ms").toInt(-1);
    head.stop = fromName(value.value(u"stop").toText(), stopNames, StopReason::Stop);
    if (const Json usage = value.value(u"usage"); usage.isObject())
        head.usage = readUsage(usage);
    head.error = value.value(u"error").toText();
    head.fault = faultNamed(value.value(u"fault").toText());
    if (const Json wait = value.value(u"retry_after"); wait.isNumber())
        head.retryAfter = wait.toDouble();
    head.requests = value.value(u"requests").toInt(1);
    head.sentBytes = value.value(u"sent_bytes").asInteger().value_or(0);
    head.receivedBytes = value.value(u"received_bytes").asInteger().value_or(0);
}

Json requestJson(const WireRequest &request)
{
    Json headers = Json::array();
    for (const WireHeader &header : request.headers) {
        Json item = Json::array({latin(header.name), latin(header.value)});
        if (!header.secret.isEmpty())
            item.append(true);
        headers.append(item);
    }
    return Json::object({{u"method"_s, latin(request.method)},
                         {u"url"_s, QString::fromLatin1(request.url.toEncoded())},
                         {u"headers"_s, headers}});
}

WireRequest readRequest(const Json &value)
{
    WireRequest request;
    request.method = value.value(u"method").toText().toLatin1();
    request.url = QUrl::fromEncoded(value.value(u"url").toText().toLatin1());
    const Json headers = value.value(u"headers");
    for (const Json &item : headers.items())
        request.headers.append({.name = item.at(0).toText().toLatin1(),
                                .value = item.at(1).toText().toLatin1(),
                                .secret = item.at(2).toBool() ? keptSecret() : Secret()});
    return request;
}

Json headersJson(const WireHeaders &headers)
{
    Json list = Json::array();
    for (const auto &[name, value] : headers)
        list.append(Json::array({latin(name), latin(value)}));
    return list;
}

WireHeaders readHeaders(const Json &value)
{
    WireHeaders headers;
    for (const Json &item : value.items())
        headers.append({item.at(0).toText().toLatin1(), item.at(1).toText().toLatin1()});
    return headers;
}

} // namespace snug
