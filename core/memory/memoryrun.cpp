#include "core/memory/memoryrun.h"

using namespace Qt::StringLiterals;

namespace snug {

MemoryRun::MemoryRun(ModelLink link, WireRequest request, Clock clock, int pause, QObject *parent)
    : QObject(parent)
    , m_link(std::move(link))
    , m_request(std::move(request))
    , m_clock(std::move(clock))
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pause);
    connect(&m_pause, &QTimer::timeout, this, &MemoryRun::ask);
}

void MemoryRun::start()
{
    ask();
}

void MemoryRun::ask()
{
    ++m_attempt;
    if (m_turn)
        m_turn.release()->deleteLater(); // it may be what called
    m_turn = std::make_unique<Turn>(m_link, m_request, m_clock);
    m_turn->setSubject(m_subject);
    connect(m_turn.get(), &Turn::progressed, this, &MemoryRun::progressed);
    connect(m_turn.get(), &Turn::ended, this, &MemoryRun::onAnswer);
    m_turn->start();
}

QString MemoryRun::text() const
{
    return m_turn ? m_turn->state().text : QString();
}

void MemoryRun::stop()
{
    if (m_isOver)
        return;
    m_pause.stop();
    const QString text = this->text();
    if (m_turn) {
        m_turn->disconnect(this);
        m_turn->stop();
    }
    end({.kind = MemoryOutcome::Kind::Stopped, .text = text});
}

void MemoryRun::onAnswer()
{
    const TurnState &state = m_turn->state();
    // An answer that only breaks off, or is empty, is judged by what came, not by the connection.
    if (state.phase == TurnState::Phase::Failed && state.text.isEmpty() && !state.isAnswered) {
        end({.kind = MemoryOutcome::Kind::Failed, .error = state.error, .details = state.details});
        return;
    }
    ReplyEnding ending;
    if (state.stopReason == StopReason::Length)
        ending.finishReason = u"length"_s;
    ending.saysTruncated = state.stopReason == StopReason::Cut;
    const auto read = readMemoryReply(state.text, ending);
    if (read) {
        end({.kind = MemoryOutcome::Kind::Memory, .reply = *read, .text = state.text});
        return;
    }
    if (isWorthRetrying(read.error()) && m_attempt <= AutomaticMemoryRetries) {
        Q_EMIT retrying(read.error());
        m_pause.start();
        return;
    }
    end({.kind = MemoryOutcome::Kind::Fault,
         .fault = read.error(),
         .error = state.error,
         .details = state.details,
         .text = state.text});
}

void MemoryRun::end(const MemoryOutcome &outcome)
{
    m_isOver = true;
    Q_EMIT ended(outcome);
}

} // namespace snug
