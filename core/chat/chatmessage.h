// New messages in the shape that SillyTavern 1.19 gives its own: keys, order, dates.
#pragma once

#include "core/model/card.h"
#include "core/model/chat.h"
#include "core/wire/streamevent.h"

#include <QDateTime>

#include <functional>

namespace snug {

// Who says it, as it stands in the message.
struct Speaker
{
    QString name;
    QString forcedAvatar;   // force_avatar: "/thumbnail?type=persona&file=…"
    QString originalAvatar; // original_avatar
    bool operator==(const Speaker &) const = default;
};

// What a model gave in answer, and what is known about it.
struct Reply
{
    QString text;
    QString reasoning;
    QDateTime started;      // the request went out
    QDateTime firstArrived; // invalid: nothing came
    QDateTime finished;
    QString api; // "custom", "llamacpp", … as SillyTavern calls it
    QString model;
    std::optional<TokenUsage> usage;
    StopReason stopReason = StopReason::Stop;
    bool wasStopped = false; // by the user
    // In groups, of the round of replies (extra.gen_id): milliseconds since the epoch.
    std::optional<qint64> round = {};
    QString request = {};          // what Turn::recordId() names (extra.snug.request)
    QList<OpaqueItem> opaque = {}; // what goes back with it (extra.snug.opaque), none of a continuation's

    bool operator==(const Reply &) const = default;
};

Message userMessage(const Speaker &speaker, const QString &text, const QDateTime &date);
// What the user writes for others: the narrator's words, a note that no model sees, a character's. Shaped as
// SillyTavern's commands shape them (docs/sillytavern/commands.md#messages); `isCompact`: shown small.
enum class WrittenKind : quint8 { Narrator, Comment, Character };
Message writtenMessage(WrittenKind kind, const Speaker &speaker, const QString &text, const QDateTime &date,
                       bool isCompact = false);

// A card's first message with its alternates as swipes: the text with `expand` applied, the swipes
// with their macros as the card has them. Nothing for a card without greetings.
std::optional<Message> greetingMessage(const Card &card,
                                       const std::function<QString(const QString &)> &expand,
                                       const QDateTime &date);

Message replyMessage(const Speaker &speaker, const Reply &reply);
// Another alternative of `message`, which becomes the active one.
Message withNewSwipe(const Message &message, const Reply &reply);
// The reply goes on where the text ended, behind `postfix` unless the text ends with a blank.
Message continuedMessage(const Message &message, const Reply &reply, const QString &postfix);
QString continuedText(const QString &text, const QString &postfix, const QString &more);

// A chat that begins: header and the card's greeting, as SillyTavern makes it.
Chat newChat(const QString &name, const Card &card, const std::function<QString(const QString &)> &expand,
             const QDateTime &date, const QString &integrity);
// "Mira - 2026-11-21@22h11m58s197ms"; not yet safe as a file's name.
QString newChatName(const QString &cardName, const QDateTime &date);

// First line of a new file; no "integrity" if that is empty.
Json newChatHeader(const QString &integrity);
// "2026-11-21T22:12:00.125Z"
QString sendDateSpelling(const QDateTime &date);
// "/thumbnail?type=avatar&file=Mira.png"
QString characterAvatarAddress(const QString &file);
// "/thumbnail?type=persona&file=user-default.png"
QString personaAvatarAddress(const QString &file);

// What the provider said the message cost (extra.snug.usage); nothing = it did not say.
std::optional<TokenUsage> usageOf(const Message &message);

// What goes back to the service with the active swipe (extra.snug.opaque).
QList<OpaqueItem> opaqueOf(const Message &message);
void setOpaque(Message &message, const QList<OpaqueItem> &items);

// The request that made the active swipe, as the ledger names it; empty = unknown.
QString requestOf(const Message &message);

// The provider's opaque signature over text that is about to differ must not be sent back.
void dropReasoningSignature(Message &message);
// The same for all that goes back with the message.
void dropOpaque(Message &message);
// swipe_info of the active swipe repeats the message's date, generation times and extra.
void mirrorIntoActiveSwipe(Message &message);

} // namespace snug
