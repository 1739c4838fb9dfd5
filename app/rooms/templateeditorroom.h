// The window in which templates are written: opened on demand, fed with the library's templates and the open
// chat, its preview assembled off the GUI thread like every prompt.
#pragma once

#include "core/chat/promptpreview.h"
#include "widgets/editors/templateeditor.h"

#include <QObject>
#include <QPointer>

namespace snug {

class ChatRoom;
class Inspector;
class MainWindow;
class PromptRoom;
class SystemTheme;

class TemplateEditorRoom : public QObject
{
    Q_OBJECT

public:
    struct Surroundings // all outlive the room
    {
        PromptRoom *prompt;
        ChatRoom *chat;
        Inspector *inspector;
        MainWindow *window;
        SystemTheme *theme;
        KSyntaxHighlighting::Repository *syntax;
    };

    explicit TemplateEditorRoom(const Surroundings &around, QObject *parent = nullptr);
    ~TemplateEditorRoom() override;

    // The template in effect, or the one of this name; at this line, from 1.
    void open(const QString &name = {}, bool systemPrompt = false, int line = 0);
    TemplateEditor *editor() const { return m_editor; }

private:
    void make();
    void showLibrary();
    void showPreview();
    void use(TemplateEditor::Use use, const QString &name);
    void follow(const Source &source, qsizetype position);

    Surroundings m_around;
    QPointer<TemplateEditor> m_editor;
    PromptPreview m_preview;
    PromptTemplate m_shown;
    QString m_wanted; // shown once the library has it back
};

} // namespace snug
