#include "core/formats/filekind.h"

#include "core/formats/conversation.h"
#include "core/formats/framingcharacter.h"
#include "core/formats/framingpreset.h"
#include "core/formats/framingrules.h"
#include "core/formats/jsontext.h"
#include "core/formats/loreentryfields.h"
#include "core/formats/pngtext.h"
#include "core/formats/scenecard.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// How far from the end a ZIP's end record may begin: its size and the longest comment.
constexpr qsizetype ZipTail = 22 + 65535;

bool hasZipEnd(QByteArrayView bytes)
{
    return bytes.last(std::min(bytes.size(), ZipTail)).contains(QByteArrayView("PK\x05\x06", 4));
}

bool hasAll(const Json &object, std::initializer_list<QStringView> keys)
{
    return std::ranges::all_of(keys, [&object](QStringView key) { return object.contains(key); });
}

FileKind kindOfPng(const QByteArray &bytes)
{
    const Result<QList<QByteArray>> read = pngKeywords(bytes);
    if (!read)
        return FileKind::Picture;
    const auto has = [&](QByteArrayView keyword) {
        return std::ranges::any_of(*read, [keyword](const QByteArray &name) {
            return name.compare(keyword, Qt::CaseInsensitive) == 0;
        });
    };
    if (has("ccv3") || has("chara"))
        return FileKind::CardPng;
    return has("persona") ? FileKind::PersonaPng : has("naidata") ? FileKind::NovelAiPng : FileKind::Picture;
}

FileKind kindOfArray(const Json &array)
{
    const Json first = array.at(0);
    if (hasAll(first, {u"scriptName", u"findRegex"}))
        return FileKind::RegexScripts;
    if (isFramingRules(array))
        return FileKind::FramingRules;
    return hasAll(first, {u"text", u"value"}) ? FileKind::LogitBias : FileKind::Unknown;
}

// Books of both kinds hold `entries`; the entries' keys tell them apart.
FileKind kindOfEntries(const Json &entries)
{
    if (!entries.isArray() && !entries.isObject())
        return FileKind::Unknown;
    if (entries.size() == 0)
        return FileKind::WorldInfo;
    const Json first = entries.isArray() ? entries.at(0) : entries.members().first().value;
    if (isFramingLore(first))
        return FileKind::WorldInfo;
    if (first.contains(u"keys") && !first.contains(u"key"))
        return FileKind::CardLorebook;
    return first.contains(u"key") || entries.isObject() ? FileKind::WorldInfo : FileKind::Unknown;
}

FileKind kindOfTextCompletionFile(const Json &object)
{
    int sections = 0;
    for (const QStringView key : {u"instruct", u"context", u"sysprompt", u"preset"})
        sections += object.value(key).isObject() ? 1 : 0;
    if (sections >= 2)
        return FileKind::MasterExport;
    if (object.contains(u"story_string"))
        return FileKind::ContextTemplate;
    if (object.contains(u"input_sequence"))
        return FileKind::InstructTemplate;
    if (hasAll(object, {u"prefix", u"suffix", u"separator"}))
        return FileKind::ReasoningTemplate;
    if (hasAll(object, {u"temp", u"rep_pen"}))
        return FileKind::TextSamplerPreset;
    return FileKind::Unknown;
}

// The first line of a chat; the rest need not be JSON as a whole.
FileKind kindOfFirstLine(const QByteArray &bytes)
{
    const qsizetype stop = bytes.indexOf('\n');
    const Result<Json> line = parseJsonLine(stop < 0 ? bytes : bytes.first(stop));
    return line ? fileKindOf(*line) : FileKind::Unknown;
}

} // namespace

