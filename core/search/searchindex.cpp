#include "core/search/searchindex.h"

#include "core/library/fileaccess.h"
#include "core/model/searchtext.h"
#include "core/search/shortwords.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QMutex>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>
#include <ranges>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Another number makes the whole index anew.
constexpr int IndexVersion = 4;
constexpr qsizetype ShortestPiece = 3;
constexpr qsizetype Around = 90; // characters of an excerpt on either side
// So many of the newest texts are read for short words before the index is asked: frequent words are there.
constexpr int NewestTexts = 2'000;

Error searchError(const QSqlError &error)
{
    return {.what = QCoreApplication::translate("Search", "the index for searching could not be used: %1")
                        .arg(error.text())};
}

// SQLite's SQLITE_CORRUPT and SQLITE_NOTADB (sqlite.org/rescode.html): only then is the file of no use. One
// that is in use by another is not damaged.
bool isDamage(const QSqlError &error)
{
    const int code = error.nativeErrorCode().toInt() & 0xFF;
    return code == 11 || code == 26;
}

Result<void> run(QSqlDatabase &database, const QString &statement)
{
    QSqlQuery query(database);
    if (!query.exec(statement))
        return std::unexpected(searchError(query.lastError()));
    return {};
}

QString likePattern(QString word)
{
    word.replace(u'\\', u"\\\\"_s).replace(u'%', u"\\%"_s).replace(u'_', u"\\_"_s);
    return u'%' + word + u'%';
}

// As the index counts letters: by code points, without accents that stand alone.
qsizetype letterCount(const QString &word)
{
    return std::ranges::count_if(word.toUcs4(),
                                 [](char32_t c) { return QChar::category(c) != QChar::Mark_NonSpacing; });
}

// The part around the first of the words that is in it.
void cutOut(FoundText &found, const QStringList &words)
{
    QString text = found.place.text;
    qsizetype at = -1;
    for (const QString &word : words) {
        if (const TextPlace place = WordSearch(word).find(text); place.isFound()) {
            at = place.start;
            found.matchLength = int(place.length);
            break;
        }
    }
    at = std::max<qsizetype>(at, 0);
    qsizetype from = std::max<qsizetype>(0, at - Around);
    qsizetype to = std::min(text.size(), at + found.matchLength + Around);
    if (from > 0) { // not within a word, nor within a pair of surrogates
        const qsizetype space = text.indexOf(u' ', from);
        if (space >= 0 && space < at)
            from = space + 1;
        else if (text.at(from).isLowSurrogate())
            ++from;
    }
    if (to < text.size() && text.at(to).isLowSurrogate())
        --to;
    const QString before = from > 0 ? u"…"_s : QString();
    const QString after = to < text.size() ? u"…"_s : QString();
    found.matchStart = int(before.size() + at - from);
    text = before + text.sliced(from, to - from) + after;
    for (QChar &c : text) {
        if (c == u'\n' || c == u'\t' || c == u'\r')
            c = u' ';
    }
    found.place.text = text;
}

} // namespace

QStringList searchedWords(const QString &text)
{
    QStringList words;
    QString word;
    bool isQuoted = false;
    const auto end = [&] {
        if (const QString plain = word.simplified(); !plain.isEmpty())
            words.append(plain);
        word.clear();
    };
    for (const QChar c : text) {
        if (c == u'"' || c == u'\u201C' || c == u'\u201D') {
            end();
            isQuoted = !isQuoted;
        } else if (c.isSpace() && !isQuoted) {
            end();
        } else {
            word += c;
        }
    }
    end();
    return words;
}

SearchIndex::SearchIndex(const QString &file, const QString &root)
    : m_file(file)
    , m_layout(root)
    , m_connection(u"search-"_s + QUuid::createUuid().toString(QUuid::Id128))
{
}

SearchIndex::~SearchIndex()
{
    if (m_isOpen)
        QSqlDatabase::removeDatabase(m_connection);
}

QString SearchIndex::fileFor(const QString &root)
{
    const QByteArray name = QCryptographicHash::hash(root.toUtf8(), QCryptographicHash::Blake2b_160).toHex();
    return QStandardPaths::writableLocation(QStandardPaths::GenericStateLocation) + u"/snug/search/"_s +
           QString::fromLatin1(name) + u".sqlite"_s;
}

Result<void> SearchIndex::open()
{
    if (m_isOpen)
        return {};
    // Of two that come at once, the second finds what the first has made.
    static QMutex opening;
    const QMutexLocker locker(&opening);
    const QString folder = QFileInfo(m_file).path();
    if (const auto made = makeFolder(folder); !made)
        return std::unexpected(made.error());
    // What people say to each other is nobody else's.
    QFile::setPermissions(folder, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, m_connection);
    m_isOpen = true;
    database.setDatabaseName(m_file);
    database.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=5000"_s);
    if (!database.open())
        return std::unexpected(searchError(database.lastError()));
    QSqlError error = prepare();
    if (isDamage(error)) { // thrown away, and made anew
        database.close();
        for (const QString &end : {QString(), u"-wal"_s, u"-shm"_s})
            QFile::remove(m_file + end);
        if (!database.open())
            return std::unexpected(searchError(database.lastError()));
        error = prepare();
    }
    if (error.isValid())
        return std::unexpected(searchError(error));
    return {};
}

