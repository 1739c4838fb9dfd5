// Words marked in one message, to be copied.
#pragma once

#include "widgets/chat/messagelayout.h"

#include <algorithm>

namespace snug {

class TextSelection
{
public:
    bool isEmpty() const { return m_part == MessagePart::None || m_anchor == m_position; }
    void clear() { *this = {}; }

    // At a place of a text; empty until it is drawn on.
    void begin(quint64 id, const MessageHit &hit);
    // To a point relative to the message, which may lie beside its text.
    void extend(const MessageLayout &message, const QPoint &point);
    void selectWord(quint64 id, const MessageLayout &message, const MessageHit &hit);

    quint64 id() const { return m_id; } // of the message; 0 = none
    MessagePart part() const { return m_part; }
    int start() const { return std::min(m_anchor, m_position); }
    int end() const { return std::max(m_anchor, m_position); }

private:
    quint64 m_id = 0;
    MessagePart m_part = MessagePart::None;
    int m_anchor = 0;
    int m_position = 0;
};

} // namespace snug
