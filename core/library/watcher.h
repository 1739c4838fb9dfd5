// Notices that files of a library change, whoever changes them.
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QSet>
#include <QStringList>
#include <QTimer>

#include <chrono>

namespace snug {

// Says which folders to look at again, after things have been quiet for a moment. It does not say
// what changed, nor who did it: the scan compares and finds out.
class Watcher : public QObject
{
    Q_OBJECT

public:
    explicit Watcher(QObject *parent = nullptr);

    // Watches exactly these. A folder tells of files that come, go or are replaced; a file on top of
    // that of bytes written into it. Files that are replaced have to be named again, so this is
    // called after each scan.
    void watch(const QStringList &folders, const QStringList &files);
    void stop();

    void setQuietTime(std::chrono::milliseconds time) { m_quiet.setInterval(time); }

Q_SIGNALS:
    // Absolute paths of folders in which something happened.
    void changed(const QStringList &folders);

private:
    void note(const QString &folder);

    QFileSystemWatcher m_watcher;
    QTimer m_quiet;
    QTimer m_longest; // a program that never pauses is looked at all the same
    QSet<QString> m_changed;
};

} // namespace snug
