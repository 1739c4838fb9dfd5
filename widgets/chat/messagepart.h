// The parts of a message on screen that one can point at.
#pragma once

#include <QRect>
#include <QString>

namespace snug {

enum class MessagePart : quint8 {
    None,
    Picture,
    Time,
    Knowers,
    Body,
    ReasoningLine,
    Reasoning,
    SwipeBack,
    SwipeNext,
    SwipeCount,
    Retry,
    Details,
    EarlierText,
    LaterText,
    EarlierReasoning,
    LaterReasoning,
};

// The line above and below a part of a long text: where one is, and ways to the parts beside it. The ways
// are null where there is none.
struct PartLine
{
    QString text;
    QRect place;
    QRect earlier;
    QRect later;
    MessagePart earlierPart = MessagePart::None;
    MessagePart laterPart = MessagePart::None;
};

} // namespace snug
