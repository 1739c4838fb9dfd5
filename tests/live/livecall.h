// One call to the live server, waited for.
#pragma once

#include <QByteArray>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QSignalSpy>
#include <QUrl>

#include <memory>
#include <optional>

namespace snug {

// The body of a 200 answer; nothing for anything else. An empty `body` makes it a GET.
inline std::optional<QByteArray> liveCall(const QUrl &server, const QString &path,
                                          const QByteArray &body = {})
{
    QNetworkAccessManager network;
    QUrl url = server;
    url.setPath(path);
    QNetworkRequest request(url);
    request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArray("application/json"));
    const std::unique_ptr<QNetworkReply> reply(body.isEmpty() ? network.get(request)
                                                              : network.post(request, body));
    QSignalSpy finished(reply.get(), &QNetworkReply::finished);
    if (!reply->isFinished() && !finished.wait(60'000))
        return {};
    if (reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt() != 200)
        return {};
    return reply->readAll();
}

} // namespace snug
