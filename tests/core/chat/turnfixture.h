// One request, the link that it goes over, and a clock.
#pragma once

#include "core/chat/turn.h"
#include "tests/core/chat/lineprovider.h"

#include <QTimeZone>

namespace snug {

using namespace Qt::StringLiterals;

class TurnFixture
{
protected:
    LineProvider m_provider;
    WireRequest m_request{
        .method = "POST", .url = QUrl(u"http://127.0.0.1:8080/v1"_s), .headers = {}, .body = "hello"};

    ModelLink link(Transport &transport) const
    {
        ModelLink link{.connection = {}, .key = {}, .provider = &m_provider, .transport = &transport};
        link.connection.kind = Connection::Kind::LlamaServer;
        link.connection.baseUrl = QUrl(u"http://127.0.0.1:8080"_s);
        link.connection.silenceTimeoutSeconds = 30;
        return link;
    }

    // A clock that moves 5 ms at each look.
    static Clock ticking()
    {
        return [now = QDateTime::fromMSecsSinceEpoch(1000, QTimeZone::UTC)]() mutable {
            now = now.addMSecs(5);
            return now;
        };
    }
};

} // namespace snug
