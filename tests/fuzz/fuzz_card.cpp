// A picture or JSON: unchanged gives the same bytes; changed reads back with the change.
#include "core/formats/cardpng.h"
#include "core/formats/filekind.h"
#include "core/formats/jsontext.h"
#include "core/formats/pngtext.h"
#include "tests/fuzz/fuzzing.h"

using namespace snug;

namespace {

void checkPicture(const QByteArray &png)
{
    const Result<CardReading> read = readCardPng(png);
    if (!read)
        return;
    promise(writeCardPng(read->card, png).value_or(QByteArray()) == png);
    Card changed = read->card;
    changed.creator += u'x';
    const Result<QByteArray> written = writeCardPng(changed, png);
    promise(written && readCardPng(*written)->card.creator == changed.creator);
}

} // namespace

FUZZ_TARGET(card)
{
    fileKindOf(bytes);
    if (isPng(bytes)) {
        checkPicture(bytes);
        return;
    }
    if (const Result<CardReading> read = readCard(bytes)) {
        promise(writeCard(read->card) == bytes);
        Card changed = read->card;
        changed.name += u'x';
        const Result<CardReading> back = readCard(writeCard(changed));
        promise(back && back->card.name == changed.name);
    }
}
