// Tests of prompts from the window: one is made of what the inspector shows, all are played again.
#pragma once

#include "core/prompttest/prompttest.h"

#include <QObject>
#include <QPointer>

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
    void playTests();

Q_SIGNALS:
    // What a failed test expects, and what is sent.
    void differenceRequested(const QString &test,
                             const std::shared_ptr<const snug::AssembledPrompt> &expected,
                             const std::shared_ptr<const snug::AssembledPrompt> &sent);

private:
    // What was played, for the report.
    struct Played
    {
        QString name;
        QStringList unmet; // empty: passed
        // Of one that expects a whole prompt and got another; otherwise null.
        std::shared_ptr<const AssembledPrompt> expected = {};
        std::shared_ptr<const AssembledPrompt> sent = {};
    };
    static QList<Played> play(const QString &folder, const SnapshotEngines &engines);
    void showPlayed(const QList<Played> &played);

    const AppContext &m_app;
    QPointer<ReportDialog> m_report;
};

} // namespace snug
