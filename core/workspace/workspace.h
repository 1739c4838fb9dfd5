// What decides what is sent: choices, content in effect, connection, similarity, memories and the record of
// what went out. Neither a window nor QApplication is needed: the window and the command line are two users.
#pragma once

#include "core/wire/localservers.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/attachedfiles.h"
#include "core/workspace/connections.h"
#include "core/workspace/countlearning.h"
#include "core/workspace/lorevectors.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/refusallearning.h"
#include "core/workspace/requesthistory.h"

namespace snug {

struct SessionHooks;

struct Workspace
{
    struct Services // all outlive the workspace
    {
        Library &library;
        Transport &transport;
        KeyStore &keys;
        ConsentStore &consents;
    };
    struct Options
    {
        int understudyPace = 35;                 // milliseconds a token
        qint64 historyLimit = qint64(256) << 20; // bytes on the disk; below 0: none is kept
        bool changesNothing = false;             // of the user's own files, either
        QList<LocalProbe> localProbes = usualLocalProbes();
    };

    Workspace(const Services &services, const Options &options);

    const ChatCachePtr chats = std::make_shared<ChatCache>(); // what is known of open chats
    RequestHistory history;
    CountLearning counting;   // of tokens, from what servers report
    RefusalLearning refusals; // what servers refuse, and goes no more
    Connections connections;
    LocalServers localServers; // asked when somebody wants to know
    ActiveContent content;
    AttachedFiles attached;
    LoreVectors vectors;
    MemorySetup memory;
    TurnLimits limits = {}; // of the replies of sessions from now on

    // All but what belongs to one chat (its messages, the typed text, type, time and seed): the content in
    // effect, counted as the connection counts.
    PromptInputs inputs() const;
    // This chat's content is in effect from here on. `owner`: the card's file, or in a group's chat the
    // group's.
    void enterChat(const ChatReference &reference, const QString &owner, const Chat &chat);
    // What a session over this workspace asks of it.
    SessionHooks sessionHooks();
};

} // namespace snug
