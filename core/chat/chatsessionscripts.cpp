// Regex scripts that change what is stored: on what is typed, on a reply when it is complete, and on
// edits. None of it runs on the window's thread.

#include "core/chat/chatsession.h"
#include "core/chat/sentenceend.h"

namespace snug {

static RegexScript::Placement placementOf(const Message &message)
{
    return message.isUser ? RegexScript::Placement::UserInput : RegexScript::Placement::AiOutput;
}

// What is typed is stored as the prompt has it; so there must be a prompt.
bool ChatSession::mustWaitForScripts() const
{
    return !m_snapshot.userText.isEmpty() && m_preview.current().generation != m_snapshotGeneration &&
           areTextsScripted(m_snapshot, ScriptPurpose::Store, {RegexScript::Placement::UserInput});
}

bool ChatSession::sendWhenReady(std::function<void()> send)
{
    m_whenReady = std::move(send);
    ReplyState preparing;
    preparing.phase = ReplyState::Phase::Preparing;
    showReply(preparing);
    return true;
}

void ChatSession::sendIfReady()
{
    if (!m_whenReady || m_preview.current().generation != m_snapshotGeneration)
        return;
    const std::function<void()> send = std::exchange(m_whenReady, nullptr);
    showReply({});
    send();
    setDraft(std::exchange(m_nextDraft, QString()));
}

// It goes back to where it was written.
void ChatSession::takeBackWaiting()
{
    m_whenReady = nullptr;
    const QString written = std::exchange(m_nextDraft, QString());
    const QString text = written.isEmpty() ? m_draft : QString(m_draft + u'\n' + written);
    showReply({});
    setDraft(text);
    Q_EMIT draftOffered(text);
}

QString ChatSession::typedText(const PromptInputs &inputs) const
{
    if (areTextsScripted(inputs, ScriptPurpose::Store, {RegexScript::Placement::UserInput}) &&
        m_preview.current().generation == m_snapshotGeneration)
        return m_preview.current().prompt.typedText;
    return m_hooks.substitute ? m_hooks.substitute(inputs.userText, inputs) : inputs.userText;
}

// True: scripts are at work on the reply that has come; turnEnded() is called again after them.
bool ChatSession::isReplyBeingScripted()
{
    const TurnState turn = m_turn->state();
    if (m_stored || !m_sent || !m_plan.isWorthKeeping(turn))
        return false;
    QList<PlainScriptedText> texts;
    if (m_plan.placement == ReplyPlan::Placement::Draft) {
        texts.append({.text = turn.text, .placement = RegexScript::Placement::UserInput});
    } else {
        Reply reply = replyOf(turn, m_sentThrough.connection);
        if (m_plan.placement == ReplyPlan::Placement::Continue) // only what is new is trimmed
            reply.text = finishedReply(reply.text, turn, m_sent->inputs);
        const Message message = m_plan.message(reply);
        texts.append({.text = message.text});
        texts.append({.text = message.reasoning(), .placement = RegexScript::Placement::Reasoning});
    }
    QList<RegexScript::Placement> placements;
    for (const PlainScriptedText &text : std::as_const(texts))
        placements.append(text.placement);
    if (!areTextsScripted(m_sent->inputs, ScriptPurpose::Store, placements))
        return false;
    m_storing = std::make_unique<ScriptTask>(ScriptJob{texts, ScriptPurpose::Store, m_sent->inputs});
    connect(m_storing.get(), &ScriptTask::done, this, [this](const ScriptedTexts &stored) {
        m_storing.release()->deleteLater();
        m_stored = stored;
        if (m_plan.placement != ReplyPlan::Placement::Continue && !m_stored->texts.isEmpty())
            m_stored->texts[0] = finishedReply(m_stored->texts[0], m_turn->state(), m_sent->inputs);
        turnEnded();
        if (!stored.warnings.isEmpty())
            Q_EMIT warned(stored.warnings);
    });
    return true;
}

// The reply stays as it came.
void ChatSession::stopScripts()
{
    m_storing.reset();
    m_stored = ScriptedTexts();
    turnEnded();
}

QString ChatSession::storedDraft(const QString &text) const
{
    if (m_stored)
        return m_stored->texts.value(0, text);
    return m_sent ? finishedReply(text, m_turn->state(), m_sent->inputs) : text;
}

Message ChatSession::storedMessage(Message message) const
{
    if (!m_stored || m_stored->texts.size() < 2)
        return message;
    const QString &text = m_stored->texts.at(0);
    const QString &reasoning = m_stored->texts.at(1);
    if (message.text == text && message.reasoning() == reasoning)
        return message;
    message.text = text;
    if (!message.swipes.isEmpty())
        message.swipes[message.activeSwipe].text = text;
    if (message.reasoning() != reasoning)
        message.extra.set(QStringLiteral("reasoning"), reasoning);
    dropReasoningSignature(message); // it was put over other text
    mirrorIntoActiveSwipe(message);
    return message;
}

// Runs the scripts that want to see edits, then `perform` with what they made of the text.
bool ChatSession::editScripted(qsizetype row, const QString &text, RegexScript::Placement placement,
                               const std::function<bool(qsizetype row, const QString &text)> &performEdit)
{
    const PromptInputs inputs = inputsFor(GenerationType::Normal, {});
    if (row < 0 || row >= m_conversation.size() ||
        !areTextsScripted(inputs, ScriptPurpose::StoreEdited, {placement}))
        return performEdit(row, text);
    const ScriptJob job{{{.text = text, .placement = placement}}, ScriptPurpose::StoreEdited, inputs};
    auto *task = new ScriptTask(job, this);
    connect(task, &ScriptTask::done, this,
            [this, task, performEdit, id = m_conversation.idAt(row)](const ScriptedTexts &edited) {
                task->deleteLater();
                for (qsizetype current = 0; current < m_conversation.size(); ++current) {
                    if (m_conversation.idAt(current) != id)
                        continue;
                    makeRoom(current, false);
                    performEdit(current, edited.texts.first());
                    break;
                }
                if (!edited.warnings.isEmpty())
                    Q_EMIT warned(edited.warnings);
            });
    return true;
}

bool ChatSession::edit(qsizetype row, const QString &text)
{
    makeRoom(row, false);
    const RegexScript::Placement placement = placementOf(chat().messages.value(row));
    return editScripted(row, text, placement, [this](qsizetype at, const QString &edited) {
        return perform({UndoAction::Edit, 1, {editedText(at, edited)}});
    });
}

bool ChatSession::editReasoning(qsizetype row, const QString &reasoning)
{
    makeRoom(row, false);
    return editScripted(
        row, reasoning, RegexScript::Placement::Reasoning, [this](qsizetype at, const QString &edited) {
            return perform({UndoAction::EditReasoning, 1, {snug::editReasoning(chat(), at, edited)}});
        });
}

} // namespace snug
