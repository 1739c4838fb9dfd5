// Cards that came as archives (CHARX). In the library a card is a picture, so that SillyTavern can use it
// too; the archive it came in stays in "snug/charx", where its assets are read from, and the card leaves the
// library as that archive again. Blocking; for the disk thread.
#pragma once

#include "core/formats/charx.h"
#include "core/library/importer.h"
#include "core/library/librarylayout.h"

namespace snug {

// The archive that a card was imported from: "snug/charx/Mira.charx" for "Mira.png".
QString cardArchivePath(const LibraryLayout &layout, QStringView file);

struct CardFromArchive
{
    QString file; // "Mira.png"
    CharX charX;
    QString pictureNote; // why it has a plain picture; empty if it has its own
};

// Makes a card of the archive, named after the character, or `stem`.
Result<CardFromArchive> createCardFromArchive(LibraryStore &store, const ZipArchive &archive,
                                              const QString &stem, const PictureMaker &toPng);

// An archive of that name belonged to another card, which went without it: it moves to "snug/kept".
Result<void> setAsideCardArchive(LibraryStore &store, const QString &file);

// The bytes of an asset: inside the card, in its archive, in its picture. Fails for what is on the web
// (nothing is fetched) and for what is not there.
Result<QByteArray> cardAssetBytes(LibraryStore &store, const QString &file, const QString &uri);

// The card as an archive; see writeCharX(). `card` may be one that is not saved yet.
Result<QByteArray> cardAsCharX(LibraryStore &store, const QString &file);
Result<QByteArray> cardAsCharX(LibraryStore &store, const QString &file, const Card &card);

} // namespace snug
