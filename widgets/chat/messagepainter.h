// Draws one measured message.
#pragma once

#include "widgets/chat/messagelayout.h"

class QPainter;

namespace snug {

class Pictures;

struct MessagePaint
{
    QRect exposed;                                // relative to the message
    MessagePart hovered = MessagePart::None;      // drawn livelier
    MessagePart selectedPart = MessagePart::None; // Body or Reasoning
    int selectionStart = 0;
    int selectionEnd = 0;
    bool isInRun = false;   // of messages that something is to be done with
    bool isCurrent = false; // has the keyboard's attention
    bool hidesTime = false; // the action bar stands there
    int number = -1;        // of the message in its chat
    qreal scale = 1;
    QString searched = {}; // words that are marked wherever they stand
};

// The painter's origin is the message's top left corner.
void paintMessage(QPainter &painter, const MessageLayout &message, const MessagePaint &how,
                  Pictures &pictures);

} // namespace snug
