// The name of a lorebook that is made for a chat's memories (docs/systems/memory-books.md#book).
#pragma once

#include <QStringList>

#include <optional>

namespace snug {

inline constexpr QStringView DefaultBookNameTemplate = u"LTM - {{char}} - {{chat}}";

struct BookNameValues
{
    QString character;
    QString user;
    QString chat;
};

// The template filled in, without characters that file systems reserve, of 60 characters at most, and
// counted up (" 2" to " 999") past the names that exist. Nothing if all of those are taken. An empty
// template is the default.
std::optional<QString> memoryBookName(QStringView nameTemplate, const BookNameValues &values,
                                      const QStringList &existing);

} // namespace snug
