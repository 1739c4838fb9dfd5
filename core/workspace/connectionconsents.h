// Which connections may be used on this computer: those whose address the user has seen and wanted.
//
// A library can come from anybody, or be changed by somebody else, so its file of connections decides
// nothing, and neither does a list of the user's own that came from another computer: what counts is kept
// with his settings, per connection and origin (scheme, host, port). Where nothing is kept, nothing is sent
// and no key is looked up.
#pragma once

#include "core/model/connection.h"
#include "core/workspace/connectionconsent.h"

namespace snug {

class ConnectionConsents
{
public:
    enum class Answer : quint8 { None, Allowed, LeftOut };

    // `store` outlives this.
    explicit ConnectionConsents(ConsentStore *store);
    // What another program has kept by now. False: nothing new.
    bool readAgain();

    // The Understudy, and what has no address yet, needs no answer.
    Answer answerFor(const Connection &connection) const;
    bool isAllowed(const Connection &connection) const { return answerFor(connection) == Answer::Allowed; }
    // With what it may be asked beside replies, as it says itself. `takesOldKey`: see ConnectionConsent.
    void allow(const Connection &connection, bool takesOldKey = false);
    void leaveOut(const Connection &connection);
    // There is no answer any more.
    void withdraw(const Connection &connection);
    // What the user allowed it here, in place of what it says.
    Connection withConsents(Connection connection) const;

    // Places that were allowed for a connection's id, the last first.
    QStringList origins(const QString &id) const;
    bool takesOldKey(const QString &id, const QString &origin) const;
    void oldKeyIsTaken(const QString &id, const QString &origin);

private:
    const ConnectionConsent *find(const QString &id, const QString &origin) const;
    void put(const ConnectionConsent &consent);

    ConsentStore *m_store;
    QList<ConnectionConsent> m_consents; // the last at the end
};

} // namespace snug
