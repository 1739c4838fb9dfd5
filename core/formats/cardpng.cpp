#include "core/formats/cardpng.h"

#include "core/formats/jsontext.h"
#include "core/formats/pngtext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString trCardPng(const char *text)
{
    return QCoreApplication::translate("CardPng", text);
}

Result<CardReading> cardIn(const PngText &chunk)
{
    return decodeLooseBase64(chunk.text).and_then(readCard).transform_error([&](Error error) {
        const QString place = QString::fromLatin1(chunk.keyword);
        error.place = error.place.isEmpty() ? place : place + u": " + error.place;
        return error;
    });
}

// The two chunks carry the same card but for these.
Json withoutSpec(Json document)
{
    document.remove(u"spec");
    document.remove(u"spec_version");
    return document;
}

Json withSpec(Json document, const QString &spec, const QString &version)
{
    if (document.value(u"spec").toText() != spec)
        document.set(u"spec"_s, Json(spec));
    if (document.value(u"spec_version").toText() != version)
        document.set(u"spec_version"_s, Json(version));
    return document;
}

PngText chunkOf(const QByteArray &keyword, const Json &document)
{
    return {
        .keyword = keyword, .text = writeJson(document, JsonStyle::compact()).toBase64(), .type = "tEXt"_ba};
}

} // namespace

Result<CardReading> readCardPng(const QByteArray &png)
{
    const Result<PngTexts> read = readPngTexts(png, {"ccv3"_ba, "chara"_ba});
    if (!read)
        return std::unexpected(read.error());
    Warnings warnings = read->damaged;
    std::optional<CardReading> newest;
    std::optional<CardReading> older;
    int cards = 0;
    std::optional<Error> failed;
    for (const PngText &chunk : read->texts) {
        const bool isNewest = chunk.keyword.compare("ccv3", Qt::CaseInsensitive) == 0;
        ++cards;
        Result<CardReading> card = cardIn(chunk);
        if (!card) {
            warnings.append(card.error());
            failed = card.error();
        } else if (!isNewest) {
            older = *std::move(card);
        } else if (!newest) {
            newest = *std::move(card);
        }
    }
    if (!newest && !older) {
        if (failed)
            return std::unexpected(*failed);
        if (!read->damaged.isEmpty())
            return std::unexpected(read->damaged.first());
        return failure(trCardPng(QT_TRANSLATE_NOOP("CardPng", "there is no character card in this picture")));
    }
    if (cards > 2)
        warn(warnings, Place(),
             trCardPng(
                 QT_TRANSLATE_NOOP("CardPng", "the picture holds several cards; the newest kind was read")));
    else if (newest && older && !(withoutSpec(newest->card.source) == withoutSpec(older->card.source)))
        warn(warnings, Place(),
             trCardPng(
                 QT_TRANSLATE_NOOP("CardPng", "the picture holds two cards that differ; ccv3 was read")));
    CardReading reading = newest ? *std::move(newest) : *std::move(older);
    reading.warnings += warnings;
    return reading;
}

Result<Card> readNewestCardPng(const QByteArray &png)
{
    const Result<PngTexts> read = readPngTexts(png, {"ccv3"_ba});
    if (read) {
        for (const PngText &chunk : read->texts) {
            if (Result<CardReading> card = cardIn(chunk))
                return std::move(card->card);
        }
    }
    return readCardPng(png).transform([](const CardReading &reading) { return reading.card; });
}

Result<QByteArray> writeCardPng(const Card &card, const QByteArray &png)
{
    const Json document = writtenCard(card);
    // The same card in the same picture: the same file, whatever its chunks look like.
    if (const Result<CardReading> old = readCardPng(png);
        old && document == old->card.source && card.source == old->card.source)
        return png;
    Json modern = document;
    if (!document.value(u"data").isObject()) { // chunks of both kinds need `data`
        Card upgraded = card;
        upgraded.version = Card::Version::V3;
        upgraded.source = Json();
        modern = writtenCard(upgraded);
        for (const Json::Member &member : document.members()) {
            if (!modern.contains(member.key))
                modern.set(member.key, member.value);
        }
    }
    return replacePngTexts(png, {"chara"_ba, "ccv3"_ba},
                           {chunkOf("chara"_ba, withSpec(modern, u"chara_card_v2"_s, u"2.0"_s)),
                            chunkOf("ccv3"_ba, withSpec(modern, u"chara_card_v3"_s, u"3.0"_s))});
}

} // namespace snug
