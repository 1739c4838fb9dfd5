// What a part of the harness has counted, and what it has found wrong.
#pragma once

#include <QMap>
#include <QSet>
#include <QString>
#include <QStringList>

namespace snug::durability {

class Findings
{
public:
    void count(const QString &what, int times = 1) { m_counts[what] += times; }
    void countAtMost(const QString &what, int most); // the largest that was seen
    // `what` is counted, too, and `where` tells how to see it again.
    void problem(const QString &what, const QString &where);
    void take(const Findings &others);

    int counted(const QString &what) const { return m_counts.value(what); }
    const QStringList &problems() const { return m_problems; }
    // The counts in one line; the problems below them, one a line.
    QString text() const;

private:
    QMap<QString, int> m_counts;
    QSet<QString> m_largest; // of them those that are no sums
    QStringList m_problems;
};

} // namespace snug::durability
