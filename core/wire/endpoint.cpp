#include "core/wire/endpoint.h"

namespace snug {

namespace {

constexpr QByteArrayView eventStream("text/event-stream");

} // namespace

QUrl endpoint(const QUrl &base, QStringView path, const QStringList &superfluous)
{
    QString root = base.path(QUrl::FullyEncoded);
    const auto withoutSlashes = [&root] {
        while (root.endsWith(u'/'))
            root.chop(1);
    };
    withoutSlashes();
    for (const QString &ending : superfluous) {
        if (root.endsWith(ending)) {
            root.chop(ending.size());
            withoutSlashes();
        }
    }
    QUrl url = base;
    url.setPath(root + path, QUrl::StrictMode);
    url.setFragment({});
    return url;
}

QList<WireHeader> requestHeaders(Answer answer, bool hasBody, const Secret &key)
{
    QList<WireHeader> headers;
    if (!key.isEmpty())
        headers.append(WireHeader{"authorization", "Bearer ", key});
    if (hasBody)
        headers.append(WireHeader{"content-type", "application/json"});
    headers.append(
        {"accept", answer == Answer::EventStream ? eventStream.toByteArray() : "application/json"});
    // Said by us, or Qt would: no compression, which some servers buffer whole streams for, and not
    // the language of the user's desktop.
    headers.append(WireHeader{"accept-encoding", "identity"});
    headers.append(WireHeader{"accept-language", "en"});
    headers.append(WireHeader{"user-agent", "Snug/" SNUG_VERSION});
    return headers;
}

bool wantsEventStream(const WireRequest &request)
{
    for (const WireHeader &header : request.headers) {
        if (header.name.compare("accept", Qt::CaseInsensitive) == 0)
            return header.value == eventStream;
    }
    return false;
}

} // namespace snug
