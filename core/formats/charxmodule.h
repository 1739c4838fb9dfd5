// How a card in an archive and the RisuAI module beside it become one card, and two again.
#pragma once

#include "core/formats/fields.h"
#include "core/formats/ziparchive.h"
#include "core/model/json.h"

#include <QStringList>

namespace snug {

// `card.json` as it is. Fails with the member as the place.
Result<Json> charXDocumentOf(const ZipArchive &archive);

struct RisuPart
{
    QByteArray bytes; // `module.risum`; empty if there is none
    Json module;      // undefined if there is none that can be read
};
RisuPart risuPartOf(const ZipArchive &archive, Warnings &warnings);

struct JoinedCard
{
    Json document;
    QStringList mapped;
    QStringList kept;
    QStringList unused;
    Warnings warnings;
};

// The card's document with the module's lorebook, regex scripts and triggers in it. Of what the card has
// itself nothing is replaced; to its own lorebook the module's other entries are added.
JoinedCard withModule(const Json &document, const Json &module);

struct PartedCard
{
    Json document; // for `card.json`
    Json module;   // for the module; the same value if nothing in it changed
};

// `present` is the card's document as it is now, `original` and `module` what it was made of. What came out
// of the module and is as it was goes out of the document again; a lorebook that changed leaves the module,
// since RisuAI would take that one.
PartedCard withoutModule(const Json &present, const Json &original, const Json &module);

} // namespace snug
