#include "app/editors/editorofkind.h"

#include "app/appcontext.h"
#include "app/editors/cardeditorcontroller.h"
#include "app/editors/chattemplateeditorcontroller.h"
#include "app/editors/completiontemplateeditorcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/editors/personaeditorcontroller.h"
#include "app/editors/preseteditorcontroller.h"
#include "app/editors/ruleseditorcontroller.h"
#include "app/editors/scripteditorcontroller.h"

namespace snug {

EditorController &editorOf(const AppContext &app, DocumentKind kind)
{
    switch (kind) {
    case DocumentKind::Card:
        return app.cardEditor;
    case DocumentKind::Persona:
        return app.personaEditor;
    case DocumentKind::Preset:
        return app.presetEditor;
    case DocumentKind::Lorebook:
        return app.lorebookEditor;
    case DocumentKind::Script:
    case DocumentKind::PresetScripts:
    case DocumentKind::CardScripts:
        return app.scriptEditor;
    case DocumentKind::ContextTemplate:
    case DocumentKind::InstructTemplate:
    case DocumentKind::SystemPrompt:
    case DocumentKind::TextSamplers:
        return app.completionTemplateEditor;
    case DocumentKind::ChatTemplate:
        return app.chatTemplateEditor;
    case DocumentKind::Rules:
        return app.rulesEditor;
    }
    Q_UNREACHABLE();
}

bool hasEditorOfItsOwn(DocumentKind kind)
{
    return kind == DocumentKind::Card || kind == DocumentKind::Preset || kind == DocumentKind::Lorebook;
}

} // namespace snug
