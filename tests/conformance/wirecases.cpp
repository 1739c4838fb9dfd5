#include "tests/conformance/wirecases.h"

#include "core/formats/jsontext.h"
#include "core/wire/modelpage.h"
#include "core/wire/serviceanswers.h"
#include "core/wire/statuswords.h"
#include "core/wire/wiredialect.h"
#include "tests/fakes/httprecording.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRandomGenerator>
#include <QUrl>

#include <functional>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// What the program asked for.
enum class Asked : quint8 {
    Reply,
    Models,
    Count,
    Context,
    Balance,
    Queue,
    Abort,
    LastLogProbs,
    HordeJob,
    HordeStatus,
    Other, // nothing that is read
};

QByteArray fileBytes(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void readRequest(const QString &path, WireCase &given)
{
    const QByteArray bytes = fileBytes(path);
    const QList<QByteArray> words = bytes.first(qMax(bytes.indexOf("\r\n"), 0)).split(' ');
    if (words.size() < 2)
        return;
    given.method = words.at(0);
    given.path = QUrl::fromEncoded(words.at(1)).path();
    const qsizetype headEnd = bytes.indexOf("\r\n\r\n");
    given.requestBody =
        QJsonDocument::fromJson(bytes.sliced(headEnd < 0 ? bytes.size() : headEnd + 4)).object();
}

Asked askedByPath(const WireCase &given)
{
    const QString &path = given.path;
    struct Place
    {
        QString ending;
        Asked asked;
    };
    static const QList<Place> places{
        {u"/count_tokens"_s, Asked::Count},
        {u":countTokens"_s, Asked::Count},
        {u"/input_tokens"_s, Asked::Count},
        {u"/tokencount"_s, Asked::Count},
        {u"/tokenize"_s, Asked::Count},
        {u"/token/encode"_s, Asked::Count},
        {u"/token-count"_s, Asked::Count},
        {u"/internal/encode"_s, Asked::Count},
        {u"/max_context_length"_s, Asked::Context},
        {u"/true_max_context_length"_s, Asked::Context},
        {u"/api/show"_s, Asked::Context},
        {u"/props"_s, Asked::Context},
        {u"/v1/model"_s, given.provider == u"tabby" ? Asked::Context : Asked::Models},
        {u"/models"_s, Asked::Models},
        {u"/api/tags"_s, Asked::Models},
        {u"/api/ps"_s, Asked::Models},
        {u"/model/info"_s, Asked::Models},
        {u"/user/balance"_s, Asked::Balance},
        {u"/key"_s, Asked::Balance},
        {u"/find_user"_s, Asked::Balance},
        {u"/extra/perf"_s, Asked::Queue},
        {u"/extra/abort"_s, Asked::Abort},
        {u"/last_logprobs"_s, Asked::LastLogProbs},
        {u"/generate/text/async"_s, Asked::HordeJob},
        {u"/completions"_s, Asked::Reply},
        {u"/completion"_s, Asked::Reply},
        {u"/responses"_s, Asked::Reply},
        {u"/messages"_s, Asked::Reply},
        {u"enerateContent"_s, Asked::Reply},
        {u"/chat"_s, Asked::Reply},
        {u"/generate"_s, Asked::Reply},
        {u"/generate/stream"_s, Asked::Reply},
        {u"/generate/check"_s, Asked::Reply},
        {u"/generate-stream"_s, Asked::Reply},
        {u"/api/pull"_s, Asked::Reply},
    };
    if (path.contains(u"/generate/text/status/"_s))
        return Asked::HordeStatus;
    for (const Place &place : places) {
        if (path.endsWith(place.ending))
            return place.asked;
    }
    return Asked::Other;
}

// Where no request is kept, the service, and what the answer is of.
Asked asked(const WireCase &given)
{
    if (!given.path.isEmpty())
        return askedByPath(given);
    const QJsonObject &expected = given.expected;
    const auto has = [&](QStringView key) { return expected.contains(key); };
    if (given.provider == u"horde" && has(u"job"))
        return Asked::HordeJob;
    if (has(u"queue"))
        return given.provider == u"horde" ? Asked::HordeStatus : Asked::Queue;
    if (has(u"models"))
        return Asked::Models;
    if (has(u"count"))
        return Asked::Count;
    if (has(u"context"))
        return Asked::Context;
    if (has(u"balance"))
        return Asked::Balance;
    if (has(u"aborted"))
        return Asked::Abort;
    if (has(u"logprobs") && !has(u"text"))
        return Asked::LastLogProbs;
    return has(u"text") ? Asked::Reply : Asked::Other;
}

WireDialect dialectByPath(const QString &path, const QString &provider)
{
    const bool isOllama = provider == u"ollama";
    if (path.endsWith(u"/chat/completions"))
        return WireDialect::OpenAiChat;
    if (path.endsWith(u"/completions"))
        return WireDialect::OpenAiCompletion;
    if (path.endsWith(u"/completion"))
        return WireDialect::LlamaCompletion;
    if (path.endsWith(u"/responses"))
        return WireDialect::OpenAiResponses;
    if (path.endsWith(u"/messages"))
        return WireDialect::Anthropic;
    if (path.endsWith(u"enerateContent"))
        return WireDialect::Gemini;
    if (path.endsWith(u"/api/pull"))
        return WireDialect::OllamaPull;
    if (path.endsWith(u"/api/chat"))
        return WireDialect::OllamaChat;
    if (path.endsWith(u"/api/generate"))
        return isOllama ? WireDialect::OllamaGenerate : WireDialect::KoboldGenerate;
    if (path.endsWith(u"/chat"))
        return WireDialect::Cohere;
    return provider == u"novelai" ? WireDialect::NovelAi : WireDialect::KoboldGenerate;
}

// The service's own shape; where it has several, the one that the request would have asked for.
WireDialect dialectOf(const WireCase &given)
{
    if (!given.path.isEmpty())
        return dialectByPath(given.path, given.provider);
    const auto says = [&](QByteArrayView bytes) { return given.body.contains(bytes); };
    if (given.provider == u"anthropic")
        return WireDialect::Anthropic;
    if (given.provider == u"gemini" && !says("\"choices\""))
        return WireDialect::Gemini;
    if (given.provider == u"cohere")
        return WireDialect::Cohere;
    if (says("\"type\":\"response.") || says("\"object\":\"response\""))
        return WireDialect::OpenAiResponses;
    if (says("\"choices\""))
        return WireDialect::OpenAiChat;
    if (given.provider == u"ollama")
        return says("\"message\"") ? WireDialect::OllamaChat : WireDialect::OllamaGenerate;
    if (given.provider == u"koboldcpp")
        return WireDialect::KoboldGenerate;
    if (given.provider == u"novelai")
        return WireDialect::NovelAi;
    if (says("\"message_start\"") || says("\"type\":\"message\""))
        return WireDialect::Anthropic;
    if (given.provider == u"llama-server" && says("\"tokens_predicted\""))
        return WireDialect::LlamaCompletion;
    return WireDialect::OpenAiChat;
}

struct WireReply
{
    QString text;
    QString reasoning;
    TokenUsage usage;
    QList<OpaqueItem> opaque;
    QList<TokenLogProb> logProbs;
    QList<ProgressReport> progress;
    QList<Finished> ends;
    bool saysMoreAfterItsEnd = false;
    bool operator==(const WireReply &) const = default;

    void take(const QList<StreamEvent> &events)
    {
        for (const StreamEvent &event : events) {
            saysMoreAfterItsEnd = saysMoreAfterItsEnd || !ends.isEmpty();
            if (const auto *delta = std::get_if<TextDelta>(&event))
                text += delta->text;
            else if (const auto *thought = std::get_if<ReasoningDelta>(&event))
                reasoning += thought->text;
            else if (const auto *report = std::get_if<UsageReport>(&event))
                usage = report->usage;
            else if (const auto *probabilities = std::get_if<LogProbsDelta>(&event))
                logProbs += probabilities->tokens;
            else if (const auto *step = std::get_if<ProgressReport>(&event))
                progress << *step;
            else if (const auto *items = std::get_if<OpaqueReport>(&event))
                opaque = items->items;
            else if (const auto *end = std::get_if<Finished>(&event))
                ends << *end;
        }
    }
};

class WireDifference
{
public:
    explicit WireDifference(const WireCase &given)
        : m_given(given)
    {
    }

    QString found();

private:
    void isSame(const QString &what, const QJsonValue &is, const QJsonValue &should)
    {
        if (is != should)
            m_wrong << u"%1: is %2, should be %3"_s.arg(what, shown(is), shown(should));
    }
    // Compared if it is expected.
    void isExpected(const QString &key, const QJsonValue &is)
    {
        if (m_given.expected.contains(key))
            isSame(key, is, m_given.expected.value(key));
    }
    static QString shown(const QJsonValue &value)
    {
        return QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
    }

    void compareFault(const std::optional<ServerFault> &fault);
    void compareReply();
    void compareEnd(const WireReply &reply);
    void compareUsage(const TokenUsage &usage);
    void compareOpaque(const WireReply &reply);
    void compareLogProbs(const QList<TokenLogProb> &tokens);
    void compareModels();
    void compareHorde();
    void compareFacts();
    void compareReplays();
    void compareBrokenOff(const WireReply &whole);
    WireReply decoded(QByteArrayView body, const std::function<qsizetype()> &nextSize) const;
    bool wantsEverySign() const
    {
        return m_given.expected.contains(u"error_kind") || m_given.expected.contains(u"opaque");
    }

    const WireCase &m_given;
    QStringList m_wrong;
};

WireReply WireDifference::decoded(QByteArrayView body, const std::function<qsizetype()> &nextSize) const
{
    // Tags that are expected in the text were asked for.
    const bool keepsTags = m_given.provider == u"llama-server" ||
                           m_given.expected.value(u"text").toString().trimmed().startsWith(u"<think>");
    const auto decoder = decoderFor(dialectOf(m_given), keepsTags ? ThinkTagsIn::Keep : ThinkTagsIn::Split);
    WireReply reply;
    while (!body.isEmpty()) {
        const qsizetype size = qMin(nextSize(), body.size());
        reply.take(decoder->push(body.first(size)));
        body = body.sliced(size);
    }
    reply.take(decoder->end());
    return reply;
}

void WireDifference::compareFault(const std::optional<ServerFault> &fault)
{
    const QJsonObject &expected = m_given.expected;
    if (const QString words = expected.value(u"error").toString(); !words.isEmpty() && words != u"*")
        isSame(u"error"_s, fault ? fault->message : QString(), words);
    isExpected(u"error_kind"_s, fault ? faultName(fault->kind) : QString());
    const QString parameter = fault ? fault->parameter : QString();
    if (expected.contains(u"parameter") || wantsEverySign())
        isSame(u"parameter"_s, parameter, expected.value(u"parameter").toString());
    const QJsonValue wait = fault && fault->retryAfter ? QJsonValue(*fault->retryAfter) : QJsonValue();
    if (expected.contains(u"retry_after_s") || wantsEverySign())
        isSame(u"retry_after_s"_s, wait,
               expected.contains(u"retry_after_s") ? expected.value(u"retry_after_s") : QJsonValue());
    if (!fault)
        return;
    Connection connection;
    connection.name = u"My server"_s;
    connection.baseUrl = QUrl(u"https://example.org/v1"_s);
    for (const Error &error : {explainFault(*fault, connection), explainStreamFault(*fault)}) {
        if (error.what.isEmpty() || error.hint.isEmpty() || error.what.contains(u'\n'))
            m_wrong << u"no sentence for the fault: "_s + error.what;
    }
}

void WireDifference::compareUsage(const TokenUsage &usage)
{
    if (!m_given.expected.contains(u"usage"))
        return;
    QJsonObject is;
    const auto set = [&is](const QString &key, const auto &value) {
        if (value)
            is.insert(key, *value);
    };
    set(u"prompt"_s, usage.prompt);
    set(u"completion"_s, usage.completion);
    set(u"cached"_s, usage.cached);
    set(u"cache_write"_s, usage.cacheWrite);
    set(u"cache_write_5m"_s, usage.cacheWriteMinutes);
    set(u"cache_write_1h"_s, usage.cacheWriteHour);
    set(u"reasoning"_s, usage.reasoning);
    set(u"cost"_s, usage.cost);
    const QJsonObject should = m_given.expected.value(u"usage").toObject();
    if (m_given.provider == u"llama-server") { // its timings say more than its usage
        for (auto it = is.begin(); it != is.end();)
            it = should.contains(it.key()) ? std::next(it) : is.erase(it);
    }
    isSame(u"usage"_s, is, should);
}

void WireDifference::compareLogProbs(const QList<TokenLogProb> &tokens)
{
    QJsonArray list;
    for (const TokenLogProb &token : tokens)
        list.append(QJsonArray{token.token, token.logProb});
    isExpected(u"logprobs"_s, list);
}

void WireDifference::compareOpaque(const WireReply &reply)
{
    const QJsonObject &expected = m_given.expected;
    QJsonArray items;
    QJsonArray signatures;
    for (const OpaqueItem &item : reply.opaque) {
        items.append(QJsonDocument::fromJson(writeJsonLine(item.item)).object());
        if (const auto signature = signatureOf(item))
            signatures.append(*signature);
        if (item.textAt + item.textSize > reply.text.size())
            m_wrong << u"an item stands behind the text"_s;
    }
    if (expected.contains(u"opaque") || wantsEverySign())
        isSame(u"opaque"_s, items, expected.value(u"opaque").toArray());
    if (expected.contains(u"reasoning_signature") || wantsEverySign()) {
        const QJsonValue is = signatures.isEmpty()     ? QJsonValue(QJsonValue::Undefined)
                              : signatures.size() == 1 ? signatures.first()
                                                       : QJsonValue(signatures);
        isSame(u"reasoning_signature"_s, is, expected.value(u"reasoning_signature"));
    }
}

QJsonValue stopOf(const Finished &end)
{
    switch (end.reason) {
    case StopReason::Stop:
        return end.word.isEmpty() ? QJsonValue() : u"stop"_s;
    case StopReason::Length:
        return u"length"_s;
    case StopReason::ContentFilter:
        return u"content_filter"_s;
    case StopReason::Cut:
        return u"cut"_s;
    case StopReason::Error:
        return u"error"_s;
    case StopReason::Pause:
        return u"pause"_s;
    case StopReason::Tool:
        return u"tool"_s;
    case StopReason::Loaded:
        return u"load"_s;
    }
    return {};
}

void WireDifference::compareEnd(const WireReply &reply)
{
    if (reply.ends.size() != 1 || reply.saysMoreAfterItsEnd) {
        m_wrong << u"%1 ends"_s.arg(reply.ends.size());
        return;
    }
    const Finished &end = reply.ends.first();
    // The corpus calls a stream that says no reason cut, also where it is closed in order.
    const bool isStream = m_given.body.contains("data:");
    const bool isUnsaid = end.reason == StopReason::Stop && end.word.isEmpty();
    isExpected(u"stop"_s, isStream && isUnsaid ? QJsonValue(u"cut"_s) : stopOf(end));
    isExpected(u"finish_reason"_s, end.word);
    isExpected(u"stop_sequence"_s, end.stopText);
    isExpected(u"block_message"_s, end.blockMessage);
    isExpected(u"dropped"_s, QJsonArray::fromStringList(end.dropped));
    if (m_given.expected.contains(u"refusal") || wantsEverySign())
        isSame(u"refusal"_s, end.refusal, m_given.expected.value(u"refusal").toString());
    if ((end.reason == StopReason::Error) != !end.error.what.isEmpty())
        m_wrong << u"the end's error: "_s + end.error.what;
    compareFault(end.fault);
}

void WireDifference::compareReply()
{
    const QByteArray &body = m_given.body;
    const WireReply whole = decoded(body, [&] { return body.size(); });
    isExpected(u"text"_s, whole.text);
    // The white space around tags goes with them.
    const bool hasTags = body.contains("<th");
    const QString reasoning = m_given.expected.value(u"reasoning").toString();
    isExpected(u"reasoning"_s,
               hasTags && whole.reasoning == reasoning.trimmed() ? reasoning : whole.reasoning);
    compareEnd(whole);
    compareUsage(whole.usage);
    compareOpaque(whole);
    compareLogProbs(whole.logProbs);
    QJsonArray steps;
    for (const ProgressReport &step : whole.progress)
        steps.append(QJsonArray{step.step, step.done ? QJsonValue(*step.done) : QJsonValue(),
                                step.total ? QJsonValue(*step.total) : QJsonValue()});
    isExpected(u"progress"_s, steps);
    if (decoded(body, [] { return 1; }) != whole)
        m_wrong << u"another reply byte by byte"_s;
    for (quint32 seed = 1; seed <= 6; ++seed) {
        QRandomGenerator random(seed);
        if (decoded(body, [&] { return 1 + random.bounded(seed % 2 ? 9 : 200); }) != whole)
            m_wrong << u"another reply in random cuts, seed %1"_s.arg(seed);
    }
    compareBrokenOff(whole);
}

// What had arrived is a beginning of the whole, never less than before.
void WireDifference::compareBrokenOff(const WireReply &whole)
{
    const QByteArray &body = m_given.body;
    QList<qsizetype> ends;
    for (qsizetype at = body.indexOf('\n'); at >= 0; at = body.indexOf('\n', at + 1))
        ends << at + 1;
    QRandomGenerator random(7);
    for (int i = 0; i < 12; ++i)
        ends << random.bounded(int(body.size()) + 1);
    std::ranges::sort(ends);
    qsizetype longest = 0;
    for (const qsizetype end : std::as_const(ends)) {
        const WireReply reply = decoded(QByteArrayView(body).first(end), [end] { return qMax(end, 1); });
        if (!whole.text.startsWith(reply.text) || !whole.reasoning.startsWith(reply.reasoning))
            m_wrong << u"broken off at %1: %2"_s.arg(end).arg(reply.text);
        const qsizetype size = reply.text.size() + reply.reasoning.size();
        if (size < longest || reply.ends.size() != 1)
            m_wrong << u"broken off at %1: something is lost"_s.arg(end);
        longest = size;
    }
}

void WireDifference::compareModels()
{
    const Result<ModelPage> page = parseModelPage(m_given.body);
    if (!page) {
        m_wrong << page.error().line();
        return;
    }
    QJsonArray ids;
    std::optional<int> context;
    for (const ModelFacts &model : page->models) {
        ids.append(model.id.isEmpty() ? QJsonValue() : model.id);
        context = context ? context : model.contextSize;
    }
    isExpected(u"models"_s, ids);
    isExpected(u"next"_s, page->next.isEmpty() ? QJsonValue() : page->next);
    isExpected(u"context"_s, context ? QJsonValue(*context) : QJsonValue());
}

void WireDifference::compareHorde()
{
    if (asked(m_given) == Asked::HordeJob) {
        const Result<HordeJob> job = parseHordeJob(m_given.body);
        isExpected(u"job"_s, job ? job->id : QString());
        isExpected(u"kudos"_s, job ? job->kudos : -1);
        if (m_given.expected.contains(u"warning") || (job && !job->warning.isEmpty()))
            isSame(u"warning"_s, job ? job->warning : QString(), m_given.expected.value(u"warning"));
        return;
    }
    const Result<HordeStatus> status = parseHordeStatus(m_given.body);
    if (!status) {
        m_wrong << status.error().line();
        return;
    }
    isExpected(u"queue"_s, status->queuePosition);
    isExpected(u"wait_s"_s, status->waitSeconds);
    isExpected(u"kudos"_s, status->kudos);
    isExpected(u"possible"_s, status->isPossible);
    isExpected(u"text"_s, status->text);
    const std::optional<Finished> end = hordeEnd(*status);
    isExpected(u"stop"_s, end ? stopOf(*end) : QJsonValue());
    compareFault(end ? end->fault : std::nullopt);
}

void WireDifference::compareFacts()
{
    const QByteArray &body = m_given.body;
    switch (asked(m_given)) {
    case Asked::Count: {
        const TokenCount count = parseTokenCount(body).value_or(TokenCount{.count = -1});
        isExpected(u"count"_s, count.count);
        isExpected(u"context"_s, count.contextSize.value_or(-1));
        break;
    }
    case Asked::Context: {
        const ContextFacts facts = parseContextFacts(body).value_or(ContextFacts{});
        isExpected(u"context"_s, facts.contextSize);
        isExpected(u"capabilities"_s, QJsonArray::fromStringList(facts.capabilities));
        break;
    }
    case Asked::Balance: {
        QJsonArray list;
        const QList<Balance> balances = parseBalances(body).value_or(QList<Balance>());
        for (const Balance &balance : balances)
            list.append(QJsonArray{balance.currency, balance.amount});
        isExpected(u"balance"_s, list);
        break;
    }
    case Asked::Queue: {
        const KoboldQueue queue = parseKoboldQueue(body).value_or(KoboldQueue{.waiting = -1});
        isExpected(u"queue"_s, queue.waiting);
        isExpected(u"idle"_s, queue.isIdle);
        break;
    }
    case Asked::Abort: {
        const Result<KoboldAbort> abort = parseKoboldAbort(body);
        isExpected(u"aborted"_s, abort && abort->isAborted);
        isExpected(u"done"_s, abort && abort->isDone);
        break;
    }
    case Asked::LastLogProbs:
        compareLogProbs(parseLastLogProbs(body).value_or(QList<TokenLogProb>()));
        break;
    case Asked::Models:
        compareModels();
        break;
    case Asked::HordeJob:
    case Asked::HordeStatus:
        compareHorde();
        break;
    case Asked::Reply:
        compareReply();
        break;
    case Asked::Other:
        break;
    }
}

bool holds(const QJsonValue &where, const QJsonObject &item)
{
    if (where.isArray()) {
        const QJsonArray list = where.toArray();
        return std::ranges::any_of(list, [&](const QJsonValue &each) { return holds(each, item); });
    }
    if (!where.isObject())
        return false;
    const QJsonObject object = where.toObject();
    bool isIt = true;
    for (auto it = item.begin(); it != item.end(); ++it)
        isIt = isIt && object.value(it.key()) == *it;
    return isIt || std::ranges::any_of(object, [&](const QJsonValue &each) { return holds(each, item); });
}

void WireDifference::compareReplays()
{
    const QJsonArray items = m_given.replayed.value(u"opaque").toArray();
    if (m_given.expected.contains(u"replays") && items.isEmpty())
        m_wrong << u"nothing to send back"_s;
    for (const QJsonValue &item : items) {
        if (!holds(m_given.requestBody, item.toObject()))
            m_wrong << u"the request does not send back "_s + shown(item);
    }
}

QString WireDifference::found()
{
    isExpected(u"http"_s, m_given.status);
    compareReplays();
    if (m_given.status >= 300) {
        compareFault(serverFault(m_given.status, m_given.headers, m_given.body));
        isExpected(u"text"_s, QString());
        isExpected(u"stop"_s, QJsonValue());
    } else {
        compareFacts();
    }
    return m_wrong.join(u'\n');
}

} // namespace

QList<WireCase> wireCasesIn(const QDir &root)
{
    QList<WireCase> list;
    for (const QString &provider : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        const QDir folder(root.filePath(provider));
        const QJsonObject all =
            QJsonDocument::fromJson(fileBytes(folder.filePath(u"expected.json"_s))).object();
        for (auto it = all.begin(); it != all.end(); ++it) {
            WireCase given;
            given.provider = provider;
            given.name = it.key();
            given.expected = it->toObject();
            given.replayed = all.value(given.expected.value(u"replays").toString()).toObject();
            readRequest(folder.filePath(it.key() + u".request.txt"_s), given);
            if (const auto answer = parseHttpRecording(fileBytes(folder.filePath(it.key() + u".txt"_s)))) {
                given.status = answer->status;
                given.headers = answer->headers;
                given.body = answer->body;
            }
            list.append(given);
        }
    }
    return list;
}

QString wireDifference(const WireCase &given)
{
    return WireDifference(given).found();
}

} // namespace snug
