// How a chat changes: one value that models, files and undo all understand.
#pragma once

#include "core/model/chat.h"

#include <QList>

#include <optional>

namespace snug {

// A run of messages gives way to another; the header and the name may change with it.
//
// The first min(removed, inserted) rows are updated in place, the rest is taken out or put in
// behind them. Undo is the same value the other way round.
struct ChatChange
{
    enum class Kind : quint8 {
        None,
        Insert,  // inserted.size() rows at index
        Remove,  // removed.size() rows at index
        Update,  // as many rows at index, same messages with other content
        Replace, // rows updated and then some more or fewer
    };

    qsizetype index = 0;
    QList<Message> removed = {};
    QList<Message> inserted = {};
    std::optional<std::pair<Json, Json>> header = {};     // before, after
    std::optional<std::pair<QString, QString>> name = {}; // before, after: another file from here on

    // Who the messages are within a session; Conversation::apply() fills them.
    QList<quint64> removedIds = {};
    QList<quint64> insertedIds = {};

    Kind kind() const;
    qsizetype count() const { return qMax(removed.size(), inserted.size()); }
    bool isEmpty() const { return removed.isEmpty() && inserted.isEmpty() && !header && !name; }
    ChatChange reversed() const;

    bool operator==(const ChatChange &) const = default;
};

} // namespace snug
