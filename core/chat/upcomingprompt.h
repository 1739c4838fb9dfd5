// What would be sent if the user sent now: the inputs as they are, with what stands in the composer, and the
// prompt that is assembled of them in the background.
#pragma once

#include "core/chat/conversation.h"
#include "core/chat/sessionhooks.h"
#include "core/chat/speakingorder.h"

#include <QObject>
#include <QTimer>

namespace snug {

class UpcomingPrompt : public QObject
{
    Q_OBJECT

public:
    // All three outlive this; `hooks` has clock, seeds and inputsForSpeaker.
    UpcomingPrompt(const SessionHooks &hooks, const Conversation &conversation, SpeakingOrder &speaking,
                   QObject *parent = nullptr);

    PromptPreview &preview() { return m_preview; }
    // What the newest preview is, or will be, made from.
    const PromptInputs &snapshot() const { return m_snapshot; }
    // The same before SessionHooks::adjustInputs.
    const PromptInputs &untouched() const { return m_untouched; }
    // Of the snapshot, where it is ready.
    std::optional<PreparedPrompt> ready() const;

    const ModelLink &link() const { return m_link; }
    void setLink(const ModelLink &link);
    const QString &draft() const { return m_draft; }
    void setDraft(const QString &text);
    // Where an update follows anyway.
    void putDraft(const QString &text) { m_draft = text; }

    // Whose prompt is shown, in a scene on one card; empty = who replies. In groups: SpeakingOrder::look().
    void lookAs(const QString &name);
    void lookAway() { m_lookedAs.clear(); } // where an update follows anyway
    const QString &lookedAs() const { return m_lookedAs; }
    const QString &replier() const { return m_replier; } // to what stands in the composer

    // The inputs for another reply, as things are now; of the chat as far as `last`, if that is given.
    PromptInputs inputsFor(GenerationType type, const QString &text, const QString &speaker = {},
                           std::optional<qsizetype> last = {}) const;
    // What is random falls anew from here on.
    void reseed() { m_seed = m_hooks.seed(); }
    // Something has changed that it is made from.
    void update();

    // What is typed is stored as the prompt has it; true: there is no such prompt yet, and must be.
    bool isAwaited() const;
    QString typedText(const PromptInputs &inputs) const;

Q_SIGNALS:
    void changed();

private:
    bool isReady() const { return m_preview.current().generation == m_generation; }
    void showLookedAs();

    const SessionHooks &m_hooks;
    const Conversation &m_conversation;
    SpeakingOrder &m_speaking;
    PromptPreview m_preview;
    ModelLink m_link;
    QString m_draft;
    QString m_lookedAs;
    QString m_replier;
    PromptInputs m_snapshot; // of the newest preview
    PromptInputs m_untouched;
    quint64 m_generation = 0; // of the newest preview
    quint64 m_seed = 0;
    QTimer m_minute; // {{time}} goes on while nobody types
};

} // namespace snug
