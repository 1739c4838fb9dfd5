#include "core/regex/workerregexengine.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <deque>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype cacheBytes = qsizetype(64) << 20;
constexpr int inFlightLimit = 64;
constexpr int inFlightOfOnePattern = 4; // the most that a pattern which runs away can hold up
constexpr int overTimeOfOnePattern = 3; // then it is not tried again in this batch
constexpr int overTimeLimit = 16;       // then nothing is
constexpr int restartLimit = 3;

std::u16string_view units(const QString &text)
{
    return {reinterpret_cast<const char16_t *>(text.utf16()), std::size_t(text.size())};
}

QString words(const char *text)
{
    return QCoreApplication::translate("Regex", text);
}

RegexOutcome failed(RegexFailure::Kind kind, const QString &what)
{
    return std::unexpected(RegexFailure{kind, what});
}

RegexOutcome overTime()
{
    return failed(RegexFailure::Kind::OverTime,
                  words(QT_TRANSLATE_NOOP("Regex", "the search took too long and was given up")));
}

RegexOutcome overMemory()
{
    return failed(RegexFailure::Kind::OverMemory,
                  words(QT_TRANSLATE_NOOP("Regex", "the search needs too much memory")));
}

RegexOutcome stopped()
{
    return failed(RegexFailure::Kind::Stopped, words(QT_TRANSLATE_NOOP("Regex", "the search was stopped")));
}

std::chrono::milliseconds timeFor(const RegexSearch &search, const RegexLimits &limits)
{
    return limits.time + std::chrono::milliseconds(search.text.size() / 1000);
}

// Nothing if the reply cannot be about this text.
std::optional<RegexOutcome> outcomeOf(const WorkerReply &reply, qsizetype textSize)
{
    switch (reply.status) {
    case WorkerStatus::Done:
        break;
    case WorkerStatus::InvalidPattern:
        //: %1 is the engine's own word, in English
        return failed(RegexFailure::Kind::InvalidPattern,
                      words(QT_TRANSLATE_NOOP("Regex", "not a regular expression: %1"))
                          .arg(QString::fromStdString(reply.problem)));
    case WorkerStatus::OverTime:
        return overTime();
    case WorkerStatus::OverMemory:
        return overMemory();
    case WorkerStatus::Failed:
        return failed(RegexFailure::Kind::NoEngine, QString::fromStdString(reply.problem));
    }
    const auto isInText = [&](const WorkerRange &range) {
        return quint64(range.start) + range.length <= quint64(textSize);
    };
    const auto optional = [](const WorkerRange &range) {
        return range.start == WorkerRange::none
                   ? std::nullopt
                   : std::optional(RegexRange{qsizetype(range.start), qsizetype(range.length)});
    };
    QList<RegexMatch> matches;
    qsizetype free = 0; // where the next match may begin
    const std::size_t step = reply.rangesPerMatch();
    for (std::size_t first = 0; first < reply.ranges.size(); first += step) {
        const WorkerRange &whole = reply.ranges[first];
        if (!isInText(whole) || qsizetype(whole.start) < free)
            return std::nullopt;
        RegexMatch match{.range = *optional(whole)};
        free = match.range.start + match.range.length;
        for (std::size_t i = 1; i < step; ++i) {
            const WorkerRange &range = reply.ranges[first + i];
            if (range.start != WorkerRange::none && !isInText(range))
                return std::nullopt;
            if (i <= reply.groups)
                match.groups.append(optional(range));
            else
                match.namedGroups.append(
                    {QString::fromStdU16String(reply.names[i - 1 - reply.groups]), optional(range)});
        }
        matches.append(match);
    }
    return matches;
}

} // namespace

size_t qHash(const RegexSearch &search, size_t seed)
{
    return qHashMulti(seed, search.pattern, search.flags, search.text, search.firstOnly);
}

QString confinedProgram(const QString &applicationFolder, const QString &name)
{
    const QDir folder(applicationFolder);
    for (const QString &place : {u""_s, u"../libexec/snug/"_s, u"../lib/snug/"_s}) {
        if (QFileInfo(folder.filePath(place + name)).isExecutable())
            return QDir::cleanPath(folder.filePath(place + name));
    }
    return folder.filePath(name);
}

QString regexWorkerProgram(const QString &applicationFolder)
{
    return confinedProgram(applicationFolder, u"snug-regex"_s);
}

// The searches of one call that the cache does not know, on their way through the worker.
class WorkerRegexEngine::Batch
{
public:
    Batch(const WorkerRegexEngine &engine, std::unique_ptr<RegexWorker> worker,
          const QList<RegexSearch> &searches, QList<std::optional<RegexOutcome>> &outcomes)
        : m_engine(engine)
        , m_worker(std::move(worker))
        , m_searches(searches)
        , m_outcomes(outcomes)
    {
        for (qsizetype i = 0; i < searches.size(); ++i) {
            if (!outcomes[i])
                m_waiting.push_back(i);
            else if (!*outcomes[i] && outcomes[i]->error().kind == RegexFailure::Kind::OverTime)
                ++m_patternsOverTime[patternOf(i)];
        }
    }

