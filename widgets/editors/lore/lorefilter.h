// Which entries of a lorebook are shown: by words that occur in them and by what they are.
#pragma once

#include "core/model/lorebook.h"

#include <QHash>
#include <QSet>

#include <stop_token>

namespace snug {

struct LoreFilter
{
    enum class Kind : quint8 { All, On, Off, Always, Doubtful };

    QString text; // each word of it has to occur; letters' case does not count
    Kind kind = Kind::All;
    QString group; // empty = any

    bool isEmpty() const { return text.trimmed().isEmpty() && kind == Kind::All && group.isEmpty(); }
    bool operator==(const LoreFilter &) const = default;
};

// Uids. `doubtful`: those with findings. Titles, keys, groups and contents are searched.
QSet<int> matchingEntries(const Lorebook &book, const LoreFilter &filter, const QSet<int> &doubtful,
                          const std::stop_token &stop = {});

// Names of the inclusion groups in a book, sorted.
QStringList loreGroups(const Lorebook &book);

} // namespace snug
