// Backups of the library: made once a day, when something has changed; shown; put back.
#pragma once

#include "app/whatwas/disksteps.h"
#include "core/whatwas/backuplist.h"

#include <QObject>
#include <QTimer>

namespace snug {

class BackupsPane;
class WhatWasController;
class WhatWasWindow;
struct AppContext;

class BackupsController : public QObject
{
    Q_OBJECT

public:
    BackupsController(const AppContext &app, WhatWasController *whatWas, QObject *parent = nullptr);

    // After the library was opened, and between looks whether one is due.
    static constexpr std::chrono::seconds FirstLook{60};
    static constexpr std::chrono::minutes LookAgain{30};

    // If none has been made today.
    void backUpIfDue();

private:
    using Then = std::function<void(const Result<std::optional<Backup>> &made)>;

    BackupsPane *pane() const;
    void connectPane();
    void list();
    void backUp(Backup::Reason reason, const Then &then);
    void compare(const BackupPlace &place);
    void compareWaiting();
    void read(const BackedUpFile &file);
    void restore(const QList<BackedUpFile> &files);
    void write(const QList<BackedUpFile> &files, const Backup &before);
    void undoRestoring();
    void askWhereTo();
    void copyTo(const QString &folder);
    void say(const QString &text, const QString &undoText = {});
    void failed(const Error &error);

    const AppContext &m_app;
    WhatWasController *m_whatWas;
    DiskSteps m_steps;
    QString m_work; // what the steps do, for the pane
    QTimer m_due;
    std::optional<Error> m_failure;       // of the last daily backup
    std::optional<Backup> m_shown;        // the one that is compared
    bool m_isComparing = false;           // is what the steps do
    std::optional<BackupPlace> m_waiting; // compared once what writes has ended
    quint64 m_reading = 0;                // answers to earlier questions are ignored
    // What was put back last: what there was before, and which files.
    struct Restored
    {
        Backup before;
        QStringList paths;
    };
    std::optional<Restored> m_restored;
};

} // namespace snug