    std::unique_ptr<RegexWorker> run(const std::stop_token &stop);
    // Nobody knows what it would have come to.
    bool wasTried(qsizetype index) const { return !m_givenUp.contains(index); }

private:
    const RegexSearch &searchAt(qsizetype index) const { return m_searches.at(index); }
    QString patternOf(qsizetype index) const
    {
        return searchAt(index).flags + u'/' + searchAt(index).pattern;
    }
    bool isGivenUp(qsizetype index) const
    {
        return m_overTime >= overTimeLimit ||
               m_patternsOverTime.value(patternOf(index)) >= overTimeOfOnePattern;
    }
    bool ensureWorker();
    void fill();
    void post(qsizetype index);
    void take(const WorkerReply &reply);
    void loseWorker(const RegexOutcome &outcomeOfTheFirst);
    void settle(qsizetype index, RegexOutcome outcome);
    void settleAll(const RegexOutcome &outcome);

    const WorkerRegexEngine &m_engine;
    std::unique_ptr<RegexWorker> m_worker;
    const QList<RegexSearch> &m_searches;
    QList<std::optional<RegexOutcome>> &m_outcomes;
    std::deque<qsizetype> m_waiting;
    std::deque<qsizetype> m_inFlight;
    QHash<QString, int> m_patternsInFlight;
    QHash<QString, int> m_patternsOverTime;
    QSet<qsizetype> m_givenUp;
    std::optional<QString> m_sentText;
    int m_overTime = 0;
    int m_deaths = 0;
};

void WorkerRegexEngine::Batch::settle(qsizetype index, RegexOutcome outcome)
{
    m_outcomes[index] = std::move(outcome);
}

void WorkerRegexEngine::Batch::settleAll(const RegexOutcome &outcome)
{
    for (std::deque<qsizetype> *queue : {&m_inFlight, &m_waiting}) {
        for (const qsizetype index : *queue)
            settle(index, outcome);
        queue->clear();
    }
}

bool WorkerRegexEngine::Batch::ensureWorker()
{
    if (m_worker)
        return true;
    Result<std::unique_ptr<RegexWorker>> started = RegexWorker::start(m_engine.m_program);
    if (!started) {
        settleAll(failed(RegexFailure::Kind::NoEngine, started.error().what));
        return false;
    }
    m_worker = std::move(*started);
    m_sentText.reset();
    return true;
}

void WorkerRegexEngine::Batch::post(qsizetype index)
{
    const RegexSearch &search = searchAt(index);
    if (m_sentText != search.text) {
        m_worker->send(encodeText(units(search.text)));
        m_sentText = search.text;
    }
    m_worker->send(encodeSearch({.id = std::uint32_t(index),
                                 .milliseconds = std::uint32_t(timeFor(search, m_engine.m_limits).count()),
                                 .firstOnly = search.firstOnly,
                                 .pattern = std::u16string(units(search.pattern)),
                                 .flags = std::u16string(units(search.flags))}));
    m_inFlight.push_back(index);
    ++m_patternsInFlight[patternOf(index)];
}

void WorkerRegexEngine::Batch::fill()
{
    while (!m_waiting.empty() && m_inFlight.size() < inFlightLimit) {
        const qsizetype index = m_waiting.front();
        const RegexSearch &search = searchAt(index);
        if (isGivenUp(index)) {
            settle(index, overTime());
            m_givenUp.insert(index);
        } else if (std::size_t(search.text.size()) > maximumSearchedText ||
                   std::size_t(search.pattern.size()) > maximumPatternLength ||
                   std::size_t(search.flags.size()) > maximumPatternLength) {
            settle(index, overMemory());
        } else if (m_patternsInFlight.value(patternOf(index)) < inFlightOfOnePattern) {
            post(index);
        } else {
            return;
        }
        m_waiting.pop_front();
    }
}

void WorkerRegexEngine::Batch::take(const WorkerReply &reply)
{
    const qsizetype index = m_inFlight.empty() ? -1 : m_inFlight.front();
    std::optional<RegexOutcome> outcome;
    if (index >= 0 && reply.id == std::uint32_t(index))
        outcome = outcomeOf(reply, searchAt(index).text.size());
    if (!outcome) {
        loseWorker(failed(RegexFailure::Kind::NoEngine,
                          words(QT_TRANSLATE_NOOP("Regex", "the search came to a wrong answer"))));
        return;
    }
    m_inFlight.pop_front();
    --m_patternsInFlight[patternOf(index)];
    if (reply.status == WorkerStatus::OverTime) {
        ++m_overTime;
        ++m_patternsOverTime[patternOf(index)];
    }
    settle(index, std::move(*outcome));
}

