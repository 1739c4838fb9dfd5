// One side prompt on its way, in its own place among what waits: its request prepared and sent, its answer
// shown until it is kept or discarded. Its place goes with it.
#pragma once

#include "app/memory/scenecontext.h"
#include "core/chat/promptpreview.h"
#include "core/memory/sidepromptrun.h"
#include "widgets/inspector/memorypane.h"

#include <QPointer>

#include <memory>

namespace snug {

struct AppContext;
struct MemoryRequest;

struct SidePromptJob
{
    SidePrompt prompt;
    MessageRange range;
    RunKind kind = RunKind::Manual;
};

class SidePromptAsking : public QObject
{
    Q_OBJECT

public:
    SidePromptAsking(const AppContext &app, SidePromptJob job, QString bookName, QObject *parent);
    ~SidePromptAsking() override;

    const SidePromptJob &job() const { return m_job; }
    const QString &bookName() const { return m_bookName; } // that its result goes to
    bool isAsking() const { return m_phase == Phase::Asking; }
    bool isWaiting() const { return m_phase == Phase::Waiting; }
    bool isSaving() const { return m_phase == Phase::Saving; }
    // The answer, as the user has it now.
    QString text() const;
    // Why there is no answer; also empty where it was stopped.
    const QString &problem() const { return m_problem; }

    // `book` is the lorebook as it is now. Later ended(), once.
    void ask(const Json &book);
    void stop();
    // The answer waits for the user, with a word on why.
    void offer(const QString &note);
    void save() { m_phase = Phase::Saving; }
    // Gives its place away at once; nothing is heard of it any more.
    void leave();

Q_SIGNALS:
    void ended(); // with a text, a problem, or neither
    void keepRequested();
    void againRequested();
    void discardRequested();

private:
    enum class Phase : quint8 { Asking, Waiting, Failed, Saving };

    void askOver(const ModelLink &link, const MemoryRequest &request);
    void send(const PreparedPrompt &prepared);
    void showArrived();
    void onAnswer();
    void fail(const QString &problem);
    QString headline() const;

    const AppContext &m_app;
    SceneContext m_context;
    SidePromptJob m_job;
    QString m_bookName;
    QPointer<MemoryPane> m_pane;
    Phase m_phase = Phase::Asking;
    QString m_text;
    QString m_problem;
    ModelLink m_link;
    std::unique_ptr<PromptTask> m_task;
    std::unique_ptr<Turn> m_turn;
    quint64 m_generation = 0; // of the asking; what an earlier one brings is none of ours
};

} // namespace snug
