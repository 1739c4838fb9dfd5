// Times token counting on a text file. Prints one line of JSON; packaging/dev-bench.sh compares it
// with other tokenizers on the same text in the same run.
//
//   bench_tokens TOKENIZER FILE         timings
//   bench_tokens --ids TOKENIZER FILE   the ids, one a line, for comparing them
#include "core/tokens/builtinranks.h"
#include "core/tokens/loadtokenizer.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cstdio>
#include <ctime>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

Result<TokenizerPtr> open(const QString &tokenizer)
{
    if (TokenizerPtr builtIn = builtInTokenizer(tokenizer))
        return builtIn;
    return readTokenizerFile(tokenizer);
}

// Processor time, in milliseconds: other programs on the machine do not count.
double processorTime()
{
    return double(std::clock()) * 1000 / CLOCKS_PER_SEC;
}

template <typename Work> double bestOf(int rounds, const Work &work)
{
    double best = 1e300;
    for (int i = 0; i < rounds; ++i) {
        const double begun = processorTime();
        work();
        best = std::min(best, processorTime() - begun);
    }
    return best;
}

} // namespace

int main(int argc, char **argv)
{
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    const bool idsOnly = arguments.removeOne(u"--ids"_s);
    QFile file(arguments.value(1));
    if (arguments.size() != 2 || !file.open(QIODevice::ReadOnly)) {
        std::fputs("usage: bench_tokens [--ids] TOKENIZER FILE\n", stderr);
        return 2;
    }
    const QString text = QString::fromUtf8(file.readAll());
    auto tokenizer = open(arguments.first());
    if (!tokenizer) {
        std::fprintf(stderr, "bench_tokens: %s\n", qPrintable(tokenizer.error().line()));
        return 1;
    }
    if (idsOnly) {
        for (const int id : (*tokenizer)->encode(text))
            std::printf("%d\n", id);
        return 0;
    }
    const double load = bestOf(5, [&] { tokenizer = open(arguments.first()); });
    int tokens = 0;
    double cold = 1e300;
    for (int i = 0; i < 5; ++i) { // a new tokenizer has seen no piece yet
        tokenizer = open(arguments.first());
        cold = std::min(cold, bestOf(1, [&] { tokens = (*tokenizer)->count(text); }));
    }
    const double warm = bestOf(5, [&] { tokens = (*tokenizer)->count(text); });
    const double ids = bestOf(5, [&] { tokens = int((*tokenizer)->encode(text).size()); });
    QByteArray copy;
    const double utf8 = bestOf(5, [&] { copy = text.toUtf8(); });
    const QJsonObject result{{u"tokens"_s, tokens}, {u"load_ms"_s, load}, {u"cold_ms"_s, cold},
                             {u"warm_ms"_s, warm},  {u"ids_ms"_s, ids},   {u"utf8_ms"_s, utf8}};
    std::printf("%s\n", QJsonDocument(result).toJson(QJsonDocument::Compact).constData());
    return 0;
}
