// A message's text as a QTextDocument: CommonMark with tables and strike-through (md4c), with single
// newlines kept, HTML inert (shown as text), links shown and images never loaded (shown as their text),
// speech in the accent colour and *action* in dimmer italics.
#pragma once

#include "widgets/chat/textstyle.h"

#include <QString>

class QTextDocument;

namespace snug {

class CodeColours;

// Properties of a block that the painter draws (see messagepainter.h).
enum MarkdownProperty {
    CodeBlockProperty = 0x100000 + 0x51, // int > 0: the same number for all lines of one code block
    QuoteDepthProperty,                  // int > 0
    RuleProperty,                        // true: a horizontal rule
    MarkerProperty,                      // QString: the mark before a list item, "•" or "3."
};

// Appends `markdown` to the document's end (or fills an empty document). `unfinished`: more may follow,
// so speech without its closing mark is speech already. `colours` may be null.
// Text above 200,000 characters is set plainly, without markup: laying it out stays bearable.
void appendMarkdown(QTextDocument &document, const QString &markdown, const TextStyle &style,
                    CodeColours *colours, bool unfinished = false);

// The words between two text positions, list marks included, lines ending in \n.
QString plainText(const QTextDocument &document, int from, int to);

// What a reader sees where the link stands at this text position: its words, with what touches them.
QString linkWords(const QTextDocument &document, int position, const QString &link);

// How much of a growing text will not change its look any more: up to the last blank line outside a
// fence and outside a list or quote. UTF-16 units; the rest is what has to be set again.
qsizetype settledLength(QStringView markdown);

// The line, with its end, of the fence that is still open at the end of a text; empty: none is.
QString openFence(QStringView markdown);

// A document that follows a growing text and sets only its unsettled tail again, also when the text ends.
class GrowingMarkdown
{
public:
    // The document must outlive this and must not be changed by others.
    explicit GrowingMarkdown(QTextDocument &document)
        : m_document(document)
    {
    }

    // Before this position of the document nothing was changed.
    int setText(const QString &markdown, const TextStyle &style, CodeColours *colours, bool unfinished);

private:
    QTextDocument &m_document;
    TextStyle m_style;
    QString m_settled; // what stands in the document up to m_settledBlocks
    int m_settledBlocks = 0;
};

} // namespace snug
