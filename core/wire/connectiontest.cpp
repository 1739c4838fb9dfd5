#include "core/wire/connectiontest.h"

#include "core/wire/address.h"
#include "core/wire/llamaserver.h"
#include "core/wire/modellists.h"
#include "core/wire/networktransport.h"
#include "core/wire/provider.h"
#include "core/wire/serverwords.h"
#include "core/wire/serviceanswers.h"
#include "core/wire/serviceask.h"
#include "core/wire/statuswords.h"
#include "core/wire/withoutkeys.h"

#include <QLocale>
#include <QSet>

#include <algorithm>
#include <chrono>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int testPatienceSeconds = 20; // a list of models is quick; replies have their own limit
constexpr std::chrono::seconds longestAnswer{60};
constexpr qsizetype largestTestBody = 8 * 1024 * 1024; // OpenRouter's, the longest known, has less than one
constexpr qsizetype mostModels = 10'000;
constexpr int mostPages = 20;
constexpr qsizetype longestName = 256;
constexpr qint64 noticeableTime = 100; // milliseconds

// As many as anybody looks through, without names that hold what cannot be seen: nobody could tell what he
// chose.
QStringList usableModels(const QStringList &models)
{
    QStringList usable;
    for (const QString &model : models) {
        const bool isUsable =
            !model.isEmpty() && model.size() <= longestName && shownWords(model, longestName) == model;
        if (isUsable && usable.size() < mostModels)
            usable.append(model);
    }
    return usable;
}

// US dollars for a million tokens: "0.25", "15".
QString priceText(double dollarsAToken)
{
    constexpr double million = 1e6;
    return QLocale().toString(dollarsAToken * million, 'g', 3);
}

} // namespace

ConnectionTest::ConnectionTest(Transport &transport, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
{
    m_deadline.setSingleShot(true);
    m_deadline.setInterval(longestAnswer);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        if (m_exchange)
            m_exchange->cancel();
    });
}

ConnectionTest::~ConnectionTest() = default;

void ConnectionTest::start(const Connection &connection, const Secret &key)
{
    cancel();
    m_connection = connection;
    m_key = key;
    m_report = {};
    m_pages = 0;
    m_answerTime = 0;
    m_hasNoList = false;
    m_facts.clear();
    m_questions = serviceQuestions(connection, key);
    m_probes.clear();
    // Whose samplers and calls are its own: an address on this network may be anybody's of them.
    if (!connection.completesText() && chatServiceOf(connection) == ChatService::Custom &&
        connection.kind != Connection::Kind::Understudy && isNearby(connection.baseUrl.host()))
        m_probes = addressProbes();
    ask(providerFor(connection).modelsRequest(connection, key),
        [this](int status, const QByteArray &body) { onModels(status, body); });
}

void ConnectionTest::cancel()
{
    m_exchange.reset();
    m_deadline.stop();
}

void ConnectionTest::ask(const WireRequest &request, const Answer &answer, bool isVital)
{
    m_asked = request;
    m_status = 0;
    m_headers.clear();
    m_body.clear();
    m_since.start();
    m_deadline.start();
    m_exchange = m_transport.send(request, testPatienceSeconds);
    connect(m_exchange.get(), &Exchange::started, this, [this](int status, const WireHeaders &headers) {
        m_status = status;
        m_headers = headers;
        if (m_answerTime == 0)
            m_answerTime = m_since.elapsed();
    });
    connect(m_exchange.get(), &Exchange::received, this, [this](const QByteArray &bytes) {
        if (m_body.size() < largestTestBody)
            m_body += bytes;
        else
            m_exchange->cancel();
    });
    connect(m_exchange.get(), &Exchange::ended, this, [this, answer, isVital](const ExchangeEnd &end) {
        // Not destroyed here: this is its own signal.
        m_exchange.release()->deleteLater();
        m_deadline.stop();
        if (end.kind == ExchangeEnd::Kind::Complete)
            return answer(m_status, m_body);
        if (!isVital)
            return answer(0, {});
        Connection asked = m_connection;
        asked.silenceTimeoutSeconds = testPatienceSeconds;
        fail(end.kind == ExchangeEnd::Kind::Cancelled ? parseModelPage({}).error() // without end
                                                      : explainEnd(end, asked));
    });
}

