// One memory from its scene to its entry: the request prepared and shown, sent, the answer read or put
// right, the entry written, the chat told.
#pragma once

#include "app/memory/scenecontext.h"
#include "core/chat/chatsession.h"
#include "core/chat/scripttask.h"
#include "core/memory/memoryrun.h"
#include "core/memory/messagerange.h"
#include "core/model/json.h"
#include "widgets/inspector/memorypane.h"

#include <QPointer>

#include <memory>

namespace snug {

struct AppContext;

class MemoryMaking : public QObject
{
    Q_OBJECT

public:
    explicit MemoryMaking(const AppContext &app, QObject *parent = nullptr);

    bool isBusy() const { return m_phase != Phase::Idle; }
    bool isRunning() const { return isBusy() && m_phase != Phase::Deciding; } // nothing to lose yet
    // Of a scene that is in the chat; `book` is the bound lorebook as it is now. An automatic one is sent
    // without asking, unless it is over the token threshold.
    void start(const MessageRange &range, const QString &bookName, const Json &book, bool isAutomatic);
    void stop();   // what is running; what waits for the user goes on waiting
    void cancel(); // and what waits
    // What is shown to be sent; without method: nothing is.
    WireRequest shownRequest() const { return m_prepared.request.value_or(WireRequest()); }

Q_SIGNALS:
    void progressed(const QString &text); // empty: nothing is being made
    void shown();                         // there is something to look at
    void kept(const snug::MessageRange &range, const QString &bookName);
    void takenBack(const QString &bookName);

private:
    enum class Phase : quint8 { Idle, Preparing, Asking, Running, Deciding, Keeping };

    void prepare();
    void prepareWith(const ModelLink &link);
    void showPrepared(const PreparedPrompt &prepared);
    void send();
    void showArrived();
    void onOutcome(const MemoryOutcome &outcome);
    // `mayKeep`: without another look, where the settings ask for none.
    void settle(const std::expected<MemoryReply, ReplyFault> &reply, const QString &answer,
                const QString &details, bool mayKeep);
    void show(const MemoryReply &reply);
    void fail(const MemoryFailureShown &failure);
    void keep(const MemoryDraft &draft);
    void noteKept(const Json &entry);
    void undo(const Json &entry, const QString &book, const QList<ChatChange> &changes,
              const QPointer<ChatSession> &session);
    void become(Phase phase);
    void end();
    bool isChatStill() const;

    const AppContext &m_app;
    SceneContext m_context;
    Phase m_phase = Phase::Idle;
    bool m_isAutomatic = false;
    bool m_includesPrivate = false;
    MessageRange m_range;
    QString m_bookName;
    Json m_book;
    int m_profile = 0;
    int m_previous = 0;
    QPointer<ChatSession> m_session;
    Scene m_scene;
    ModelLink m_link;
    PreparedPrompt m_prepared;
    std::unique_ptr<PromptTask> m_task;
    std::unique_ptr<MemoryRun> m_run;
    std::unique_ptr<ScriptTask> m_scripts; // on the answer
    quint64 m_generation = 0;              // of what is being prepared
};

} // namespace snug
