// Places in a document in the words that its editor uses for them.
#pragma once

#include <QHash>
#include <QString>

namespace snug {

// In the language of the moment; made for a window, not for each place.
class PlaceWords
{
public:
    PlaceWords();

    // Of a place as JsonChange and MergeConflict have it: "data › character_book › entries › Fog › sticky" is
    // "Lorebook › Fog › Sticky". What has no such word, or is somebody's own name, stays as it is.
    QString of(const QString &place) const;

private:
    QHash<QString, QString> m_words; // by the key in the file; empty: it says nothing to people
};

} // namespace snug
