// Slash commands at work on an open chat: one after the other, each with what the former one gave, waiting
// where one asks the model.
#pragma once

#include "core/chat/quietreply.h"
#include "core/chat/scripttask.h"
#include "core/chat/slashplan.h"

#include <QObject>

#include <memory>

namespace snug {

class ChatSession;

// What the program around the chat does for them.
struct SlashHooks
{
    // Who is there, and macros; the session's inputs are added. Asked anew for each command.
    std::function<SlashContext()> context;
    std::function<void(const QString &avatar)> choosePersona;
    std::function<void(const SlashOpen &which)> open; // the session may end with it, later
    std::function<void(const QString &file, std::function<void(const Result<Card> &)> then)> loadCard;
    std::function<void(const SlashGlobals &values)> setGlobals;
};

class SlashRunner : public QObject
{
    Q_OBJECT

public:
    // `session` outlives this.
    SlashRunner(ChatSession &session, SlashHooks hooks, QObject *parent = nullptr);

    // An error: nothing was done. What a later one of several cannot do is told by refused().
    Result<void> run(const QString &text);
    // A command waits for an answer, or for scripts.
    bool isBusy() const { return m_waits; }
    // What waits is given up, and what comes after it.
    void stop();

Q_SIGNALS:
    void said(const snug::SlashNotice &notice);
    // What a question to the model brought, where no other command takes it.
    void answered(const QString &text);
    // `rest`: the command, and what would have come after it, as it was written; empty = nothing is left to
    // do.
    void refused(const snug::Error &error, const QString &rest);
    void busyChanged();

private:
    SlashContext context() const;
    void next();
    void prepare(const SlashCall &call);
    void script(const SlashCall &call, const QList<RegexScript::Placement> &placements);
    // What scripts of that kind make of the text, at once or later; warnings are said.
    void runScripts(const PlainScriptedText &text, const PromptInputs &inputs,
                    std::function<void(const QString &text)> then);
    void perform(const SlashCall &call);
    Result<SlashPlan> check(const SlashCall &call) const;
    void carryOut(const SlashRequest &request);
    void reply(const SlashReply &wish);
    void ask(const SlashAsk &wish);
    void question(const SlashQuestion &wish);
    void clean(const SlashQuestion &wish, const QString &answer);
    void give(const SlashQuestion &wish, const QString &answer);
    void waitForReply(bool isBegun);
    void sessionMoved();
    void refuse(const Error &error);
    void setWaits(bool waits);

    ChatSession &m_session;
    SlashHooks m_hooks;
    QList<SlashCall> m_calls; // still to do
    SlashCall m_current;      // as it was written
    QString m_pipe;
    bool m_waits = false;
    bool m_awaitsReply = false;
    QStringList m_once; // injected texts that go after the next reply
    std::unique_ptr<ScriptTask> m_scripts;
    std::unique_ptr<QuietReply> m_question;
};

} // namespace snug
