#include "core/formats/worldinfo.h"
#include "tests/fuzz/fuzzing.h"

using namespace snug;

FUZZ_TARGET(worldinfo)
{
    const Result<LorebookReading> read = readWorldInfo(bytes, QStringLiteral("w"));
    if (!read)
        return;
    promise(writeWorldInfo(read->book) == bytes);
    Lorebook changed = read->book;
    if (changed.entries.isEmpty())
        return;
    changed.entries.last().content += u'x';
    changed.entries.append(LoreEntry());
    const Result<LorebookReading> back = readWorldInfo(writeWorldInfo(changed), QStringLiteral("w"));
    promise(back && back->book.entries.size() == changed.entries.size());
    writtenCardBook(changed);
}
