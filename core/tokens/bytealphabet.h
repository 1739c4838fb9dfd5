// The alphabet in which byte-level vocabularies write bytes as printable characters (GPT-2's
// bytes_to_unicode): printable Latin-1 stands for itself, the rest for U+0100 and up.
#pragma once

#include <QByteArray>
#include <QStringView>

#include <optional>

namespace snug {

// The bytes that `written` stands for; nothing if it has a character outside the alphabet.
std::optional<QByteArray> bytesFromAlphabet(QStringView written);

} // namespace snug
