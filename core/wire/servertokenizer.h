// Counts by the model itself: asks the server (core/wire/countcalls.h) for every text that has to be counted.
#pragma once

#include "core/model/connection.h"
#include "core/tokens/learntcounts.h"
#include "core/wire/transport.h"
#include "core/wire/wirerequest.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <list>
#include <memory>

namespace snug {

class ServerTokenizer : public QObject
{
    Q_OBJECT

public:
    // `transport` outlives this. Nothing is sent before the counter is asked for a text.
    ServerTokenizer(Transport &transport, const Connection &connection, const Secret &key,
                    QObject *parent = nullptr);
    ~ServerTokenizer() override;

    // Fresh for each assembly; see LearntCounts::counter().
    TokenCounterPtr counter() const { return m_counts->counter(); }
    // False while the server has said no, or has not answered at the last try. Where nobody listened it
    // is asked again from time to time; a server without the call is not.
    bool answers() const { return m_answers; }
    // Between two tries where nobody listened.
    void setPause(std::chrono::milliseconds pause) { m_tryAgain.setInterval(pause); }

Q_SIGNALS:
    // counter() knows more than before, or answers() differs. Not for every text: a few times a second.
    void learnt();

private:
    struct Asking
    {
        QString text;
        std::unique_ptr<Exchange> exchange;
        int status = 0;
        QByteArray body = {};
    };
    using Askings = std::list<Asking>;

    void askMore();
    void ask(const QString &text);
    void onAnswer(Askings::iterator asking, const ExchangeEnd &end);
    void giveUp(const QString &text, bool forGood);

    Transport &m_transport;
    Connection m_connection;
    Secret m_key;
    std::shared_ptr<LearntCounts> m_counts;
    Askings m_askings;
    QTimer m_tellLater;
    QTimer m_tryAgain;
    bool m_answers = true;
    bool m_hasCounted = false;
    bool m_isOver = false;
};

} // namespace snug
