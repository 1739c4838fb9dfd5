// Finds words in all texts of a library: an SQLite file with an FTS5 table of three-letter pieces. It can be
// thrown away at any time, and is made anew where it is damaged or of another version.
#pragma once

#include "core/search/searchtexts.h"

#include <QString>
#include <QStringList>
#include <QVariant>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

class QSqlError;

namespace snug {

struct FoundText
{
    SearchFile file;
    SearchText place;   // its text is the part around what was found
    int matchStart = 0; // of the first word, in that text
    int matchLength = 0;
    bool operator==(const FoundText &) const = default;
};

// Where to look, and when it is enough.
struct SearchScope
{
    std::optional<SearchKind> kind = {}; // nothing: everywhere
    int most = 200;
    bool operator==(const SearchScope &) const = default;
};

// Each object is for one thread: the one that first uses it. One writes, others may look meanwhile.
class SearchIndex
{
public:
    // `file`: made where it is missing, with its folder; only the user may read it. `root`: the library's.
    SearchIndex(const QString &file, const QString &root);
    ~SearchIndex();
    Q_DISABLE_COPY_MOVE(SearchIndex)

    // Where the index of this library is: in the user's state folder.
    static QString fileFor(const QString &root);

    // Reads what changed since the last time, the newest chats first, and forgets what is gone. `told` is
    // called now and then with how many of how many files are done. Stops between two files.
    Result<void> update(const QList<SearchFile> &files,
                        const std::function<void(qsizetype, qsizetype)> &told = {},
                        const std::stop_token &stop = {});

    // Texts in which all words are, in any letter case; words in quotation marks belong together. Newest
    // first within a file. Words of one or two letters (most Chinese and Japanese ones) are
    // found too.
    Result<QList<FoundText>> find(const QString &words, const SearchScope &scope = {},
                                  const std::stop_token &stop = {}) const;

private:
    Result<void> open();
    QSqlError prepare();
    Result<void> read(const SearchFile &file, qint64 size, qint64 modified);
    struct Conditions
    {
        void add(const QString &text, const QVariant &value)
        {
            texts.append(text);
            values.append(value);
        }
        QStringList texts;
        QVariantList values;
    };
    Result<QList<FoundText>> select(const Conditions &conditions, const QStringList &wanted,
                                    const SearchScope &scope, const std::stop_token &stop) const;

    QString m_file;
    LibraryLayout m_layout;
    QString m_connection;
    bool m_isOpen = false;
};

// What is looked for: the words one by one.
QStringList searchedWords(const QString &text);

} // namespace snug
