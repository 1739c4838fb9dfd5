#include "core/editing/documentformats.h"

#include "core/editing/chattemplateformat.h"
#include "core/editing/documentparts.h"
#include "core/editing/ruleedits.h"
#include "core/editing/texttemplateformats.h"

namespace snug {

DocumentFormat documentFormatOf(DocumentKind kind)
{
    switch (kind) {
    case DocumentKind::Card:
        return cardFormat();
    case DocumentKind::Persona:
        return personasFormat();
    case DocumentKind::Preset:
        return presetFormat();
    case DocumentKind::Lorebook:
        return lorebookFormat();
    case DocumentKind::Script:
        return scriptsFormat(ScriptScope::Global);
    case DocumentKind::PresetScripts:
        return scriptsFormat(ScriptScope::Preset);
    case DocumentKind::CardScripts:
        return scriptsFormat(ScriptScope::Card);
    case DocumentKind::ContextTemplate:
        return contextTemplateFormat();
    case DocumentKind::InstructTemplate:
        return instructTemplateFormat();
    case DocumentKind::SystemPrompt:
        return systemPromptFormat();
    case DocumentKind::TextSamplers:
        return textSamplersFormat();
    case DocumentKind::ChatTemplate:
        return chatTemplateFormat();
    case DocumentKind::Rules:
        return rulesFormat();
    }
    Q_UNREACHABLE_RETURN({});
}

} // namespace snug
