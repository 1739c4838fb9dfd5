#include "app/window/sourcerouter.h"

#include "app/appcontext.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/chattemplateeditorcontroller.h"
#include "app/editors/completiontemplateeditorcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "app/editors/ruleseditorcontroller.h"
#include "app/editors/scripteditorcontroller.h"
#include "core/prompt/sourceplace.h"
#include "core/workspace/workspace.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/memorydesk.h"
#include "widgets/window/mainwindow.h"

using namespace Qt::StringLiterals;

namespace snug {

SourceRouter::SourceRouter(const AppContext &app, QObject *parent)
    : QObject(parent)
    , m_app(app)
{
    connect(&app.inspector, &Inspector::sourceRequested, this, &SourceRouter::open);
    connect(&app.memoryDesk, &MemoryDesk::sourceRequested, this, &SourceRouter::open);
    connect(&app.chatTemplateEditor, &ChatTemplateEditorController::sourceRequested, this,
            &SourceRouter::open);
    connect(&app.completionTemplateEditor, &CompletionTemplateEditorController::sourceRequested, this,
            &SourceRouter::open);
}

void SourceRouter::open(const Source &source, qsizetype position)
{
    const auto [place, link] = placedSource(source);
    switch (place) {
    case SourcePlace::Preset:
        return m_app.presetEditor.openSource(link, link == source ? position : -1);
    case SourcePlace::Card:
        // In a group the source does not say whose card it is.
        if (m_app.workspace.content.cardFile().isEmpty())
            return tell(source);
        return m_app.cardEditor.openSource(link);
    case SourcePlace::Persona:
        return m_app.personaEditor.open();
    case SourcePlace::Lorebook:
        if (!m_app.lorebookEditor.openSource(link))
            tell(source);
        return;
    case SourcePlace::Script:
        return m_app.scriptEditor.openSource(link);
    case SourcePlace::Rules:
        if (!m_app.rulesEditor.openSource(link))
            tell(source);
        return;
    case SourcePlace::ContextTemplate:
    case SourcePlace::InstructTemplate:
    case SourcePlace::SystemPrompt:
        return m_app.completionTemplateEditor.openSource(link);
    case SourcePlace::ChatTemplate:
        return m_app.chatTemplateEditor.openSource(link);
    case SourcePlace::Composer:
    case SourcePlace::Message:
        return reveal(link);
    case SourcePlace::Name:
    case SourcePlace::Nowhere:
    case SourcePlace::Within:
        return tell(source);
    }
}

void SourceRouter::reveal(const Source &source)
{
    bool isRow = false;
    const int row = source.id().toInt(&isRow);
    if (isRow)
        m_app.chat.reveal(row);
    else
        tell(source);
}

void SourceRouter::tell(const Source &source)
{
    m_app.window.showNews(source.path().join(u" › "_s));
}

} // namespace snug
