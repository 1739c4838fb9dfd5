// What the user had chosen in a library when it was last open: kept beside it, in snug/session.json.
// SillyTavern's own settings.json is only the starting point and is never changed by these.
#pragma once

#include "core/model/json.h"
#include "core/prompt/promptinputs.h"
#include "core/result.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace snug {

// Templates of text completions, by name; "" = none, nothing = as settings.json says.
struct TemplateChoices
{
    std::optional<QString> context;
    std::optional<QString> instruct;
    std::optional<QString> systemPrompt;
    std::optional<QString> preset;

    bool operator==(const TemplateChoices &) const = default;
};

// Templates that lay out prompts, by name; not in the maps = as the wider choice says; "" = built in.
struct PromptTemplateChoices
{
    QString library;
    QMap<QString, QString> characters; // by card file
    QMap<QString, QString> chats;      // by chatKey()

    bool operator==(const PromptTemplateChoices &) const = default;
};

// Who plays whom in a chat where characters do not all know the same; empty = as the chat has it.
struct ChatParts
{
    QString writer; // whom the user plays
    QString asked;  // who is to reply

    bool operator==(const ChatParts &) const = default;
};

// Whether regex scripts that somebody else wrote may act. It is for these scripts: others in a file of the
// same name are asked about anew.
struct ScriptPermission
{
    bool isAllowed = false;
    QByteArray scripts; // scriptsDigest(); empty: given by an earlier version, for whatever is there first
    bool operator==(const ScriptPermission &) const = default;
};

struct ActiveChoices
{
    QString card;                   // picture file of the character whose chat is open; empty for a group's
    QString group;                  // id
    QString chat;                   // name; empty = none
    QString connection;             // id
    std::optional<QString> persona; // picture file; "" = nobody; nothing = as settings.json says
    std::optional<QString> preset;  // name; "" = none; nothing = as settings.json says
    std::optional<QStringList> globalBooks; // nothing = as settings.json says
    TemplateChoices templates;
    PromptTemplateChoices promptTemplates;
    PromptMode mode = PromptMode::Auto;
    QMap<QString, ScriptPermission> scripts; // by "characters/<file>" or "presets/<name>"
    QMap<QString, QString> drafts;           // of earlier versions: "<card file>/<chat>", what stood there
    QStringList rulesOff;                    // files of SmartTavern's rules that do not act
    KnowledgeSettings knowledge;             // of the whole library; each chat may differ
    LayoutSettings layout;
    QStringList secretsOffered;     // ActiveKnowledge::offered()
    QMap<QString, ChatParts> parts; // by chatKey()
    Json source;                    // unknown keys stay

    bool operator==(const ActiveChoices &) const = default;
};

// Why these bytes are not the choices of a library, if they are not.
Result<void> checkActiveChoices(const QByteArray &bytes);
ActiveChoices readActiveChoices(const QByteArray &bytes); // defaults where it makes no sense
QByteArray writeActiveChoices(const ActiveChoices &choices);

} // namespace snug
