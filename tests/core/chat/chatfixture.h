// A session with everything around it played: a scripted server, a store in memory, a clock that
// only moves when asked.
#pragma once

#include "core/chat/chatsession.h"
#include "tests/core/chat/lineprovider.h"
#include "tests/fakes/scriptedtransport.h"

#include <QHash>
#include <QTimeZone>

#include <memory>

namespace snug {

// Keeps chats in memory. Answers come from the event loop, or when the test says so.
class MemoryStore : public ChatStore
{
public:
    QHash<QString, Chat> files;
    QHash<QString, Chat> trash;
    QStringList log;              // "append Fog 3", "rewrite Fog", "discard …", "reconcile Fog"
    bool answers = true;          // false: calls wait for answer()
    QList<StoreOutcome> outcomes; // of the next calls; then all are done

    // Files that are not as the base says are merged.
    void append(const Base &base, const Chat &chat, qsizetype first, Done done) override;
    void rewrite(const Base &base, const Chat &chat, Done done) override;
    void look(const Base &base, const Chat &chat, Done done) override;
    void discard(const QString &name, Done done) override;

    // Lets everything happen that was asked for.
    void answer();
    // As another program would.
    void remove(const QString &name);

private:
    void later(std::function<std::optional<ReconciledChat>()> work, Done done);
    std::optional<ReconciledChat> reconcile(const Base &base, const Chat &mine, bool isPending);
    bool isForeign(const Base &base, const QString &name);
    QObject m_context;
    QList<std::function<void()>> m_waiting;
    QStringList m_removed;
};

struct ChatFixture
{
    LineProvider provider;
    ScriptedTransport transport;
    MemoryStore store;
    QDateTime now = QDateTime(QDate(2026, 11, 21), QTime(22, 12), QTimeZone::UTC);
    PromptInputs inputs; // what the program around the session would give
    quint64 seeds = 0;

    ChatFixture();
    ~ChatFixture(); // after the prompts under way, which use the provider
    SessionHooks hooks();
    ModelLink link();
    // "Fog": a greeting by Mira, two messages, her reply.
    Chat fog() const;
};

// "system: <time> <seed>", then the chat, hidden messages left out, then what is typed, then a hint. Only for
// sessions' sake: it tells apart what must not be mixed up.
AssembledPrompt plainAssemble(const PromptInputs &inputs, const std::stop_token &stop);

// One line a message, as a dialogue: "Mira: Come in."
QStringList dialogue(const Chat &chat);

} // namespace snug
