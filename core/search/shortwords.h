// Finding words of one or two letters by an index of three-letter pieces: as the beginnings of pieces. Only
// such as are rare in the newest texts need it, most Chinese and Japanese ones among them.
#pragma once

#include <QString>

#include <expected>
#include <optional>

class QSqlDatabase;
class QSqlError;

namespace snug {

// Stored behind each text, so that its last letters begin pieces too.
inline constexpr QStringView behindTexts = u"\n\n";

// The table of pieces that shortWordPieces() reads, of the FTS5 table `texts`.
inline constexpr QStringView piecesTable = u"CREATE VIRTUAL TABLE pieces USING fts5vocab(texts, 'row')";

// What to ask the index for so that all texts with the word are found, perhaps some more; empty: no text has
// it. Nothing: the index cannot tell, since it writes the word's letters in another way or there are too many
// pieces.
std::expected<std::optional<QString>, QSqlError> shortWordPieces(const QSqlDatabase &database,
                                                                 const QString &word);

} // namespace snug
