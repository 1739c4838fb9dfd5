#include "core/workspace/countlearning.h"

#include "core/formats/jsontext.h"
#include "core/guarded.h"
#include "core/prompt/promptaccount.h"
#include "core/prompt/promptblocks.h"
#include "core/wire/tokenizerchoice.h"

#include <QFutureWatcher>
#include <QtConcurrentRun>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace snug {

namespace {

constexpr qsizetype mostModels = 50;

// About what of the prompt is thoughts that go back.
int thoughtTokens(const AssembledPrompt &prompt)
{
    int tokens = 0;
    for (const OutboundMessage &message : prompt.messages)
        tokens += message.goesBackTokens;
    return tokens;
}

Json reportJson(const ReportedCount &report)
{
    QList<Json> numbers;
    for (const int tokens : report.text)
        numbers.append(tokens);
    numbers.append(report.fixed);
    numbers.append(report.reported);
    return Json::array(numbers);
}

ReportedCount readReport(const Json &numbers)
{
    ReportedCount report;
    for (int i = 0; i < writingCount; ++i)
        report.text[size_t(i)] = std::max(0, numbers.at(i).toInt());
    report.fixed = std::max(0, numbers.at(writingCount).toInt());
    report.reported = std::max(0, numbers.at(writingCount + 1).toInt());
    return report;
}

Result<void> checkCounts(const QByteArray &bytes)
{
    return parseJson(bytes).and_then([](const Json &document) -> Result<void> {
        if (!document.value(u"models").isArray())
            return failure(CountLearning::tr("this is not a list of counts"));
        return {};
    });
}

} // namespace

// What a server reads of a prompt that it cut says nothing about its tokens. What thoughts fill is not known
// well, and some services read none of the older ones: they may be no more than the reports vary anyway.
bool teachesCounting(const AssembledPrompt &prompt, int reported)
{
    constexpr int mostThoughts = 20; // the prompt's size by this
    const int counted = prompt.budget.used;
    return reported > counted / 2 && reported < qint64(counted) * 3 &&
           thoughtTokens(prompt) <= counted / mostThoughts;
}

ReportedCount reportedCount(const AssembledPrompt &prompt, const QString &vocabulary, int reported)
{
    ReportedCount report{.fixed = promptAccount(prompt).overhead + thoughtTokens(prompt),
                         .reported = reported};
    const WritingCounterPtr counter = builtInWritingCounter(vocabulary);
    const QList<OutboundMessage> blocks = promptBlocks(prompt);
    for (const OutboundMessage &message : blocks) {
        const WritingCounts counts = counter->counts(message.content.text());
        for (size_t i = 0; i < counts.size(); ++i)
            report.text[i] += counts[i];
    }
    return report;
}

CountLearning::CountLearning(Library *library, TurnObserver *next, QObject *parent)
    : QObject(parent)
    , m_library(library)
    , m_next(next)
    , m_document(library, u"snug/counts.json"_s, checkCounts)
{
    connect(library, &Library::opened, this, &CountLearning::read);
    connect(library, &Library::aboutToClose, this, [this] {
        if (m_writeSoon.isActive())
            write();
    });
    connect(library, &Library::closed, this, [this] {
        m_models.clear();
        m_isRead = false;
    });
    // One more file a reply would be one more wait for the disk: what is lost in between is learnt again.
    m_writeSoon.setSingleShot(true);
    m_writeSoon.setInterval(10s);
    connect(&m_writeSoon, &QTimer::timeout, this, &CountLearning::write);
}

// The program ends without closing its library first.
CountLearning::~CountLearning()
{
    if (m_writeSoon.isActive())
        write();
}

void CountLearning::read()
{
    m_document.read([this](const StateRead &state) {
        m_models = modelsIn(state.bytes);
        m_isRead = true;
        Q_EMIT learnt();
    });
}

void CountLearning::write()
{
    m_writeSoon.stop();
    m_document.write(written(m_models));
}

