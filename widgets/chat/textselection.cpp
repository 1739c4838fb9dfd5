#include "widgets/chat/textselection.h"

#include <QAbstractTextDocumentLayout>
#include <QTextCursor>

namespace snug {

void TextSelection::begin(quint64 id, const MessageHit &hit)
{
    m_id = id;
    m_part = hit.part;
    m_anchor = m_position = hit.position;
}

void TextSelection::extend(const MessageLayout &message, const QPoint &point)
{
    const QRect part = m_part == MessagePart::Reasoning ? message.reasoning : message.body;
    QPoint inside = point - part.topLeft();
    inside.setY(std::clamp(inside.y(), 0, part.height() - 1));
    const QTextDocument &document = message.document(m_part);
    m_position = point.y() < part.top() ? 0 : document.documentLayout()->hitTest(inside, Qt::FuzzyHit);
    if (point.y() > part.bottom())
        m_position = document.characterCount() - 1;
}

void TextSelection::selectWord(quint64 id, const MessageLayout &message, const MessageHit &hit)
{
    QTextCursor cursor(&message.document(hit.part));
    cursor.setPosition(hit.position);
    cursor.select(QTextCursor::WordUnderCursor);
    m_id = id;
    m_part = hit.part;
    m_anchor = cursor.anchor();
    m_position = cursor.position();
}

} // namespace snug
