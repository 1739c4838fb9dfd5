// The user's word on one connection, for one place that it may lead to, and where it is kept: outside of
// every library, as the connections that are his own.
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace snug {

struct ConnectionConsent
{
    QString connection;       // its id
    QString origin;           // see originOf()
    bool isAllowed = true;    // false: it is left out, and not asked about again
    bool takesOldKey = false; // the key that earlier versions kept under the id alone may be its own
    std::optional<bool> countsTokens = {};
    bool measuresTexts = false;
    bool operator==(const ConnectionConsent &) const = default;
};

class ConsentStore
{
public:
    virtual ~ConsentStore() = default;
    // As they are by now: another program may have written them.
    virtual QList<ConnectionConsent> connectionConsents() const = 0;
    virtual void setConnectionConsents(const QList<ConnectionConsent> &consents) = 0;
    // The file of the user's own connections; empty: they are not kept.
    virtual QString ownConnectionsFile() const = 0;

protected:
    ConsentStore() = default;
    Q_DISABLE_COPY_MOVE(ConsentStore)
};

} // namespace snug
