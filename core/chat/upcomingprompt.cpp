#include "core/chat/upcomingprompt.h"

#include "core/chat/repliers.h"
#include "core/chat/sharedreply.h"
#include "core/conversion/modelsizes.h"
#include "core/prompt/stages/visibility.h"
#include "core/prompt/storedtext.h"
#include "core/wire/goingback.h"

#include <chrono>

using namespace std::chrono_literals;

namespace snug {

UpcomingPrompt::UpcomingPrompt(const SessionHooks &hooks, const Conversation &conversation,
                               SpeakingOrder &speaking, QObject *parent)
    : QObject(parent)
    , m_hooks(hooks)
    , m_conversation(conversation)
    , m_speaking(speaking)
    , m_preview(hooks.assemble)
    , m_seed(hooks.seed())
{
    m_minute.setInterval(60s);
    m_minute.setTimerType(Qt::VeryCoarseTimer);
    connect(&m_minute, &QTimer::timeout, this, &UpcomingPrompt::update);
    connect(&m_speaking, &SpeakingOrder::lookedChanged, this, &UpcomingPrompt::update);
}

// The prompt may get longer than that; without a preset nothing else limits it.
static bool isLonger(const PromptInputs &inputs, int size)
{
    const int wanted = inputs.preset ? inputs.preset->contextSize : 0;
    return inputs.contextSize <= 0 && (wanted <= 0 || wanted > size);
}

PromptInputs UpcomingPrompt::inputsFor(GenerationType type, const QString &text, const QString &speaker,
                                       std::optional<qsizetype> last) const
{
    PromptInputs inputs = m_hooks.inputs();
    inputs.chat = m_conversation.chat();
    if (last && *last + 1 < inputs.chat.messages.size())
        inputs.chat.messages.resize(*last + 1);
    if (m_hooks.attachments)
        inputs.attachments = m_hooks.attachments(inputs.chat);
    inputs.type = type;
    inputs.userText = text;
    if (inputs.group)
        m_hooks.inputsForSpeaker(inputs, speaker);
    else
        fillEmptyText(inputs);
    inputs.now = m_hooks.now();
    inputs.seed = m_seed;
    if (inputs.model.isEmpty())
        inputs.model = m_link.connection.model;
    inputs.thoughtsTo = thoughtsGoTo(m_link.connection, inputs.preset ? inputs.preset->source : Json());
    if (m_link.connection.contextSize)
        inputs.contextSize = *m_link.connection.contextSize;
    else if (const std::optional<int> most = modelContext(m_link.connection);
             most && !m_link.connection.request.isCompatible && isLonger(inputs, *most))
        inputs.contextSize = *most;
    chooseReplier(inputs, inputs.chat);
    return inputs;
}

void UpcomingPrompt::update()
{
    m_snapshot = inputsFor(GenerationType::Normal, m_draft);
    m_speaking.update(m_snapshot.group,
                      m_snapshot.group ? speakersFor(m_snapshot, m_conversation.chat(), {}) : SpeakerQueue());
    if (m_snapshot.group) {
        m_hooks.inputsForSpeaker(m_snapshot, m_speaking.shown());
        m_snapshot.isAsked = !m_speaking.areComingUnasked();
        fillEmptyText(m_snapshot);
    }
    showLookedAs();
    m_snapshot.promptTemplate.repliesToo =
        sharersOf(m_snapshot, m_speaking.coming(), m_hooks.inputsForSpeaker);
    m_untouched = m_snapshot;
    if (m_hooks.adjustInputs)
        m_hooks.adjustInputs(m_snapshot);
    m_generation = m_preview.update({m_snapshot, m_link});
    m_minute.start();
    Q_EMIT changed();
}

std::optional<PreparedPrompt> UpcomingPrompt::ready() const
{
    return isReady() ? std::optional(m_preview.current()) : std::nullopt;
}

void UpcomingPrompt::setLink(const ModelLink &link)
{
    if (m_link == link)
        return;
    m_link = link;
    update();
}

void UpcomingPrompt::setDraft(const QString &text)
{
    if (m_draft == text)
        return;
    m_draft = text;
    update();
}

void UpcomingPrompt::lookAs(const QString &name)
{
    if (m_lookedAs == name)
        return;
    m_lookedAs = name;
    update();
}

// The snapshot becomes that of whom the user looks at; who really replies is kept.
void UpcomingPrompt::showLookedAs()
{
    m_replier = replierOf(m_snapshot);
    if (m_snapshot.group || !m_snapshot.scene.cast.contains(m_lookedAs) || !m_snapshot.knowledge.isEnabled)
        m_lookedAs.clear();
    if (!m_lookedAs.isEmpty())
        m_snapshot.scene.replier = m_lookedAs;
}

bool UpcomingPrompt::isAwaited() const
{
    return !m_snapshot.userText.isEmpty() && !isReady() &&
           areTextsScripted(m_snapshot, ScriptPurpose::Store, {RegexScript::Placement::UserInput});
}

QString UpcomingPrompt::typedText(const PromptInputs &inputs) const
{
    if (areTextsScripted(inputs, ScriptPurpose::Store, {RegexScript::Placement::UserInput}) && isReady())
        return m_preview.current().prompt.typedText;
    return m_hooks.substitute ? m_hooks.substitute(inputs.userText, inputs) : inputs.userText;
}

} // namespace snug
