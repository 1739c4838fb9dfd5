#include "core/tokens/countcache.h"

#include "core/tokens/certaincuts.h"

#include <QCache>
#include <QMutex>

namespace snug {

namespace {

class CountCache final : public TokenCounter, public CertainCuts
{
public:
    CountCache(TokenCounterPtr counter, qsizetype characters)
        : m_counter(std::move(counter))
        , m_counts(characters)
    {
    }

    int count(QStringView text) const override
    {
        if (text.isEmpty())
            return 0;
        {
            const QMutexLocker locker(&m_mutex);
            if (const int *known = m_counts.object(QString::fromRawData(text.data(), text.size())))
                return *known;
        }
        const int counted = m_counter->count(text);
        const QMutexLocker locker(&m_mutex);
        m_counts.insert(text.toString(), new int(counted), text.size());
        return counted;
    }

    QList<CertainCut> certainCuts(QStringView text) const override { return certainCutsOf(*m_counter, text); }

    CountKind kind() const override { return m_counter->kind(); }
    QString name() const override { return m_counter->name(); }

private:
    TokenCounterPtr m_counter;
    mutable QMutex m_mutex;
    mutable QCache<QString, int> m_counts;
};

} // namespace

TokenCounterPtr withCountCache(TokenCounterPtr counter, qsizetype characters)
{
    return std::make_shared<const CountCache>(std::move(counter), characters);
}

} // namespace snug
