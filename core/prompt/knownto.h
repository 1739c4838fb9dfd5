// Who knows a message: the tag in its text, the stored list, and whom it is kept from
// (docs/systems/gf-lt.md#data). Names are compared with letter case.
#pragma once

#include "core/model/chat.h"
#include "core/model/knowledge.h"

#include <QStringList>

#include <optional>

namespace snug {

// The names in all tags of `text`, in order, repeats kept. Empty: no tag, or the feature is off.
QStringList namesInTags(const QString &text, const KnowledgeSettings &settings);

// The list after `text` was said by `sender`: the names in its tags and the sender. Nothing: the stored
// list stays as it is.
std::optional<QStringList> knownToFromTags(const QString &text, const QString &sender,
                                           const KnowledgeSettings &settings);

// The text that makes `names` the only ones to know it besides the sender: a tag in front. Commas and
// "__" cannot be part of a name in a tag; names with them are left out.
QString privateText(const QString &text, const QStringList &names, const KnowledgeSettings &settings);
// `text` without its tags and the out-of-character brackets that held nothing else.
QString textWithoutTags(const QString &text, const KnowledgeSettings &settings);

// Whether somebody who is told `knownTo` (empty = everybody) is `name`. An empty name knows everything.
bool isKnownTo(const QStringList &knownTo, const QString &name);

// Stored in the message's `extra.known_to`; a file of another program may have it beside `mes`.
QStringList knownTo(const Message &message);
// As it is stored, an empty list too; Undefined: nobody wrote one.
Json storedKnowers(const Message &message);
void setKnownTo(Message &message, const QStringList &names); // empty = public; not mirrored into swipes
// With the list that its text asks for.
Message withKnownTo(Message message, const KnowledgeSettings &settings);

// Narrators' messages pass always.
bool isVisibleTo(const Message &message, const QString &viewer, const KnowledgeSettings &settings);

// What the speaker of a stored message is called: "system" for narrators.
QString speakerName(const Message &message);
// Everybody who has spoken, in order, and those of `cast` who are not among them in any letter case.
QStringList namesInChat(const Chat &chat, const QStringList &cast);

} // namespace snug
