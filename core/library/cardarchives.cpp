#include "core/library/cardarchives.h"

#include "core/formats/pngtext.h"
#include "core/library/deleting.h"
#include "core/library/documentfiles.h"
#include "core/library/fileaccess.h"
#include "core/library/librarystore.h"

#include <QCoreApplication>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Says which picture, not a PNG, the card's was made of; a picture that takes its place does not have it.
const QByteArray MadeOfKeyword = "snug-made-of"_ba;
const QByteArray AssetKeyword = "chara-ext-asset_"_ba;

QString translated(const char *text)
{
    return QCoreApplication::translate("CardArchives", text);
}

QByteArray checksumText(const QByteArray &bytes)
{
    return QByteArray::number(continueChecksum(EmptyChecksum, bytes), 16);
}

// The picture alone. Bytes that are no PNG come back as they are.
QByteArray withoutCard(const QByteArray &png)
{
    return replacePngTexts(png, {"chara"_ba, "ccv3"_ba, MadeOfKeyword, QByteArray(AssetKeyword + '*')}, {})
        .value_or(png);
}

// The card's picture, if it is another one than the archive's.
QByteArray newPicture(const QByteArray &png, const QByteArray &archived)
{
    const QByteArray present = withoutCard(png);
    if (present == withoutCard(placeholderPicture()))
        return {};
    if (isPng(archived) && present == withoutCard(archived))
        return {};
    if (const auto texts = readPngTexts(png, {MadeOfKeyword})) {
        for (const PngText &text : texts->texts) {
            if (text.text == checksumText(archived))
                return {};
        }
    }
    return present;
}

// As a card's picture in the library. A PNG is looked at too: who cannot be shown has no picture.
Result<QByteArray> pictureFor(const QByteArray &archived, const PictureMaker &toPng)
{
    const auto png = toPng ? toPng(archived) : Result<QByteArray>(archived);
    if (!png)
        return png;
    if (isPng(archived))
        return pngKeywords(archived).transform([&](const auto &) { return withoutCard(archived); });
    return replacePngTexts(*png, {}, {{MadeOfKeyword, checksumText(archived), "tEXt"_ba}});
}

Result<ZipArchive> archiveOf(LibraryStore &store, const QString &file)
{
    const QString path = cardArchivePath(store.layout(), file);
    if (!stampOf(path).exists())
        return ZipArchive();
    return readVersioned(path, ArchiveFileLimit)
        .and_then([](const Loaded<QByteArray> &read) { return ZipArchive::read(read.value); })
        .transform_error([&](const Error &error) { return error.inFile(QFileInfo(path).fileName()); });
}

Result<QByteArray> chunkBytes(const QByteArray &png, const QString &uri)
{
    const QString number = uri.section(u':', 1);
    const QList<QByteArray> names{QByteArray(AssetKeyword + ':' + number.toLatin1()),
                                  QByteArray(AssetKeyword + number.toLatin1())};
    const auto texts = readPngTexts(png, names);
    if (!texts)
        return std::unexpected(texts.error());
    for (const PngText &text : texts->texts) {
        if (names.contains(text.keyword))
            return decodeLooseBase64(text.text);
    }
    return failure(
        translated(QT_TRANSLATE_NOOP("CardArchives", "the card's picture does not hold this asset")), uri);
}

Result<void> keepArchive(LibraryStore &store, const QString &file, const QByteArray &bytes)
{
    return setAsideCardArchive(store, file).and_then([&]() -> Result<void> {
        const auto kept = store.replace(cardArchivePath(store.layout(), file), bytes, FileVersion());
        if (!kept)
            return std::unexpected(kept.error());
        if (kept->conflict)
            return failure(translated(QT_TRANSLATE_NOOP("CardArchives", "another program is writing it")), {},
                           file);
        return {};
    });
}

} // namespace

QString cardArchivePath(const LibraryLayout &layout, QStringView file)
{
    const QStringView stem = file.endsWith(u".png", Qt::CaseInsensitive) ? file.chopped(4) : file;
    return layout.snugFolder() + u"/charx/"_s + stem + u".charx"_s;
}

