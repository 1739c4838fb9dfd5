// A question to the model whose answer is nobody's message: asked about the chat as it stands, or without it.
#pragma once

#include "core/chat/promptpreview.h"
#include "core/chat/sessionhooks.h"
#include "core/chat/slashplan.h"

#include <QObject>

#include <memory>

namespace snug {

// The prompt of a question without the chat: what is said first as system, the prompt as the user's, and how
// the answer begins. Where a text is completed, the three below each other.
Assembler rawAssembler(const SlashQuestion &question);

class QuietReply : public QObject
{
    Q_OBJECT

public:
    explicit QuietReply(Assembler assembler, QObject *parent = nullptr);

    // Once. `inputs` have the type Quiet.
    void begin(const PromptInputs &inputs, const ModelLink &link, const SessionHooks &hooks);
    // No end is told of any more.
    void stop();
    // What was asked, once it has ended.
    const PreparedPrompt &sent() const { return m_sent; }

Q_SIGNALS:
    // The text as it came.
    void ended(const snug::Result<QString> &text);

private:
    void launch(const PreparedPrompt &prepared);
    void turnEnded();

    PromptTask m_task;
    std::unique_ptr<Turn> m_turn;
    PreparedPrompt m_sent;
    ModelLink m_link;
    Clock m_clock;
    TurnLimits m_limits;
};

} // namespace snug
