#include "core/ledger/withoutkeys.h"

#include "core/formats/jsontext.h"

#include <QUrlQuery>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Shorter ones would be found everywhere and are no keys.
constexpr qsizetype shortestKey = 4;

bool isCredential(const QByteArray &headerName)
{
    const QByteArray name = headerName.toLower();
    return name.contains("authorization") || name.contains("api-key") || name.contains("apikey") ||
           name.contains("cookie") || name.contains("token") || name.contains("secret");
}

// Of an address's query. Long values without blanks are no words that anybody chose.
bool isCredential(const QString &itemName, const QString &value)
{
    static const QStringList parts{u"key"_s, u"token"_s, u"secret"_s, u"sig"_s, u"auth"_s, u"pass"_s};
    const bool isNamedSo = std::ranges::any_of(
        parts, [&](const QString &part) { return itemName.contains(part, Qt::CaseInsensitive); });
    return !value.isEmpty() && (isNamedSo || (value.size() >= 20 && !value.contains(u' ')));
}

// Every spelling in which a key might stand somewhere, longest first.
QList<QByteArray> spellingsOf(const QList<QByteArray> &keys)
{
    QList<QByteArray> spellings;
    for (const QByteArray &key : keys) {
        if (key.size() < shortestKey)
            continue;
        QByteArray json = jsonStringSpelling(QString::fromUtf8(key));
        json = json.sliced(1, json.size() - 2);
        for (const QByteArray &spelling : {key, json, key.toPercentEncoding(),
                                           QUrl::toPercentEncoding(QString::fromUtf8(key), {}, ":@")}) {
            if (!spellings.contains(spelling))
                spellings.append(spelling);
        }
    }
    std::ranges::sort(spellings, std::ranges::greater(), &QByteArray::size);
    return spellings;
}

QList<QByteArray> keysOf(const WireRequest &request)
{
    QList<QByteArray> keys;
    for (const WireHeader &header : request.headers) {
        if (!header.secret.isEmpty())
            keys.append(header.secret.reveal());
        else if (isCredential(header.name))
            keys.append(header.value);
    }
    keys.append(request.url.password(QUrl::FullyDecoded).toUtf8());
    for (const auto &[name, value] : QUrlQuery(request.url).queryItems(QUrl::FullyDecoded)) {
        if (isCredential(name, value))
            keys.append(value.toUtf8());
    }
    return spellingsOf(keys);
}

QByteArray dotted(QByteArray text, const QList<QByteArray> &spellings)
{
    for (const QByteArray &spelling : spellings)
        text.replace(spelling, keyDots());
    return text;
}

} // namespace

QByteArray keyDots()
{
    return "\u2022\u2022\u2022\u2022"_ba;
}

Secret keptSecret()
{
    return Secret(keyDots());
}

WireRequest withoutKeys(const WireRequest &request)
{
    const QList<QByteArray> spellings = keysOf(request);
    const QString dots = QString::fromUtf8(keyDots());
    WireRequest kept = request;
    if (!kept.url.userInfo().isEmpty())
        kept.url.setUserInfo(dots);
    if (kept.url.hasQuery()) {
        QUrlQuery query;
        for (const auto &[name, value] : QUrlQuery(request.url).queryItems(QUrl::FullyEncoded)) {
            const QString plain = QUrl::fromPercentEncoding(value.toUtf8());
            query.addQueryItem(name, isCredential(name, plain) ? dots : value);
        }
        if (query.query(QUrl::FullyEncoded) != request.url.query(QUrl::FullyEncoded))
            kept.url.setQuery(query);
    }
    kept.url = QUrl::fromEncoded(dotted(kept.url.toEncoded(), spellings));
    for (WireHeader &header : kept.headers) {
        if (!header.secret.isEmpty()) {
            header.secret = keptSecret();
        } else if (isCredential(header.name) && !header.value.isEmpty()) {
            header.value.clear();
            header.secret = keptSecret();
        }
        header.value = dotted(header.value, spellings);
    }
    kept.body = dotted(kept.body, spellings);
    return kept;
}

WireHeaders withoutKeys(const WireHeaders &headers, const WireRequest &request)
{
    const QList<QByteArray> spellings = keysOf(request);
    WireHeaders kept;
    for (const auto &[name, value] : headers) {
        if (!name.toLower().contains("cookie"))
            kept.append({name, dotted(value, spellings)});
    }
    return kept;
}

QByteArray withoutKeys(const QByteArray &text, const WireRequest &request)
{
    return dotted(text, keysOf(request));
}

QString withoutKeys(const QString &text, const WireRequest &request)
{
    return QString::fromUtf8(dotted(text.toUtf8(), keysOf(request)));
}

WireRequest withKey(WireRequest kept, const Secret &key, const QUrl &address)
{
    const QString dots = QString::fromUtf8(keyDots());
    kept.url.setScheme(address.scheme());
    kept.url.setHost(address.host());
    kept.url.setPort(address.port());
    if (kept.url.userName(QUrl::FullyDecoded) == dots)
        kept.url.setUserInfo(address.userInfo());
    if (kept.url.query(QUrl::FullyDecoded).contains(dots))
        kept.url.setQuery(address.query(QUrl::FullyEncoded));
    for (WireHeader &header : kept.headers) {
        if (!header.secret.isEmpty())
            header.secret = key;
    }
    return kept;
}

} // namespace snug
