#include "core/workspace/connectionkeys.h"

#include "core/wire/address.h"
#include "core/workspace/connectionconsents.h"

namespace snug {

namespace {

// No origin has a blank, so that no two connections share a name.
QString nameOf(const QString &id, const QString &origin)
{
    return id + u' ' + origin;
}

QString nameOf(const Connection &connection)
{
    return nameOf(connection.id, originOf(connection.baseUrl));
}

} // namespace

ConnectionKeys::ConnectionKeys(KeyStore *store, ConnectionConsents *consents)
    : m_store(store)
    , m_consents(consents)
{
}

Secret ConnectionKeys::known(const Connection &connection) const
{
    return m_known.value(nameOf(connection));
}

void ConnectionKeys::forgetKnown()
{
    m_known.clear();
}

void ConnectionKeys::read(const QString &id, const QString &origin, QObject *context,
                          const KeyStore::Done &done)
{
    const QString name = nameOf(id, origin);
    m_store->read(name, context, [=, this](const KeyAnswer &bound) {
        // An id with a blank could be the name of another connection's key.
        if (!bound.key.isEmpty() || id.contains(u' ') || !m_consents->takesOldKey(id, origin))
            return done(bound);
        m_store->read(id, context, [=, this](const KeyAnswer &old) {
            if (old.key.isEmpty())
                return done(bound);
            m_store->write(name, old.key, context, [=, this](const KeyAnswer &written) {
                if (written.place == KeyPlace::Keyring) { // else it is tried again in the next run
                    m_consents->oldKeyIsTaken(id, origin);
                    m_store->remove(id, context, [](const KeyAnswer &) {});
                }
                done(written);
            });
        });
    });
}

void ConnectionKeys::fetch(const Connection &connection, QObject *context, const KeyStore::Done &done)
{
    const QString origin = originOf(connection.baseUrl);
    if (origin.isEmpty() || !m_consents->isAllowed(connection)) {
        QMetaObject::invokeMethod(context, [done] { done({}); }, Qt::QueuedConnection);
        return;
    }
    const int removals = m_removals.value(nameOf(connection));
    read(connection.id, origin, context, [=, this](const KeyAnswer &answer) {
        if (m_removals.value(nameOf(connection)) != removals)
            return done({});
        if (!answer.key.isEmpty())
            m_known.insert(nameOf(connection), answer.key);
        done(answer);
    });
}

void ConnectionKeys::keep(const Connection &connection, const Secret &key, QObject *context,
                          const KeyStore::Done &done)
{
    m_known.insert(nameOf(connection), key);
    m_store->write(nameOf(connection), key, context, done);
}

void ConnectionKeys::remove(const Connection &connection, QObject *context, const KeyStore::Done &done)
{
    const QString origin = originOf(connection.baseUrl);
    ++m_removals[nameOf(connection)];
    m_known.remove(nameOf(connection));
    if (m_consents->takesOldKey(connection.id, origin)) {
        m_consents->oldKeyIsTaken(connection.id, origin);
        m_store->remove(connection.id, context, [](const KeyAnswer &) {});
    }
    m_store->remove(nameOf(connection), context, done);
}

void ConnectionKeys::findElsewhere(const Connection &connection, QObject *context, const Found &found)
{
    const QString here = originOf(connection.baseUrl);
    if (here.isEmpty() || !m_consents->isAllowed(connection) || !known(connection).isEmpty())
        return found({});
    QStringList origins;
    for (const QString &origin : m_consents->origins(connection.id)) {
        if (origin != here && !m_leftThere.contains(nameOf(connection) + u' ' + origin))
            origins.append(origin);
    }
    lookThrough(connection.id, origins, context, found);
}

void ConnectionKeys::lookThrough(const QString &id, const QStringList &origins, QObject *context,
                                 const Found &found)
{
    if (origins.isEmpty())
        return found({});
    read(id, origins.first(), context, [=, this](const KeyAnswer &answer) {
        if (!answer.key.isEmpty())
            found(origins.first());
        else
            lookThrough(id, origins.sliced(1), context, found);
    });
}

void ConnectionKeys::bringHere(const Connection &connection, const QString &from, QObject *context,
                               const KeyStore::Done &done)
{
    const QString there = nameOf(connection.id, from);
    read(connection.id, from, context, [=, this](const KeyAnswer &answer) {
        if (answer.key.isEmpty())
            return done(answer);
        m_known.remove(there);
        keep(connection, answer.key, context, [=, this](const KeyAnswer &kept) {
            if (kept.problem.isEmpty())
                m_store->remove(there, context, [](const KeyAnswer &) {});
            done(kept);
        });
    });
}

void ConnectionKeys::takeAlong(const QString &formerId, const Connection &connection, QObject *context,
                               const KeyStore::Done &done)
{
    Connection former = connection;
    former.id = formerId;
    fetch(former, context, [=, this](const KeyAnswer &answer) {
        if (answer.key.isEmpty())
            return done(answer);
        keep(connection, answer.key, context, done);
    });
}

void ConnectionKeys::leaveThere(const Connection &connection, const QString &from)
{
    m_leftThere.insert(nameOf(connection) + u' ' + from);
}

} // namespace snug
