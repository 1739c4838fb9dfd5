#include "core/chat/quietreply.h"

#include "core/chat/turnfailure.h"
#include "core/prompt/messagecount.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

static AssembledPrompt rawPrompt(const SlashQuestion &question, const PromptInputs &inputs)
{
    const Source source(SourceKind::ControlQuiet, {},
                        QCoreApplication::translate("PromptSources", "quiet prompt"));
    AssembledPrompt prompt;
    int used = 0;
    TracedText whole;
    const auto add = [&](Role role, const QString &text) {
        if (text.isEmpty())
            return;
        const TracedText content(text, source);
        const int tokens = messageTokens(inputs.counter, text);
        used += tokens;
        prompt.messages.append({.role = role, .content = content, .tokens = tokens, .source = source});
        if (!whole.isEmpty())
            whole.append(TracedText::computed(u"\n"_s, source));
        whole.append(content);
    };
    add(Role::System, question.system);
    add(Role::User, question.prompt);
    add(Role::Assistant, question.prefill);
    if (inputs.textCompletion) {
        prompt.mode = PromptMode::Story;
        prompt.prompt = whole;
        prompt.messages.clear();
        if (inputs.textCompletion->preset) {
            prompt.samplers = inputs.textCompletion->preset->samplers;
            prompt.textSamplers = inputs.textCompletion->preset->textSamplers;
            prompt.maxTokens = inputs.textCompletion->preset->maxTokens;
        }
    } else if (inputs.preset) {
        prompt.samplers = inputs.preset->samplers;
        prompt.maxTokens = inputs.preset->maxTokens;
    }
    if (question.length > 0)
        prompt.maxTokens = question.length;
    prompt.stop = question.stops;
    prompt.budget = {.context = inputs.contextSize,
                     .reserved = prompt.maxTokens,
                     .used = used,
                     .kind = inputs.counter ? inputs.counter->kind() : CountKind::Estimate,
                     .counterName = inputs.counter ? inputs.counter->name() : u"estimate"_s};
    return prompt;
}

Assembler rawAssembler(const SlashQuestion &question)
{
    return [question](const PromptInputs &inputs, const std::stop_token &) {
        return rawPrompt(question, inputs);
    };
}

QuietReply::QuietReply(Assembler assembler, QObject *parent)
    : QObject(parent)
    , m_task(std::move(assembler))
{
    connect(&m_task, &PromptTask::done, this, &QuietReply::launch);
}

void QuietReply::begin(const PromptInputs &inputs, const ModelLink &link, const SessionHooks &hooks)
{
    m_link = link;
    m_clock = hooks.now;
    m_limits = hooks.limits;
    PromptInputs adjusted = inputs;
    if (hooks.adjustInputs)
        hooks.adjustInputs(adjusted);
    m_task.start({adjusted, link}, 0);
}

void QuietReply::launch(const PreparedPrompt &prepared)
{
    if (prepared.prompt.failure) {
        Q_EMIT ended(std::unexpected(prepared.prompt.failure->error));
        return;
    }
    if (!m_link.isComplete() || !prepared.request) {
        Q_EMIT ended(std::unexpected(explainMissingLink()));
        return;
    }
    m_sent = prepared;
    m_turn = std::make_unique<Turn>(m_link, *prepared.request, m_clock);
    m_turn->setSubject({.kind = TurnSubject::Kind::Chat,
                        .type = GenerationType::Quiet,
                        .prompt = std::make_shared<const AssembledPrompt>(prepared.prompt)});
    m_turn->setLimits(m_limits);
    connect(m_turn.get(), &Turn::ended, this, &QuietReply::turnEnded);
    m_turn->start();
}

void QuietReply::turnEnded()
{
    const TurnState &state = m_turn->state();
    if (state.phase == TurnState::Phase::Failed)
        Q_EMIT ended(std::unexpected(state.error));
    else
        Q_EMIT ended(state.text);
}

void QuietReply::stop()
{
    m_task.cancel();
    if (m_turn) {
        m_turn->disconnect(this);
        m_turn->stop();
    }
}

} // namespace snug
