// The window in which context, instruct and system prompt templates are written: opened on demand, a document
// for each that was opened, its preview assembled off the window's thread like every prompt.
#pragma once

#include "app/editors/editorlint.h"
#include "core/chat/promptpreview.h"
#include "core/editing/documenteditor.h"
#include "core/library/librarylayout.h"
#include "core/model/texttemplates.h"
#include "widgets/editors/editorstatus.h"
#include "widgets/editors/texttemplateeditor.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace snug {

struct AppContext;

class CompletionTemplateEditorController : public QObject
{
    Q_OBJECT

public:
    using Kind = TextTemplateEditor::Kind;
    using Folder = LibraryLayout::Folder;

    explicit CompletionTemplateEditorController(const AppContext &app, QObject *parent = nullptr);
    ~CompletionTemplateEditorController() override;

    // Of this kind the one of this name; without one that in effect, the one that was open, or the first.
    void open(Kind kind, const QString &name = {});
    TextTemplateEditor *editor() const { return m_editor; }
    DocumentEditing &document(Kind kind);
    void importFiles(const QStringList &paths);
    void exportTo(const QString &target);

private:
    static Folder folderOf(Kind kind);
    Folder folder() const { return folderOf(m_editor->kind()); }
    DocumentEditing &document() { return document(m_editor->kind()); }
    QStringList names(Kind kind) const;
    QVariantList values() const;
    void make();
    void join(Kind kind);
    void take(int id, const QVariant &value);
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
    void lint();
    void putIntoEffect(bool isOpen);
    void explain(const QString &macro);
    void follow(const Source &source);
    // Stands when the next template is open too.
    void tellAcross(const QString &text, const EditorStatus::Answer &answer);

    const AppContext &m_app;
    QPointer<TextTemplateEditor> m_editor;
    DocumentEditor<ContextTemplate> m_context;
    DocumentEditor<InstructTemplate> m_instruct;
    DocumentEditor<SystemPrompt> m_systemPrompt;
    PromptPreview m_preview;
    EditorLint m_lint;
    std::function<void()> m_tellWhenOpen;
};

} // namespace snug
