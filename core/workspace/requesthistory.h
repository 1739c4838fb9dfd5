// Keeps every request of every turn in the library's ledger, and all that goes out beside them, and finds it
// again.
#pragma once

#include "core/chat/turn.h"
#include "core/ledger/ledger.h"
#include "core/library/library.h"
#include "core/wire/observedtransport.h"
#include "core/workspace/ledgerwriter.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>
#include <memory>

namespace snug {

class RequestHistory : public QObject, public TurnObserver, public RequestObserver
{
    Q_OBJECT

public:
    // `library` outlives this. `limit`: bytes on the disk; below 0: nothing is kept, and no ledger opened.
    RequestHistory(Library *library, qint64 limit, QObject *parent = nullptr);
    ~RequestHistory() override;

    // Whose chat is open; turns from now on belong to it.
    void setChat(const QString &owner, const QString &chat);
    const QString &owner() const { return m_owner; }
    const QString &chat() const { return m_chat; }

    QString begun(const Turn &turn) override;
    void ended(const Turn &turn) override;
    // Small: counting is one entry for each server as long as the library is open, and answers are not kept.
    QString sent(const WireRequest &request) override;
    void answered(const QString &id, int status, qint64 received, ExchangeEnd::Kind end) override;

    // In the order in which they were sent; what is known of them now.
    const QList<LedgerHead> &heads() const { return m_heads; }
    const LedgerHead *find(const QString &id) const;
    // The open chat's last request of this sort that went out; null = none.
    const LedgerHead *lastOfChat(const std::function<bool(const LedgerHead &)> &suits = {}) const;
    qint64 size() const { return m_size; }
    qint64 limit() const { return m_limit; }
    void setLimit(qint64 limit);
    void clear();
    // Writes what could not be written, now; it is tried by itself as well, with growing pauses.
    void retry();
    // One request goes; undoRemove() brings back the last that went, as long as the library is open.
    void remove(const QString &id);
    void undoRemove();
    bool canUndoRemove() const { return !m_removed.isEmpty(); }

    using Take = std::function<void(const Result<LedgerEntry> &)>;
    // Answers later; not at all when `context` has died.
    void fetch(const QString &id, QObject *context, const Take &take);

Q_SIGNALS:
    void changed();
    void kept(const QString &id);           // its answer has ended, and all of it is on the disk
    void problem(const snug::Error &error); // a part of it could not be read

private:
    void open();
    void write(const LedgerWriter::Job &job, const QString &id = {});
    void take(const Result<LedgerWriter::State> &state);
    void takeFound(const QList<LedgerHead> &found);
    LedgerHead *headOf(const QString &id);
    void keepSoon(const QString &id);
    void keepBeside();
    void keepAll();

    Library *m_library;
    std::shared_ptr<LedgerWriter> m_writer; // only touched by jobs
    QList<LedgerHead> m_heads;
    QList<LedgerHead> m_removed;                           // the last at the end
    QList<LedgerRequest> m_early;                          // sent before a library was open
    QHash<QPair<QString, RequestPurpose>, QString> m_many; // entries for many requests, by server
    QSet<QString> m_besides;                               // what is known of these is not on the disk yet
    QTimer m_soon;
    QTimer m_retry;
    int m_failures = 0; // since the last success
    QString m_owner;
    QString m_chat;
    qint64 m_size = 0;
    qint64 m_limit;
};

} // namespace snug
