#include "core/formats/worldinfo.h"
#include "tests/fuzz/fuzzing.h"

using namespace snug;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArray bytes = fuzzBytes(data, size);
    const Result<LorebookReading> read = readWorldInfo(bytes, QStringLiteral("w"));
    if (!read)
        return 0;
    promise(writeWorldInfo(read->book) == bytes);
    Lorebook changed = read->book;
    if (changed.entries.isEmpty())
        return 0;
    changed.entries.last().content += u'x';
    changed.entries.append(LoreEntry());
    const Result<LorebookReading> back = readWorldInfo(writeWorldInfo(changed), QStringLiteral("w"));
    promise(back && back->book.entries.size() == changed.entries.size());
    writtenCardBook(changed);
    return 0;
}
