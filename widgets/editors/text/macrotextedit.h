// Where text with macros is written: colours, completion of macros, and on hover what one stands for now.
//
// Taking back is left to the window, whose history is the document's: the text has none of its own.
#pragma once

#include "core/lint/lintfinding.h"
#include "core/macros/macrowords.h"
#include "widgets/theme/theme.h"

#include <QPlainTextEdit>

class QCompleter;
class QStandardItemModel;

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

class SyntaxColours;

class MacroTextEdit : public QPlainTextEdit
{
    Q_OBJECT

public:
    // `repository` (may be null: no colours) outlives the widget.
    explicit MacroTextEdit(KSyntaxHighlighting::Repository *repository, QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setMacros(const QList<MacroWord> &macros);
    // Stories are written in the font one reads; otherwise in the fixed one.
    void setProse(bool isProse);
    // See setTextInPlace().
    void setTextKeepingPlace(const QString &text);
    // Selects it and takes the keyboard.
    void reveal(qsizetype start, qsizetype length);
    // Found places, faintly.
    void setMarks(const QList<std::pair<qsizetype, qsizetype>> &marks);
    // Doubtful places of this text; said on hover too.
    void setFindings(const QList<LintFinding> &findings);
    // The answer to macroValueRequested(), shown if the pointer still rests on that macro.
    void showMacroValue(const QString &macro, const QString &value);

    QCompleter *completer() const { return m_completer; }

Q_SIGNALS:
    // What does this text ("{{lastMessage}}") stand for at the moment?
    void macroValueRequested(const QString &macro);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    void showMarks();
    void offerMacros(bool isAsked);
    void insertMacro(const QString &text);
    void hover(const QPoint &place, const QPoint &globalPlace);
    QString tipFor(const QString &macro, const QString &value) const;

    Theme m_theme;
    bool m_isProse = false;
    QList<MacroWord> m_macros;
    QCompleter *m_completer;
    QStandardItemModel *m_words;
    SyntaxColours *m_colours = nullptr;
    QList<std::pair<qsizetype, qsizetype>> m_marks;
    QList<LintFinding> m_findings;
    QString m_hovered;
    QString m_doubts; // where the pointer rests
    QPoint m_hoveredAt;
};

// The whole "{{…}}" around a position, inner ones first; empty if there is none.
QString macroAt(const QString &text, qsizetype position);

} // namespace snug
