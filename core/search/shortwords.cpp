#include "core/search/shortwords.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int mostPieces = 4'000;

// The tokenizer writes other letters without their accents and in lower case, by tables of its own.
bool isKeptAsItIs(char32_t letter)
{
    if (letter < 0x80)
        return letter != 0;
    switch (QChar::script(letter)) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Hangul:
    case QChar::Script_Bopomofo:
        return QChar::isLetter(letter);
    default:
        return letter == 0x30FC; // makes a vowel long in both of Japan's alphabets
    }
}

QString lowered(QString word)
{
    for (QChar &c : word) {
        if (c >= u'A' && c <= u'Z')
            c = QChar(c.unicode() + (u'a' - u'A'));
    }
    return word;
}

} // namespace

std::expected<std::optional<QString>, QSqlError> shortWordPieces(const QSqlDatabase &database,
                                                                 const QString &word)
{
    if (!std::ranges::all_of(word.toUcs4(), isKeptAsItIs))
        return std::nullopt;
    const QString beginning = lowered(word);
    QSqlQuery query(database);
    query.setForwardOnly(true);
    if (!query.prepare(u"SELECT term FROM pieces WHERE term >= ? AND term <= ? LIMIT %1"_s.arg(mostPieces)))
        return std::unexpected(query.lastError());
    query.addBindValue(beginning);
    query.addBindValue(QString(beginning + u"\U0010FFFF\U0010FFFF"_s)); // behind all that begin so
    if (!query.exec())
        return std::unexpected(query.lastError());
    QStringList pieces;
    while (query.next())
        pieces.append(u'"' + query.value(0).toString().replace(u'"', u"\"\""_s) + u'"');
    if (query.lastError().isValid())
        return std::unexpected(query.lastError());
    if (pieces.size() >= mostPieces)
        return std::nullopt;
    return pieces.isEmpty() ? QString() : u'(' + pieces.join(u" OR "_s) + u')';
}

} // namespace snug
