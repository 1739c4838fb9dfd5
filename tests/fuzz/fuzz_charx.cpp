// An archive: unchanged gives the same bytes; changed reads back with the change and all other members.
#include "core/formats/charx.h"
#include "tests/fuzz/fuzzing.h"

#include <algorithm>

using namespace snug;

FUZZ_TARGET(charx)
{
    const Result<ZipArchive> archive = ZipArchive::read(bytes);
    if (!archive)
        return;
    for (const ZipMember &member : archive->members())
        static_cast<void>(archive->member(member.name, 1 << 20));
    const Result<CharX> read = readCharX(*archive);
    if (!read)
        return;
    const bool isSafe = std::ranges::all_of(archive->members(), &ZipMember::isSafe);
    const auto same = writeCharX(read->card, {.archive = *archive, .picture = {}, .asset = {}, .now = {}});
    promise(!isSafe || (same && *same == archive->bytes()));
    Card changed = read->card;
    changed.creator += u'x';
    const auto written = writeCharX(changed, {.archive = *archive, .picture = {}, .asset = {}, .now = {}});
    if (!written) // members that cannot be copied: an error, and the archive stays
        return;
    const auto back = ZipArchive::read(*written);
    promise(back.has_value());
    const auto again = readCharX(*back);
    promise(again && again->card.creator == changed.creator);
    for (const ZipMember &member : archive->members())
        promise(!member.isSafe || back->contains(member.name));
}
