// Looks for programs on this computer that answer chats, at the ports where they usually are. Only 127.0.0.1
// is asked, only what they are, and only when somebody wants to know or has no model yet.
#pragma once

#include "core/model/connection.h"
#include "core/wire/transport.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>
#include <list>
#include <memory>
#include <optional>

namespace snug {

// One question, and what its answer says.
struct LocalProbe
{
    ChatService service;
    int port;
    QString path;
    bool (*isIt)(int status, const QByteArray &body);
};
const QList<LocalProbe> &usualLocalProbes();
// For one address, whatever its port: those that only the right program answers so.
QList<LocalProbe> addressProbes();

class LocalServers : public QObject
{
    Q_OBJECT

public:
    // `transport` outlives this.
    explicit LocalServers(Transport &transport, const QList<LocalProbe> &probes = usualLocalProbes(),
                          QObject *parent = nullptr);
    ~LocalServers() override;

    // Asks each port once; a second call while this is under way does nothing.
    void look();
    // Asked once already, whatever came of it.
    bool hasLooked() const { return m_hasLooked; }
    bool isLooking() const { return !m_askings.empty(); }
    // A connection each, ready to be added but for its id.
    QList<Connection> found() const;

Q_SIGNALS:
    void changed(); // found() or isLooking()

private:
    struct Asking
    {
        LocalProbe probe;
        std::unique_ptr<Exchange> exchange;
        int status = 0;
        QByteArray body = {};
    };
    using Askings = std::list<Asking>;

    void ask(const LocalProbe &probe);
    void giveUp();
    void onAnswer(Askings::iterator asking, const ExchangeEnd &end);

    Transport &m_transport;
    QList<LocalProbe> m_probes;
    QSet<ChatService> m_there;
    Askings m_askings;
    QTimer m_deadline;
    bool m_hasLooked = false;
};

} // namespace snug
