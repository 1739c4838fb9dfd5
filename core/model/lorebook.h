// A lorebook (SillyTavern "World Info", or the book inside a card) and its entries.
// Fields and defaults: SillyTavern 1.19's world files.
#pragma once

#include "core/model/json.h"
#include "core/model/role.h"

#include <QList>
#include <QString>

#include <optional>

namespace snug {

// What the titles of entries end with that Memory Books' side prompts have written
// (docs/systems/memory-books.md#side-prompts).
inline constexpr QStringView sidePromptMark = u"(STMB SidePrompt)";

struct LoreEntry
{
    enum class Position : quint8 {
        BeforeChar = 0,
        AfterChar = 1,
        NoteTop = 2,
        NoteBottom = 3,
        AtDepth = 4,
        ExamplesTop = 5,
        ExamplesBottom = 6,
        Outlet = 7,
    };
    // How secondary keys decide once a primary key has matched.
    enum class SecondaryLogic : quint8 { AndAny = 0, NotAll = 1, NotAny = 2, AndAll = 3 };

    // Which characters the entry is for; tags are ids of one installation.
    struct CharacterFilter
    {
        bool isExclude = false;
        QStringList names; // picture file names without extension
        QStringList tags;
        bool isEmpty() const { return names.isEmpty() && tags.isEmpty(); }
        bool operator==(const CharacterFilter &) const = default;
    };

    int uid = 0;
    QStringList keys;
    QStringList secondaryKeys;
    QString title;   // "comment" in the file
    QString content; // decorator lines included
    bool constant = false;
    bool vectorized = false;
    bool selective = true;
    SecondaryLogic secondaryLogic = SecondaryLogic::AndAny;
    double order = 100;
    Position position = Position::BeforeChar;
    bool disabled = false;
    bool ignoreBudget = false;
    bool excludeRecursion = false;
    bool preventRecursion = false;
    int delayUntilRecursion = 0; // 0 no, otherwise the level (true in the file is 1)
    bool matchPersonaDescription = false;
    bool matchCharacterDescription = false;
    bool matchCharacterPersonality = false;
    bool matchCharacterDepthPrompt = false;
    bool matchScenario = false;
    bool matchCreatorNotes = false;
    double probability = 100; // percent
    bool useProbability = true;
    int depth = 4;
    Role role = Role::System; // for Position::AtDepth
    QString outletName;
    QString group; // comma-separated
    bool groupOverride = false;
    double groupWeight = 100;
    std::optional<bool> useGroupScoring; // nothing = the global setting, here and below
    std::optional<int> scanDepth;
    std::optional<bool> caseSensitive;
    std::optional<bool> matchWholeWords;
    int sticky = 0; // messages; 0 = none, here and below
    int cooldown = 0;
    int delay = 0;
    QStringList triggers; // generation types; empty = all
    CharacterFilter characterFilter;
    int displayIndex = 0;
    Json source; // the entry as read

    bool operator==(const LoreEntry &) const = default;
};

struct Lorebook
{
    QString name;             // the file's name without ".json": what cards, chats and personas refer to
    QList<LoreEntry> entries; // in file order
    Json source;              // the document as read

    bool operator==(const Lorebook &) const = default;
};

} // namespace snug
