#include "core/library/repeatedsaves.h"

#include <algorithm>

namespace snug {

RepeatedSaves::RepeatedSaves(Run run, QObject *parent)
    : QObject(parent)
    , m_run(std::move(run))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RepeatedSaves::retry);
}

void RepeatedSaves::add(const QString &what, const Job &job, const Done &done, const QString &part)
{
    m_saves.insert({what, part}, {.job = job, .done = done, .number = ++m_number});
    start({what, part});
}

bool RepeatedSaves::isWaiting(const QString &what) const
{
    const auto first = m_saves.lowerBound({what, {}});
    return first != m_saves.cend() && first.key().first == what;
}

void RepeatedSaves::retry()
{
    m_timer.stop();
    const QList<Key> waiting = m_saves.keys();
    for (const Key &key : waiting) {
        if (!m_saves.value(key).isRunning)
            start(key);
    }
}

void RepeatedSaves::clear()
{
    m_timer.stop();
    m_saves.clear();
    m_failures = 0;
}

void RepeatedSaves::start(const Key &key)
{
    Save &save = m_saves[key];
    save.isRunning = true;
    m_run(key.first, save.job, [this, key, number = save.number](const Result<void> &saved) {
        const auto found = m_saves.find(key);
        if (found == m_saves.end() || found->number != number)
            return; // a newer one is under way
        const Done done = found->done;
        if (saved) {
            m_saves.erase(found);
            m_failures = 0;
        } else {
            found->isRunning = false;
        }
        if (!saved && !m_timer.isActive())
            m_timer.start(m_firstPause * std::min(30, 1 << std::min(m_failures++, 5)));
        if (done)
            done(saved);
    });
}

} // namespace snug
