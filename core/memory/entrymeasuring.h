// Which vectorized lore entries are near to what was said last, and what is missing to tell. Of large books
// that is work for another thread.
#pragma once

#include "core/lore/activelorebook.h"
#include "core/memory/vectorindex.h"

#include <QSet>

namespace snug {

struct EntryMeasuring
{
    QList<ActiveLorebook> books;
    QHash<QString, VectorIndex> indexes; // by book
    TextVector query;
    qsizetype most = 32; // missing vectors that are told
};

struct MissingVector
{
    QString book;
    QByteArray key; // of the text
    QString text;
    bool operator==(const MissingVector &) const = default;
};

struct EntryMeasures
{
    QStringList books;            // that have vectorized entries
    QList<MissingVector> missing; // the first of them
    QSet<QByteArray> keys;        // of all entries' texts
    LoreSimilarities similarities;
};

EntryMeasures measureEntries(const EntryMeasuring &given);

} // namespace snug
