#include "widgets/chat/writtenheight.h"

#include <QAbstractTextDocumentLayout>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QTextLayout>

#include <cmath>

namespace snug {

// A QPlainTextEdit begins to scroll unless its view is more than the lines and two margins.
static int roomAround(const QPlainTextEdit &field)
{
    return int(std::ceil(2 * field.document()->documentMargin())) + 2 + 2 * field.frameWidth();
}

int heightOfText(const QPlainTextEdit &field, int enough)
{
    const QTextDocument *document = field.document();
    qreal height = 0;
    for (QTextBlock block = document->begin(); block.isValid() && height <= enough; block = block.next())
        height += document->documentLayout()->blockBoundingRect(block).height();
    // The last block brings its margin along.
    return int(std::ceil(height - document->documentMargin())) + roomAround(field);
}

int heightOfLines(const QPlainTextEdit &field, int lines)
{
    const QTextBlock first = field.document()->begin();
    field.document()->documentLayout()->blockBoundingRect(first); // which lays it out
    const qreal line = first.layout()->lineCount() > 0 ? first.layout()->lineAt(0).height()
                                                       : qreal(field.fontMetrics().lineSpacing());
    return int(std::ceil(line * lines)) + roomAround(field);
}

} // namespace snug
