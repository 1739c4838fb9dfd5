// What the ledger keeps of one request: the headline that lists show, and all the rest.
#pragma once

#include "core/model/chat.h"
#include "core/tokens/tokencounter.h"
#include "core/wire/streamevent.h"
#include "core/wire/wirerequest.h"

#include <QDateTime>
#include <QString>

namespace snug {

enum class LedgerKind : quint8 {
    Reply,
    Swipe,
    Regenerate,
    Continue,
    Impersonate,
    Quiet,
    Memory,
    SidePrompt,
    Again,    // an earlier request sent once more
    Compared, // one of two set-ups
    // What goes out beside replies.
    Counting, // many in one, see LedgerHead::requests
    Embeddings,
    ModelList,
    ServerFacts,
    Stopping,
    Queue, // many in one, too
};

// Whether it was no request for a reply.
bool isBesideReplies(LedgerKind kind);

enum class LedgerResult : quint8 {
    UnderWay, // or the program ended before the answer did
    Finished,
    Stopped, // by the user
    Failed,
};

struct LedgerHead
{
    QString id; // made by whoever sends it
    LedgerKind kind = LedgerKind::Reply;
    QDateTime sent;
    // Whose chat: a card's file or a group's, and the chat's name; both empty = no chat was open.
    QString owner = {};
    QString chat = {};
    QString about = {}; // who speaks, or the side prompt's name
    int row = -1;       // the message that the answer becomes, as rows stood then; -1 = none
    int swipe = 0;
    QString connection = {}; // its id
    QString connectionName = {};
    QString model = {};
    int tokens = 0; // as they were counted then
    CountKind count = CountKind::Estimate;
    QString counter = {};
    int context = 0; // tokens; 0 = no limit

    LedgerResult result = LedgerResult::UnderWay;
    std::optional<TokenUsage> usage = {}; // as the server said
    int firstAfter = -1;                  // milliseconds until something came; -1 = nothing did
    int endedAfter = -1;                  // milliseconds; -1 = unknown
    int status = 0;                       // of HTTP; 0 = no answer
    StopReason stop = StopReason::Stop;
    QString error = {};                    // in the user's words
    std::optional<FaultKind> fault = {};   // why, where the service is the cause
    std::optional<double> retryAfter = {}; // seconds that it asked to wait

    // Of what goes out beside replies: the same to the same server may be one entry, with the first request's
    // bytes.
    int requests = 1;
    qint64 sentBytes = 0; // of bodies
    qint64 receivedBytes = 0;

    bool operator==(const LedgerHead &) const = default;
};

// What was known when it went out.
struct LedgerRequest
{
    LedgerHead head;
    WireRequest request; // keys are dots, see withoutkeys.h
    QByteArray prompt;   // see promptrecord.h
    bool operator==(const LedgerRequest &) const = default;
};

// What came of it; goes with the head's second part.
struct LedgerAnswer
{
    QString text;
    QString reasoning;
    WireHeaders headers = {};
    QByteArray received = {}; // the body as it came, byte for byte
    bool operator==(const LedgerAnswer &) const = default;
};

struct LedgerEntry
{
    LedgerHead head;
    WireRequest request;
    QByteArray prompt;
    LedgerAnswer answer;
    bool operator==(const LedgerEntry &) const = default;
};

// "reply", "swipe", … in files.
QString ledgerKindName(LedgerKind kind);
// In the user's words.
QString ledgerKindText(LedgerKind kind);

// "too many requests": what kind of problem it was.
QString faultText(FaultKind kind);

// The two lines' values without what is kept in pieces.
Json beginningJson(const LedgerHead &head);
Json endJson(const LedgerHead &head);
// What a line says that is of a kind and a result known here; unknown members are passed over.
LedgerHead readBeginning(const Json &value);
void readEnd(const Json &value, LedgerHead &head);

Json requestJson(const WireRequest &request); // without the body
WireRequest readRequest(const Json &value);
Json headersJson(const WireHeaders &headers);
WireHeaders readHeaders(const Json &value);

} // namespace snug
