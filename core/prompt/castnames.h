// Names and turns of a chat with several characters, as gf-lt handles them
// (docs/systems/gf-lt.md#names-and-turns).
#pragma once

#include "core/model/chat.h"

#include <QStringList>

namespace snug {

// Whom the user may play: everybody who speaks, and the user; in alphabetical order.
QStringList namesToWriteAs(const QStringList &namesInChat, const QString &user);
// The one after `current`, in any letter case; behind the last one the first.
QString nextName(const QStringList &names, const QString &current);

// "Bob: hello" (word characters, a colon): Bob, and `text` becomes the rest. Empty: no name in front.
QString takeSpeaker(QString &text);

// Neighbouring messages that `speaker` says become one, joined by a line break. Of two lists of who knows
// them the first counts; KeepApart joins only messages with the same list.
enum class NeighbourLists : quint8 { First, KeepApart };
QList<Message> joinedNeighbours(const QList<Message> &messages, const QString &speaker, NeighbourLists lists);

// gf-lt's way: in speakers and texts, also inside words, but not in the lists of who knows.
QList<Message> renamedEverywhere(QList<Message> messages, const QString &old, const QString &with);
// Only whole names, and in the lists too.
QList<Message> renamedSpeaker(QList<Message> messages, const QString &old, const QString &with);

} // namespace snug
