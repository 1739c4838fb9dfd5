#include "core/editing/documentkind.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

// Users' libraries have folders of these names: they never change.
QString documentKindName(DocumentKind kind)
{
    switch (kind) {
    case DocumentKind::Card:
        return u"cards"_s;
    case DocumentKind::Persona:
        return u"personas"_s;
    case DocumentKind::Preset:
        return u"presets"_s;
    case DocumentKind::Lorebook:
        return u"lorebooks"_s;
    case DocumentKind::Script:
        return u"scripts"_s;
    case DocumentKind::PresetScripts:
        return u"preset-scripts"_s;
    case DocumentKind::CardScripts:
        return u"card-scripts"_s;
    case DocumentKind::ContextTemplate:
        return u"context"_s;
    case DocumentKind::InstructTemplate:
        return u"instruct"_s;
    case DocumentKind::SystemPrompt:
        return u"sysprompt"_s;
    case DocumentKind::TextSamplers:
        return u"samplers"_s;
    case DocumentKind::ChatTemplate:
        return u"templates"_s;
    case DocumentKind::Rules:
        return u"rules"_s;
    }
    Q_UNREACHABLE_RETURN({});
}

std::optional<DocumentKind> documentKindFromName(QStringView name)
{
    const auto found = std::ranges::find(allDocumentKinds, name, documentKindName);
    return found == allDocumentKinds.cend() ? std::nullopt : std::optional(*found);
}

} // namespace snug
