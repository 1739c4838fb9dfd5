// A window in which templates are written: text, errors as one types, the messages that come of it.
//
// It shows values and says what the user wants; reading, writing and rendering are done by whoever is
// connected.
#pragma once

#include "core/model/prompttemplate.h"
#include "core/prompt/assembledprompt.h"
#include "widgets/editors/templatetextedit.h"

#include <QHash>
#include <QWidget>

#include <functional>
#include <optional>

class QAction;
class QCheckBox;
class QComboBox;
class QLineEdit;
class QMenu;
class QPushButton;
class QTabWidget;

namespace snug {

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
    // As they are in the library. Edited ones keep their text.
    void setTemplates(const QList<PromptTemplate> &templates);
    void setEffect(const Effect &effect);
    // By name; the place too, from 1 (0 = as it is).
    void open(const QString &name, bool systemPrompt = false, int line = 0);
    // What was saved is the library's state from here on.
    void setSaved(const QString &name, const PromptTemplate &value);
    void setRenamed(const QString &from, const QString &to);
    void setRemoved(const QString &name);
    void showProblem(const QString &text);
    // A line at the bottom with one thing to do about it, until something else is done or shown there.
    void offer(const QString &text, const QString &button, const std::function<void()> &act);
    // Of the text that edited() told last.
    void setPreview(const AssembledPrompt &prompt);

    const PromptTemplate &current() const { return m_current; }
    QStringList unsaved() const; // names
    TemplateTextEdit *text() const { return m_text; }
    TemplateTextEdit *systemPrompt() const { return m_systemPrompt; }
    TemplatePreview *preview() const { return m_preview; }

Q_SIGNALS:
    void edited(const snug::PromptTemplate &value); // another one is shown, or it has changed
    void saveRequested(const snug::PromptTemplate &value);
    void createRequested(const snug::PromptTemplate &value);
    void renameRequested(const QString &name, const QString &to);
    void deleteRequested(const QString &name);
    void useRequested(snug::TemplateEditor::Use use, const QString &name); // empty name: none chosen there
    void sourceChosen(const snug::Source &source, qsizetype position);

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    QWidget *makeHead();
    QWidget *makeOptions();
    QWidget *makeOfferBar();
    void fillMore();
    void askForName();
    void renameNew(const QString &to);
    void remove();
    void offerTheirs(const QString &name);
    void withdrawOffer();
    void fillUses();
    void begin(const Beginning &beginning);
    void fill(const PromptTemplate &value);
    void take();
    void save();
    void renewNames();
    bool isEdited(const QString &name) const;
    const PromptTemplate *stored(const QString &name) const;
    void goTo(const Source &source);
    void askBeforeClosing();
    void dressStatus();

    Theme m_theme;
    QList<PromptTemplate> m_templates;
    QHash<QString, PromptTemplate> m_edited; // by name; not what is stored
    QList<Beginning> m_beginnings;
    PromptTemplate m_current;
    Effect m_effect;
    bool m_isFilling = false;
    bool m_isProblem = false; // what the status says

    QComboBox *m_names;
    QMenu *m_newMenu;
    QMenu *m_useMenu;
    QMenu *m_moreMenu;
    QPushButton *m_save;
    QTabWidget *m_tabs;
    TemplateTextEdit *m_text;
    TemplateTextEdit *m_systemPrompt;
    QCheckBox *m_strict;
    QLineEdit *m_history;
    TemplatePreview *m_preview;
    PlainLabel *m_status;
    QWidget *m_offerBar;
    PlainLabel *m_offerText;
    QPushButton *m_offerButton;
    std::function<void()> m_offered;
    QString m_offerFor; // the template that the offer is about, where it is about one
};

} // namespace snug
