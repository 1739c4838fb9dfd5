// Everything that was ever asked of a model, and what it answered: kept always, for the user alone.
//
// A folder of parts (ledgersegment.h), numbered; the newest is written, the oldest go when all together are
// larger than the limit. What requests have in common is kept once in a part. A request is written when it
// goes out and once more when its answer has ended, so a crash in between loses the answer only.
#pragma once

#include "core/ledger/ledgerentry.h"
#include "core/ledger/ledgersegment.h"
#include "core/result.h"

#include <QHash>
#include <QList>
#include <QString>

namespace snug {

// Lives on the disk thread; everything here blocks.
class Ledger
{
public:
    static constexpr qint64 usualLimit = 256LL * 1024 * 1024; // bytes

    // The folder does not have to be there; it is made for the first request. Lines that cannot be read are
    // passed over, and so are parts, see unread().
    static Result<Ledger> open(const QString &folder, qint64 limit = usualLimit);

    // Takes the oldest away if need be; the part that is being written stays.
    Result<void> setLimit(qint64 limit);
    qint64 size() const;                                    // bytes on the disk
    const QList<Error> &unread() const { return m_unread; } // why parts or lines could not be read; they stay
    QList<LedgerHead> heads() const;                        // in the order in which they were sent
    QString oldest() const;

    Result<void> begin(const LedgerRequest &request);
    // `head`: what is known now; its request was begun before.
    Result<void> end(const LedgerHead &head, const LedgerAnswer &answer);
    Result<LedgerEntry> entry(const QString &id) const;
    // One goes, and can come back until the ledger is opened the next time: then its bytes are overwritten,
    // but for what other requests have in common with it. Of an unknown one: nothing.
    Result<void> remove(const QString &id);
    Result<void> restore(const QString &id);
    // All of it goes, for good.
    Result<void> clear();

private:
    struct Place
    {
        int part = -1; // number; -1 = nowhere
        qint64 line = 0;
    };
    struct Kept
    {
        LedgerHead head;
        Place beginning;
        Place end;
        bool isRemoved = false;
    };

    Result<void> readPart(int number);
    Result<Place> write(LedgerSegment &part, const Json &line);
    LedgerSegment part(int number) const;
    Result<LedgerSegment *> writable();
    Result<void> trim();
    Result<void> mark(const QString &id, bool isRemoved);
    Result<void> wipeRemoved();

    QString m_folder;
    qint64 m_limit = usualLimit;
    QList<Error> m_unread;
    QList<int> m_parts;                    // their numbers, rising
    std::optional<LedgerSegment> m_newest; // of m_parts.last(), once it is written
    QHash<QString, Kept> m_kept;
    QList<QString> m_order; // ids
};

} // namespace snug
