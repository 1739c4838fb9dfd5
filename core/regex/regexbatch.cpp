#include "core/regex/regexbatch.h"

#include <QCoreApplication>

#include <algorithm>

namespace snug {

namespace {

constexpr int inFlightLimit = 64;
constexpr int inFlightOfOnePattern = 4; // the most that a pattern which runs away can hold up
constexpr int overTimeOfOnePattern = 3; // then it is not tried again in this call
constexpr int overTimeOfOneOwner = 6;   // then none of its patterns is
constexpr int endedByOneOwner = 2;
// Then an owner is given up with its first.
constexpr int overTimeLimit = 16;
constexpr int endedLimit = 6;
constexpr int endedInARowLimit = 12; // without an answer between them: there is no use in another

std::u16string_view units(const QString &text)
{
    return {reinterpret_cast<const char16_t *>(text.utf16()), std::size_t(text.size())};
}

QString words(const char *text)
{
    return QCoreApplication::translate("Regex", text);
}

RegexOutcome failed(RegexFailure::Kind kind, const QString &what)
{
    return std::unexpected(RegexFailure{kind, what});
}

RegexOutcome overTime()
{
    return failed(RegexFailure::Kind::OverTime,
                  words(QT_TRANSLATE_NOOP("Regex", "the search took too long and was given up")));
}

RegexOutcome overMemory()
{
    return failed(RegexFailure::Kind::OverMemory,
                  words(QT_TRANSLATE_NOOP("Regex", "the search needs too much memory")));
}

std::chrono::milliseconds timeFor(const RegexSearch &search, const RegexLimits &limits)
{
    return limits.time + std::chrono::milliseconds(search.text.size() / 1000);
}

// Nothing if the reply cannot be about this text.
std::optional<RegexOutcome> outcomeOf(const WorkerReply &reply, qsizetype textSize)
{
    switch (reply.status) {
    case WorkerStatus::Done:
        break;
    case WorkerStatus::InvalidPattern:
        //: %1 is the engine's own word, in English
        return failed(RegexFailure::Kind::InvalidPattern,
                      words(QT_TRANSLATE_NOOP("Regex", "not a regular expression: %1"))
                          .arg(QString::fromStdString(reply.problem)));
    case WorkerStatus::OverTime:
        return overTime();
    case WorkerStatus::OverMemory:
        return overMemory();
    case WorkerStatus::Failed:
        return failed(RegexFailure::Kind::NoEngine, QString::fromStdString(reply.problem));
    }
    const auto isInText = [&](const WorkerRange &range) {
        return quint64(range.start) + range.length <= quint64(textSize);
    };
    const auto optional = [](const WorkerRange &range) {
        return range.start == WorkerRange::none
                   ? std::nullopt
                   : std::optional(RegexRange{qsizetype(range.start), qsizetype(range.length)});
    };
    QList<RegexMatch> matches;
    qsizetype free = 0; // where the next match may begin
    const std::size_t step = reply.rangesPerMatch();
    for (std::size_t first = 0; first < reply.ranges.size(); first += step) {
        const WorkerRange &whole = reply.ranges[first];
        if (!isInText(whole) || qsizetype(whole.start) < free)
            return std::nullopt;
        RegexMatch match{.range = *optional(whole)};
        free = match.range.start + match.range.length;
        for (std::size_t i = 1; i < step; ++i) {
            const WorkerRange &range = reply.ranges[first + i];
            if (range.start != WorkerRange::none && !isInText(range))
                return std::nullopt;
            if (i <= reply.groups)
                match.groups.append(optional(range));
            else
                match.namedGroups.append(
                    {QString::fromStdU16String(reply.names[i - 1 - reply.groups]), optional(range)});
        }
        matches.append(match);
    }
    return matches;
}

} // namespace

RegexOutcome stoppedSearch()
{
    return failed(RegexFailure::Kind::Stopped, words(QT_TRANSLATE_NOOP("Regex", "the search was stopped")));
}

RegexBatch::RegexBatch(const QString &program, const RegexLimits &limits, std::unique_ptr<RegexWorker> worker,
                       const QList<RegexSearch> &searches, QList<std::optional<RegexOutcome>> &outcomes)
    : m_program(program)
    , m_limits(limits)
    , m_worker(std::move(worker))
    , m_searches(searches)
    , m_outcomes(outcomes)
{
    for (qsizetype i = 0; i < searches.size(); ++i) {
        if (!outcomes[i])
            m_waiting.push_back(i);
        else if (!*outcomes[i] && outcomes[i]->error().kind == RegexFailure::Kind::OverTime)
            blame(i, &Record::overTime);
    }
    // A worker that says something unasked is none to trust.
    if (m_worker && !m_worker->isQuiet())
        m_worker.reset();
}

QString RegexBatch::patternOf(qsizetype index) const
{
    return searchAt(index).flags + u'/' + searchAt(index).pattern;
}

QString RegexBatch::ownerOf(qsizetype index) const
{
    const QString &owner = searchAt(index).owner;
    return owner.isEmpty() ? QString(u'/' + patternOf(index)) : QString(u' ' + owner);
}

bool RegexBatch::isLasting(qsizetype index) const
{
    const RegexOutcome &outcome = *m_outcomes.at(index);
    return !m_untried.contains(index) && (outcome || outcome.error().kind == RegexFailure::Kind::OverTime ||
                                          outcome.error().kind == RegexFailure::Kind::InvalidPattern);
}

void RegexBatch::blame(qsizetype index, int Record::*what)
{
    ++(m_owners[ownerOf(index)].*what);
    ++(m_all.*what);
    if (what == &Record::overTime)
        ++m_patternsOverTime[patternOf(index)];
}

bool RegexBatch::isGivenUp(qsizetype index) const
{
    if (m_all.overTime == 0 && m_all.ended == 0)
        return false;
    const Record record = m_owners.value(ownerOf(index));
    return m_patternsOverTime.value(patternOf(index)) >= overTimeOfOnePattern ||
           record.overTime >= (m_all.overTime < overTimeLimit ? overTimeOfOneOwner : 1) ||
           record.ended >= (m_all.ended < endedLimit ? endedByOneOwner : 1);
}

RegexOutcome RegexBatch::givenUp(qsizetype index) const
{
    const QString &owner = searchAt(index).owner;
    if (owner.isEmpty() || m_patternsOverTime.value(patternOf(index)) >= overTimeOfOnePattern)
        return overTime();
    //: %1 is what the expressions belong to: lorebook “Harbour”
    return failed(RegexFailure::Kind::GivenUp,
                  words(QT_TRANSLATE_NOOP("Regex", "too many expressions of %1 took too long, so its others "
                                                   "are given up for this text"))
                      .arg(owner));
}

void RegexBatch::settleAll(const RegexOutcome &outcome)
{
    askAgain();
    for (const qsizetype index : m_waiting) {
        m_outcomes[index] = outcome;
        m_untried.insert(index);
    }
    m_waiting.clear();
}

bool RegexBatch::ensureWorker()
{
    if (m_worker)
        return true;
    Result<std::unique_ptr<RegexWorker>> started = RegexWorker::start(m_program);
    if (!started) {
        settleAll(failed(RegexFailure::Kind::NoEngine, started.error().what));
        return false;
    }
    m_worker = std::move(*started);
    m_sentText.reset();
    return true;
}

void RegexBatch::post(qsizetype index)
{
    const RegexSearch &search = searchAt(index);
    if (m_sentText != search.text) {
        m_worker->send(encodeText(units(search.text)));
        m_sentText = search.text;
    }
    const std::uint32_t id = m_worker->nextId();
    m_worker->send(encodeSearch({.id = id,
                                 .milliseconds = std::uint32_t(timeFor(search, m_limits).count()),
                                 .firstOnly = search.firstOnly,
                                 .pattern = std::u16string(units(search.pattern)),
                                 .flags = std::u16string(units(search.flags))}));
    m_inFlight.push_back({index, id});
    ++m_patternsInFlight[patternOf(index)];
}

bool RegexBatch::settleUntried(qsizetype index)
{
    const RegexSearch &search = searchAt(index);
    if (isGivenUp(index))
        m_outcomes[index] = givenUp(index);
    else if (std::size_t(search.pattern.size()) > maximumPatternLength ||
             std::size_t(search.flags.size()) > maximumPatternLength)
        m_outcomes[index] =
            failed(RegexFailure::Kind::OverMemory,
                   words(QT_TRANSLATE_NOOP("Regex", "the expression has more than %1 characters"))
                       .arg(maximumPatternLength));
    else if (std::size_t(search.text.size()) > maximumSearchedText)
        m_outcomes[index] = overMemory();
    else
        return false;
    m_untried.insert(index);
    return true;
}

void RegexBatch::fill()
{
    while (!m_waiting.empty() && m_inFlight.size() < inFlightLimit) {
        const qsizetype index = m_waiting.front();
        if (!settleUntried(index)) {
            if (m_patternsInFlight.value(patternOf(index)) >= inFlightOfOnePattern)
                return;
            post(index);
        }
        m_waiting.pop_front();
    }
}

void RegexBatch::accept(const WorkerReply &reply)
{
    const auto [index, id] = m_inFlight.front();
    if (reply.id != id && !m_misanswered.contains(index)) {
        // To something else: of an earlier search, perhaps, so this one is not blamed yet.
        m_misanswered.insert(index);
        askAgain();
        return;
    }
    std::optional<RegexOutcome> outcome;
    if (reply.id == id)
        outcome = outcomeOf(reply, searchAt(index).text.size());
    if (!outcome) {
        loseWorker(failed(RegexFailure::Kind::NoEngine,
                          words(QT_TRANSLATE_NOOP("Regex", "the regex worker sent an invalid reply"))));
        return;
    }
    m_endedInARow = 0;
    m_inFlight.pop_front();
    --m_patternsInFlight[patternOf(index)];
    m_outcomes[index] = std::move(*outcome);
    if (reply.status != WorkerStatus::OverTime)
        return;
    blame(index, &Record::overTime);
    // The worker would go on with what nobody wants any more: a fresh one is there sooner.
    if (std::ranges::any_of(m_inFlight, [this](const Asked &other) { return isGivenUp(other.index); }))
        askAgain();
}

void RegexBatch::askAgain()
{
    m_worker.reset();
    for (; !m_inFlight.empty(); m_inFlight.pop_back())
        m_waiting.push_front(m_inFlight.back().index);
    m_patternsInFlight.clear();
}

// It answers in order, so the first one in flight is what it died of; the others are asked again, those
// of its owner last.
void RegexBatch::loseWorker(const RegexOutcome &outcomeOfTheFirst)
{
    if (!m_inFlight.empty()) {
        const qsizetype first = m_inFlight.front().index;
        m_inFlight.pop_front();
        m_outcomes[first] = outcomeOfTheFirst;
        blame(first, &Record::ended);
    }
    askAgain();
    std::ranges::stable_partition(
        m_waiting, [this](qsizetype index) { return m_owners.value(ownerOf(index)).ended == 0; });
    if (++m_endedInARow >= endedInARowLimit)
        settleAll(failed(RegexFailure::Kind::NoEngine,
                         words(QT_TRANSLATE_NOOP(
                             "Regex", "the search was not tried, because others ended unexpectedly"))));
}

std::unique_ptr<RegexWorker> RegexBatch::run(const std::stop_token &stop)
{
    while (!m_waiting.empty() || !m_inFlight.empty()) {
        if (!ensureWorker())
            break;
        fill();
        if (m_inFlight.empty())
            continue;
        const RegexSearch &first = searchAt(m_inFlight.front().index);
        WorkerReply reply;
        switch (m_worker->receive(reply, timeFor(first, m_limits) + m_limits.silence, stop)) {
        case RegexWorker::Event::Reply:
            accept(reply);
            break;
        case RegexWorker::Event::Late:
            loseWorker(overTime());
            break;
        case RegexWorker::Event::Death:
            loseWorker(failed(RegexFailure::Kind::NoEngine,
                              words(QT_TRANSLATE_NOOP("Regex", "the search ended unexpectedly"))));
            break;
        case RegexWorker::Event::Stop:
            settleAll(stoppedSearch()); // what it is still at is nobody's any more
            break;
        }
    }
    return std::move(m_worker);
}

} // namespace snug
