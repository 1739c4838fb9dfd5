#include "core/lore/lorewhy.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct Why
{
    Q_DECLARE_TR_FUNCTIONS(LoreWhy)
};

bool isFedBy(const LoreTrace &row, const LoreTrace &feeder)
{
    const LoreDetail &detail = row.details();
    return row.fired && feeder.fired && detail.place == LorePlace::Lore && !feeder.title.isEmpty() &&
           detail.name == feeder.title && feeder.round < row.round;
}

QString titleOfRow(const LoreTrace &row)
{
    return row.title.isEmpty() ? Why::tr("Entry %1").arg(row.uid) : row.title;
}

} // namespace

QList<qsizetype> loreChain(const QList<LoreTrace> &rows, qsizetype number)
{
    QList<qsizetype> chain{number};
    for (bool isFound = true; isFound;) { // ends: rounds fall
        isFound = false;
        for (qsizetype i = 0; i < rows.size() && !isFound; ++i) {
            isFound = isFedBy(rows.at(chain.last()), rows.at(i));
            if (isFound)
                chain.append(i);
        }
    }
    return chain;
}

QList<qsizetype> wokenBy(const QList<LoreTrace> &rows, qsizetype number)
{
    QList<qsizetype> woken;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        if (loreChain(rows, i).value(1, -1) == number)
            woken.append(i);
    }
    return woken;
}

QStringList loreWhy(const QList<LoreTrace> &rows, qsizetype number)
{
    QStringList lines;
    const QList<qsizetype> chain = loreChain(rows, number);
    for (const qsizetype link : chain.sliced(1))
        //: %1 is a lore entry, %2 a whole remark on why it fired
        lines.append(Why::tr("“%1”: %2").arg(titleOfRow(rows.at(link)), loreReason(rows.at(link))));
    for (const qsizetype woken : wokenBy(rows, number))
        //: %1 is a lore entry, %2 a key that stands in the text of the entry that this is about
        lines.append(Why::tr("It made “%1” fire: key “%2”")
                         .arg(titleOfRow(rows.at(woken)), rows.at(woken).details().key));
    return lines;
}

} // namespace snug
