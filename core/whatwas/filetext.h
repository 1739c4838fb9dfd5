// A file of a library as text to read, to see what it was: a chat's messages, a card's texts, a document's
// JSON.
#pragma once

#include <QByteArray>
#include <QString>

namespace snug {

// Of what is long, the end for chats and the beginning for all else.
inline constexpr qsizetype FileTextLimit = 100'000; // characters

// Empty for what is no text, as pictures without a card.
QString fileText(const QByteArray &bytes);

} // namespace snug
