// The keys of connections. A key belongs to scheme, host and port: it is kept under the connection's id
// together with the origin of its address, so that the same connection with another address has none.
//
// Earlier versions kept a key under the id alone, and nobody knows which address it was meant for. It goes to
// the origin for which the user answers the question that names it (ConnectionConsents), and is then kept
// like all others; an address that is edited never gets it without a question of its own.
#pragma once

#include "core/model/connection.h"
#include "core/wire/keychain.h"

#include <QHash>
#include <QSet>

namespace snug {

class ConnectionConsents;

class ConnectionKeys
{
public:
    // Both outlive this, and this outlives the contexts that are given below.
    ConnectionKeys(KeyStore *store, ConnectionConsents *consents);

    // Those of this run, so that a keystroke does not ask the keyring.
    Secret known(const Connection &connection) const;
    void forgetKnown();

    // Nothing is looked up for a connection that is not allowed.
    void fetch(const Connection &connection, QObject *context, const KeyStore::Done &done);
    void keep(const Connection &connection, const Secret &key, QObject *context, const KeyStore::Done &done);
    void remove(const Connection &connection, QObject *context, const KeyStore::Done &done);

    // The origin that the connection had when a key was kept for it, while there is none for where it leads
    // now; empty = there is no such key, or it was left out in this run.
    using Found = std::function<void(const QString &origin)>;
    void findElsewhere(const Connection &connection, QObject *context, const Found &found);
    // The user's answers.
    void bringHere(const Connection &connection, const QString &from, QObject *context,
                   const KeyStore::Done &done);
    void leaveThere(const Connection &connection, const QString &from);
    // The same connection, to the same place, is called otherwise from now on: it keeps its key, a copy.
    void takeAlong(const QString &formerId, const Connection &connection, QObject *context,
                   const KeyStore::Done &done);

private:
    void read(const QString &id, const QString &origin, QObject *context, const KeyStore::Done &done);
    void lookThrough(const QString &id, const QStringList &origins, QObject *context, const Found &found);

    KeyStore *m_store;
    ConnectionConsents *m_consents;
    QHash<QString, Secret> m_known; // by their name in the store
    QHash<QString, int> m_removals; // so that what was asked for before one does not bring it back
    QSet<QString> m_leftThere;
};

} // namespace snug
