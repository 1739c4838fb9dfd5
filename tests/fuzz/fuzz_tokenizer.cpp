// Tokenizer files that somebody downloaded: refused with a place, or a tokenizer whose ids are its own and
// whose counts agree with them.
#include "core/tokens/huggingfacereader.h"
#include "core/tokens/tiktokenreader.h"
#include "tests/fuzz/fuzzing.h"

using namespace Qt::StringLiterals;
using namespace snug;

static void checkTokenizer(const Result<TokenizerPtr> &read, const QByteArray &bytes)
{
    if (!read) {
        promise(!read.error().what.isEmpty());
        return;
    }
    const Tokenizer &tokenizer = **read;
    const QStringList texts{u"ab Hello, 1234 worlds\n\n  été 茶屋 👩‍🚀 <|end|>"_s,
                            QString(300, u'a'), QString::fromUtf8(bytes.left(200))};
    for (const QString &text : texts) {
        const QList<int> ids = tokenizer.encode(text);
        promise(tokenizer.count(text) == ids.size());
        for (const int id : ids)
            promise(id >= 0 && id < tokenizer.vocabularySize());
    }
    tokenizer.tokenBytes(-1);
    tokenizer.tokenBytes(tokenizer.vocabularySize());
}

FUZZ_TARGET(tokenizerjson)
{
    checkTokenizer(readHuggingFaceTokenizer(bytes, u"tokenizer.json"_s), bytes);
}

// What the bytes hold comes behind the ranks of all single bytes, without which there is no tokenizer.
FUZZ_TARGET(tiktoken)
{
    static const QByteArray all = [] {
        QByteArray file;
        for (int byte = 0; byte < 256; ++byte)
            file += QByteArray(1, char(byte)).toBase64() + ' ' + QByteArray::number(byte) + '\n';
        return file;
    }();
    const QString name = bytes.size() % 2 ? u"o200k_base.tiktoken"_s : u"gpt2.tiktoken"_s;
    checkTokenizer(readTiktokenRanks(bytes, name), bytes);
    checkTokenizer(readTiktokenRanks(all + bytes, name), bytes);
}
