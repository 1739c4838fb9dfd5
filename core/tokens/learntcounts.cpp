#include "core/tokens/learntcounts.h"

#include <atomic>
#include <cmath>

namespace snug {

// Holds what it came from, so that it may outlive the one who asks the server.
class LearntCounter final : public TokenCounter
{
public:
    explicit LearntCounter(std::shared_ptr<LearntCounts> counts)
        : m_counts(std::move(counts))
    {
    }

    int count(QStringView text) const override
    {
        if (text.isEmpty())
            return 0;
        if (const std::optional<int> known = m_counts->known(text))
            return *known;
        m_hasGuessed = true;
        return m_counts->guess(text);
    }

    CountKind kind() const override { return m_hasGuessed ? CountKind::Calibrated : CountKind::Exact; }
    QString name() const override { return m_counts->m_name; }

private:
    std::shared_ptr<LearntCounts> m_counts;
    mutable std::atomic<bool> m_hasGuessed = false;
};

std::shared_ptr<LearntCounts> LearntCounts::create(const QString &name, std::function<void()> wanted,
                                                   qsizetype characters)
{
    return std::shared_ptr<LearntCounts>(new LearntCounts(name, std::move(wanted), characters));
}

LearntCounts::LearntCounts(const QString &name, std::function<void()> wanted, qsizetype characters)
    : m_name(name)
    , m_tellWanted(std::move(wanted))
    , m_counts(characters)
{
}

TokenCounterPtr LearntCounts::counter()
{
    return std::make_shared<const LearntCounter>(shared_from_this());
}

std::optional<int> LearntCounts::known(QStringView text) const
{
    const QMutexLocker locker(&m_mutex);
    if (const int *tokens = m_counts.object(QString::fromRawData(text.data(), text.size())))
        return *tokens;
    return std::nullopt;
}

int LearntCounts::guess(QStringView text)
{
    const QMutexLocker locker(&m_mutex);
    if (!m_asked.contains(QString::fromRawData(text.data(), text.size()))) {
        const QString wanted = text.toString();
        m_asked.insert(wanted);
        m_wanted.append(wanted);
        if (m_wanted.size() == 1 && m_tellWanted)
            m_tellWanted();
    }
    // As the estimate of last resort has it, until there is something to go by.
    const double perCharacter =
        m_learntCharacters > 0 ? double(m_learntTokens) / double(m_learntCharacters) : 0.25;
    return static_cast<int>(std::ceil(double(text.size()) * perCharacter));
}

QStringList LearntCounts::takeWanted(qsizetype most)
{
    const QMutexLocker locker(&m_mutex);
    QStringList taken;
    while (!m_wanted.isEmpty() && taken.size() < most)
        taken.append(m_wanted.takeLast());
    return taken;
}

void LearntCounts::learn(const QString &text, int tokens)
{
    const QMutexLocker locker(&m_mutex);
    m_asked.remove(text);
    m_counts.insert(text, new int(tokens), text.size());
    m_learntCharacters += text.size();
    m_learntTokens += tokens;
}

void LearntCounts::putBack(const QStringList &texts)
{
    const QMutexLocker locker(&m_mutex);
    m_wanted += texts;
}

void LearntCounts::stopTelling()
{
    const QMutexLocker locker(&m_mutex);
    m_tellWanted = {};
}

} // namespace snug
