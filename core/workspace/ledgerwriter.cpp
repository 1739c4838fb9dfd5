#include "core/workspace/ledgerwriter.h"

#include <QCoreApplication>

#include <utility>

namespace snug {

LedgerWriter::LedgerWriter(QString folder, qint64 limit)
    : m_folder(std::move(folder))
    , m_limit(limit)
{
}

Result<LedgerWriter::State> LedgerWriter::write(const Job &job, const QString &id)
{
    m_waiting.append({job, id});
    return writeWaiting();
}

Result<LedgerWriter::State> LedgerWriter::writeWaiting()
{
    if (!m_ledger) {
        auto opened = Ledger::open(m_folder, m_limit);
        if (!opened)
            return std::unexpected(opened.error());
        m_ledger = *std::move(opened);
        m_news.found = m_ledger->heads();
        m_news.unread = m_ledger->unread();
    }
    while (!m_waiting.isEmpty()) {
        if (const auto written = m_waiting.first().job(*m_ledger); !written)
            return std::unexpected(written.error());
        if (const Waiting done = m_waiting.takeFirst(); !done.id.isEmpty())
            m_news.kept.append(done.id);
    }
    m_news.size = m_ledger->size();
    m_news.oldest = m_ledger->oldest();
    return std::exchange(m_news, {});
}

Result<LedgerEntry> LedgerWriter::entry(const QString &id) const
{
    if (!m_ledger)
        return failure(QCoreApplication::translate("Ledger", "The history could not be read"));
    auto entry = m_ledger->entry(id);
    if (!entry && !m_waiting.isEmpty())
        return failure(QCoreApplication::translate("Ledger", "This request is not on the disk yet"), {}, {},
                       QCoreApplication::translate("Ledger", "Snug keeps trying to write it."));
    return entry;
}

} // namespace snug
