// The user's own connections, whatever library is open: a file beside his settings, which each Snug that runs
// reads, watches and changes. A change is made to the file as it is by then, so that no program loses what
// another one wrote. The disk is touched on a thread of its own.
#pragma once

#include "core/library/libraryworker.h"
#include "core/library/statefile.h"
#include "core/library/watcher.h"
#include "core/workspace/ownconnectionsfile.h"

#include <QObject>
#include <QTimer>

namespace snug {

class OwnConnections : public QObject
{
    Q_OBJECT

public:
    // Nothing is written, and nothing is mended; what changes is known here alone.
    enum class Access : quint8 { ReadAndWrite, ReadOnly };

    // Reads. An empty path: there is no file, and nothing outlives this.
    OwnConnections(QString path, Access access, QObject *parent = nullptr);
    // Writes what waits.
    ~OwnConnections() override;

    QString path() const { return m_path; }
    bool isReadOnly() const { return m_access == Access::ReadOnly; }
    bool isRead() const { return m_isRead; }
    // With what is not on the disk yet.
    const OwnConnectionsFile &file() const { return m_file; }
    // Until it is read once more and whole, or the user has said what counts. Nothing is written before.
    const std::optional<StateDamage> &damage() const { return m_damage; }
    void settleDamage();

    void change(const OwnChange &change);
    void readAgain();
    // What could not be written, now.
    void retry();
    bool isWriting() const { return m_underWay > 0; }
    bool isUnsaved() const { return m_failures > 0 && !m_waiting.isEmpty(); }
    void setFirstPause(std::chrono::milliseconds pause) { m_firstPause = pause; }

Q_SIGNALS:
    void read();
    void changed(); // something in the folder, perhaps this: by another program, or its settings
    // It was damaged since it was read, and has been written anew with all that is known.
    void mended(const snug::StateDamage &damage);
    // Why it cannot be written, once for each reason; nothing: it is written.
    void saveProblem(const std::optional<snug::Error> &problem);
    void saveEnded(); // well or not

private:
    struct Saved
    {
        OwnConnectionsFile file;
        QByteArray bytes;
        std::optional<StateDamage> damage = {}; // that was met on the way
    };
    static Result<Saved> save(const QString &path, const QList<OwnChange> &changes, const Saved &known);

    void take(const StateRead &state);
    void look();
    void keep();
    void ended(qsizetype count, const Result<Saved> &saved);
    void show();
    void watch();

    QString m_path;
    Access m_access;
    LibraryWorker m_worker;
    Watcher m_watcher;
    bool m_isRead = false;
    bool m_mayWrite = false;
    std::optional<StateDamage> m_damage;
    Saved m_onDisk; // as it was last seen there
    OwnConnectionsFile m_file;
    QList<OwnChange> m_waiting; // in this order; not on the disk yet
    qsizetype m_underWay = 0;   // the first of those
    QTimer m_again;
    std::chrono::milliseconds m_firstPause = std::chrono::seconds(1);
    int m_failures = 0; // since the last success
    QString m_saidProblem;
};

} // namespace snug
