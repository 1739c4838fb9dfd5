// Tests of prompts from the window: one is made of what the inspector shows, all are played again, with the
// library's present documents and what open editors hold of them.
#pragma once

#include "core/prompttest/prompttest.h"
#include "core/workspace/presentinputs.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace snug {

struct AppContext;
class ReportDialog;

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
    void playTests();
    // What is sent now becomes what the test expects.
    void accept(const QString &test);

Q_SIGNALS:
    // What a failed test expects, and what is sent.
    void differenceRequested(const QString &test,
                             const std::shared_ptr<const snug::AssembledPrompt> &expected,
                             const std::shared_ptr<const snug::AssembledPrompt> &sent);

private:
    // A test with the documents it is played with.
    struct Due
    {
        QString folder;
        Result<PromptTest> test;
        PresentInputs present; // of those that are not frozen
        QMap<QString, QByteArray> passed;
    };
    // What was played, for the report.
    struct Played
    {
        QString folder;
        QStringList unmet; // empty: passed
        QString playing;   // with what, in words
        QList<TestSource> sources = {};
        // Of one that expects a whole prompt and got another; otherwise null.
        std::shared_ptr<const AssembledPrompt> expected = {};
        std::shared_ptr<const AssembledPrompt> sent = {};
    };
    // All of them are read on the disk thread and played on the pool; `then` is called here.
    void playAll(std::function<void(const QList<Played> &)> then);
    static Played play(const Due &due);
    void showPlayed(const QList<Played> &played);
    void notePassed(const QList<Played> &played);
    void write(const PromptTest &test, bool expectsAll, const QString &made);
    void tellProblem(const QString &text);

    const AppContext &m_app;
    QPointer<ReportDialog> m_report;
};

} // namespace snug
