// The Understudy's HTTP service: /v1/chat/completions, /v1/models, /health. Lives in the server's
// thread.
#pragma once

#include "core/wire/understudy/chatrequest.h"

#include <QHash>
#include <QTcpServer>

namespace snug {

class HttpSession;
struct HttpRequest;

class UnderstudyStage : public QObject
{
    Q_OBJECT

public:
    explicit UnderstudyStage(int millisecondsPerToken)
        : m_millisecondsPerToken(millisecondsPerToken)
    {
    }

    void listen(quint16 port);

Q_SIGNALS:
    void listening(quint16 port);
    void failed(const QString &detail);

private:
    void accept();
    void serve(HttpSession *session, const HttpRequest &request);
    void complete(HttpSession *session, const UnderstudyRequest &request);
    quint64 seedFor(const UnderstudyRequest &request, const QString &prompt);

    QTcpServer *m_server = nullptr;
    int m_millisecondsPerToken;
    QHash<size_t, quint64> m_timesAsked; // by the prompt's hash
    quint64 m_count = 0;
};

} // namespace snug
