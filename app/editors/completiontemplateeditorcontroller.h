// The window in which context, instruct and system prompt templates and samplers are written: opened on
// demand, a document for each kind that was opened, its preview assembled off the window's thread like every
// prompt.
#pragma once

#include "app/editors/editorcontroller.h"
#include "core/chat/promptpreview.h"
#include "core/editing/documenteditor.h"
#include "core/library/librarylayout.h"
#include "core/model/textpreset.h"
#include "core/model/texttemplates.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/texttemplateeditor.h"

#include <functional>

namespace snug {

class CompletionTemplateEditorController : public WindowController<TextTemplateEditor>
{
    Q_OBJECT

public:
    using Kind = TextTemplateEditor::Kind;
    using Folder = LibraryLayout::Folder;

    explicit CompletionTemplateEditorController(const AppContext &app, QObject *parent = nullptr);
    ~CompletionTemplateEditorController() override;

    // Of this kind the one of this name; without one that in effect, the one that was open, or the first.
    void open(Kind kind, const QString &name = {});
    void openDocument(const DocumentKey &key) override;
    // The field that wrote this stretch of a prompt.
    void openSource(const Source &source);
    DocumentEditing &document(Kind kind);
    void importFiles(const QStringList &paths);
    void exportTo(const QString &target);

Q_SIGNALS:
    // Something in the preview was clicked.
    void sourceRequested(const snug::Source &source, qsizetype position);

protected:
    void showMacroValue(const QString &macro, const QString &value) override;
    void makeWindow() override;
    QList<DocumentEditing *> documents() override
    {
        return {&m_context, &m_instruct, &m_systemPrompt, &m_samplers};
    }
    DocumentEditing *shown() override { return m_editor ? &document() : nullptr; }
    void putIntoEffect(DocumentEditing &document, bool isInEffect) override;
    void documentOpened(DocumentEditing &document) override;
    void documentChanged(DocumentEditing &document) override;
    void documentMissing(DocumentEditing &document) override;
    void documentsEnded(UnsavedAnswer answer) override;

private:
    static Folder folderOf(Kind kind);
    Folder folder() const { return folderOf(m_editor->kind()); }
    DocumentEditing &document() { return document(m_editor->kind()); }
    QStringList names(Kind kind) const;
    QVariantList values() const;
    void onEdited(int id, const QVariant &value);
    void grant(TextTemplateEditor::Wish wish);
    void create(const QString &name, const QByteArray &bytes);
    QByteArray bytesOfNew() const;
    QByteArray bytesNow() const;
    void rename(const QString &to);
    void remove();
    void askForImport();
    void askForExport();
    void showState();
    void showNames();
    void showPreview();
    void lintTemplate();
    // Stands when the next template is open too.
    void tellAcross(const QString &text, const EditorStatus::Answer &answer);

    DocumentEditor<ContextTemplate> m_context;
    DocumentEditor<InstructTemplate> m_instruct;
    DocumentEditor<SystemPrompt> m_systemPrompt;
    DocumentEditor<TextPreset> m_samplers;
    PromptPreview m_preview;
    std::function<void()> m_tellWhenOpen;
};

} // namespace snug
