#include "core/workspace/connectionconsents.h"

#include "core/wire/address.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace snug {

ConnectionConsents::ConnectionConsents(ConsentStore *store)
    : m_store(store)
    , m_consents(store->connectionConsents())
{
}

bool ConnectionConsents::readAgain()
{
    const QList<ConnectionConsent> kept = m_store->connectionConsents();
    return std::exchange(m_consents, kept) != kept;
}

const ConnectionConsent *ConnectionConsents::find(const QString &id, const QString &origin) const
{
    const auto found = std::ranges::find_if(m_consents, [&](const ConnectionConsent &consent) {
        return consent.connection == id && consent.origin == origin;
    });
    return found != m_consents.end() ? &*found : nullptr;
}

void ConnectionConsents::put(const ConnectionConsent &consent)
{
    if (const ConnectionConsent *known = find(consent.connection, consent.origin); known && *known == consent)
        return;
    readAgain();
    m_consents.removeIf([&](const ConnectionConsent &known) {
        return known.connection == consent.connection && known.origin == consent.origin;
    });
    m_consents.append(consent);
    m_store->setConnectionConsents(m_consents);
}

ConnectionConsents::Answer ConnectionConsents::answerFor(const Connection &connection) const
{
    const QString origin = originOf(connection.baseUrl);
    if (connection.kind == Connection::Kind::Understudy || origin.isEmpty())
        return Answer::Allowed;
    const ConnectionConsent *known = find(connection.id, origin);
    if (!known)
        return Answer::None;
    return known->isAllowed ? Answer::Allowed : Answer::LeftOut;
}

void ConnectionConsents::allow(const Connection &connection, bool takesOldKey)
{
    const QString origin = originOf(connection.baseUrl);
    if (connection.kind == Connection::Kind::Understudy || origin.isEmpty())
        return;
    put({.connection = connection.id,
         .origin = origin,
         .isAllowed = true,
         .takesOldKey = takesOldKey || this->takesOldKey(connection.id, origin),
         .countsTokens = connection.countsTokens,
         .measuresTexts = connection.measuresTexts});
}

void ConnectionConsents::leaveOut(const Connection &connection)
{
    put({.connection = connection.id, .origin = originOf(connection.baseUrl), .isAllowed = false});
}

void ConnectionConsents::withdraw(const Connection &connection)
{
    readAgain();
    const QString origin = originOf(connection.baseUrl);
    const auto gone = m_consents.removeIf([&](const ConnectionConsent &known) {
        return known.connection == connection.id && known.origin == origin;
    });
    if (gone > 0)
        m_store->setConnectionConsents(m_consents);
}

Connection ConnectionConsents::withConsents(Connection connection) const
{
    const ConnectionConsent *known = find(connection.id, originOf(connection.baseUrl));
    connection.countsTokens = known ? known->countsTokens : std::nullopt;
    connection.measuresTexts = known && known->measuresTexts;
    return connection;
}

QStringList ConnectionConsents::origins(const QString &id) const
{
    QStringList origins;
    for (const ConnectionConsent &consent : std::views::reverse(m_consents)) {
        if (consent.connection == id && consent.isAllowed)
            origins.append(consent.origin);
    }
    return origins;
}

bool ConnectionConsents::takesOldKey(const QString &id, const QString &origin) const
{
    const ConnectionConsent *known = find(id, origin);
    return known && known->isAllowed && known->takesOldKey;
}

void ConnectionConsents::oldKeyIsTaken(const QString &id, const QString &origin)
{
    if (const ConnectionConsent *known = find(id, origin)) {
        ConnectionConsent consent = *known;
        consent.takesOldKey = false;
        put(consent);
    }
}

} // namespace snug
