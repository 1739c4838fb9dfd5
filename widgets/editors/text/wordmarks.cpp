#include "widgets/editors/text/wordmarks.h"

#include "core/prompt/textedits.h"
#include "widgets/theme/theme.h"

#include <QGuiApplication>
#include <QPlainTextEdit>

namespace snug {

void markDifferences(QPlainTextEdit *left, QPlainTextEdit *right, const Theme &theme)
{
    QList<QTextEdit::ExtraSelection> removed;
    QList<QTextEdit::ExtraSelection> added;
    const auto mark = [](QPlainTextEdit *edit, qsizetype start, qsizetype length, const QColor &text,
                         const QColor &ground) {
        QTextEdit::ExtraSelection selection;
        selection.format.setBackground(ground);
        selection.format.setForeground(text);
        selection.cursor = QTextCursor(edit->document());
        selection.cursor.setPosition(int(start));
        selection.cursor.setPosition(int(start + length), QTextCursor::KeepAnchor);
        return selection;
    };
    for (const TextEdit &edit : textEdits(left->toPlainText(), right->toPlainText())) {
        if (edit.beforeLength > 0)
            removed.append(mark(left, edit.before, edit.beforeLength,
                                theme.readable(theme.removed, theme.removedGround), theme.removedGround));
        if (edit.afterLength > 0)
            added.append(mark(right, edit.after, edit.afterLength,
                              theme.readable(theme.added, theme.addedGround), theme.addedGround));
    }
    left->setExtraSelections(removed);
    right->setExtraSelections(added);
}

void markDifferences(QPlainTextEdit *left, QPlainTextEdit *right)
{
    const bool isDark = QGuiApplication::palette().color(QPalette::Base).lightness() < 128;
    markDifferences(left, right, isDark ? Theme::dark() : Theme::light());
}

} // namespace snug
