// A document of the library as lists have it: what it is called, what is in it, whether it is in effect.
#pragma once

#include "core/editing/documentkey.h"

#include <QList>

namespace snug {

struct LibraryDocument
{
    DocumentKey key;
    QString name;    // what the user calls it
    QString content; // "17 blocks", "42 entries"; may be empty
    QString path;    // of its file
    QString problem; // why it cannot be read; empty: it can
    bool isInEffect = false;
    int doubtful = 0; // things in its file that do not do what they say, as far as somebody has looked
    // Of a list that is one document for its editor: which one of it, see scriptMark(). Empty: the whole
    // document.
    QString part = {};
    bool isPartEdited = false; // and not saved

    bool operator==(const LibraryDocument &) const = default;
};

// The same one, however it is by now.
inline bool areSame(const LibraryDocument &a, const LibraryDocument &b)
{
    return a.key == b.key && a.part == b.part;
}

} // namespace snug
