#include "core/formats/foreignlorebook.h"
#include "core/formats/worldinfo.h"
#include "tests/fuzz/fuzzing.h"

using namespace snug;

// Whatever a lorebook of another program holds, what is made of it can be written and read again.
FUZZ_TARGET(foreignlorebook)
{
    for (const FileKind kind : {FileKind::NovelAiLorebook, FileKind::NovelAiPng, FileKind::AgnaiLorebook,
                                FileKind::Risu, FileKind::RisuModule}) {
        const auto read = foreignLorebookIn(kind, bytes);
        if (!read || !*read)
            continue;
        const auto back = readWorldInfo(writeWorldInfo((*read)->book), QStringLiteral("w"));
        promise(back && back->book.entries.size() == (*read)->book.entries.size());
    }
}
