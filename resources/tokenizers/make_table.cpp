// make_table FILE.ranks FILE.table: lays a tokenizer's vocabulary out as it lies in memory; run by the build.
#include "core/tokens/ranksfile.h"

#include <QFile>
#include <QString>

#include <cstdio>

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    QFile source(QString::fromLocal8Bit(argv[1]));
    QFile target(QString::fromLocal8Bit(argv[2]));
    if (!source.open(QIODevice::ReadOnly) || !target.open(QIODevice::WriteOnly)) {
        std::fputs("make_table: a file cannot be opened\n", stderr);
        return 1;
    }
    const QByteArray ranks = source.readAll();
    const QByteArray table = snug::vocabularyTable(snug::vocabularyFromRanks(ranks));
    return target.write(table) == table.size() && target.flush() ? 0 : 1;
}
