#include "core/wire/replybuilder.h"

#include "core/wire/statuswords.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace snug {

std::optional<StopReason> stopReasonOf(QStringView word)
{
    using enum StopReason;
    static const QHash<QString, StopReason> reasons{
        {u"stop"_s, Stop}, // OpenAI's shape, Ollama
        {u"end_turn"_s, Stop},
        {u"stop_sequence"_s, Stop},
        {u"STOP"_s, Stop}, // Gemini
        {u"COMPLETE"_s, Stop},
        {u"STOP_SEQUENCE"_s, Stop}, // Cohere
        {u"eos"_s, Stop},
        {u"word"_s, Stop}, // llama-server, Together
        {u"eos_token"_s, Stop},
        {u"length"_s, Length},
        {u"max_tokens"_s, Length},
        {u"MAX_TOKENS"_s, Length},
        {u"limit"_s, Length},
        {u"model_length"_s, Length}, // Mistral
        {u"max_output_tokens"_s, Length},
        {u"model_context_window_exceeded"_s, Length},
        {u"content_filter"_s, ContentFilter},
        {u"safety"_s, ContentFilter},
        {u"refusal"_s, ContentFilter}, // Anthropic
        {u"SAFETY"_s, ContentFilter},
        {u"RECITATION"_s, ContentFilter},
        {u"PROHIBITED_CONTENT"_s, ContentFilter},
        {u"BLOCKLIST"_s, ContentFilter},
        {u"SPII"_s, ContentFilter},
        {u"LANGUAGE"_s, ContentFilter},
        {u"IMAGE_SAFETY"_s, ContentFilter},
        {u"IMAGE_PROHIBITED_CONTENT"_s, ContentFilter},
        {u"IMAGE_RECITATION"_s, ContentFilter},
        {u"MODEL_ARMOR"_s, ContentFilter}, // Vertex
        {u"sensitive"_s, ContentFilter},   // Z.AI
        {u"ERROR_TOXIC"_s, ContentFilter}, // Cohere
        {u"error"_s, Error},
        {u"ERROR"_s, Error},
        {u"ERROR_LIMIT"_s, Error},
        {u"TIMEOUT"_s, Error},
        {u"OTHER"_s, Error},
        {u"IMAGE_OTHER"_s, Error},
        {u"MALFORMED_FUNCTION_CALL"_s, Error},
        {u"insufficient_system_resource"_s, Error}, // DeepSeek
        {u"network_error"_s, Error},                // Z.AI
        {u"abort"_s, Cut},                          // vLLM: somebody else ended it
        {u"pause_turn"_s, Pause},
        {u"tool_use"_s, Tool},
        {u"tool_calls"_s, Tool},
        {u"function_call"_s, Tool}, // OpenAI's before tools
        {u"TOOL_CALL"_s, Tool},
        {u"UNEXPECTED_TOOL_CALL"_s, Tool},
        {u"load"_s, Loaded}, // Ollama
        {u"unload"_s, Loaded},
    };
    const auto found = reasons.constFind(word.toString());
    return found == reasons.constEnd() ? std::nullopt : std::optional(*found);
}

void ReplyBuilder::addText(const QString &text)
{
    if (text.isEmpty())
        return;
    if (m_tags == ThinkTagsIn::Keep) {
        m_textSize += text.size();
        m_events.append(TextDelta{text});
        return;
    }
    for (const StreamEvent &event : m_think.push(text)) {
        if (const auto *delta = std::get_if<TextDelta>(&event))
            m_textSize += delta->text.size();
        m_events.append(event);
    }
}

void ReplyBuilder::addReasoning(const QString &text)
{
    if (text.isEmpty())
        return;
    m_hasReasoning = true;
    m_events.append(ReasoningDelta{text});
}

void ReplyBuilder::addLogProbs(const QList<TokenLogProb> &tokens)
{
    if (!tokens.isEmpty())
        m_events.append(LogProbsDelta{tokens});
}

void ReplyBuilder::report()
{
    if (m_usage == m_reported)
        return;
    m_reported = m_usage;
    m_events.append(UsageReport{m_usage});
}

void ReplyBuilder::stop(StopReason reason, const QString &word)
{
    m_stop = reason;
    m_end.word = word;
    if (reason == StopReason::ContentFilter && !m_end.fault)
        m_end.fault = ServerFault{.kind = FaultKind::Content};
}

void ReplyBuilder::fail(const ServerFault &fault)
{
    m_end.fault = fault;
    m_stop = StopReason::Error;
    close();
}

void ReplyBuilder::finish(StopReason reason)
{
    m_events += m_think.end(reason != StopReason::Cut);
    if (!m_opaque.isEmpty())
        m_events.append(OpaqueReport{std::exchange(m_opaque, {})});
    m_end.reason = reason;
    if (reason == StopReason::Error && m_end.error.what.isEmpty()) {
        if (!m_end.fault)
            m_end.fault = ServerFault{};
        m_end.error = explainStreamFault(*m_end.fault);
    }
    m_events.append(m_end);
}

} // namespace snug
