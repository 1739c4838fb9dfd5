// The lorebook entry that a memory becomes (docs/systems/memory-books.md#entry).
#pragma once

#include "core/memory/memorytitle.h"
#include "core/memory/messagerange.h"
#include "core/model/json.h"
#include "core/model/lorebook.h"

#include <QStringList>

namespace snug {

// How an entry of memory books comes into the prompt.
enum class EntryMode : quint8 {
    Vectorized, // "link": by similarity, and by its keys
    Normal,     // "green": by its keys
    Constant,   // "blue": always
};
EntryMode entryModeFrom(QStringView name); // "link", "green", "blue"; anything else is "link"
QString entryModeName(EntryMode mode);

struct EntrySettings
{
    EntryMode mode = EntryMode::Vectorized;
    int position = 0;           // LoreEntry::Position's number
    bool isOrderManual = false; // otherwise it is the title's number
    double orderValue = 100;
    bool preventRecursion = false;
    bool delayUntilRecursion = true;
    QString outletName; // for position 7 alone
    bool operator==(const EntrySettings &) const = default;
};

// From a profile's or a template's settings; `defaults` stand where a member is missing or no use.
EntrySettings entrySettingsFrom(const Json &settings, const EntrySettings &defaults = {});

struct NewMemory
{
    QString content;
    QStringList keywords;
    QString titleFormat; // empty = the default
    TitleValues title;
    std::optional<MessageRange> range; // stored, so that later scenes do not overlap
    EntrySettings settings;
};

// The entry for the next number of the book. Nothing if the memory has no content.
std::optional<Json> memoryEntry(const NewMemory &memory, const Json &book);

} // namespace snug
