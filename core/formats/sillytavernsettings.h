// What Snug uses of SillyTavern's settings.json, and writing it back. Everything else in that file
// keeps its bytes.
#pragma once

#include "core/formats/personas.h"
#include "core/formats/preset.h"
#include "core/formats/regexscripts.h"
#include "core/formats/textpreset.h"
#include "core/formats/texttemplates.h"
#include "core/model/replysettings.h"

#include <QHash>

namespace snug {

// `world_info_settings`: how lorebooks are scanned, and which are active everywhere.
struct WorldInfoSettings
{
    enum class Strategy : quint8 { Evenly = 0, CharacterFirst = 1, GlobalFirst = 2 };
    struct CharacterBooks // books a card has besides its linked one
    {
        QString card; // picture file name without extension
        QStringList books;
        bool operator==(const CharacterBooks &) const = default;
    };

    QStringList globalBooks;
    QList<CharacterBooks> characterBooks;
    int scanDepth = 2; // messages
    int minActivations = 0;
    int minActivationsDepthMax = 0; // 0 = the whole chat
    double budgetPercent = 25;      // of the context size
    int budgetCap = 0;              // tokens; 0 = none
    bool includeNames = true;
    bool recursive = false;
    int maxRecursionSteps = 0; // 0 = no limit
    bool caseSensitive = false;
    bool matchWholeWords = false;
    bool useGroupScoring = false;
    Strategy strategy = Strategy::CharacterFirst;
    bool operator==(const WorldInfoSettings &) const = default;
};

// `extension_settings.note`: the author's note where a chat has none of its own.
struct NoteDefaults
{
    struct CharacterNote
    {
        QString card; // picture file name without extension
        QString text;
        bool enabled = false; // useChara
        int position = 0;     // 0 replaces the chat's note, 1 before it, 2 after it
        bool operator==(const CharacterNote &) const = default;
    };

    QString text;
    int position = 1; // 0 after the story, 1 in the chat, 2 before the story
    int depth = 4;
    int interval = 1; // every nth user message; 0 = never
    Role role = Role::System;
    bool isScanned = false; // lore keys are looked for in it (allowWIScan)
    QList<CharacterNote> characterNotes;
    bool operator==(const NoteDefaults &) const = default;
};

struct Tag
{
    QString id;
    QString name;
    QString color;      // CSS, or empty
    QString folderType; // "OPEN", "CLOSED", "NONE" or empty
    Json source;
    bool operator==(const Tag &) const = default;
};

// The open connection, as far as it says where prompts go; keys are in secrets.json.
struct ConnectionSettings
{
    QString mainApi; // "openai" = chat completion
    QString source;  // chat_completion_source
    QString customUrl;
    QString customModel;
    QString model; // the source's own model key
    QString reverseProxy;
    bool operator==(const ConnectionSettings &) const = default;
};

// What is in effect for text completions; read only.
struct TextCompletionSettings
{
    ContextTemplate context; // the values in use; they may differ from the file of that name
    InstructTemplate instruct;
    SystemPrompt systemPrompt;
    TextPreset preset;
    bool usesInstruct = false;
    bool usesSystemPrompt = true;
    int contextSize = 0; // tokens; 0 = the settings do not say, here and below
    int maxTokens = 0;
    bool pinsExamples = false;
    bool stripsExamples = false;
    bool collapsesNewlines = false;
    QStringList stopStrings;
    bool expandsStopStrings = true;
    bool operator==(const TextCompletionSettings &) const = default;
};

struct SillyTavernSettings
{
    QString username;
    QString userAvatar; // picture of the persona in use
    QList<Persona> personas;
    QString defaultPersona; // picture, or empty
    QString presetName;     // preset_settings_openai
    Preset preset;          // the values in use
    ConnectionSettings connection;
    WorldInfoSettings lore;
    NoteDefaults note;
    TextCompletionSettings textCompletion;
    ReplySettings replies; // read only
    bool preferCharacterPrompt = true;
    bool preferCharacterJailbreak = true;
    bool trimsSpaces = true;      // of replies that are stored
    bool showsTagFolders = false; // power_user.bogus_folders: folder types of tags are in effect
    QList<Tag> tags;
    QHash<QString, QStringList> tagMap; // card file or group id -> tag ids
    QList<RegexScript> regexScripts;    // global
    bool isRegexOff = false;            // its extension is switched off: no script of anybody acts; read only
    QStringList allowedScopedRegex;     // cards whose own scripts the user allowed
    QStringList allowedPresetRegex;     // chat-completion presets, likewise; read only
    Json globalVariables;               // an object: name -> value
    Json source;                        // the document as read

    bool operator==(const SillyTavernSettings &) const = default;
};

struct SettingsReading
{
    SillyTavernSettings settings;
    Warnings warnings;
};

Result<SettingsReading> readSillyTavernSettings(const QByteArray &bytes);
// The same bytes if nothing changed. `connection`, `textCompletion` and `replies` are not written.
QByteArray writeSillyTavernSettings(const SillyTavernSettings &settings);

} // namespace snug
