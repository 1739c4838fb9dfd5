// Tests of prompts from the window: one is made of what the inspector shows; all are listed with what they
// depend on, and played again with the library's present documents and what open editors hold of them.
#pragma once

#include "core/workspace/duetests.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace snug {

struct AppContext;
class PromptTestActions;
class PromptTestsDialog;

class PromptTestController : public QObject
{
    Q_OBJECT

public:
    explicit PromptTestController(const AppContext &app, QObject *parent = nullptr);

    // In the library's "snug/tests", a folder a test.
    QString testsFolder() const;
    // Of the prompt as it is now, with what it sends and which lore fires as what is expected.
    void makeTest();
    // Of one lore entry: that it fires here, or stays silent.
    void makeLoreTest(const QString &book, int uid, bool fires);
    // The list of all tests, before any is run.
    void openTests();
    void playTests();
    // What is sent now becomes what the test expects.
    void accept(const QString &test);

Q_SIGNALS:
    // What a failed test expects, and what is sent.
    void differenceRequested(const QString &test,
                             const std::shared_ptr<const snug::AssembledPrompt> &expected,
                             const std::shared_ptr<const snug::AssembledPrompt> &sent);

private:
    // All of them are read on the disk thread and played on the pool; `then` is called here.
    void readAll(std::function<void(const QList<DueTest> &)> then);
    void playAll(std::function<void(const QList<PlayedTest> &)> then);
    void listTests();
    void refreshList();
    void showTests();
    void freeze(const QString &test, bool isFrozen);
    void noteFirstPass(const QString &folder);
    void notePassed(const QList<PlayedTest> &played, std::function<void()> then);
    void write(const PromptTest &test, bool expectsAll, const QString &made);
    void tellProblem(const QString &text);

    const AppContext &m_app;
    PromptTestActions *m_actions;
    QPointer<PromptTestsDialog> m_dialog;
    QList<DueTest> m_due;       // as they were read last
    QList<PlayedTest> m_played; // since the window was opened
};

} // namespace snug
