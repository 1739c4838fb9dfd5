// Tells a model's reasoning from its reply where a server leaves the tags in the text.
#pragma once

#include "core/wire/streamevent.h"

#include <QList>
#include <QString>

namespace snug {

// `<think>…</think>` (or `<thinking>…`) at the very start of a reply, cut anywhere. White space around
// the tags goes with them; tags further on are text. What might become a tag is held back until it
// is known.
class ThinkTags
{
public:
    QList<StreamEvent> push(QStringView text);
    // The reply is over: what was held back. Half a tag is text in a whole reply, and nothing in one
    // that was cut.
    QList<StreamEvent> end(bool isWhole);

private:
    enum class State : quint8 { Start, InReasoning, AfterReasoning, InText };

    bool takeStart();
    bool takeReasoning(QList<StreamEvent> &events);

    State m_state = State::Start;
    bool m_hasReasoning = false;
    QString m_held;
    QString m_closingTag;
};

} // namespace snug
