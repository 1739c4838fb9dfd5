// Regular expressions searched by snug-regex, a process that can neither read files nor reach the network.
#pragma once

#include "core/regex/regexengine.h"
#include "core/regex/regexlimits.h"
#include "core/regex/regexworker.h"

#include <QCache>

#include <condition_variable>
#include <mutex>

namespace snug {

// Starts its process at the first search, and again whenever it has died.
class WorkerRegexEngine : public RegexEngine
{
public:
    explicit WorkerRegexEngine(QString program, RegexLimits limits = {});
    ~WorkerRegexEngine() override;

    QList<RegexOutcome> search(const QList<RegexSearch> &searches, const std::stop_token &stop = {}) override;

    // 0 = not running just now.
    qint64 processId() const;

private:
    bool isCached(const RegexSearch &search, RegexOutcome &outcome);
    void remember(const RegexSearch &search, const RegexOutcome &outcome);

    const QString m_program;
    const RegexLimits m_limits;
    mutable std::mutex m_mutex; // of everything below
    std::condition_variable_any m_free;
    bool m_isBusy = false;
    std::unique_ptr<RegexWorker> m_worker; // whoever made the engine busy uses it
    QCache<RegexSearch, RegexOutcome> m_cache;
};

// Where the worker's program lies, seen from the folder that the running program is in: beside it (a
// build), or where an installation puts it.
QString regexWorkerProgram(const QString &applicationFolder);
QString confinedProgram(const QString &applicationFolder, const QString &name); // any such program

size_t qHash(const RegexSearch &search, size_t seed = 0);

} // namespace snug
