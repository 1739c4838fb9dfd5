// Looks over what is open in an editor while it is written, off the window's thread: `snug lint` as one
// types.
#pragma once

#include "core/lint/booklint.h"
#include "core/lint/lintfinding.h"
#include "core/result.h"

#include <QFutureWatcher>
#include <QObject>
#include <QTimer>

#include <functional>
#include <stop_token>

namespace snug {

struct PromptInputs;

class EditorLint : public QObject
{
    Q_OBJECT

public:
    // Holds what it looks at by value; gives what it had when it is stopped.
    using Judge = std::function<QList<LintFinding>(const std::stop_token &stop)>;

    explicit EditorLint(QObject *parent = nullptr);
    ~EditorLint() override;

    // After a moment in which nothing new was asked. Of several only the last one's findings are told.
    void look(Judge judge);
    // What was asked is told no more.
    void drop();

Q_SIGNALS:
    void found(const QList<snug::LintFinding> &findings);

private:
    void start();
    void finish();

    Judge m_next; // null: the one that runs is the newest
    QTimer m_pause;
    std::stop_source m_stop;
    bool m_isDropped = false;
    QFutureWatcher<QList<LintFinding>> m_watcher;
};

// That looking failed, as the one thing that was found.
QList<LintFinding> findingsOf(const Error &error);

// By what lorebooks, and whatever holds one, are judged for the prompt that is being made.
BookLintSettings lintSettings(const PromptInputs &inputs);

} // namespace snug
