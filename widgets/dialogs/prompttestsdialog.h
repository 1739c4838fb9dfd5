// The library's prompt tests: what each depends on, whether that has changed since it last passed, and what
// came of running it.
#pragma once

#include <QDialog>
#include <QList>

class QAction;
class QCheckBox;
class QPlainTextEdit;
class QPushButton;
class QTreeWidget;
class QVBoxLayout;

namespace snug {

class PlainLabel;

// One test, in words.
struct PromptTestRow
{
    enum class State : quint8 { NotRun, Passed, Changed, Failed, Unreadable };

    QString folder = {};
    QString name = {};
    QString description = {};
    State state = State::NotRun; // Changed: it passed, and what it depends on is no longer as it was then
    bool isFrozen = false;
    QStringList sources = {}; // what it depends on, a line each
    QStringList unmet = {};   // of one that failed or cannot be read: why
    bool hasDifference = false;

    bool operator==(const PromptTestRow &) const = default;
};

// A window of its own, never modal.
class PromptTestsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit PromptTestsDialog(QWidget *parent = nullptr);

    // The chosen test stays chosen. `summary` is of a run; empty: nothing was run yet.
    void setTests(const QList<PromptTestRow> &tests, const QString &summary);
    const QList<PromptTestRow> &tests() const { return m_tests; }
    QString summary() const;
    // At the bottom of the window, above its buttons.
    void addFoot(QWidget *foot);
    void setBusy(bool isBusy); // they are being run

    QTreeWidget *list() const { return m_list; }
    QPlainTextEdit *details() const { return m_details; }
    QCheckBox *frozen() const { return m_frozen; }
    QPushButton *runButton() const { return m_run; }
    QPushButton *differenceButton() const { return m_difference; }
    QPushButton *acceptButton() const { return m_accept; }

Q_SIGNALS:
    void runRequested();
    void differenceRequested(const QString &folder);
    void acceptRequested(const QString &folder);
    void folderRequested(const QString &folder);
    void freezeRequested(const QString &folder, bool isFrozen);
    void renameRequested(const QString &folder, const QString &name);
    void deleteRequested(const QString &folder);

private:
    const PromptTestRow *chosen() const; // null: none
    void choose();
    void makeActions();
    void showMenu(const QPoint &position);

    QList<PromptTestRow> m_tests;
    PlainLabel *m_summary;
    QTreeWidget *m_list;
    QPlainTextEdit *m_details;
    QCheckBox *m_frozen;
    QPushButton *m_run;
    QPushButton *m_difference;
    QPushButton *m_accept;
    QPushButton *m_folder;
    QAction *m_rename;
    QAction *m_delete;
    QVBoxLayout *m_foot;
};

} // namespace snug
