// The backups of the library: what each has that is not there any more or is different now, and putting that
// back. It shows values and says what the user wants.
#pragma once

#include "core/whatwas/backuplist.h"
#include "core/whatwas/backuprestore.h"

#include <QWidget>

class QListWidget;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QTreeWidget;

namespace snug {

class PlainLabel;

class BackupsPane : public QWidget
{
    Q_OBJECT

public:
    explicit BackupsPane(QWidget *parent = nullptr);

    void setBackups(const QList<BackupPlace> &backups);
    // Of the backup that is current.
    void setDifferences(const QList<BackupDifference> &differences);
    // Of the file that is current.
    void setText(const QString &text, const QString &problem = {});
    // What is being done, of how much; nothing else can be asked for meanwhile. Empty: nothing any more.
    void setWork(const QString &what, qint64 done = 0, qint64 all = 0);
    // What came of it. `undoText`: of a button that takes it back; empty = none.
    void say(const QString &text, const QString &undoText = {});

    QListWidget *backups() const { return m_backups; }
    QTreeWidget *files() const { return m_files; }
    QPlainTextEdit *text() const { return m_text; }

Q_SIGNALS:
    void chosen(const snug::BackupPlace &backup);
    void fileChosen(const snug::BackedUpFile &file);
    void restoreRequested(const QList<snug::BackedUpFile> &files);
    void copyRequested(); // the whole backup, to a folder
    void backupRequested();
    void cancelRequested();
    void undoRequested();

private:
    QList<BackedUpFile> files(bool onlySelected) const;
    void showState();

    QList<BackupPlace> m_places;
    QList<BackupDifference> m_differences;
    bool m_isCompared = false;
    bool m_isWorking = false;
    QListWidget *m_backups;
    QTreeWidget *m_files;
    QPlainTextEdit *m_text;
    PlainLabel *m_state;
    PlainLabel *m_said;
    PlainLabel *m_work;
    QProgressBar *m_progress;
    QPushButton *m_cancel;
    QPushButton *m_undo;
    QPushButton *m_now;
    QPushButton *m_copy;
    QPushButton *m_restoreAll;
    QPushButton *m_restore;
};

} // namespace snug
