#include "app/editors/documentkinds.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace snug {

namespace {

struct DocumentKindsText
{
    Q_DECLARE_TR_FUNCTIONS(DocumentKinds)
};

} // namespace

QString documentName(const DocumentKey &key)
{
    switch (key.kind) {
    case DocumentKind::Card:
        return QFileInfo(key.name).completeBaseName();
    case DocumentKind::Persona:
        return DocumentKindsText::tr("Personas");
    case DocumentKind::Script:
    case DocumentKind::PresetScripts:
    case DocumentKind::CardScripts:
        return DocumentKindsText::tr("Regex Scripts");
    case DocumentKind::Preset:
    case DocumentKind::Lorebook:
    case DocumentKind::ContextTemplate:
    case DocumentKind::InstructTemplate:
    case DocumentKind::SystemPrompt:
    case DocumentKind::TextSamplers:
    case DocumentKind::ChatTemplate:
    case DocumentKind::Rules:
        return key.name;
    }
    Q_UNREACHABLE_RETURN({});
}

QString documentTitle(const DocumentKey &key)
{
    const QString name = documentName(key);
    switch (key.kind) {
    case DocumentKind::Card:
        return DocumentKindsText::tr("Character %1").arg(name);
    case DocumentKind::Persona:
        return DocumentKindsText::tr("The list of personas");
    case DocumentKind::Preset:
        return DocumentKindsText::tr("Preset %1").arg(name);
    case DocumentKind::Lorebook:
        return DocumentKindsText::tr("Lorebook %1").arg(name);
    case DocumentKind::Script:
        return DocumentKindsText::tr("The list of regex scripts");
    case DocumentKind::PresetScripts:
        return DocumentKindsText::tr("The list of regex scripts of %1").arg(key.name);
    case DocumentKind::CardScripts:
        return DocumentKindsText::tr("The list of regex scripts of %1")
            .arg(QFileInfo(key.name).completeBaseName());
    case DocumentKind::ContextTemplate:
        return DocumentKindsText::tr("Context template %1").arg(name);
    case DocumentKind::InstructTemplate:
        return DocumentKindsText::tr("Instruct template %1").arg(name);
    case DocumentKind::SystemPrompt:
        return DocumentKindsText::tr("System prompt %1").arg(name);
    case DocumentKind::TextSamplers:
        return DocumentKindsText::tr("Samplers %1").arg(name);
    case DocumentKind::ChatTemplate:
        return DocumentKindsText::tr("Prompt template %1").arg(name);
    case DocumentKind::Rules:
        return DocumentKindsText::tr("The rules %1").arg(name);
    }
    Q_UNREACHABLE_RETURN({});
}

} // namespace snug
