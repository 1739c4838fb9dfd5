#include "core/wire/serverfault.h"

#include "core/wire/serverwait.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype longestFaultMessage = 4000;
constexpr int deepestFault = 40; // levels of a body that are looked through

constexpr std::array faultNames{
    u"auth",    u"quota",  u"rate",          u"overloaded", u"context",    u"unsupported_parameter",
    u"content", u"server", u"unknown_model", u"replay",     u"bad_request"};

// What the services' codes mean, whichever member they stand in; in lower case.
struct CodeMeaning
{
    FaultKind kind;
    QStringList codes;
};

// The first that fits counts: a body may name several.
const QList<CodeMeaning> &codeMeanings()
{
    static const QList<CodeMeaning> list{
        {FaultKind::Quota,
         {u"insufficient_quota"_s, u"billing_error"_s, u"billing_hard_limit_reached"_s,
          u"credit_balance_exhausted"_s, u"enforced_spend_limit_reached"_s, u"kudosupfront"_s,
          u"sharedkeyinsufficientkudos"_s}},
        {FaultKind::Content,
         {u"content_policy_violation"_s, u"content_filter"_s, u"invalid_prompt"_s, u"corruptprompt"_s}},
        {FaultKind::Context,
         {u"context_length_exceeded"_s, u"exceed_context_size_error"_s, u"invalidpromptsize"_s}},
        {FaultKind::Replay, {u"invalid_encrypted_content"_s}},
        {FaultKind::UnsupportedParameter,
         {u"unsupported_parameter"_s, u"unsupported_value"_s, u"unknown_parameter"_s, u"extra_forbidden"_s}},
        {FaultKind::UnknownModel,
         {u"model_not_found"_s, u"invalid_model"_s, u"not_found_error"_s, u"notfounderror"_s,
          u"not_found"_s}},
        {FaultKind::Auth,
         {u"authentication_error"_s, u"permission_error"_s, u"invalid_api_key"_s, u"api_key_invalid"_s,
          u"invalidapikey"_s, u"unauthenticated"_s, u"unauthorized"_s, u"permission_denied"_s,
          u"unsupported_country_region_territory"_s}},
        {FaultKind::Overloaded,
         {u"overloaded_error"_s, u"server_overloaded"_s, u"unavailable"_s, u"service_unavailable"_s,
          u"capacity_exceeded"_s, u"maintenancemode"_s}},
        {FaultKind::Rate,
         {u"rate_limit_error"_s, u"rate_limit_exceeded"_s, u"rate_limited"_s, u"toomanyprompts"_s,
          u"resource_exhausted"_s}},
        {FaultKind::Server,
         {u"server_error"_s, u"internal_server_error"_s, u"internal"_s, u"api_error"_s, u"timeout_error"_s,
          u"deadline_exceeded"_s}},
    };
    return list;
}

constexpr std::array codeMembers{u"type", u"code", u"status", u"rc", u"reason", u"error_code", u"error_type"};

// What a fault's body says beside its words.
struct FaultSigns
{
    QSet<QString> codes;
    QString parameter;
    QString field; // Gemini's field violations
    bool isDailyQuota = false;
    bool isModeration = false;
    bool isBudgetInFlight = false; // OpenRouter: the one 402 that passes
    std::optional<double> retryDelay;
    std::optional<double> resetAt; // milliseconds since the epoch
};

QString joinedPath(const QJsonArray &path)
{
    QStringList parts;
    for (const QJsonValue &part : path) {
        const QString text = part.isDouble() ? QString::number(part.toInteger()) : part.toString();
        if (text != u"body" || !parts.isEmpty())
            parts << text;
    }
    return parts.join(u'.');
}