Result<CardFromArchive> createCardFromArchive(LibraryStore &store, const ZipArchive &archive,
                                              const QString &stem, const PictureMaker &toPng)
{
    const auto read = readCharX(archive);
    if (!read)
        return std::unexpected(read.error());
    CardFromArchive made{.file = {}, .charX = *read, .pictureNote = {}};
    Card named = read->card;
    if (named.name.isEmpty())
        named.name = stem;
    const auto picture =
        read->picture.isEmpty() ? Result<QByteArray>(QByteArray()) : pictureFor(read->picture, toPng);
    const auto file = createCard(store, named, picture.value_or(QByteArray()));
    if (!file)
        return std::unexpected(file.error());
    made.file = *file;
    if (read->picture.isEmpty())
        made.pictureNote =
            translated(QT_TRANSLATE_NOOP("CardArchives", "had no picture and got a plain one"));
    else if (!picture)
        //: %1 is why, as in "is damaged"
        made.pictureNote =
            translated(QT_TRANSLATE_NOOP("CardArchives", "its picture %1: the card got a plain one, the "
                                                         "archive keeps its own"))
                .arg(picture.error().what);
    if (const auto kept = keepArchive(store, *file, archive.bytes()); !kept) {
        static_cast<void>(deleteCard(store, *file, ChatsOfCard::Keep));
        return std::unexpected(kept.error());
    }
    return made;
}

Result<void> setAsideCardArchive(LibraryStore &store, const QString &file)
{
    const QString path = cardArchivePath(store.layout(), file);
    if (!stampOf(path).exists())
        return {};
    const auto old = readVersioned(path, ArchiveFileLimit);
    if (!old)
        return std::unexpected(old.error());
    const auto moved = store.create(store.layout().keptFolder(), QFileInfo(path).completeBaseName(),
                                    u".charx"_s, old->value);
    if (!moved)
        return std::unexpected(moved.error());
    return removeFile(path);
}

Result<QByteArray> cardAssetBytes(LibraryStore &store, const QString &file, const QString &uri)
{
    if (uri.startsWith(u"data:", Qt::CaseInsensitive))
        return dataUriBytes(uri);
    if (const auto member = charXMemberOf(uri)) {
        const auto archive = archiveOf(store, file);
        if (!archive)
            return std::unexpected(archive.error());
        if (archive->contains(*member))
            return archive->member(*member, CharXAssetLimit);
        if (!uri.startsWith(u"__asset:", Qt::CaseInsensitive))
            return failure(translated(QT_TRANSLATE_NOOP("CardArchives",
                                                        "the archive of the card is not here, or lacks it")),
                           *member);
    }
    if (uri.startsWith(u"http", Qt::CaseInsensitive))
        return failure(translated(QT_TRANSLATE_NOOP("CardArchives", "is on the web and is not fetched")),
                       uri);
    return readVersioned(store.layout().card(file), ArchiveFileLimit)
        .and_then([&](const Loaded<QByteArray> &card) {
            return uri.startsWith(u"ccdefault:", Qt::CaseInsensitive)
                       ? Result<QByteArray>(withoutCard(card.value))
                       : chunkBytes(card.value, uri);
        });
}

Result<QByteArray> cardAsCharX(LibraryStore &store, const QString &file)
{
    return loadCard(store, file).and_then([&](const LoadedDocument<Card> &card) {
        return cardAsCharX(store, file, card.value);
    });
}

Result<QByteArray> cardAsCharX(LibraryStore &store, const QString &file, const Card &card)
{
    const auto png = readVersioned(store.layout().card(file), ArchiveFileLimit);
    if (!png)
        return std::unexpected(png.error());
    const auto archive = archiveOf(store, file);
    if (!archive)
        return std::unexpected(archive.error());
    CharXSources sources;
    sources.archive = *archive;
    sources.asset = [&](const QString &uri) { return chunkBytes(png->value, uri); };
    sources.now = QDateTime::currentSecsSinceEpoch();
    if (archive->members().isEmpty()) {
        sources.picture = withoutCard(png->value);
    } else if (const auto original = readCharX(*archive)) {
        sources.picture = newPicture(png->value, original->picture);
    }
    return writeCharX(card, sources).transform_error([&](const Error &error) { return error.inFile(file); });
}

} // namespace snug
