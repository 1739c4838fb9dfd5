// Where a chat is kept, as seen from a conversation: narrow, asynchronous, in order.
#pragma once

#include "core/model/chat.h"
#include "core/result.h"

#include <functional>

namespace snug {

// How a write ended.
struct StoreOutcome
{
    enum class Kind : quint8 {
        Done,           // on the disk, durably
        Failed,         // nothing was changed; `error` says why
        ChangedOutside, // another program changed the file; nothing was written
    };
    Kind kind = Kind::Done;
    Error error = {};
    bool operator==(const StoreOutcome &) const = default;
};

// Each call returns at once. The answers come later from the event loop of the caller's thread, in
// the order of the calls; after the store is gone none comes.
class ChatStore
{
public:
    using Done = std::function<void(const StoreOutcome &)>;

    virtual ~ChatStore() = default;

    // The file holds the messages before `first`; those from there on are added.
    virtual void append(const Chat &chat, qsizetype first, Done done) = 0;
    // The whole file, made if it is not there. `overForeign`: whatever another program wrote.
    virtual void rewrite(const Chat &chat, bool overForeign, Done done) = 0;
    // To the trash.
    virtual void discard(const QString &name, Done done) = 0;
    virtual void load(const QString &name, std::function<void(const Result<Chat> &)> done) = 0;
};

} // namespace snug
