// Where a template is written: colours, line numbers, the line that fails, completion.
#pragma once

#include "widgets/theme/theme.h"

#include <QPlainTextEdit>

class QCompleter;
class QStandardItemModel;

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

// A word that completion offers.
struct TemplateWord
{
    QString word;
    QString meaning; // may be empty
};

class SyntaxColours;

class TemplateTextEdit : public QPlainTextEdit
{
    Q_OBJECT

public:
    // `repository` (may be null: no colours) outlives the widget.
    explicit TemplateTextEdit(KSyntaxHighlighting::Repository *repository, QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setVariables(const QList<TemplateWord> &variables); // besides the language's own words
    // From 1; 0 = none.
    void setErrorLine(int line, const QString &message = {});
    int errorLine() const { return m_errorLine; }
    void goToLine(int line); // the cursor and the keyboard go there

    QCompleter *completer() const { return m_completer; }

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    class Numbers;
    void paintNumbers(QPaintEvent *event, QWidget *area);
    int numbersWidth() const;
    void layOutNumbers();
    void offerWords(bool isAsked);
    void insertWord(const QString &word);
    void markLines();

    Theme m_theme;
    Numbers *m_numbers;
    QCompleter *m_completer;
    QStandardItemModel *m_words;
    QList<TemplateWord> m_variables;
    SyntaxColours *m_colours = nullptr; // the document's
    int m_errorLine = 0;
    QString m_errorMessage;
};

} // namespace snug
