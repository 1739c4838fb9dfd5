// The transcript as rows: what the chat view asks of one message.
#pragma once

#include <QByteArray>
#include <QHash>
#include <Qt>

namespace snug {

// Qt::DisplayRole is the text, Qt::AccessibleTextRole "who: text". A row under way (a reply that
// streams, or one that failed before its first character) has these roles too.
enum ChatRole {
    NameRole = Qt::UserRole + 1, // QString: the speaker
    TextRole,        // QString: the active swipe's text; of a streaming row, what has arrived so far
    IsUserRole,      // bool
    IsHiddenRole,    // bool: in the file but never sent
    IsNarratorRole,  // bool: sent as system whoever wrote it
    SwipeIndexRole,  // int, from 0; of a new swipe under way, its own index
    SwipeCountRole,  // int; 1 for messages without alternatives
    ReasoningRole,   // QString; empty = none
    DateRole,        // QDateTime in local time; invalid where the file's spelling is not understood
    IsStreamingRole, // bool: more text may come
    AvatarRole,      // QString: file inside the library ("User Avatars/x.png", "characters/y.png"); empty =
                     // unknown
    TokenCountRole,  // int: what the reply cost; 0 = not known
    UsageRole,       // TokenUsage; invalid QVariant = the provider said nothing
    ErrorRole,       // Error of the reply that ends or should stand in this row; invalid QVariant = none
    RevisionRole,    // int: grows whenever the row must be laid out again; never repeats for a StableIdRole
    StableIdRole,    // quint64: unique for a message in this session; survives moves, edits, undo
};

// The same names in QML's manner, for tests and tools: "name", "text", "isUser", …
QHash<int, QByteArray> chatRoleNames();

} // namespace snug