QSqlError SearchIndex::prepare()
{
    QSqlQuery query(QSqlDatabase::database(m_connection));
    for (const QString &statement : {u"PRAGMA journal_mode=WAL"_s, u"PRAGMA synchronous=NORMAL"_s}) {
        if (!query.exec(statement))
            return query.lastError();
    }
    // Looked at again when nobody else can write: another program may have been faster.
    for (const QString &begin : {QString(), u"BEGIN IMMEDIATE"_s}) {
        if (!begin.isEmpty() && !query.exec(begin))
            return query.lastError();
        if (!query.exec(u"PRAGMA user_version"_s) || !query.next())
            return query.lastError();
        const bool isOurs = query.value(0).toInt() == IndexVersion;
        query.finish();
        if (!isOurs)
            continue;
        if (!begin.isEmpty() && !query.exec(u"ROLLBACK"_s))
            return query.lastError();
        return {};
    }
    for (
        const QString &statement :
        {u"DROP TABLE IF EXISTS pieces"_s, u"DROP TABLE IF EXISTS texts"_s, u"DROP TABLE IF EXISTS places"_s,
         u"DROP TABLE IF EXISTS files"_s,
         u"CREATE TABLE files(id INTEGER PRIMARY KEY, path TEXT UNIQUE, kind INTEGER, size INTEGER, modified INTEGER)"_s,
         u"CREATE TABLE places(id INTEGER PRIMARY KEY, file INTEGER, place INTEGER, swipe INTEGER, title TEXT)"_s,
         u"CREATE INDEX places_of_file ON places(file)"_s,
         u"CREATE VIRTUAL TABLE texts USING fts5(body, tokenize='trigram remove_diacritics 1')"_s,
         piecesTable.toString(), u"PRAGMA user_version=%1"_s.arg(IndexVersion), u"COMMIT"_s}) {
        if (!query.exec(statement)) {
            const QSqlError error = query.lastError();
            query.exec(u"ROLLBACK"_s);
            return error;
        }
    }
    QFile::setPermissions(m_file, QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    return {};
}

Result<void> SearchIndex::update(const QList<SearchFile> &files,
                                 const std::function<void(qsizetype, qsizetype)> &told,
                                 const std::stop_token &stop)
{
    if (const auto opened = open(); !opened)
        return opened;
    QSqlDatabase database = QSqlDatabase::database(m_connection);
    struct Known
    {
        qint64 id;
        qint64 size;
        qint64 modified;
    };
    QHash<QString, Known> known;
    QSqlQuery all(database);
    all.setForwardOnly(true);
    if (!all.exec(u"SELECT id, path, size, modified FROM files"_s))
        return std::unexpected(searchError(all.lastError()));
    while (all.next())
        known.insert(all.value(1).toString(),
                     {all.value(0).toLongLong(), all.value(2).toLongLong(), all.value(3).toLongLong()});
    all.finish();
    struct Changed
    {
        SearchFile file;
        FileStamp stamp;
    };
    QList<Changed> changed;
    for (const SearchFile &file : files) {
        const FileStamp stamp = stampOf(m_layout.root() + u'/' + file.path);
        const auto entry = known.constFind(file.path);
        if (entry != known.cend() && entry->size == stamp.size && entry->modified == stamp.modified) {
            known.erase(entry);
            continue;
        }
        changed.append({file, stamp}); // its entry in `known` is forgotten first
    }
    const auto forget = [&](qint64 id) -> Result<void> {
        for (const QString &statement :
             {u"DELETE FROM texts WHERE rowid IN (SELECT id FROM places WHERE file=%1)"_s.arg(id),
              u"DELETE FROM places WHERE file=%1"_s.arg(id), u"DELETE FROM files WHERE id=%1"_s.arg(id)}) {
            if (const auto done = run(database, statement); !done)
                return done;
        }
        return {};
    };
    qsizetype done = 0;
    const qsizetype total = changed.size();
    // The newest are the most wanted; they are at the end.
    for (const Changed &each : changed | std::views::reverse) {
        if (stop.stop_requested())
            return {};
        if (const auto begun = run(database, u"BEGIN IMMEDIATE"_s); !begun)
            return begun;
        Result<void> written;
        if (const auto entry = known.constFind(each.file.path); entry != known.cend()) {
            written = forget(entry->id);
            known.erase(entry);
        }
        if (written)
            written = read(each.file, each.stamp.size, each.stamp.modified);
        const auto ended = run(database, written ? u"COMMIT"_s : u"ROLLBACK"_s);
        if (!written || !ended)
            return written ? ended : written;
        if (told)
            told(++done, total);
    }
    if (!known.isEmpty()) {
        if (const auto begun = run(database, u"BEGIN IMMEDIATE"_s); !begun)
            return begun;
        for (const Known &gone : std::as_const(known)) {
            if (const auto forgotten = forget(gone.id); !forgotten) {
                static_cast<void>(run(database, u"ROLLBACK"_s));
                return forgotten;
            }
        }
        return run(database, u"COMMIT"_s);
    }
    return {};
}

Result<void> SearchIndex::read(const SearchFile &file, qint64 size, qint64 modified)
{
    QSqlDatabase database = QSqlDatabase::database(m_connection);
    QSqlQuery query(database);
    const auto failed = [&query] { return std::unexpected(searchError(query.lastError())); };
    if (!query.prepare(u"INSERT INTO files(path, kind, size, modified) VALUES(?, ?, ?, ?)"_s))
        return failed();
    query.addBindValue(file.path);
    query.addBindValue(int(file.kind));
    query.addBindValue(size);
    query.addBindValue(modified);
    if (!query.exec())
        return failed();
    const qint64 id = query.lastInsertId().toLongLong();
    QSqlQuery text(database);
    if (!query.prepare(u"INSERT INTO places(file, place, swipe, title) VALUES(?, ?, ?, ?)"_s))
        return failed();
    if (!text.prepare(u"INSERT INTO texts(rowid, body) VALUES(?, ?)"_s))
        return std::unexpected(searchError(text.lastError()));
    const QList<SearchText> texts = searchTexts(m_layout, file);
    for (const SearchText &each : texts) {
        query.bindValue(0, id);
        query.bindValue(1, each.row);
        query.bindValue(2, each.swipe);
        query.bindValue(3, each.title);
        if (!query.exec())
            return failed();
        text.bindValue(0, query.lastInsertId());
        text.bindValue(1, QString(each.text + behindTexts));
        if (!text.exec())
            return std::unexpected(searchError(text.lastError()));
    }
    return {};
}

Result<QList<FoundText>> SearchIndex::find(const QString &words, const SearchScope &scope,
                                           const std::stop_token &stop) const
{
    const QStringList wanted = searchedWords(words);
    QList<FoundText> found;
    if (wanted.isEmpty())
        return found;
    if (const auto opened = const_cast<SearchIndex *>(this)->open(); !opened)
        return std::unexpected(opened.error());
    // Long words by the index; those that have no piece of three letters by looking at what is left.
    Conditions conditions;
    QStringList pieces;
    QStringList shortWords;
    for (const QString &word : wanted) {
        if (letterCount(word) >= ShortestPiece)
            pieces.append(u'"' + QString(word).replace(u'"', u"\"\""_s) + u'"');
        else
            shortWords.append(word);
    }
    for (const QString &word : shortWords)
        conditions.add(u"texts.body LIKE ? ESCAPE '\\'"_s, likePattern(word));
    if (scope.kind)
        conditions.add(u"files.kind=?"_s, int(*scope.kind));
    if (pieces.isEmpty()) {
        Conditions newest = conditions;
        newest.add(u"texts.rowid > (SELECT max(id) FROM places) - ?"_s, NewestTexts);
        auto frequent = select(newest, wanted, scope, stop);
        if (!frequent || frequent->size() >= scope.most || stop.stop_requested())
            return frequent;
        for (const QString &word : shortWords) {
            const auto begun = shortWordPieces(QSqlDatabase::database(m_connection), word);
            if (!begun)
                return std::unexpected(searchError(begun.error()));
            if (*begun && (*begun)->isEmpty())
                return found;
            if (*begun)
                pieces.append(**begun);
        }
    }
    if (!pieces.isEmpty())
        conditions.add(u"texts MATCH ?"_s, pieces.join(u" AND "_s));
    return select(conditions, wanted, scope, stop);
}

Result<QList<FoundText>> SearchIndex::select(const Conditions &conditions, const QStringList &wanted,
                                             const SearchScope &scope, const std::stop_token &stop) const
{
    QList<FoundText> found;
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.setForwardOnly(true);
    if (!query.prepare(u"SELECT files.kind, files.path, places.place, places.swipe, places.title, texts.body "
                       "FROM texts JOIN places ON places.id=texts.rowid JOIN files ON files.id=places.file "
                       "WHERE %1 ORDER BY texts.rowid DESC LIMIT %2"_s.arg(conditions.texts.join(u" AND "_s))
                           .arg(scope.most)))
        return std::unexpected(searchError(query.lastError()));
    for (const QVariant &value : conditions.values)
        query.addBindValue(value);
    if (!query.exec())
        return std::unexpected(searchError(query.lastError()));
    while (query.next() && !stop.stop_requested()) {
        FoundText text{.file = {SearchKind(query.value(0).toInt()), query.value(1).toString()},
                       .place = {.text = query.value(5).toString().chopped(behindTexts.size()),
                                 .title = query.value(4).toString(),
                                 .row = query.value(2).toInt(),
                                 .swipe = query.value(3).toInt()}};
        cutOut(text, wanted);
        found.append(text);
    }
    return found;
}

} // namespace snug
