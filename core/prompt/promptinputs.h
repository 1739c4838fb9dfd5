// Everything that decides what a prompt looks like, as one snapshot of implicitly shared values.
#pragma once

#include "core/lore/activelorebook.h"
#include "core/lore/lorecache.h"
#include "core/lore/loresettings.h"
#include "core/lore/loretrace.h"
#include "core/model/card.h"
#include "core/model/chat.h"
#include "core/model/generationtype.h"
#include "core/model/group.h"
#include "core/model/knowledge.h"
#include "core/model/layoutsettings.h"
#include "core/model/lorebook.h"
#include "core/model/persona.h"
#include "core/model/preset.h"
#include "core/model/regexscript.h"
#include "core/model/replysettings.h"
#include "core/model/textpreset.h"
#include "core/model/texttemplates.h"
#include "core/prompt/chatfacts.h"
#include "core/prompt/templateinputs.h"
#include "core/regex/regexengine.h"
#include "core/tokens/tokencounter.h"

#include <QDateTime>
#include <QList>
#include <QMap>
#include <QString>

#include <optional>

namespace snug {

// Which frame lays out the prompt (docs/systems/together.md#modes). Story and Names are
// what a text completion takes; there only Names can be chosen, and elsewhere neither.
enum class PromptMode : quint8 { Auto, SillyTavern, Smelt, Framing, Template, Story, Names };

// Whether the texts of a prompt are resolved when SillyTavern resolves them. The others have rules of their
// own.
constexpr bool resolvesAsSillyTavern(PromptMode mode)
{
    return mode == PromptMode::SillyTavern || mode == PromptMode::Story || mode == PromptMode::Names;
}

// A note that goes with one character, whatever the chat.
struct CharacterNote
{
    enum class Placement : quint8 { Replaces = 0, Before = 1, After = 2 };

    QString avatar; // picture file name without extension
    QString text;
    bool isUsed = false;
    Placement placement = Placement::Replaces;

    bool operator==(const CharacterNote &) const = default;
};

// Author's notes for chats that say nothing themselves.
struct NoteSettings
{
    QString text;
    int interval = 1; // user messages
    int position = 1; // 0 after the main prompt, 1 in the chat, 2 before the main prompt
    int depth = 4;
    Role role = Role::System;
    bool isScanned = false; // lore keys are looked for in it
    QList<CharacterNote> characterNotes;

    bool operator==(const NoteSettings &) const = default;
};

// Settings of SillyTavern's user that shape the prompt, with its defaults
// (docs/sillytavern/settings.md#defaults).
struct PromptSettings
{
    bool preferCharacterPrompt = true;
    bool preferCharacterPostHistory = true;
    bool pinExamples = false;
    bool trimSpaces = true;
    bool collapseNewlines = false;
    bool stripExamples = false;     // none but those that {{mesExamples}} shows
    QStringList stopStrings;        // the user's own
    bool expandsStopStrings = true; // macros in them
    NoteSettings note;
    LoreSettings lore;
    ReplySettings replies;

    bool operator==(const PromptSettings &) const = default;
};

// What one text is made of, for endpoints that complete a text instead of answering messages.
struct TextCompletion
{
    ContextTemplate context;
    std::optional<InstructTemplate> instruct; // nothing: instruct mode is off
    std::optional<SystemPrompt> systemPrompt; // nothing: off, also for the card's own
    std::optional<TextPreset> preset;

    bool operator==(const TextCompletion &) const = default;
};

// One of those who share the chat.
struct GroupMember
{
    QString avatar; // the card's picture file name: identity
    Card card;
    bool isMuted = false;
    bool operator==(const GroupMember &) const = default;
};

// The group whose chat it is (docs/sillytavern/groups.md). PromptInputs::card and avatar are the speaker's,
// muted or not. Members whose card is missing are not here.
struct GroupInputs
{
    Group settings;
    QList<GroupMember> members; // in the group's order
    bool operator==(const GroupInputs &) const = default;
};

// Who plays whom where several characters share a chat and need not know the same.
struct SceneInputs
{
    QString replier;            // whom the model plays; empty = the card's character
    QString writer;             // whom the user plays; empty = the persona
    QStringList cast;           // everybody who takes part, whether or not they have spoken
    QString asked;              // whom the user wants to reply, wherever that can be; it makes the replier
    bool opensThinking = false; // text completions: the reply begins inside <think>
    // The typed text as it is stored. Its macros were resolved with what all its readers know, not with
    // what the one who replies knows.
    std::optional<QString> typed = {};

    // Of a chat from which messages were taken out: everybody who spoke in the whole one, and where each
    // message stands in its file.
    QStringList names = {};
    QList<int> rows = {};
    int rowOf(qsizetype index) const { return rows.value(index, static_cast<int>(index)); }

    bool operator==(const SceneInputs &) const = default;
};

struct PromptInputs
{
    PromptMode mode = PromptMode::Auto;
    GenerationType type = GenerationType::Normal;

    std::optional<Card> card;         // nothing: a chat with the bare model
    std::optional<GroupInputs> group; // nothing: a chat with one character
    std::optional<Persona> persona;
    QString userName; // used when there is no persona or its name is empty
    std::optional<Preset> preset;
    std::optional<TextCompletion> textCompletion; // set: the preset and the mode are not used
    std::optional<TextCompletion> idleTemplates;  // of a chat completion: what macros show of them
    QList<ActiveLorebook> lorebooks;
    QList<RegexScript> regexScripts;
    QList<Json> framingRules;            // SmartTavern's, of files of their own; of the mode Framing
    QHash<QString, QString> attachments; // address in a message's extra.files -> the file's text
    Chat chat;                           // as stored; the text being typed is not in it
    QString avatar;                      // the card's picture file name, identity in SillyTavern's files
    QHash<QString, QStringList> tagMap;  // card file -> tag ids; not in it: the card has no list of them
    PromptSettings settings;
    LayoutSettings layout;
    KnowledgeSettings knowledge;
    SceneInputs scene;
    TemplateInputs promptTemplate; // of the mode Template

    QString userText;    // what stands in the composer
    bool isAsked = true; // an empty text stands for the preset's send_if_empty
    QString quietPrompt;
    bool isFirst =
        false; // nothing was assembled since the chat was opened: SillyTavern has nothing left of it
    QString model;
    // The service that gets its own thoughts back with this request, by its name in extra.api; empty = none
    // do; nothing = not known.
    std::optional<QString> thoughtsTo = {};
    int contextSize = 0; // tokens, prompt and reply; 0 = the preset's, without a preset no limit
    int maxTokens = 0;   // 0 = the preset's
    QDateTime now;
    quint64 seed = 0; // all that is random follows from it
    QMap<QString, Json> globalVariables;

    TokenCounterPtr counter;       // null = the estimate of last resort
    RegexEnginePtr regexEngine;    // null = no expression is searched, and the trace says so
    LoreSimilarities similarities; // of vectorized lore entries to what was said last
    LoreCachePtr loreCache;        // what earlier lore scans leave to later ones; null = nothing
    ChatCachePtr chatCache;        // likewise of the chat
};

} // namespace snug
