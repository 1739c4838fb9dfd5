#include "core/lore/lorewhy.h"

#include <QCoreApplication>

#include <algorithm>

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

// Whose text this row's key was found in; -1: in no other's.
qsizetype feederOf(const QList<LoreTrace> &rows, qsizetype number)
{
    if (rows.at(number).details().place != LorePlace::Lore)
        return -1;
    const auto found = std::ranges::find_if(
        rows, [&row = rows.at(number)](const LoreTrace &each) { return isFedBy(row, each); });
    return found == rows.cend() ? -1 : found - rows.cbegin();
}

QString titleOfRow(const LoreTrace &row)
{
    return row.title.isEmpty() ? Why::tr("Entry %1").arg(row.uid) : row.title;
}

} // namespace

QList<qsizetype> loreChain(const QList<LoreTrace> &rows, qsizetype number)
{
    QList<qsizetype> chain;
    for (qsizetype link = number; link >= 0; link = feederOf(rows, link)) // ends: rounds fall
        chain.append(link);
    return chain;
}

QList<qsizetype> wokenBy(const QList<LoreTrace> &rows, qsizetype number)
{
    QList<qsizetype> woken;
    for (qsizetype i = 0; i < rows.size(); ++i) {
        if (isFedBy(rows.at(i), rows.at(number)) && feederOf(rows, i) == number)
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
