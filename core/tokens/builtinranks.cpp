#include "core/tokens/builtinranks.h"

#include "core/tokens/ranksfile.h"
#include "core/tokens/splitpatterns.h"
#include "core/tokens/tiktokenreader.h"

using namespace Qt::StringLiterals;

// The tables as the build made them, in the read-only pages of the program: loading them costs nothing.
asm(".section .rodata\n"
    ".balign 16\n"
    "snug_ranks_o200k_begin: .incbin \"" SNUG_TABLES_DIR "/o200k_base.table\"\n"
    "snug_ranks_o200k_end:\n"
    ".balign 16\n"
    "snug_ranks_cl100k_begin: .incbin \"" SNUG_TABLES_DIR "/cl100k_base.table\"\n"
    "snug_ranks_cl100k_end:\n"
    ".previous\n");

extern "C" {
extern const char snug_ranks_o200k_begin[], snug_ranks_o200k_end[];
extern const char snug_ranks_cl100k_begin[], snug_ranks_cl100k_end[];
}

namespace snug {

QStringList builtInTokenizerNames()
{
    return {u"o200k_base"_s, u"cl100k_base"_s};
}

TokenizerPtr builtInTokenizer(QStringView name)
{
    const auto make = [&](const char *begin, const char *end, QStringView pattern) {
        auto made = tiktokenTokenizer(vocabularyFromTable({begin, end}), pattern, name.toString());
        Q_ASSERT(made);
        return *std::move(made);
    };
    if (name == u"o200k_base"_s)
        return make(snug_ranks_o200k_begin, snug_ranks_o200k_end, o200kPattern);
    if (name == u"cl100k_base"_s)
        return make(snug_ranks_cl100k_begin, snug_ranks_cl100k_end, cl100kPattern);
    return {};
}

} // namespace snug
