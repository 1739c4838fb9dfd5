// The searches of one call that nobody knows the outcome of, on their way through the worker.
//
// A search that takes too long or ends the worker is the fault of its pattern, and counts against its owner:
// an owner with too many of them is given up in this call, and all others go on with a fresh worker.
#pragma once

#include "core/regex/regexengine.h"
#include "core/regex/regexlimits.h"
#include "core/regex/regexworker.h"

#include <QHash>
#include <QSet>

#include <deque>

namespace snug {

class RegexBatch
{
public:
    // Of `outcomes` those that are there already count as if they had been found out here.
    RegexBatch(const QString &program, const RegexLimits &limits, std::unique_ptr<RegexWorker> worker,
               const QList<RegexSearch> &searches, QList<std::optional<RegexOutcome>> &outcomes);

    // Fills in all outcomes; gives the worker back, if one is left.
    std::unique_ptr<RegexWorker> run(const std::stop_token &stop);
    // The search was tried, and would come to the same again.
    bool isLasting(qsizetype index) const;

private:
    // What its searches did in this call.
    struct Record
    {
        int overTime = 0;
        int ended = 0; // workers
    };

    const RegexSearch &searchAt(qsizetype index) const { return m_searches.at(index); }
    QString patternOf(qsizetype index) const;
    QString ownerOf(qsizetype index) const; // without one, a pattern is its own
    bool isGivenUp(qsizetype index) const;
    RegexOutcome givenUp(qsizetype index) const;
    bool ensureWorker();
    void fill();
    bool settleUntried(qsizetype index); // false: it is to be tried
    void post(qsizetype index);
    void accept(const WorkerReply &reply);
    void blame(qsizetype index, int Record::*what);
    void askAgain();
    void loseWorker(const RegexOutcome &outcomeOfTheFirst);
    void settleAll(const RegexOutcome &outcome);

    const QString &m_program;
    const RegexLimits &m_limits;
    std::unique_ptr<RegexWorker> m_worker;
    const QList<RegexSearch> &m_searches;
    QList<std::optional<RegexOutcome>> &m_outcomes;
    std::deque<qsizetype> m_waiting;
    struct Asked
    {
        qsizetype index;
        std::uint32_t id;
    };
    std::deque<Asked> m_inFlight;
    QSet<qsizetype> m_misanswered;
    QHash<QString, int> m_patternsInFlight;
    QHash<QString, int> m_patternsOverTime;
    QHash<QString, Record> m_owners;
    QSet<qsizetype> m_untried;
    std::optional<QString> m_sentText;
    Record m_all;
    int m_endedInARow = 0;
};

RegexOutcome stoppedSearch();

} // namespace snug
