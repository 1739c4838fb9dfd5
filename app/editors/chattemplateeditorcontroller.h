// The window in which templates are written: opened on demand, fed with the library's templates and the open
// chat, its preview assembled off the GUI thread like every prompt.
#pragma once

#include "app/editors/editorcontroller.h"
#include "core/chat/promptpreview.h"
#include "core/editing/documenteditor.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/templateeditor.h"

#include <QSet>

#include <functional>
#include <map>
#include <memory>

namespace snug {

class ChatTemplates;

class ChatTemplateEditorController : public WindowController<TemplateEditor>
{
    Q_OBJECT

public:
    using Editing = DocumentEditor<PromptTemplate>;

    explicit ChatTemplateEditorController(const AppContext &app, QObject *parent = nullptr);
    ~ChatTemplateEditorController() override;

    // The template in effect, or the one of this name; at this line, from 1.
    void open(const QString &name = {}, bool systemPrompt = false, int line = 0);
    void openDocument(const DocumentKey &key) override { open(key.name); }
    // A new one of this character's, in effect for it once it is saved. It begins with the library's
    // template, else with the built-in layout; for a system prompt alone the layout stays the built-in one.
    void beginFor(const QString &cardFile, const QString &character, TemplatePart part);
    // The line that wrote this stretch of a prompt.
    void openSource(const Source &source);
    Editing *editing() const; // of what is shown; null: none
    // Names, sorted.
    QStringList edited() const;

Q_SIGNALS:
    // Something in the preview was clicked.
    void sourceRequested(const snug::Source &source, qsizetype position);

protected:
    void makeWindow() override;
    QList<DocumentEditing *> documents() override;
    DocumentEditing *shown() override { return editing(); }
    void putIntoEffect(DocumentEditing &document, bool isInEffect) override;
    void documentOpened(DocumentEditing &document) override;
    void documentChanged(DocumentEditing &document) override;
    void documentMissing(DocumentEditing &document) override;
    void documentsEnded(UnsavedAnswer answer) override;

private:
    ChatTemplates &templates() const;
    void connectTemplates();
    void rememberDrafts();
    Editing *editingOf(const QString &name);
    Editing *addEditing(const QString &name);
    void show(const QString &name, bool systemPrompt = false, int line = 0);
    void showFirst();
    void closeOne(const QString &name);
    QString freeName(const QString &wanted) const;
    void begin(const PromptTemplate &value);
    void onEdited(const PromptTemplate &value, const QString &label, const QString &field);
    void rename(const QString &name, const QString &to);
    void renameNew(const QString &name, const QString &to);
    void followRenaming(const QString &from, const QString &to);
    void remove(QString name);
    void removeNew(const QString &name);
    void followRemoval(const QString &name, const QString &trashId);
    void tellAcross(const QString &text, const std::function<void()> &undo);
    void showState();
    void showNames();
    void showLibrary();
    void showPreview();
    void use(TemplateEditor::Use use, const QString &name);

    std::map<QString, std::unique_ptr<Editing>> m_editings; // by name
    QSet<QString> m_drafts;                                 // names that drafts of an earlier run have
    std::map<QString, PromptTemplate> m_renamed;            // what was not saved, until it is open again
    std::function<void()> m_tellWhenOpen;
    QString m_shown;
    QString m_wanted; // shown once the library has it back
    bool m_wantedSystemPrompt = false;
    int m_wantedLine = 0; // once it is open
    PromptPreview m_preview;
};

} // namespace snug
