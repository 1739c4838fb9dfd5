// Requests over real sockets, and everything that one exchange said.
#pragma once

#include "core/wire/networktransport.h"

namespace snug::exchangefixture {

inline WireRequest streamRequest(const QUrl &url)
{
    return {"POST",
            url,
            {WireHeader{"Authorization", "Bearer ", Secret("sk-verysecret")},
             WireHeader{"Content-Type", "application/json"}, WireHeader{"Accept", "text/event-stream"}},
            "{}"};
}

inline WireRequest callRequest(const QUrl &url)
{
    return {"GET", url, {WireHeader{"Accept", "application/json"}}};
}

// Everything one exchange said.
struct Log : QObject
{
    explicit Log(Exchange *exchange)
    {
        connect(exchange, &Exchange::started, this, [this](int code) { status = code; });
        connect(exchange, &Exchange::received, this, [this](const QByteArray &bytes) { body += bytes; });
        connect(exchange, &Exchange::ended, this, [this](const ExchangeEnd &end) { ends << end; });
    }

    int status = 0;
    QByteArray body;
    QList<ExchangeEnd> ends;
};

} // namespace snug::exchangefixture
