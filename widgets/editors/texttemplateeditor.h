// The window in which the templates and samplers of text completions are written: fields at the left, the raw
// text that the open chat gives with them at the right.
//
// It shows values and says what the user wants; reading, saving, history and assembling are done by whoever
// is connected.
#pragma once

#include "core/prompt/tracedtext.h"
#include "widgets/editors/texttemplateform.h"

#include <QWidget>

#include <array>

class QAction;
class QComboBox;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace snug {

class DocumentHead;
class EditorStatus;
class FindingsBar;
class PlainLabel;
class Source;
class TemplatePreview;
struct DocumentState;

class TextTemplateEditor : public QWidget
{
    Q_OBJECT

public:
    enum class Kind : quint8 { Context, Instruct, SystemPrompt, Samplers };
    static constexpr int KindCount = 4;
    // What can be asked for by button, menu or key.
    enum class Wish : quint8 { New, Duplicate, Rename, Delete, Import, Export, Use };

    TextTemplateEditor(const std::array<QList<TextTemplateForm::Field>, KindCount> &fields,
                       KSyntaxHighlighting::Repository *repository, QWidget *parent = nullptr);

    void setTheme(const Theme &theme);
    void setMacros(const QList<MacroWord> &macros);
    void setKind(Kind kind);
    Kind kind() const;
    // Of this kind, with the one that is open and the one that is in effect (empty: none).
    void setNames(const QStringList &names, const QString &open, const QString &inEffect);
    QString openName() const;
    // False: there is none that could keep what is done.
    void setUsable(bool usable);
    void setState(const DocumentState &state);
    void setPreview(const TracedText &text, const QString &summary);
    void clearPreview(const QString &why);
    // What is doubtful in the template that is shown; `where` is a field's key.
    void setFindings(const QList<LintFinding> &findings);
    void clearFindings();

    TextTemplateForm *form() const; // of the kind that is shown
    TemplatePreview *preview() const { return m_preview; }
    EditorStatus *status() const { return m_status; }
    FindingsBar *findings() const { return m_findings; }
    DocumentHead *head() const { return m_head; }
    QAction *action(Wish wish) const { return m_actions[size_t(wish)]; }

Q_SIGNALS:
    void kindChosen(snug::TextTemplateEditor::Kind kind);
    void nameChosen(const QString &name);
    void edited(int id, const QVariant &value); // of the kind that is shown
    void wished(snug::TextTemplateEditor::Wish wish);
    void renamed(const QString &to); // after the user was asked for the name
    void macroValueRequested(const QString &macro);
    void sourceChosen(const snug::Source &source, qsizetype position);

private:
    void makeHead();
    void makeActions();
    void askForName();
    void nameActions();
    const TextTemplateForm::Field *fieldOf(const LintFinding &finding) const;
    void go(const LintFinding &finding);

    Theme m_theme;
    std::array<QList<TextTemplateForm::Field>, KindCount> m_fields;
    std::array<QAction *, 7> m_actions{};
    DocumentHead *m_head;
    QTabBar *m_kinds;
    QComboBox *m_names;
    QToolButton *m_use;
    QStackedWidget *m_forms;
    PlainLabel *m_summary;
    TemplatePreview *m_preview;
    EditorStatus *m_status;
    FindingsBar *m_findings;
};

} // namespace snug
