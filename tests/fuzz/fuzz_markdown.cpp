// A message's text as a document, set at once and as it grows: the same words, none invented, no image, no
// address that stands in no link.
#include "core/formats/jsontext.h"
#include "tests/fuzz/fuzzing.h"
#include "widgets/chat/markdown.h"
#include "widgets/chat/speech.h"

#include <QTextBlock>
#include <QTextDocument>

using namespace Qt::StringLiterals;
using namespace snug;

static QString wordsOf(const QTextDocument &document)
{
    return plainText(document, 0, document.characterCount());
}

// The first byte says where the text is cut while it grows.
FUZZ_TARGET(markdown)
{
    if (bytes.isEmpty())
        return;
    const QString text = QString::fromUtf8(bytes.sliced(1));
    const TextStyle style;
    QTextDocument document;
    document.setUndoRedoEnabled(false);
    appendMarkdown(document, text, style, nullptr);
    const QString words = wordsOf(document);
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            promise(!part.fragment().charFormat().isImageFormat());
            promise(!part.fragment().charFormat().isAnchor() ||
                    !part.fragment().charFormat().anchorHref().isEmpty());
        }
        qsizetype end = 0;
        for (const SpeechRange &range : speechRanges(block.text(), true)) {
            promise(range.start >= end && range.length > 0);
            end = range.start + range.length;
            promise(end <= block.text().size());
        }
    }
    promise(settledLength(text) <= text.size());

    QTextDocument growing;
    GrowingMarkdown growth(growing);
    const qsizetype cut = text.size() * uchar(bytes[0]) / 256;
    growth.setText(text.first(cut), style, nullptr, true);
    growth.setText(text, style, nullptr, true);
    growth.setText(text, style, nullptr, false);
    promise(wordsOf(growing) == words);
}
