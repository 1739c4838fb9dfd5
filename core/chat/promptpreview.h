// Assembling prompts off the GUI thread: one at a time for a reply, or live for the inspector.
#pragma once

#include "core/chat/turn.h"
#include "core/prompt/assemble.h"
#include "core/prompt/unsentnewest.h"

#include <QFutureWatcher>
#include <QObject>

#include <functional>
#include <optional>
#include <stop_token>

namespace snug {

// assemble(), or what a test puts in its place.
using Assembler = std::function<AssembledPrompt(const PromptInputs &, const std::stop_token &)>;

struct PromptRequest
{
    PromptInputs inputs;
    ModelLink link;
};

// What would go out, or went out: the prompt with its sources and the very bytes.
struct PreparedPrompt
{
    quint64 generation = 0; // grows; of two, the larger one is about newer inputs
    PromptInputs inputs;
    AssembledPrompt prompt;
    OutboundPrompt outbound; // the messages as they really go; empty without a request, and of texts
    QStringList leftOut;     // what the service does not take, a short line each
    std::optional<UnsentNewest> unsent; // what the user said last has no room
    std::optional<WireRequest> request; // nothing: there is no connection, or AssembledPrompt::failure
};

// The one way from inputs to bytes.
PreparedPrompt preparePrompt(const PromptRequest &request, const Assembler &assembler,
                             const std::stop_token &stop = {});

// One assembly on a thread of the pool.
class PromptTask : public QObject
{
    Q_OBJECT

public:
    explicit PromptTask(Assembler assembler, QObject *parent = nullptr);
    ~PromptTask() override; // stops what runs; does not wait

    // Only when idle.
    void start(const PromptRequest &request, quint64 generation);
    // Asks the work to end early; done() does not come any more, idle() does.
    void cancel();
    bool isRunning() const { return m_isRunning; }

Q_SIGNALS:
    void done(const snug::PreparedPrompt &prepared);
    // After done(), or after a cancelled run has really ended.
    void idle();

private:
    void finish();

    Assembler m_assembler;
    QFutureWatcher<PreparedPrompt> m_watcher;
    std::stop_source m_stop;
    bool m_isRunning = false;
};

// Follows the inputs: each update makes the former one stale, the newest one always wins.
class PromptPreview : public QObject
{
    Q_OBJECT

public:
    explicit PromptPreview(Assembler assembler, QObject *parent = nullptr);

    // Returns at once; the number is the generation that ready() will carry, unless a newer update
    // overtakes it.
    quint64 update(const PromptRequest &request);

    // The newest that is ready; generation 0 = none yet.
    const PreparedPrompt &current() const { return m_current; }
    // `current` is not about the newest inputs.
    bool isBusy() const { return m_current.generation != m_wanted; }

Q_SIGNALS:
    void ready(const snug::PreparedPrompt &prepared);
    // true: from now on what was shown is stale (dim it if this lasts). false: ready() came.
    void busyChanged(bool busy);

private:
    void onPrepared(const PreparedPrompt &prepared);
    void startNext();

    PromptTask m_task;
    std::optional<PromptRequest> m_next;
    PreparedPrompt m_current;
    quint64 m_wanted = 0;
};

} // namespace snug
