// Saves of files, or of parts of one, of which the newest state alone counts: one that fails is tried again,
// with growing pauses, until it succeeds or a newer one of the same part takes its place.
#pragma once

#include "core/result.h"

#include <QMap>
#include <QObject>
#include <QTimer>

#include <functional>
#include <utility>

namespace snug {

class LibraryStore;

class RepeatedSaves : public QObject
{
    Q_OBJECT

public:
    using Job = std::function<Result<void>(LibraryStore &)>;
    using Done = std::function<void(const Result<void> &)>;
    // Runs a job once and says how it went.
    using Run = std::function<void(const QString &what, const Job &job, const Done &done)>;

    explicit RepeatedSaves(Run run, QObject *parent = nullptr);

    // `part` tells the jobs of one file apart, which change different things in it. `done` is told of each
    // attempt, until a newer save takes the place of this one.
    void add(const QString &what, const Job &job, const Done &done = {}, const QString &part = {});
    bool isWaiting(const QString &what) const; // for any part of it
    // What has failed, now.
    void retry();
    // Nothing is tried again any more.
    void clear();
    // The first pause after a failure; each next one is twice as long, up to thirty of it.
    void setFirstPause(std::chrono::milliseconds pause) { m_firstPause = pause; }

private:
    using Key = std::pair<QString, QString>; // what, and which part of it
    struct Save
    {
        Job job;
        Done done;
        quint64 number = 0;
        bool isRunning = false;
    };
    void start(const Key &key);

    Run m_run;
    QMap<Key, Save> m_saves; // not done yet
    quint64 m_number = 0;
    QTimer m_timer;
    int m_failures = 0; // since the last success
    std::chrono::milliseconds m_firstPause = std::chrono::seconds(1);
};

} // namespace snug