void ConnectionTest::onModels(int status, const QByteArray &body)
{
    const Provider &provider = providerFor(m_connection);
    if (status < 200 || status > 299) {
        const Error refusal = provider.explainStatus(status, body, m_connection, m_headers);
        const bool mayBeNoList = status == 401 || status == 403 || status == 404;
        return mayBeNoList && keyTryRequest(m_connection, m_key) ? tryKey(refusal) : fail(refusal);
    }
    const Result<ModelPage> page = parseModelPage(body);
    if (!page)
        return fail(page.error());
    takePage(*page);
    askNextPage(*page);
}

// A good key that may not see a list: something else is asked that costs nothing.
void ConnectionTest::tryKey(const Error &refusal)
{
    ask(
        *keyTryRequest(m_connection, m_key),
        [this, refusal](int status, const QByteArray &body) {
            if (status == 0)
                return fail(refusal);
            if (status != 200)
                return fail(providerFor(m_connection).explainStatus(status, body, m_connection, m_headers));
            m_report.models = knownModels(m_connection);
            m_hasNoList = true;
            afterModels();
        },
        false);
}

void ConnectionTest::takePage(const ModelPage &page)
{
    QSet<QString> known(m_report.models.begin(), m_report.models.end());
    for (const QString &model : usableModels(page.chatIds())) {
        if (m_report.models.size() < mostModels && !known.contains(model))
            m_report.models.append(model);
    }
    m_report.listed += page.models;
    if (const auto facts = page.factsOf(m_connection.model); facts && !m_report.contextSize)
        m_report.contextSize = facts->contextSize;
}

// A list of several pages is one list.
void ConnectionTest::askNextPage(const ModelPage &page)
{
    const auto next = page.next.isEmpty() || ++m_pages >= mostPages || m_report.models.size() >= mostModels
                          ? std::nullopt
                          : nextModelListRequest(m_connection, m_key, page.next);
    if (!next)
        return afterModels();
    ask(
        *next,
        [this](int status, const QByteArray &body) {
            const Result<ModelPage> further = parseModelPage(body);
            if (status != 200 || !further)
                return afterModels();
            const qsizetype before = m_report.models.size();
            takePage(*further);
            if (m_report.models.size() == before) // a cursor that leads nowhere
                return afterModels();
            askNextPage(*further);
        },
        false);
}

void ConnectionTest::afterModels()
{
    m_report.lines << tr("The server answers.");
    if (m_answerTime >= noticeableTime)
        //: %1 a number of seconds: "0.4"
        m_report.lines << tr("It took %1 s.").arg(QLocale().toString(double(m_answerTime) / 1000.0, 'f', 1));
    if (!m_key.isEmpty())
        m_report.lines << tr("It did not refuse the key.");
    if (m_hasNoList)
        m_report.lines << tr("It shows this key no list of models: type the model's name.");
    if (m_connection.isLlamaServer())
        return ask(llamaPropsRequest(m_connection, m_key),
                   [this](int answered, const QByteArray &props) { onProps(answered, props); });
    askFacts();
}

// One after the other; what is not answered is not said.
void ConnectionTest::askFacts()
{
    if (m_questions.isEmpty())
        return askWhoItIs();
    const ServiceQuestion question = m_questions.takeFirst();
    ask(
        question.request,
        [this, about = question.about](int status, const QByteArray &body) {
            if (status == 200)
                noteFact(about, body);
            askFacts();
        },
        false);
}

void ConnectionTest::askWhoItIs()
{
    if (m_probes.isEmpty())
        return finish();
    const LocalProbe probe = m_probes.takeFirst();
    WireRequest request = questionOf(m_connection, m_key, {}, RequestPurpose::ServerFacts);
    request.url.setPath(probe.path);
    ask(
        request,
        [this, probe](int status, const QByteArray &body) {
            if (!probe.isIt(status, body))
                return askWhoItIs();
            m_report.service = probe.service;
            //: %1 a program: "KoboldCpp"
            m_facts << tr("It is %1: choose that as the service, and it gets all of its samplers.")
                           .arg(factsOf(probe.service).name);
            finish();
        },
        false);
}

