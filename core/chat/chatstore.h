// Where a chat is kept, as seen from a conversation: narrow, asynchronous, in order.
#pragma once

#include "core/chat/chatmerge.h"
#include "core/result.h"

#include <functional>
#include <optional>

namespace snug {

// What has become of a chat that another program changed. What it replaces, on either side, is kept as a
// version first.
struct ReconciledChat
{
    enum class Fate : quint8 {
        Merged,
        Renamed,   // merged, and the chat's name is another
        Gone,      // the file is not there, and nothing was to be written
        Rewritten, // the file was not there, or nothing of the chat could be read from it: it holds mine
                   // again
        Apart,     // a new chat, and another one has its name: it is in a file of another name
    };
    Fate fate = Fate::Merged;
    ChatMerge merge; // `merge.chat` is what the file holds
    // By how many messages the other program made the chat longer, or shorter.
    qsizetype added = 0;
    qsizetype removed = 0;
    bool operator==(const ReconciledChat &) const = default;
};

// How a write ended.
struct StoreOutcome
{
    enum class Kind : quint8 {
        Done,   // on the disk, durably
        Failed, // the file is as it was; `error` says why
    };
    Kind kind = Kind::Done;
    Error error = {};
    // Of Failed: a file elsewhere that holds the chat until a later write of it succeeds; empty = not even
    // that.
    QString keptIn = {};
    // Of Done: another program had changed the file, and what both did is on the disk now; or the file has
    // another name. Nothing: the file holds what was handed over.
    std::optional<ReconciledChat> reconciled = {};
    bool operator==(const StoreOutcome &) const = default;
};

// Each call returns at once. The answers come later from the event loop of the caller's thread, in
// the order of the calls; after the store is gone none comes, but what was handed over is written all the
// same, merged with what another program wrote.
class ChatStore
{
public:
    using Done = std::function<void(const StoreOutcome &)>;
    // The chat as its file holds it, as far as that is known: what a merge starts from.
    using Base = std::optional<Chat>;

    virtual ~ChatStore() = default;

    // The file holds the messages before `first`; those from there on are added.
    virtual void append(const Base &base, const Chat &chat, qsizetype first, Done done) = 0;
    // The whole file, made if it is not there.
    virtual void rewrite(const Base &base, const Chat &chat, Done done) = 0;
    // Nothing is to be written, but another program may have changed the file.
    virtual void look(const Base &base, const Chat &chat, Done done) = 0;
    // To the trash.
    virtual void discard(const QString &name, Done done) = 0;
};

} // namespace snug
