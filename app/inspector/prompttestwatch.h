// Runs prompt tests while documents are edited, and says which of them would fail once the documents are
// saved: those that pass with the files and fail with what editors hold.
#pragma once

#include "core/workspace/duetests.h"

#include <QFutureWatcher>
#include <QObject>
#include <QTimer>

#include <memory>
#include <stop_token>

namespace snug {

struct AppContext;

class PromptTestWatch : public QObject
{
    Q_OBJECT

public:
    explicit PromptTestWatch(const AppContext &app, QObject *parent = nullptr);
    ~PromptTestWatch() override;

    const QList<PlayedTest> &broken() const { return m_broken; }
    // One of those, as a difference by source; what is missing of it in words.
    void show(const QString &folder);

Q_SIGNALS:
    void found(const QList<snug::PlayedTest> &broken);
    // What a test expects, and what would be sent.
    void differenceRequested(const QString &test,
                             const std::shared_ptr<const snug::AssembledPrompt> &expected,
                             const std::shared_ptr<const snug::AssembledPrompt> &sent);
    // A test that expects no whole prompt.
    void listRequested();

private:
    void follow();
    void read();
    void play(const QList<DueTest> &due);
    void tell(const QList<PlayedTest> &broken);

    const AppContext &m_app;
    QTimer m_pause;
    bool m_isReading = false;
    bool m_isDue = false; // something was edited meanwhile
    std::shared_ptr<KnownTests> m_known = std::make_shared<KnownTests>();
    std::stop_source m_stop;
    QFutureWatcher<QList<PlayedTest>> m_watcher;
    QList<PlayedTest> m_broken;
};

} // namespace snug
