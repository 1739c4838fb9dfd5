// Tells users' files apart by their content; names and endings do not count.
#pragma once

#include "core/model/json.h"

#include <QByteArray>
#include <QString>

namespace snug {

enum class FileKind : quint8 {
    Unknown,
    CardPng,
    PersonaPng, // RisuAI's persona in a picture
    NovelAiPng, // NovelAI's lorebook in a picture
    Picture,    // a PNG with none of these in it
    CharX,      // a ZIP archive, or a JPEG with one behind it
    RisuModule,
    Card,
    FramingCharacter, // SmartTavern's, here and below
    FramingPersona,
    FramingRules, // replacement rules of SmartTavern
    Conversation,
    CardV3Lorebook, // lorebook_v3
    Risu,           // a JSON file of RisuAI; its `type` says which
    NovelAiLorebook,
    AgnaiLorebook,
    Personas,
    Preset, // chat completion, prompt exports included
    ContextTemplate,
    InstructTemplate,
    SystemPrompt,
    ReasoningTemplate,
    TextSamplerPreset,
    MasterExport,
    RegexScripts,
    WorldInfo,
    CardLorebook, // a card's book on its own
    KoboldStory,
    Group,
    Settings, // SillyTavern's settings.json
    Chat,
    LogitBias,
    SharedPrompt, // exported by Snug, to be looked at
};

FileKind fileKindOf(const QByteArray &bytes);
FileKind fileKindOf(const Json &document);

// "a character card", "a lorebook", … for reports.
QString fileKindName(FileKind kind);

} // namespace snug
