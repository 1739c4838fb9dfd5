// What the readers of foreign lorebooks share: counting what is said about entries, keeping the originals.
#pragma once

#include "core/formats/foreignlorebook.h"

#include <QMap>

namespace snug {

// Collects remarks about entries and says each once, with their number.
class EntryRemarks
{
public:
    void mapped(const QString &what) { ++m_mapped[what]; }
    void kept(const QString &what) { ++m_kept[what]; }
    void unused(const QString &what) { ++m_unused[what]; }
    void tellInto(ForeignLorebook &reading) const;

private:
    QMap<QString, int> m_mapped;
    QMap<QString, int> m_kept;
    QMap<QString, int> m_unused;
};

// The source of a new entry that carries `original` in its extensions under `program`. It has the shape of
// neither kind of file, so that writing it sets all keys.
Json carriedSource(const QString &program, const Json &original);
// The document of a book without entries that carries the rest of `original`.
Json carriedDocument(const QString &program, Json original, QStringView entriesKey);

// A list's objects; others are reported.
QList<std::pair<Place, Json>> foreignEntries(const Json &list, const Place &place, Warnings &warnings);

} // namespace snug
