// Side prompts at work: by command, after a memory, when their interval is over. Some at once, each wave
// saved once; what they ask is shown, what they made is told.
#pragma once

#include "app/memory/scenecontext.h"
#include "core/chat/promptpreview.h"
#include "core/memory/sidepromptrun.h"

#include <QPointer>

#include <memory>
#include <vector>

namespace snug {

struct AppContext;
class ChatSession;

class SidePromptController : public QObject
{
    Q_OBJECT

public:
    explicit SidePromptController(const AppContext &app, QObject *parent = nullptr);
    ~SidePromptController() override;

    void runNow(const ManualSidePrompt &run, const QString &bookName);
    void runAfterMemory(const MessageRange &range, const QString &bookName);
    bool hasIntervalPrompts() const;
    // Those whose interval is over; `book` is the lorebook as it is now.
    void runDue(const QString &bookName, const Json &book);
    void cancel();

    bool isBusy() const
    {
        return !m_wave.empty() || !m_waiting.isEmpty() || !m_undecided.isEmpty() || m_isSaving;
    }
    QString progressText() const; // empty: nothing runs

Q_SIGNALS:
    void progressed(const QString &text);
    void failed(const snug::Error &error);
    void dueAgain(); // what was to be looked for while others ran can be looked for now

private:
    struct Job
    {
        SidePrompt prompt;
        MessageRange range;
        RunKind kind = RunKind::Manual;
    };
    struct Running; // a job on its way to its answer
    struct Answer
    {
        Job job;
        QString text;
    };
    struct Wave
    {
        QString bookName;
        QList<Job> jobs;
    };

    void enqueue(const QList<QList<Job>> &waves, const QString &bookName);
    void beginWave();
    void begin(Running &running, const Json &book);
    void ask(Running &running, const PreparedPrompt &prepared);
    void jobEnded(Running &running, const QString &text, const QString &problem);
    void waveEnded();
    void decideNext();
    void save();

    const AppContext &m_app;
    SceneContext m_context;
    QList<Wave> m_waiting;
    std::vector<std::unique_ptr<Running>> m_wave;
    int m_running = 0;
    bool m_isSaving = false;
    bool m_looksAgain = false; // for those that are due
    QList<Answer> m_results;   // of the wave, in order of arrival
    QList<Answer> m_undecided;
    QStringList m_problems;
    QString m_bookName; // of the wave
    QPointer<ChatSession> m_session;
    quint64 m_generation = 0; // jobs of an earlier one are none of ours any more
};

} // namespace snug
