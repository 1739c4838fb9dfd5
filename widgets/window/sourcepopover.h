// A piece of the prompt where it is written: over the prompt, beside the click, to be read and edited in
// place.
//
// Keys: Ctrl+Enter saves, Esc discards, Ctrl+Z and Ctrl+Shift+Z take back and do again.
#pragma once

#include "core/macros/macrowords.h"
#include "widgets/theme/theme.h"

#include <QFrame>

class QPushButton;
class QToolButton;

namespace KSyntaxHighlighting {
class Repository;
}

namespace snug {

class ElidedLabel;
class MacroTextEdit;
class PlainLabel;

// Shows what it is given and says what the user wants; the text is saved by somebody else.
class SourcePopover : public QFrame
{
    Q_OBJECT

public:
    // `repository` outlives it.
    explicit SourcePopover(KSyntaxHighlighting::Repository *repository);

    void setTheme(const Theme &theme);
    void setMacros(const QList<MacroWord> &macros);
    enum class Owner : quint8 {
        Document, // the prompt follows what is written, the Studio has the whole of it
        Chat,     // what is written counts once it is saved
    };
    // In this window, near this place of the screen, within its edges.
    void showIn(QWidget *window, const QPoint &globalPosition, const QString &title, const QString &text,
                Owner owner = Owner::Document);
    void setText(const QString &text); // the caret stays
    // With changes that are not saved it stays until it is told what becomes of them.
    void setEdited(bool isEdited);
    void setProblem(const QString &problem);

    MacroTextEdit *text() const { return m_text; }
    QPushButton *saveButton() const { return m_save; }
    QToolButton *studioButton() const { return m_studio; }

Q_SIGNALS:
    void textEdited(const QString &text);
    void saveRequested();
    void discardRequested(); // and it goes
    void studioRequested();  // or where it stands in the chat
    void undoRequested();
    void redoRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showHint();

    ElidedLabel *m_title;
    QToolButton *m_studio;
    MacroTextEdit *m_text;
    PlainLabel *m_hint;
    QPushButton *m_save;
    Theme m_theme;
    Owner m_owner = Owner::Document;
    bool m_isEdited = false;
    bool m_isFilling = false;
};

} // namespace snug
