// A part of the ledger on the disk: a file of pieces that every text is put together from, and a file of
// lines that say what happened. A part refers to no other one, so that the oldest can simply go.
//
// <name>.pieces holds "<hash> <length>\n<bytes>\n" again and again (BLAKE2b, 160 bits, in hexadecimal
// digits); <name>.requests holds a JSON object a line. Both only grow, pieces first, each time waiting for
// the disk. What a crash has torn at the end of either is not read; such a part is written no further.
#pragma once

#include "core/model/json.h"
#include "core/result.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QSet>
#include <QString>

namespace snug {

// Lives on the disk thread; everything here blocks.
class LedgerSegment
{
public:
    // `path`: without the suffixes. Neither file has to be there.
    explicit LedgerSegment(QString path);

    // The lines that are whole. A line's place is what line() takes.
    struct Line
    {
        qint64 start = 0;
        QByteArray bytes;
    };
    Result<QList<Line>> lines() const;
    Result<QByteArray> line(qint64 start) const;
    // Reads what is there, to write behind it. False where a file ends in the middle of something.
    Result<bool> prepare();

    // Takes the text apart; what is new will be written with the next line. The value goes into that line.
    Json keep(const QByteArray &text);
    // What keep() was given. Fails where the disk does not have those very bytes any more.
    Result<QByteArray> read(const Json &kept) const;
    // Durable when it returns; where the line stands.
    Result<qint64> append(const QByteArray &line);

    // Which pieces a kept value is put together from.
    static QSet<int> piecesOf(const Json &kept);
    // Overwrites pieces (by number) and lines (by start) with nothing that could be read; for good. Doing it
    // twice is doing it once. Not of a part that is being written.
    Result<void> wipe(const QSet<int> &pieces, const QList<qint64> &lines) const;

    qint64 size() const; // both files, bytes
    const QString &path() const { return m_path; }
    static QString piecesFile(const QString &path) { return path + QLatin1String(".pieces"); }
    static QString requestsFile(const QString &path) { return path + QLatin1String(".requests"); }
    // The lines first, so that none is ever without its pieces.
    Result<void> remove();

private:
    QString m_path;
    QHash<QByteArray, int> m_numbers; // of pieces, by their hashes; only of a part that is written
    int m_written = 0;                // pieces on the disk
    QByteArray m_new;                 // behind them, as it will be written
};

} // namespace snug
