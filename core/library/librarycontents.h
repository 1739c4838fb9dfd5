// What is in a library, as far as lists show it: plain values, made by the scan, shown by the
// models. Whole cards, presets, lorebooks and chats are loaded when they are opened.
#pragma once

#include "core/formats/sillytavernsettings.h"
#include "core/library/librarybounds.h"
#include "core/library/librarylayout.h"
#include "core/model/group.h"
#include "core/result.h"

#include <QDateTime>
#include <QHash>
#include <QList>
#include <QMap>
#include <QString>

#include <optional>

namespace snug {

// Unreadable files are listed too, with the `problem` that reading them had; nothing is hidden.
struct CardSummary
{
    QString file; // in "characters": identity
    QString name; // the card's; the file's where it is unreadable
    QString creator;
    QString creatorNotes; // its first line, for tooltips
    QStringList tags;     // the card's own
    QString linkedLorebook;
    bool favourite = false;
    bool hasBook = false;
    int greetings = 1;    // first message and alternates
    int promptLength = 0; // characters of what stands in every prompt, as SillyTavern compares cards
    QDateTime modified;   // of the file
    std::optional<Error> problem;
    bool operator==(const CardSummary &) const = default;
};

struct ChatSummary
{
    QString name;         // the file's name without ".jsonl"
    int messages = 0;     // without the header; hidden ones included
    QString firstText;    // beginning of what the user said first; empty where that is nothing
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

// A chat with several characters.
struct GroupSummary
{
    Group group;  // only `id` where the file is unreadable
    QString file; // its name without ".json": where it is saved; `group.id` may say something else
    std::optional<Error> problem;
    bool operator==(const GroupSummary &) const = default;
};

// A chat of a card, or of a group when `cardFile` is empty.
struct ChatReference
{
    QString cardFile; // "Mira.png", or modelAloneFile()
    QString name;     // the file's name without ".jsonl"
    bool isGroup() const { return cardFile.isEmpty(); }
    bool isWithModelAlone() const { return cardFile == modelAloneFile(); }
    bool operator==(const ChatReference &) const = default;
};

// A folder that is not shown: as a rule a link that leads out of the library.
struct RefusedFolder
{
    OutsideFolder place; // `target` is empty where it is something else
    Error problem;
    bool operator==(const RefusedFolder &) const = default;
};

// Everything. Copying it costs a few reference counts.
struct LibraryContents
{
    QList<CardSummary> cards; // all lists of files are in the order of the file names
    QList<Persona> personas;  // of settings.json, then pictures without an entry there
    QList<PresetSummary> presets;
    QList<LorebookSummary> lorebooks;
    QList<GroupSummary> groups;
    // By the chat folder's name, that is a card file without ".png"; folders that belong to no card
    // are here too. Filled in the background after opening.
    QHash<QString, QList<ChatSummary>> chats;
    QList<ChatSummary> groupChats;
    // Names (files without ".json") of instruct, context, … files.
    QHash<LibraryLayout::Folder, QStringList> templates;
    SillyTavernSettings settings; // defaults where there is no settings.json
    std::optional<Error> settingsProblem;
    QMap<QString, RefusedFolder> refusedFolders; // by their names relative to the library
    bool chatsAreComplete = false;               // the background work is done

    QList<ChatSummary> chatsOf(QStringView cardFile) const
    {
        return chats.value(cardFile.endsWith(u".png", Qt::CaseInsensitive) ? cardFile.chopped(4).toString()
                                                                           : cardFile.toString());
    }
};

// What became different, and through whom.
struct LibraryChange
{
    enum class Kind : quint8 {
        Cards,
        Personas,
        Presets,
        Lorebooks,
        Groups,
        Chats,
        GroupChats,
        Templates,
        Settings
    };
    enum class Origin : quint8 {
        Scan,    // found while opening
        Own,     // this program wrote it
        Outside, // another program wrote it
    };

    Kind kind = Kind::Cards;
    Origin origin = Origin::Outside;
    // Files or names that came, went or changed: card files, persona pictures, names of presets,
    // lorebooks and chats, ids of groups, folder names of templates. Empty for Settings.
    QStringList names;
    QString chatFolder; // for Chats: whose
    bool operator==(const LibraryChange &) const = default;
};

} // namespace snug