// It answers in order, so the first one in flight is what it died of; the others are asked again.
void WorkerRegexEngine::Batch::loseWorker(const RegexOutcome &outcomeOfTheFirst)
{
    m_worker.reset();
    if (!m_inFlight.empty()) {
        settle(m_inFlight.front(), outcomeOfTheFirst);
        m_inFlight.pop_front();
    }
    m_waiting.insert(m_waiting.begin(), m_inFlight.begin(), m_inFlight.end());
    m_inFlight.clear();
    m_patternsInFlight.clear();
    if (++m_deaths > restartLimit)
        settleAll(outcomeOfTheFirst);
}

std::unique_ptr<RegexWorker> WorkerRegexEngine::Batch::run(const std::stop_token &stop)
{
    while (!m_waiting.empty() || !m_inFlight.empty()) {
        if (!ensureWorker())
            break;
        fill();
        if (m_inFlight.empty())
            continue;
        const RegexSearch &first = searchAt(m_inFlight.front());
        WorkerReply reply;
        switch (
            m_worker->receive(reply, timeFor(first, m_engine.m_limits) + m_engine.m_limits.silence, stop)) {
        case RegexWorker::Event::Reply:
            take(reply);
            break;
        case RegexWorker::Event::Silence:
            loseWorker(overTime());
            break;
        case RegexWorker::Event::Death:
            loseWorker(failed(RegexFailure::Kind::NoEngine,
                              words(QT_TRANSLATE_NOOP("Regex", "the search ended unexpectedly"))));
            break;
        case RegexWorker::Event::Stop:
            m_worker.reset(); // what it is still at is nobody's any more
            settleAll(stopped());
            break;
        }
    }
    return std::move(m_worker);
}

WorkerRegexEngine::WorkerRegexEngine(QString program, RegexLimits limits)
    : m_program(std::move(program))
    , m_limits(limits)
    , m_cache(cacheBytes)
{
}

WorkerRegexEngine::~WorkerRegexEngine() = default;

qint64 WorkerRegexEngine::processId() const
{
    const std::scoped_lock lock(m_mutex);
    return m_worker ? m_worker->processId() : 0;
}

bool WorkerRegexEngine::isCached(const RegexSearch &search, RegexOutcome &outcome)
{
    const RegexOutcome *known = m_cache.object(search);
    if (known)
        outcome = *known;
    return known != nullptr;
}

void WorkerRegexEngine::remember(const RegexSearch &search, const RegexOutcome &outcome)
{
    // What went wrong once may go right the next time, unless the search itself was at fault.
    if (!outcome && outcome.error().kind != RegexFailure::Kind::InvalidPattern &&
        outcome.error().kind != RegexFailure::Kind::OverTime)
        return;
    const qsizetype matches = outcome ? outcome->size() : 0;
    const qsizetype groups =
        matches > 0 ? outcome->first().groups.size() + outcome->first().namedGroups.size() : 0;
    const qsizetype cost =
        200 + 2 * (search.text.size() + search.pattern.size()) + matches * (64 + 48 * groups);
    m_cache.insert(search, new RegexOutcome(outcome), cost);
}

QList<RegexOutcome> WorkerRegexEngine::search(const QList<RegexSearch> &searches, const std::stop_token &stop)
{
    QList<std::optional<RegexOutcome>> outcomes(searches.size());
    QList<bool> isKnown(searches.size(), false);
    std::unique_lock lock(m_mutex);
    for (qsizetype i = 0; i < searches.size(); ++i) {
        RegexOutcome outcome;
        if (isCached(searches[i], outcome)) {
            outcomes[i] = outcome;
            isKnown[i] = true;
        }
    }
    if (isKnown.contains(false)) {
        if (m_free.wait(lock, stop, [this] { return !m_isBusy; })) {
            m_isBusy = true;
            Batch batch(*this, std::move(m_worker), searches, outcomes);
            lock.unlock();
            std::unique_ptr<RegexWorker> worker = batch.run(stop);
            lock.lock();
            m_worker = std::move(worker);
            m_isBusy = false;
            m_free.notify_one();
            for (qsizetype i = 0; i < searches.size(); ++i) {
                if (!isKnown[i] && batch.wasTried(i))
                    remember(searches[i], *outcomes[i]);
            }
        }
    }
    lock.unlock();
    QList<RegexOutcome> result;
    result.reserve(outcomes.size());
    for (const std::optional<RegexOutcome> &outcome : std::as_const(outcomes))
        result.append(outcome.value_or(stopped()));
    return result;
}

} // namespace snug
