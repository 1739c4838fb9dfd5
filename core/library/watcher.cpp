#include "core/library/watcher.h"

#include <QFileInfo>

using namespace std::chrono_literals;

namespace snug {

Watcher::Watcher(QObject *parent)
    : QObject(parent)
{
    m_quiet.setSingleShot(true);
    m_quiet.setInterval(150ms);
    m_longest.setSingleShot(true);
    m_longest.setInterval(1s);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &Watcher::note);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this,
            [this](const QString &file) { note(QFileInfo(file).path()); });
    const auto tell = [this] {
        m_quiet.stop();
        m_longest.stop();
        const QStringList folders(m_changed.cbegin(), m_changed.cend());
        m_changed.clear();
        Q_EMIT changed(folders);
    };
    connect(&m_quiet, &QTimer::timeout, this, tell);
    connect(&m_longest, &QTimer::timeout, this, tell);
}

void Watcher::watch(const QStringList &folders, const QStringList &files)
{
    const QSet<QString> wanted =
        QSet(folders.cbegin(), folders.cend()).unite(QSet(files.cbegin(), files.cend()));
    const QStringList present = m_watcher.directories() + m_watcher.files();
    const QSet<QString> watched(present.cbegin(), present.cend());
    const QSet<QString> gone = watched - wanted;
    QSet<QString> added = wanted - watched;
    // Qt warns about each path that it cannot watch. Pipes and devices have nothing to tell.
    added.removeIf([](const QString &path) {
        const QFileInfo info(path);
        return !info.isFile() && !info.isDir();
    });
    if (!gone.isEmpty())
        m_watcher.removePaths(QStringList(gone.cbegin(), gone.cend()));
    if (!added.isEmpty())
        m_watcher.addPaths(QStringList(added.cbegin(), added.cend()));
    // A file that has come may have been written again before it was watched. All are new when it begins.
    for (const QString &path : std::as_const(added)) {
        if (!watched.isEmpty() && QFileInfo(path).isFile())
            note(QFileInfo(path).path());
    }
}

void Watcher::stop()
{
    m_quiet.stop();
    m_longest.stop();
    m_changed.clear();
    watch({}, {});
}

void Watcher::note(const QString &folder)
{
    m_changed.insert(folder);
    m_quiet.start();
    if (!m_longest.isActive())
        m_longest.start();
}

} // namespace snug
