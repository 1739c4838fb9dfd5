#include "core/model/spelling.h"

#include <algorithm>

namespace snug {

// Slips that lead from one to the other (optimal string alignment).
static int slips(const QString &left, const QString &right)
{
    const qsizetype width = right.size() + 1;
    QList<int> last(width);
    QList<int> above(width);
    QList<int> row(width);
    for (qsizetype i = 0; i < width; ++i)
        row[i] = int(i);
    for (qsizetype i = 0; i < left.size(); ++i) {
        last.swap(above);
        above.swap(row);
        row[0] = int(i) + 1;
        for (qsizetype k = 0; k < right.size(); ++k) {
            row[k + 1] = std::min({above[k + 1] + 1, row[k] + 1, above[k] + (left[i] == right[k] ? 0 : 1)});
            if (i > 0 && k > 0 && left[i] == right[k - 1] && left[i - 1] == right[k])
                row[k + 1] = std::min(row[k + 1], last[k - 1] + 1);
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
    int least = wanted.size() < 7 ? 2 : 3;
    for (const QString &each : known) {
        if (const int apart = slips(wanted, each.toLower()); apart < least) {
            least = apart;
            nearest = each;
        }
    }
    return nearest;
}

} // namespace snug
