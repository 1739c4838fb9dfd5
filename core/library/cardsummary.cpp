#include "core/library/cardsummary.h"

#include "core/formats/cardpng.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QtEndian>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qint64 TextLimit = qint64(256) << 20; // bytes of chunks other than pixels
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
}

} // namespace

Result<QByteArray> readPngWithoutPixels(const QString &path)
{
    QFile file(path);
    const QString name = QFileInfo(path).fileName();
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) { // a buffer would read the pixels
        return failure(
            QCoreApplication::translate("Library", "could not be read: %1").arg(file.errorString()), {},
            name);
    }
    const qint64 size = file.size();
    QByteArray kept = file.read(8);
    for (qint64 position = kept.size(); position < size;) {
        if (!file.seek(position))
            break;
        const QByteArray header = file.read(8);
        if (header.size() < 8)
            return QByteArray(kept + header);
        const qint64 length = qint64(qFromBigEndian<quint32>(header.constData())) + 12;
        const QByteArrayView type = QByteArrayView(header).sliced(4);
        const bool isPixels = type == "IDAT" || type == "fdAT";
        if (position + length > size || (!isPixels && kept.size() + length > TextLimit)) {
            return failure(QCoreApplication::translate("Library", "the picture is cut off or damaged"),
                           QString::fromLatin1(type), name);
        }
        if (!isPixels)
            kept += header + file.read(length - 8);
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
        readPngWithoutPixels(path).and_then([](const QByteArray &png) { return readNewestCardPng(png); });
    if (reading)
        describe(summary, *reading);
    else
        summary.problem = reading.error().inFile(summary.file);
    return summary;
}

} // namespace snug
