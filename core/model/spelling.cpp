#include "core/model/spelling.h"

#include <algorithm>
#include <utility>

namespace snug {

// Edits of one letter that lead from one to the other: put in, left out, exchanged.
static int distance(const QString &left, const QString &right)
{
    QList<int> row(right.size() + 1);
    for (qsizetype i = 0; i < row.size(); ++i)
        row[i] = int(i);
    for (qsizetype i = 0; i < left.size(); ++i) {
        int diagonal = row[0];
        row[0] = int(i) + 1;
        for (qsizetype k = 0; k < right.size(); ++k) {
            const int here = std::min({row[k] + 1, row[k + 1] + 1, diagonal + (left[i] == right[k] ? 0 : 1)});
            diagonal = std::exchange(row[k + 1], here);
        }
    }
    return row.last();
}

QString nearestSpelling(QStringView word, const QStringList &known)
{
    static constexpr qsizetype longest = 32; // nobody misspells a name into more
    const QString wanted = word.toString().toLower();
    if (wanted.isEmpty() || wanted.size() > longest)
        return {};
    QString nearest;
    int least = wanted.size() < 4 ? 2 : 3;
    for (const QString &each : known) {
        if (const int apart = distance(wanted, each.toLower()); apart < least) {
            least = apart;
            nearest = each;
        }
    }
    return nearest;
}

} // namespace snug
