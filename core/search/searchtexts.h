// What can be found in a file of the library: its texts one by one, with the place that each has.
#pragma once

#include "core/library/librarycontents.h"

namespace snug {

enum class SearchKind : quint8 { Chat, Card, Lorebook };

// Where in a card a text stands: the number of its CardField, or one of these.
enum CardPlace : int { GreetingsPlace = 100, BookPlace };

struct SearchText
{
    QString text;
    QString title;  // who says it, which field it is, what the entry is called
    int row = -1;   // of the message in its chat; of a lorebook's entry its uid; of a card see CardPlace
    int swipe = -1; // of a message with alternatives; -1: it has none
    bool operator==(const SearchText &) const = default;
};

struct SearchFile
{
    SearchKind kind = SearchKind::Chat;
    QString path; // relative to the library
    bool operator==(const SearchFile &) const = default;
};

// All files of the library that have texts to be found, the chats last and those last written at the end.
QList<SearchFile> searchFiles(const LibraryContents &contents, const LibraryLayout &layout);
// Of a file that cannot be read there are none. Blocking.
QList<SearchText> searchTexts(const LibraryLayout &layout, const SearchFile &file);

} // namespace snug
