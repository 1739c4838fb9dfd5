#include "widgets/library/documentkindnames.h"

#include <QCoreApplication>

namespace snug {

namespace {

struct KindNames
{
    Q_DECLARE_TR_FUNCTIONS(DocumentKinds)
};

} // namespace

QList<DocumentKind> listedKinds()
{
    using enum DocumentKind;
    return {Card,         Persona,      Preset, Lorebook, ChatTemplate, ContextTemplate, InstructTemplate,
            SystemPrompt, TextSamplers, Script, Rules};
}

DocumentKind listedAs(DocumentKind kind)
{
    return kind == DocumentKind::PresetScripts || kind == DocumentKind::CardScripts ? DocumentKind::Script
                                                                                    : kind;
}

QString kindTitle(DocumentKind kind)
{
    switch (listedAs(kind)) {
    case DocumentKind::Card:
        return KindNames::tr("Characters");
    case DocumentKind::Persona:
        return KindNames::tr("Personas");
    case DocumentKind::Preset:
        return KindNames::tr("Presets");
    case DocumentKind::Lorebook:
        return KindNames::tr("Lorebooks");
    case DocumentKind::ChatTemplate:
        return KindNames::tr("Prompt Templates");
    case DocumentKind::ContextTemplate:
        return KindNames::tr("Context Templates");
    case DocumentKind::InstructTemplate:
        return KindNames::tr("Instruct Templates");
    case DocumentKind::SystemPrompt:
        return KindNames::tr("System Prompts");
    case DocumentKind::TextSamplers:
        return KindNames::tr("Samplers");
    case DocumentKind::Script:
        return KindNames::tr("Regex Scripts");
    case DocumentKind::Rules:
        return KindNames::tr("SmartTavern's Rules");
    default:
        return {};
    }
}

QString kindName(DocumentKind kind)
{
    switch (listedAs(kind)) {
    case DocumentKind::Card:
        return KindNames::tr("Character…");
    case DocumentKind::Persona:
        return KindNames::tr("Persona…");
    case DocumentKind::Preset:
        return KindNames::tr("Preset…");
    case DocumentKind::Lorebook:
        return KindNames::tr("Lorebook…");
    case DocumentKind::ChatTemplate:
        return KindNames::tr("Prompt Template…");
    case DocumentKind::ContextTemplate:
        return KindNames::tr("Context Template…");
    case DocumentKind::InstructTemplate:
        return KindNames::tr("Instruct Template…");
    case DocumentKind::SystemPrompt:
        return KindNames::tr("System Prompt…");
    case DocumentKind::TextSamplers:
        return KindNames::tr("Samplers…");
    case DocumentKind::Script:
        return KindNames::tr("Regex Script…");
    case DocumentKind::Rules:
        return KindNames::tr("File of SmartTavern's Rules…");
    default:
        return {};
    }
}

} // namespace snug
