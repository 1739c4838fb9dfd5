// A library's ledger, and what could not be written into it yet.
#pragma once

#include "core/ledger/ledger.h"

#include <functional>
#include <optional>

namespace snug {

// Lives on the disk thread; everything here blocks.
class LedgerWriter
{
public:
    using Job = std::function<Result<void>(Ledger &)>;
    // What the disk says.
    struct State
    {
        qint64 size = 0;
        QString oldest;                         // the first that is still there; empty = none is
        std::optional<QList<LedgerHead>> found; // what was there, once the ledger has been opened
        QList<Error> unread;                    // parts of it that could not be read then; they stay
        QStringList kept;                       // ids that were given to write(), and are on the disk by now
    };

    LedgerWriter(QString folder, qint64 limit);

    // Opens the ledger if need be, writes what waits, in the order in which it was asked for, and then this.
    // Stops at what fails: that and all behind it wait for the next call. `id` may be empty.
    Result<State> write(const Job &job, const QString &id);
    Result<State> writeWaiting();
    Result<LedgerEntry> entry(const QString &id) const;
    void setLimit(qint64 limit) { m_limit = limit; } // for the next opening

private:
    struct Waiting
    {
        Job job;
        QString id;
    };

    QString m_folder;
    qint64 m_limit;
    std::optional<Ledger> m_ledger;
    QList<Waiting> m_waiting;
    State m_news; // that nobody was told yet
};

} // namespace snug
