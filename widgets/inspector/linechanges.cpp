#include "widgets/inspector/linechanges.h"

#include <algorithm>

namespace snug {

namespace {

constexpr qsizetype reach = 60;    // how far to look for the place where the texts meet again
constexpr qsizetype agreement = 3; // so many equal lines are no coincidence

class Comparison
{
public:
    Comparison(const QList<QStringView> &before, const QList<QStringView> &after)
        : m_before(before)
        , m_after(after)
        , m_oldEnd(before.size())
        , m_newEnd(after.size())
    {
        while (m_oldEnd > 0 && m_newEnd > 0 && before.at(m_oldEnd - 1) == after.at(m_newEnd - 1)) {
            --m_oldEnd;
            --m_newEnd;
        }
    }

    QList<LineChange> changes() const
    {
        QList<LineChange> result;
        qsizetype oldLine = 0;
        qsizetype newLine = 0;
        while (oldLine < m_oldEnd || newLine < m_newEnd) {
            if (oldLine < m_oldEnd && newLine < m_newEnd && m_before.at(oldLine) == m_after.at(newLine)) {
                ++oldLine;
                ++newLine;
                continue;
            }
            const LineChange change = next(oldLine, newLine);
            result.append(change);
            oldLine = change.oldLine + change.oldCount;
            newLine = change.newLine + change.newCount;
        }
        return result;
    }

private:
    bool agree(qsizetype oldLine, qsizetype newLine) const
    {
        for (qsizetype i = 0; i < agreement; ++i) {
            const bool oldOver = oldLine + i >= m_oldEnd;
            const bool newOver = newLine + i >= m_newEnd;
            if (oldOver || newOver)
                return oldOver && newOver;
            if (m_before.at(oldLine + i) != m_after.at(newLine + i))
                return false;
        }
        return true;
    }

    // The nearest place where both go on alike, else everything that is left.
    LineChange next(qsizetype oldLine, qsizetype newLine) const
    {
        const qsizetype oldLeft = m_oldEnd - oldLine;
        const qsizetype newLeft = m_newEnd - newLine;
        for (qsizetype distance = 1; distance <= std::min(2 * reach, oldLeft + newLeft); ++distance) {
            // Equal counts first: a changed line is commoner than a new one.
            for (qsizetype step = 0; step <= distance; ++step) {
                const qsizetype half = distance / 2;
                const qsizetype skipOld = step % 2 == 0 ? half - step / 2 : half + (step + 1) / 2;
                const qsizetype skipNew = distance - skipOld;
                if (skipOld < 0 || skipNew < 0 || skipOld > oldLeft || skipNew > newLeft)
                    continue;
                if (agree(oldLine + skipOld, newLine + skipNew))
                    return {oldLine, skipOld, newLine, skipNew};
            }
        }
        return {oldLine, oldLeft, newLine, newLeft};
    }

    const QList<QStringView> &m_before;
    const QList<QStringView> &m_after;
    qsizetype m_oldEnd; // the common end begins here
    qsizetype m_newEnd;
};

} // namespace

QList<LineChange> lineChanges(const QList<QStringView> &before, const QList<QStringView> &after)
{
    return Comparison(before, after).changes();
}

} // namespace snug