std::optional<double> numberIn(const QJsonValue &value)
{
    if (value.isDouble())
        return value.toDouble();
    bool isNumber = false;
    const double number = value.toString().toDouble(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

void readSigns(const QJsonObject &object, FaultSigns &signs)
{
    for (const auto *member : codeMembers) {
        if (const QJsonValue value = object.value(QStringView(member)); value.isString())
            signs.codes.insert(value.toString().toLower());
    }
    if (const QString parameter = object.value(u"param").toString(); !parameter.isEmpty())
        signs.parameter = parameter;
    if (object.value(u"type").toString() == u"extra_forbidden" && object.value(u"loc").isArray())
        signs.parameter = joinedPath(object.value(u"loc").toArray());
    for (const QJsonValue &violation : object.value(u"fieldViolations").toArray())
        signs.field = violation[u"field"].toString(signs.field);
    signs.isDailyQuota = signs.isDailyQuota || object.value(u"quotaId").toString().contains(u"PerDay");
    signs.isModeration = signs.isModeration || object.value(u"reasons").isArray();
    signs.isBudgetInFlight =
        signs.isBudgetInFlight || object.value(u"limit_source").toString() == u"openrouter_in_flight_budget";
    if (const QJsonValue delay = object.value(u"retryDelay"); delay.isString() && !signs.retryDelay)
        signs.retryDelay = durationSeconds(delay.toString());
    if (const QJsonValue headers = object.value(u"headers"); headers.isObject() && !signs.resetAt)
        signs.resetAt = numberIn(headers[u"X-RateLimit-Reset"]);
}

void gatherSigns(const QJsonValue &value, FaultSigns &signs, int depth = 0)
{
    if (depth > deepestFault)
        return;
    if (value.isArray()) {
        for (const QJsonValue &item : value.toArray())
            gatherSigns(item, signs, depth + 1);
    } else if (value.isObject()) {
        const QJsonObject object = value.toObject();
        readSigns(object, signs);
        for (const QJsonValue &member : object)
            gatherSigns(member, signs, depth + 1);
    }
}

bool isSaid(const QJsonValue &value)
{
    return value.isObject() || (value.isArray() && !value.toArray().isEmpty()) ||
           (value.isString() && !value.toString().isEmpty());
}

// The server's words in whatever they are wrapped.
QString wordsIn(const QJsonValue &value, int depth = 0)
{
    if (value.isString())
        return value.toString();
    if (depth > deepestFault)
        return {};
    if (value.isArray()) {
        QStringList list;
        for (const QJsonValue &item : value.toArray())
            list << wordsIn(item, depth + 1);
        return list.join(u"; "_s);
    }
    if (!value.isObject())
        return value.isDouble() ? QString::number(value.toDouble(), 'g', 12) : QString();
    for (const auto *member : {u"message", u"msg", u"detail", u"error"}) {
        if (const QJsonValue inner = value[QStringView(member)]; isSaid(inner))
            return wordsIn(inner, depth + 1);
    }
    return QString::fromUtf8(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
}

// What of a whole body says what is wrong.
QJsonValue complaintIn(const QJsonDocument &document)
{
    if (document.isArray()) {
        const QJsonArray list = document.array();
        return list.size() == 1 && isSaid(list.first()[u"error"]) ? list.first()[u"error"] : QJsonValue(list);
    }
    const QJsonObject object = document.object();
    for (const auto *member : {u"error", u"detail", u"message"}) {
        if (const QJsonValue inner = object.value(QStringView(member)); isSaid(inner))
            return inner;
    }
    return object;
}

bool says(const QString &words, const QRegularExpression &pattern)
{
    return pattern.match(words).hasMatch();
}

QRegularExpression anyCase(const QString &pattern)
{
    return QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption);
}

// The parameter that a sentence names: in quotes, after a colon, or behind the word itself.
QString namedParameter(const QString &words)
{
    if (words.endsWith(u"does not support thinking"_s)) // Ollama quotes the model there
        return u"think"_s;
    static const std::array patterns{
        QRegularExpression(u"`([A-Za-z_][A-Za-z_.0-9\\[\\]]*)`"_s),
        QRegularExpression(u"\"([A-Za-z_][A-Za-z_.\\[\\]]*)\""_s),
        QRegularExpression(u"'([A-Za-z_][A-Za-z_.0-9\\[\\]]*)'"_s),
        anyCase(u"(?:argument|parameter)[^:]*:? ([A-Za-z_]+)\\.?$"_s),
        QRegularExpression(u": ([A-Za-z_]+)\\.?$"_s),
    };
    for (const QRegularExpression &pattern : patterns) {
        if (const auto match = pattern.match(words); match.hasMatch())
            return match.captured(1);
    }
    return {};
}

bool isInsideAnAnswer(int status)
{
    return status < 300;
}

std::optional<FaultKind> kindByCode(int status, const FaultSigns &signs)
{
    for (const CodeMeaning &meaning : codeMeanings()) {
        const bool isBusy = status == 503 || status == 529;
        if (isBusy && (meaning.kind == FaultKind::Rate || meaning.kind == FaultKind::Server))
            continue;
        if (meaning.kind == FaultKind::UnknownModel && !isInsideAnAnswer(status) && status != 404 &&
            status != 400)
            continue;
        if (std::ranges::any_of(meaning.codes,
                                [&](const QString &code) { return signs.codes.contains(code); }))
            return meaning.kind;
    }
    return {};
}

// Where there is no code for it: what no service has a code for.
std::optional<FaultKind> kindByWords(int status, const QString &words)
{
    static const QRegularExpression replay =
        anyCase(u"signature|thinking blocks? .*(changed|modified|as received)|different conversation"_s);
    static const QRegularExpression context =
        anyCase(u"too long|too many tokens|context (length|size|window)|maximum context|"
                "tokens?\\b.*exceeds? the|exceeds? the (maximum|available) .*token|token limit"_s);
    if (!isInsideAnAnswer(status) && status != 400 && status != 404 && status != 413 && status != 422)
        return {};
    if (says(words, replay))
        return FaultKind::Replay;
    if (says(words, context))
        return FaultKind::Context;
    return {};
}

std::optional<FaultKind> kindByStatus(int status)
{
    switch (status) {
    case 401:
    case 403:
        return FaultKind::Auth;
    case 404:
        return FaultKind::UnknownModel;
    case 408:
        return FaultKind::Server;
    case 429:
        return FaultKind::Rate;
    case 498: // Groq
    case 503:
    case 529:
        return FaultKind::Overloaded;
    default:
        return status >= 500 ? std::optional(FaultKind::Server) : std::nullopt;
    }
}

FaultKind kindOf(int status, const FaultSigns &signs, const QString &words)
{
    static const QRegularExpression credit = anyCase(u"\\bcredit"_s);
    static const QRegularExpression unsupported =
        anyCase(u"unknown name|not supported|does not support|unsupported|deprecated|not permitted|"
                "not enabled|not accepted|unrecogni[sz]ed (request )?(argument|parameter|field|key)|"
                "(may|can) only be set to|cannot both be specified"_s);
    static const QRegularExpression busy = anyCase(u"overloaded|try again later|busy"_s);
    if (signs.isDailyQuota)
        return FaultKind::Quota;
    if (signs.isBudgetInFlight)
        return FaultKind::Rate;
    if (status == 402)
        return FaultKind::Quota;
    if (signs.isModeration)
        return FaultKind::Content;
    if ((status == 400 || status == 403 || status == 429) && says(words, credit))
        return FaultKind::Quota;
    if (const auto kind = kindByCode(status, signs))
        return *kind;
    if (const auto kind = kindByWords(status, words))
        return *kind;
    if (const auto kind = kindByStatus(status))
        return *kind;
    if (says(words, unsupported))
        return FaultKind::UnsupportedParameter;
    if (says(words, busy))
        return FaultKind::Overloaded;
    return isInsideAnAnswer(status) ? FaultKind::Server : FaultKind::BadRequest;
}

double toThousandths(double seconds)
{
    return std::max(0.0, std::round(seconds * 1000) / 1000);
}

// `whole`: where the signs stand.
ServerFault faultFrom(int status, const QJsonValue &whole, const QJsonValue &complaint)
{
    FaultSigns signs;
    gatherSigns(whole, signs);
    ServerFault fault;
    fault.status = status;
    fault.message = withoutKeyWords(wordsIn(complaint).left(longestFaultMessage));
    // Inside an answer the status stands in the error, if anywhere.
    const double code = numberIn(complaint[u"code"]).value_or(0);
    const int judged = isInsideAnAnswer(status) && code >= 400 && code < 600 ? int(code) : status;
    fault.kind = kindOf(judged, signs, fault.message);
    if (fault.kind == FaultKind::UnsupportedParameter) {
        fault.parameter = signs.parameter.isEmpty() ? namedParameter(fault.message) : signs.parameter;
        if (fault.parameter.isEmpty())
            fault.parameter = signs.field;
    }
    fault.words = serverWords(complaint);
    if (const auto wait = serverWait({}, signs.retryDelay, signs.resetAt))
        fault.retryAfter = toThousandths(*wait);
    return fault;
}

} // namespace

QString faultName(FaultKind kind)
{
    return QString(QStringView(faultNames.at(std::size_t(kind))));
}

std::optional<FaultKind> faultNamed(QStringView name)
{
    const auto found = std::ranges::find_if(faultNames, [&](const char16_t *each) { return name == each; });
    return found == faultNames.end() ? std::nullopt : std::optional(FaultKind(found - faultNames.begin()));
}

bool isPassing(FaultKind kind)
{
    return kind == FaultKind::Rate || kind == FaultKind::Overloaded || kind == FaultKind::Server;
}

ServerFault serverFault(int status, const WireHeaders &headers, const QByteArray &body)
{
    const QJsonDocument document = QJsonDocument::fromJson(body.trimmed());
    const QJsonValue whole =
        document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
    ServerFault fault;
    if (document.isNull()) {
        fault.status = status;
        fault.words = serverWords(body);
        fault.message = fault.words.message;
        fault.kind = kindOf(status, {}, fault.words.isHtml ? QString() : fault.message);
        if (fault.kind == FaultKind::UnsupportedParameter)
            fault.parameter = namedParameter(fault.message);
    } else {
        fault = faultFrom(status, whole, complaintIn(document));
        fault.words = serverWords(body);
    }
    FaultSigns signs;
    gatherSigns(whole, signs);
    fault.retryAfter.reset();
    if (const auto wait = serverWait(headers, signs.retryDelay, signs.resetAt))
        fault.retryAfter = toThousandths(*wait);
    return fault;
}

ServerFault faultOf(const QJsonValue &error, int status)
{
    return faultFrom(status, error, error);
}

std::optional<ServerFault> faultInside(const QJsonObject &object)
{
    const QString type = object.value(u"type").toString();
    const QString kind = object.value(u"object").toString();
    if (type.startsWith(u"response.") || kind == u"response") // say it in a member of their own
        return {};
    if (const QJsonValue error = object.value(u"error"); error.isObject() || isSaid(error))
        return faultFrom(0, object, error);
    const bool isErrorItself =
        kind.compare(u"error", Qt::CaseInsensitive) == 0 || (type == u"error" && object.contains(u"message"));
    if (isErrorItself)
        return faultFrom(0, object, object);
    if (const QJsonValue detail = object.value(u"detail"); isSaid(detail) && !object.contains(u"choices"))
        return faultFrom(0, object, detail);
    return {};
}

} // namespace snug
