#include "core/regex/workerregexengine.h"

#include "core/regex/regexbatch.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype cacheBytes = qsizetype(64) << 20;

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
            RegexBatch batch(m_program, m_limits, std::move(m_worker), searches, outcomes);
            lock.unlock();
            std::unique_ptr<RegexWorker> worker = batch.run(stop);
            lock.lock();
            m_worker = std::move(worker);
            m_isBusy = false;
            m_free.notify_one();
            for (qsizetype i = 0; i < searches.size(); ++i) {
                if (!isKnown[i] && batch.isLasting(i))
                    remember(searches[i], *outcomes[i]);
            }
        }
    }
    lock.unlock();
    QList<RegexOutcome> result;
    result.reserve(outcomes.size());
    for (const std::optional<RegexOutcome> &outcome : std::as_const(outcomes))
        result.append(outcome.value_or(stoppedSearch()));
    return result;
}

} // namespace snug
