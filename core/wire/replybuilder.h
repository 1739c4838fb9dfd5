// What a decoder has read so far, and the events that come of it.
#pragma once

#include "core/wire/streamevent.h"
#include "core/wire/thinktags.h"
#include "core/wire/wiredialect.h"

#include <QList>

#include <optional>

namespace snug {

// The end's reason for a service's word: "stop", "MAX_TOKENS", "refusal", … Nothing for words that are
// unknown.
std::optional<StopReason> stopReasonOf(QStringView word);

class ReplyBuilder
{
public:
    explicit ReplyBuilder(ThinkTagsIn tags)
        : m_tags(tags)
    {
    }

    void addText(const QString &text);
    void addReasoning(const QString &text);
    void addLogProbs(const QList<TokenLogProb> &tokens);
    void addProgress(const ProgressReport &report) { m_events.append(report); }
    void addOpaque(const OpaqueItem &item) { m_opaque.append(item); }
    void addRefusal(const QString &text) { m_end.refusal += text; }
    // UTF-16 units of text so far.
    qsizetype textSize() const { return m_textSize; }
    bool hasReasoning() const { return m_hasReasoning; }
    const QString &refusal() const { return m_end.refusal; }

    // The numbers as they stand; report() says them if they have changed since the last time.
    TokenUsage &usage() { return m_usage; }
    void report();

    // The model has ended; numbers may follow. A later word counts.
    void stop(StopReason reason, const QString &word);
    // By a service's word; an unknown one ends a reply as any other end does.
    void stop(const QString &word) { stop(stopReasonOf(word).value_or(StopReason::Stop), word); }
    std::optional<StopReason> stopped() const { return m_stop; }
    // Why it ended so, beside the reason.
    void setFault(const ServerFault &fault) { m_end.fault = fault; }
    Finished &end() { return m_end; }
    // The stream's final mark: nothing after it counts.
    void close() { m_isClosed = true; }
    bool isClosed() const { return m_isClosed; }
    // The server broke off.
    void fail(const ServerFault &fault);

    QList<StreamEvent> take() { return std::exchange(m_events, {}); }
    // All that is owed, the end last.
    void finish(StopReason reason);

private:
    ThinkTagsIn m_tags;
    ThinkTags m_think;
    QList<StreamEvent> m_events;
    QList<OpaqueItem> m_opaque;
    TokenUsage m_usage;
    TokenUsage m_reported;
    Finished m_end;
    std::optional<StopReason> m_stop;
    qsizetype m_textSize = 0;
    bool m_hasReasoning = false;
    bool m_isClosed = false;
};

} // namespace snug
