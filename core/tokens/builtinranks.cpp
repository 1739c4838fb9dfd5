#include "core/tokens/builtinranks.h"

#include "core/tokens/splitpatterns.h"
#include "core/tokens/tiktokenreader.h"

#include <QtEndian>

using namespace Qt::StringLiterals;

// The files as they are, in the read-only pages of the program: loading them costs nothing.
asm(".section .rodata\n"
    ".balign 16\n"
    "snug_ranks_o200k_begin: .incbin \"" SNUG_RANKS_DIR "/o200k_base.ranks\"\n"
    "snug_ranks_o200k_end:\n"
    ".balign 16\n"
    "snug_ranks_cl100k_begin: .incbin \"" SNUG_RANKS_DIR "/cl100k_base.ranks\"\n"
    "snug_ranks_cl100k_end:\n"
    ".previous\n");

extern "C" {
extern const char snug_ranks_o200k_begin[], snug_ranks_o200k_end[];
extern const char snug_ranks_cl100k_begin[], snug_ranks_cl100k_end[];
}

namespace snug {

// The format is described in resources/tokenizers/make_ranks.py.
static Vocabulary vocabularyFromRanks(QByteArrayView file)
{
    constexpr qsizetype header = 16;
    Q_ASSERT(file.startsWith("snugrnk1"));
    const auto tokens = qFromLittleEndian<quint32>(file.data() + 8);
    const auto bytes = qFromLittleEndian<quint32>(file.data() + 12);
    Q_ASSERT(file.size() == header + tokens + bytes);
    Vocabulary vocabulary;
    vocabulary.adopt(file.sliced(header + tokens, bytes), file.sliced(header, tokens));
    return vocabulary;
}

QStringList builtInTokenizerNames()
{
    return {u"o200k_base"_s, u"cl100k_base"_s};
}

TokenizerPtr builtInTokenizer(QStringView name)
{
    const auto make = [&](const char *begin, const char *end, QStringView pattern) {
        auto made = tiktokenTokenizer(vocabularyFromRanks({begin, end}), pattern, name.toString());
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
