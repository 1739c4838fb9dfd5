// Which kinds of documents are edited: what everything that differs between them goes by.
#pragma once

#include <QString>

#include <array>
#include <optional>

namespace snug {

// Scripts are three kinds, by whose they are: everybody's, a preset's, a card's.
enum class DocumentKind : quint8 {
    Card,
    Persona,
    Preset,
    Lorebook,
    Script,
    PresetScripts,
    CardScripts,
    ContextTemplate,
    InstructTemplate,
    SystemPrompt,
    TextSamplers,
    ChatTemplate,
    Rules // SmartTavern's
};

inline constexpr std::array allDocumentKinds{
    DocumentKind::Card,         DocumentKind::Persona,         DocumentKind::Preset,
    DocumentKind::Lorebook,     DocumentKind::Script,          DocumentKind::PresetScripts,
    DocumentKind::CardScripts,  DocumentKind::ContextTemplate, DocumentKind::InstructTemplate,
    DocumentKind::SystemPrompt, DocumentKind::TextSamplers,    DocumentKind::ChatTemplate,
    DocumentKind::Rules};
static_assert(allDocumentKinds.size() == size_t(DocumentKind::Rules) + 1);

// On the disk: the folder of the kind's drafts and versions.
QString documentKindName(DocumentKind kind);
std::optional<DocumentKind> documentKindFromName(QStringView name);

} // namespace snug
