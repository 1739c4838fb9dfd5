#include "core/library/cardsummary.h"

#include "core/formats/cardpng.h"
#include "core/library/fileaccess.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QtEndian>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qint64 TextLimit = qint64(64) << 20; // bytes of the card's own chunks
constexpr int MostChunks = 100'000;
constexpr qint64 LongestKeyword = 80; // with its end
constexpr qsizetype NotesLength = 200;

QString firstLine(const QString &text)
{
    const QString trimmed = text.trimmed();
    return trimmed.left(trimmed.indexOf(u'\n')).left(NotesLength).trimmed();
}

void describe(CardSummary &summary, const Card &card)
{
    summary.name = card.name;
    summary.creator = card.creator;
    summary.creatorNotes = firstLine(card.creatorNotes);
    summary.tags = card.tags;
    summary.linkedLorebook = card.linkedLorebook;
    summary.favourite = card.favourite;
    summary.hasBook = card.book.has_value();
    summary.greetings = 1 + int(card.alternateGreetings.size());
    for (const QString &text : {card.name, card.description, card.personality, card.scenario})
        summary.promptLength += int(text.size());
}

} // namespace

// What a chunk begins with tells whether it is one of the card's.
static bool isOfCard(QByteArrayView type, QByteArrayView start)
{
    if (type != "tEXt" && type != "zTXt" && type != "iTXt")
        return type == "IHDR" || type == "IEND";
    const QByteArrayView keyword = start.first(std::max<qsizetype>(start.indexOf('\0'), 0));
    return keyword.compare("chara", Qt::CaseInsensitive) == 0 ||
           keyword.compare("ccv3", Qt::CaseInsensitive) == 0;
}

Result<QByteArray> readCardChunks(const QString &path)
{
    const auto file = openForReading(path, ArchiveFileLimit);
    if (!file)
        return std::unexpected(file.error());
    const QString name = QFileInfo(path).fileName();
    const qint64 size = file->size();
    QByteArray kept = file->read(0, 8).value_or(QByteArray());
    int chunks = 0;
    for (qint64 position = kept.size(); position < size;) {
        const QByteArray start = file->read(position, 8 + LongestKeyword).value_or(QByteArray());
        if (start.size() < 8)
            return QByteArray(kept + start);
        const qint64 length = qint64(qFromBigEndian<quint32>(start.constData())) + 12;
        const QByteArrayView type = QByteArrayView(start).sliced(4, 4);
        const QByteArrayView contents =
            QByteArrayView(start).sliced(8).first(std::min<qsizetype>(start.size() - 8, length - 12));
        const bool isKept = isOfCard(type, contents);
        if (position + length > size || ++chunks > MostChunks ||
            (isKept && kept.size() + length > TextLimit)) {
            return failure(QCoreApplication::translate("Library", "the picture is cut off or damaged"),
                           QString::fromLatin1(type), name);
        }
        if (isKept) {
            const qsizetype known = std::min<qsizetype>(start.size(), length);
            kept += start.first(known);
            if (length > known)
                kept += file->read(position + known, length - known).value_or(QByteArray());
        }
        position += length;
        if (type == "IEND")
            break;
    }
    return kept;
}

CardSummary readCardSummary(const QString &path)
{
    const QFileInfo info(path);
    CardSummary summary;
    summary.file = info.fileName();
    summary.name = info.completeBaseName();
    summary.modified = info.lastModified();
    const auto reading =
        readCardChunks(path).and_then([](const QByteArray &png) { return readNewestCardPng(png); });
    if (reading)
        describe(summary, *reading);
    else
        summary.problem = reading.error().inFile(summary.file);
    return summary;
}

QStringList distinctNames(const QList<CardSummary> &cards)
{
    QHash<QString, int> known;
    for (const CardSummary &card : cards)
        ++known[card.name];
    QStringList names;
    names.reserve(cards.size());
    for (const CardSummary &card : cards) {
        if (known.value(card.name) == 1) {
            names.append(card.name);
            continue;
        }
        const QString file = QFileInfo(card.file).completeBaseName();
        names.append(file.startsWith(card.name) ? file : u"%1 (%2)"_s.arg(card.name, file));
    }
    return names;
}

} // namespace snug
