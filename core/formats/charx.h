// Character cards as archives (CHARX, card spec V3): `card.json`, the assets it names, and what programs put
// beside them. Of RisuAI's `module.risum`, which holds the lorebook, regex scripts and triggers that RisuAI
// takes out of the card, the lorebook and the scripts become the card's (docs/formats/cards.md#charx,
// docs/formats/risu.md#module).
#pragma once

#include "core/formats/card.h"
#include "core/formats/ziparchive.h"

#include <QStringList>

#include <functional>
#include <optional>

namespace snug {

struct CharX
{
    Card card; // of `card.json`, with what the module holds
    // The main icon, or the JPEG in front of the archive; empty if neither is there.
    QByteArray picture;
    // Sentences without full stops, as in ForeignLorebook.
    QStringList mapped;
    QStringList kept;
    QStringList unused;
    Warnings warnings; // places begin with the member's name: "card.json: data.assets.3"
};

// Bounds for what is unpacked, in bytes.
inline constexpr qint64 CharXCardLimit = qint64(64) << 20;
inline constexpr qint64 CharXModuleLimit = qint64(128) << 20;
inline constexpr qint64 CharXAssetLimit = qint64(256) << 20;

// Fails with the place: no `card.json`, or one that is too large, damaged or no card. Anything else that is
// wrong is a warning.
Result<CharX> readCharX(const ZipArchive &archive);

// The member that an asset's address stands for: "embeded://…" (as the spec spells it), "embedded://…" and
// "__asset:…". Nothing for other addresses.
std::optional<QString> charXMemberOf(const QString &uri);

// The bytes of a "data:" address; fails for others.
Result<QByteArray> dataUriBytes(const QString &uri);

// The asset that is the character's picture: the icon called "main", else the first icon. -1 if none.
qsizetype mainIconOf(const QList<CardAsset> &assets);

struct CharXSources
{
    // What the card was imported from, or an empty archive.
    ZipArchive archive;
    // A PNG that takes the main icon's place, without the card's text in it; empty: the archive's stays.
    QByteArray picture;
    // The bytes of an asset that is not in the archive ("__asset:…" in a picture's chunks).
    std::function<Result<QByteArray>(const QString &uri)> asset;
    // Seconds since 1970, for `modification_date` if anything changed.
    std::optional<qint64> now;
};

// The archive again, with the card as it is now; its own bytes if neither card nor picture changed. Assets
// inside the card ("data:") become members; members that were assets and are none any more go; all others
// stay, also those that nobody knows. What came from the module and was not changed stays there alone; a
// changed lorebook is in the card, and no longer in the module.
Result<QByteArray> writeCharX(const Card &card, const CharXSources &sources);

} // namespace snug