QList<CountLearning::Model> CountLearning::modelsIn(const QByteArray &bytes)
{
    QList<Model> models;
    const Json list = parseJson(bytes).value_or(Json()).value(u"models");
    for (const Json &item : list.items().last(std::min(list.size(), mostModels))) {
        Model model{item.value(u"connection").toText(), item.value(u"model").toText(),
                    item.value(u"vocabulary").toText()};
        const Json reports = item.value(u"reports");
        for (const Json &report : reports.items().last(std::min(reports.size(), mostReported)))
            model.reports.append(readReport(report));
        models.append(model);
    }
    return models;
}

QByteArray CountLearning::written(const QList<Model> &models)
{
    Json list = Json::array();
    for (const Model &model : models) {
        Json reports = Json::array();
        for (const ReportedCount &report : model.reports)
            reports.append(reportJson(report));
        list.append(Json::object({{u"connection"_s, model.connection},
                                  {u"model"_s, model.model},
                                  {u"vocabulary"_s, model.vocabulary},
                                  {u"reports"_s, reports}}));
    }
    return writeJson(Json::object({{u"models"_s, list}}));
}

const CountLearning::Model *CountLearning::find(const QString &connection, const QString &model) const
{
    const auto found = std::ranges::find_if(
        m_models, [&](const Model &each) { return each.connection == connection && each.model == model; });
    return found != m_models.end() ? &*found : nullptr;
}

NearestVocabulary CountLearning::nearest(const Connection &connection) const
{
    NearestVocabulary nearest =
        nearestToFamily(connection.tokenizerFile).value_or(nearestVocabulary(connection.model));
    const Model *model = find(connection.id, connection.model);
    if (!model || model->vocabulary != nearest.vocabulary)
        return nearest;
    if (!model->rates)
        model->rates = learntRates(model->reports, nearest.rates);
    nearest.rates = *model->rates;
    return nearest;
}

QString CountLearning::tokenizerOf(const Connection &connection) const
{
    const QString own = tokenizerFor(connection);
    const bool isModel = !connection.id.isEmpty() && connection.kind != Connection::Kind::Understudy;
    const bool isNearest = own.isEmpty() || nearestToFamily(own);
    return isNearest && isModel ? nearest(connection).recipe() : own;
}

void CountLearning::ended(const Turn &turn)
{
    m_next->ended(turn);
    const std::shared_ptr<const AssembledPrompt> &prompt = turn.subject().prompt;
    const std::optional<TokenUsage> &usage = turn.state().usage;
    // The Understudy is no model, and says what it likes.
    const Connection &connection = turn.link().connection;
    if (!prompt || !usage || !m_isRead || connection.kind == Connection::Kind::Understudy ||
        !teachesCounting(*prompt, usage->prompt.value_or(0)))
        return;
    const QString vocabulary = nearestIn(prompt->budget.counterName);
    if (vocabulary.isEmpty())
        return;
    auto *watcher = new QFutureWatcher<std::optional<ReportedCount>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, connection, vocabulary] {
        watcher->deleteLater();
        if (const auto report = watcher->result(); report && m_isRead)
            learn(connection, vocabulary, *report);
    });
    watcher->setFuture(QtConcurrent::run(guarded(
        [prompt, vocabulary, reported = *usage->prompt] {
            return std::optional(reportedCount(*prompt, vocabulary, reported));
        },
        [](const Error &) { return std::optional<ReportedCount>(); })));
}

void CountLearning::learn(const Connection &connection, const QString &vocabulary,
                          const ReportedCount &report)
{
    Model model{connection.id, connection.model, vocabulary};
    if (const Model *known = find(model.connection, model.model)) {
        if (known->vocabulary == vocabulary)
            model.reports = known->reports;
        m_models.removeAt(known - m_models.constData());
    }
    model.reports.append(report);
    if (model.reports.size() > mostReported)
        model.reports.removeFirst();
    m_models.append(model);
    if (m_models.size() > mostModels)
        m_models.removeFirst();
    if (!m_writeSoon.isActive())
        m_writeSoon.start();
    Q_EMIT learnt();
}

} // namespace snug
