#include "widgets/editors/text/textinplace.h"

#include "core/model/editedtext.h"

#include <QPlainTextEdit>

#include <algorithm>

namespace snug {

void setTextInPlace(QPlainTextEdit *edit, const QString &wanted)
{
    const QString text = shownText(wanted);
    const QString before = edit->toPlainText();
    if (before == text)
        return;
    const qsizetype shorter = std::min(before.size(), text.size());
    const qsizetype start = std::ranges::mismatch(before, text).in1 - before.begin();
    qsizetype same = 0;
    while (same < shorter - start && before[before.size() - 1 - same] == text[text.size() - 1 - same])
        ++same;
    QTextCursor cursor(edit->document());
    cursor.setPosition(int(start));
    cursor.setPosition(int(before.size() - same), QTextCursor::KeepAnchor);
    cursor.insertText(text.sliced(start, text.size() - same - start));
}

} // namespace snug
