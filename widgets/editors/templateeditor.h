// A window in which templates are written: text, errors as one types, the messages that come of it.
//
// It shows values and says what the user wants; files, history and rendering are with whoever is connected.
#pragma once

#include "core/model/prompttemplate.h"
#include "core/prompt/assembledprompt.h"
#include "widgets/editors/documenthead.h"
#include "widgets/editors/templatetextedit.h"

#include <QSet>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QMenu;
class QTabWidget;

namespace snug {

class EditorStatus;
class PlainLabel;
class TemplatePreview;

class TemplateEditor : public QWidget
{
    Q_OBJECT

public:
    enum class Use : quint8 { Library, Character, Chat };
    struct Effect // by name; empty = nothing chosen there
    {
        QString library;
        QString character;
        QString chat;
        QString characterName; // empty: no character is open
        bool hasChat = false;
    };
    // What one can begin with, in this order.
    struct Beginning
    {
        QString name;
        QString purpose;
        PromptTemplate value;
    };

    explicit TemplateEditor(KSyntaxHighlighting::Repository *repository, QWidget *parent = nullptr);
    ~TemplateEditor() override;

    void setTheme(const Theme &theme);
    void setVariables(const QList<TemplateWord> &variables);
    void setBeginnings(const QList<Beginning> &beginnings);
    // Those of the library, and those that have no file yet; `edited` have changes that are not saved.
    void setNames(const QStringList &names, const QSet<QString> &edited);
    // The template as it is edited; without a name none is open, and what is typed begins one. `isStored`: it
    // has a file.
    void setState(const PromptTemplate &value, const DocumentState &state, bool isStored);
    void setEffect(const Effect &effect);
    // From 1; 0 = as it is.
    void showPlace(bool systemPrompt, int line);
    // Of the text that is shown.
    void setPreview(const AssembledPrompt &prompt);

    const PromptTemplate &current() const { return m_current; }
    TemplateTextEdit *text() const { return m_text; }
    TemplateTextEdit *systemPrompt() const { return m_systemPrompt; }
    TemplatePreview *preview() const { return m_preview; }
    DocumentHead *head() const { return m_head; }
    EditorStatus *status() const { return m_status; }

Q_SIGNALS:
    // See PresetEditor::edited().
    void edited(const snug::PromptTemplate &value, const QString &label, const QString &field);
    void templateChosen(const QString &name, bool systemPrompt, int line);
    void newRequested(const snug::PromptTemplate &value); // its name is what one would call it
    void renameRequested(const QString &name, const QString &to);
    void deleteRequested(const QString &name);
    void useRequested(snug::TemplateEditor::Use use, const QString &name); // empty name: none chosen there
    void sourceChosen(const snug::Source &source, qsizetype position);

private:
    void makeHead();
    QWidget *makeOptions();
    void connectFields();
    void fillUses();
    void askForName();
    void onEdited(const QString &label, const QString &field);
    void goTo(const Source &source);
    void tellResult(const QString &text, bool isProblem);
    void applyResultColour();

    Theme m_theme;
    PromptTemplate m_current;
    Effect m_effect;
    bool m_isStored = false;
    bool m_isFilling = false;
    bool m_isProblem = false; // what the result says

    DocumentHead *m_head;
    EditorStatus *m_status;
    QComboBox *m_names;
    QMenu *m_newMenu;
    QMenu *m_useMenu;
    QAction *m_rename;
    QAction *m_delete;
    QTabWidget *m_tabs;
    TemplateTextEdit *m_text;
    TemplateTextEdit *m_systemPrompt;
    QCheckBox *m_strict;
    QLineEdit *m_history;
    TemplatePreview *m_preview;
    PlainLabel *m_result; // what came of rendering it
};

} // namespace snug
