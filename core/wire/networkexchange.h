// One request of NetworkTransport under way.
#pragma once

#include "core/wire/transport.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QTimer>

namespace snug {

class NetworkExchange : public Exchange
{
    Q_OBJECT

public:
    // A silence of 0 seconds = no limit.
    NetworkExchange(std::shared_ptr<QNetworkAccessManager> manager, const WireRequest &request,
                    int silenceTimeoutSeconds);
    ~NetworkExchange() override;

    void cancel() override;

private:
    void begin(const WireRequest &request);
    QNetworkReply *ask(const WireRequest &request);
    template <typename Emission> bool tell(Emission emission);
    bool takeHead();
    bool takeBytes();
    bool takeArrived();
    void takeMore();
    void takeFinish();
    void stop(ExchangeEnd::Kind reason);
    void endSoon(const ExchangeEnd &end);
    bool isEndOfOpenBody() const;
    bool isRedirection() const;
    ExchangeEnd endOfReply() const;

    std::shared_ptr<QNetworkAccessManager> m_manager; // outlives the reply
    WireRequest m_asked;                              // without its body: what a detail must not show
    QNetworkReply *m_reply = nullptr;
    QTimer m_silence;
    QTimer m_more; // runs while bytes wait that are taken in a later turn of the event loop
    bool m_hasStarted = false;
    bool m_isEnding = false;
    bool m_isInReplysSignal = false;
};

} // namespace snug