FileKind fileKindOf(const Json &document)
{
    if (document.isArray())
        return kindOfArray(document);
    if (document.value(u"snug_prompt").isObject())
        return FileKind::SharedPrompt;
    const QString spec = document.value(u"spec").toText();
    if (spec == "chara_card_v2"_L1 || spec == "chara_card_v3"_L1)
        return FileKind::Card;
    if (spec == "lorebook_v3"_L1)
        return FileKind::CardV3Lorebook;
    const QString type = document.value(u"type").toText();
    if (QStringList{u"risu"_s, u"regex"_s, u"risuChat"_s, u"risuAllChats"_s, u"preset"_s}.contains(type))
        return FileKind::Risu;
    if (document.contains(u"lorebookVersion"))
        return FileKind::NovelAiLorebook;
    if (document.value(u"kind").toText() == "memory"_L1)
        return FileKind::AgnaiLorebook;
    if (hasAll(document, {u"power_user", u"oai_settings"}))
        return FileKind::Settings;
    if (hasAll(document, {u"personas", u"persona_descriptions"}))
        return FileKind::Personas;
    if (hasAll(document, {u"prompts", u"prompt_order"}) ||
        hasAll(document.value(u"data"), {u"prompts", u"prompt_order"}))
        return FileKind::Preset;
    if (isFramingPreset(document))
        return FileKind::Preset;
    if (isConversation(document))
        return FileKind::Conversation;
    if (isFramingCharacter(document))
        return FileKind::FramingCharacter;
    if (isFramingPersona(document))
        return FileKind::FramingPersona;
    if (isFramingRules(document))
        return FileKind::FramingRules;
    if (const FileKind kind = kindOfTextCompletionFile(document); kind != FileKind::Unknown)
        return kind;
    if (hasAll(document, {u"scriptName", u"findRegex"}))
        return FileKind::RegexScripts;
    if (const FileKind kind = kindOfEntries(document.value(u"entries")); kind != FileKind::Unknown)
        return kind;
    if (hasAll(document, {u"savedsettings", u"actions"}))
        return FileKind::KoboldStory;
    if (document.contains(u"chat_metadata") || document.contains(u"user_name") || document.contains(u"mes"))
        return document.contains(u"members") ? FileKind::Group : FileKind::Chat;
    if (hasAll(document, {u"members", u"chats"}))
        return FileKind::Group;
    if (isSceneCard(document) || document.contains(u"char_name") ||
        document.value(u"data").contains(u"first_mes") ||
        (document.contains(u"name") &&
         (document.contains(u"first_mes") || document.contains(u"description"))))
        return FileKind::Card;
    // Presets of an age before prompts, or with samplers only.
    if (document.contains(u"openai_max_context") || document.contains(u"chat_completion_source"))
        return FileKind::Preset;
    return hasAll(document, {u"name", u"content"}) ? FileKind::SystemPrompt : FileKind::Unknown;
}

FileKind fileKindOf(const QByteArray &bytes)
{
    if (isPng(bytes))
        return kindOfPng(bytes);
    if (bytes.startsWith("PK\x03\x04")) // even cut off it is one, and what is wrong can be said
        return FileKind::CharX;
    const bool isJpeg = bytes.startsWith("\xFF\xD8");
    if (isJpeg || bytes.startsWith("PK"))
        return hasZipEnd(bytes) ? FileKind::CharX : FileKind::Unknown;
    if (bytes.size() > 2 && bytes[0] == 111 && bytes[1] == 0)
        return FileKind::RisuModule;
    if (const Result<Json> document = parseJson(bytes))
        return fileKindOf(*document);
    if (const FileKind kind = kindOfFirstLine(bytes); kind != FileKind::Unknown)
        return kind;
    return hasZipEnd(bytes) ? FileKind::CharX : FileKind::Unknown; // behind a stub
}

QString fileKindName(FileKind kind)
{
    const auto translated = [](const char *text) { return QCoreApplication::translate("FileKind", text); };
    switch (kind) {
    case FileKind::Unknown:
        return translated(QT_TRANSLATE_NOOP("FileKind", "an unknown file"));
    case FileKind::CardPng:
    case FileKind::Card:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a character card"));
    case FileKind::FramingCharacter:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a SmartTavern character"));
    case FileKind::FramingPersona:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a SmartTavern persona"));
    case FileKind::FramingRules:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a file of SmartTavern's rules"));
    case FileKind::Conversation:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a SmartTavern conversation"));
    case FileKind::PersonaPng:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a RisuAI persona"));
    case FileKind::NovelAiPng:
    case FileKind::NovelAiLorebook:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a NovelAI lorebook"));
    case FileKind::Picture:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a picture without a card"));
    case FileKind::CharX:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a CHARX card"));
    case FileKind::RisuModule:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a RisuAI module"));
    case FileKind::Risu:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a RisuAI file"));
    case FileKind::AgnaiLorebook:
        return translated(QT_TRANSLATE_NOOP("FileKind", "an Agnai memory book"));
    case FileKind::Personas:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a persona backup"));
    case FileKind::Preset:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a preset"));
    case FileKind::ContextTemplate:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a context template"));
    case FileKind::InstructTemplate:
        return translated(QT_TRANSLATE_NOOP("FileKind", "an instruct template"));
    case FileKind::SystemPrompt:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a system prompt"));
    case FileKind::ReasoningTemplate:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a reasoning template"));
    case FileKind::TextSamplerPreset:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a text completion preset"));
    case FileKind::MasterExport:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a master export"));
    case FileKind::RegexScripts:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a regex script"));
    case FileKind::WorldInfo:
    case FileKind::CardLorebook:
    case FileKind::CardV3Lorebook:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a lorebook"));
    case FileKind::KoboldStory:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a KoboldAI Lite story"));
    case FileKind::Group:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a group"));
    case FileKind::Settings:
        return translated(QT_TRANSLATE_NOOP("FileKind", "SillyTavern's settings"));
    case FileKind::Chat:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a chat"));
    case FileKind::LogitBias:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a logit bias list"));
    case FileKind::SharedPrompt:
        return translated(QT_TRANSLATE_NOOP("FileKind", "a shared prompt"));
    }
    return {};
}

} // namespace snug
