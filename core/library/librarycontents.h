// What is in a library, as far as lists show it: plain values, made by the scan, shown by the
// models. Whole cards, presets, lorebooks and chats are loaded when they are opened.
#pragma once

#include "core/model/persona.h"
#include "core/model/regexscript.h"
#include "core/result.h"

#include <QDateTime>
#include <QHash>
#include <QList>
#include <QString>

#include <optional>

namespace snug {

// Unreadable files are listed too, with the `problem` that reading them had; nothing is hidden.
struct CardSummary
{
    QString file; // in "characters": identity
    QString name; // what {{char}} gives; the file's name where the card is unreadable
    QString creator;
    QString creatorNotes; // its first line, for tooltips
    QStringList tags;     // the card's own
    QString linkedLorebook;
    bool favourite = false;
    bool hasBook = false;
    int greetings = 1;  // first message and alternates
    QDateTime modified; // of the file
    std::optional<Error> problem;
    bool operator==(const CardSummary &) const = default;
};

struct ChatSummary
{
    QString name;         // the file's name without ".jsonl"
    int messages = 0;     // without the header; hidden ones included
    QString lastText;     // beginning of the last message
    QString lastSendDate; // as spelt in the file
    QDateTime modified;   // of the file
    std::optional<Error> problem;
    bool operator==(const ChatSummary &) const = default;
};

struct PresetSummary
{
    QString name; // the file's name without ".json"
    int prompts = 0;
    std::optional<Error> problem;
    bool operator==(const PresetSummary &) const = default;
};

struct LorebookSummary
{
    QString name; // the file's name without ".json"
    int entries = 0;
    std::optional<Error> problem;
    bool operator==(const LorebookSummary &) const = default;
};

// A chat with several characters (SillyTavern 1.19, groups/<id>.json).
struct Group
{
    QString id;
    QString name;
    QStringList members;        // card files; may name cards that are gone
    QStringList mutedMembers;   // disabled_members
    QString currentChat;        // chat_id
    QStringList chats;          // names of files in "group chats"
    int generationMode = 0;     // 0 swap cards, 1 join, 2 join with the muted ones
    int activationStrategy = 0; // 0 natural, 1 list, 2 manual, 3 pooled
    bool allowSelfResponses = false;
    bool favourite = false;
    Json source; // the file as read
    std::optional<Error> problem;
    bool operator==(const Group &) const = default;
};

// A chat of a card, or of a group when `cardFile` is empty.
struct ChatReference
{
    QString cardFile; // "Mira.png"
    QString name;     // the file's name without ".jsonl"
    bool isGroup() const { return cardFile.isEmpty(); }
    bool operator==(const ChatReference &) const = default;
};

} // namespace snug