void ConnectionTest::noteFact(ServiceQuestion::About about, const QByteArray &body)
{
    switch (about) {
    case ServiceQuestion::About::Context:
        if (const auto facts = parseContextFacts(body)) {
            if (facts->contextSize > 0)
                m_report.contextSize = facts->contextSize;
            m_report.capabilities = facts->capabilities;
        }
        break;
    case ServiceQuestion::About::Balance:
        for (const Balance &balance : parseBalances(body).value_or(QList<Balance>())) {
            const QString amount = shownWords(balance.amount, 20);
            //: %1 an amount: "12.34", %2 a currency: "USD"
            m_facts << (balance.currency.isEmpty()
                            ? tr("Kudos left: %1.").arg(amount)
                            : tr("Money left: %1 %2.").arg(amount, shownWords(balance.currency, 8)));
        }
        break;
    case ServiceQuestion::About::Queue:
        if (const auto queue = parseKoboldQueue(body); queue && queue->waiting > 0)
            m_facts << tr("%n request(s) wait there.", nullptr, queue->waiting);
        break;
    }
}

void ConnectionTest::onProps(int status, const QByteArray &body)
{
    const Result<LlamaProps> props = parseLlamaProps(body);
    if (status == 401)
        return fail(providerFor(m_connection).explainStatus(status, body, m_connection, m_headers));
    if (status == 200 && props) {
        if (props->contextSize > 0)
            m_report.contextSize = props->contextSize;
        if (m_report.models.isEmpty() && !props->model.isEmpty())
            m_report.models = usableModels({props->model});
    } else {
        m_report.lines << tr("It does not say what it runs (/props is off).");
    }
    finish();
}

void ConnectionTest::noteOffer()
{
    const QString &model = m_connection.model;
    if (m_report.models.size() == 1)
        m_report.lines << tr("It offers the model “%1”.").arg(shownWords(m_report.models.first(), 80));
    else
        m_report.lines << tr("It offers %n model(s).", nullptr, static_cast<int>(m_report.models.size()));
    const bool choosesModel =
        m_connection.kind != Connection::Kind::Understudy && !m_connection.isLlamaServer();
    if (choosesModel && model.isEmpty() && m_report.models.size() > 1)
        m_report.lines << tr("“%1” is chosen; the list of models has the others.")
                              .arg(shownWords(m_report.models.first(), 80));
    else if (choosesModel && !model.isEmpty() && !m_report.models.contains(model))
        m_report.lines << tr("“%1” is not among them.").arg(model);
}

void ConnectionTest::finish()
{
    m_report.works = true;
    if (!m_hasNoList)
        noteOffer();
    if (m_report.contextSize)
        m_report.lines << tr("Context size: %1 tokens.").arg(*m_report.contextSize);
    noteListed();
    noteCapabilities(m_report.capabilities);
    m_report.lines << m_facts;
    if (const QString proxy = proxyFor(m_connection.baseUrl); !proxy.isEmpty())
        m_report.lines << proxySentence(proxy);
    const ConnectionReport report = m_report; // the receiver may destroy this
    Q_EMIT ended(report);
}

// What the list says of the model beside its context.
void ConnectionTest::noteListed()
{
    const auto facts = ModelPage{m_report.listed}.factsOf(m_connection.model);
    if (m_connection.model.isEmpty() || !facts)
        return;
    if (facts->mostReply)
        m_report.lines << tr("Longest reply: %1 tokens.").arg(*facts->mostReply);
    if (facts->promptPrice && facts->replyPrice && *facts->promptPrice + *facts->replyPrice > 0)
        //: prices in US dollars: %1 for reading a prompt, %2 for writing a reply
        m_report.lines << tr("A million tokens cost $%1 in the prompt, $%2 in the reply.")
                              .arg(priceText(*facts->promptPrice), priceText(*facts->replyPrice));
    if (m_report.capabilities.isEmpty())
        noteCapabilities(facts->capabilities);
}

void ConnectionTest::noteCapabilities(const QStringList &words)
{
    constexpr qsizetype mostNamed = 16;
    if (words.isEmpty())
        return;
    //: %1 a list of the service's own words: "tools, vision"
    m_report.lines << tr("It names: %1.")
                          .arg(shownWords(words.first(std::min(words.size(), mostNamed)).join(u", "_s), 400));
}

void ConnectionTest::fail(Error error)
{
    m_report = {};
    m_report.error = std::move(error);
    m_report.error.what = wordsWithoutKeys(m_report.error.what, m_asked);
    m_report.error.hint = wordsWithoutKeys(m_report.error.hint, m_asked);
    m_report.lines << m_report.error.what + u'.';
    if (!m_report.error.hint.isEmpty())
        m_report.lines << m_report.error.hint;
    const ConnectionReport report = m_report;
    Q_EMIT ended(report);
}

} // namespace snug
