// The window in which templates are written: opened on demand, fed with the library's templates and the open
// chat, its preview assembled off the GUI thread like every prompt.
#pragma once

#include "core/chat/promptpreview.h"
#include "widgets/editors/templateeditor.h"

#include <QObject>
#include <QPointer>

namespace snug {

struct AppContext;

class ChatTemplateEditorController : public QObject
{
    Q_OBJECT

public:
    explicit ChatTemplateEditorController(const AppContext &app, QObject *parent = nullptr);
    ~ChatTemplateEditorController() override;

    // The template in effect, or the one of this name; at this line, from 1.
    void open(const QString &name = {}, bool systemPrompt = false, int line = 0);
    TemplateEditor *editor() const { return m_editor; }

private:
    void make();
    void showLibrary();
    void showPreview();
    void use(TemplateEditor::Use use, const QString &name);
    void follow(const Source &source, qsizetype position);

    const AppContext &m_app;
    QPointer<TemplateEditor> m_editor;
    PromptPreview m_preview;
    PromptTemplate m_shown;
    QString m_wanted; // shown once the library has it back
};

} // namespace snug
