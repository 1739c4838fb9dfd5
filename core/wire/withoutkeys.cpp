#include "core/wire/withoutkeys.h"

#include "core/formats/jsontext.h"

#include <QSet>
#include <QUrlQuery>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

// Shorter ones would be found everywhere and are no keys.
constexpr qsizetype shortestKey = 4;
constexpr qsizetype shortestBase64 = 8;
// A server that cuts its words may cut the key in two; this much of one is shown to nobody.
constexpr qsizetype shortestPiece = 8;

// Of an address's query. Long values without blanks are no words that anybody chose.
bool isCredential(const QString &itemName, const QString &value)
{
    static const QStringList parts{u"key"_s, u"token"_s, u"secret"_s, u"sig"_s, u"auth"_s, u"pass"_s};
    const bool isNamedSo = std::ranges::any_of(
        parts, [&](const QString &part) { return itemName.contains(part, Qt::CaseInsensitive); });
    return !value.isEmpty() && (isNamedSo || (value.size() >= 20 && !value.contains(u' ')));
}

// What Base64 of any text with `key` in it has to contain: which three letters hold a byte depends on how
// many stand before it, and the letters at both ends on its neighbours.
QList<QByteArray> base64Spellings(const QByteArray &key)
{
    static constexpr std::array<qsizetype, 3> foreignLetters{0, 2, 3};
    QList<QByteArray> spellings;
    for (qsizetype before = 0; before < 3; ++before) {
        const QByteArray text = QByteArray(before, '\0') + key;
        QByteArray letters =
            text.toBase64(QByteArray::OmitTrailingEquals).sliced(foreignLetters.at(size_t(before)));
        if ((before + key.size()) % 3 != 0)
            letters.chop(1);
        if (letters.size() < shortestBase64)
            continue;
        spellings.append(letters);
        spellings.append(QByteArray(letters).replace('+', '-').replace('/', '_'));
    }
    return spellings;
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
        QByteArray slashes = json;
        slashes.replace('/', "\\/");
        const QList<QByteArray> all =
            QList<QByteArray>{key, json, slashes, key.toPercentEncoding(),
                              QUrl::toPercentEncoding(QString::fromUtf8(key), {}, ":@")} +
            base64Spellings(key);
        for (const QByteArray &spelling : all) {
            if (!spellings.contains(spelling))
                spellings.append(spelling);
        }
    }
    std::ranges::sort(spellings, std::ranges::greater(), &QByteArray::size);
    return spellings;
}

// A user name that is long enough to be a key; others are words that texts have, too.
QByteArray keyLikeName(const QUrl &url)
{
    const QByteArray name = url.userName(QUrl::FullyDecoded).toUtf8();
    return name.size() >= 16 ? name : QByteArray();
}

QList<QByteArray> keysOf(const WireRequest &request)
{
    QList<QByteArray> keys;
    for (const WireHeader &header : request.headers) {
        if (!header.secret.isEmpty())
            keys.append(header.secret.reveal());
        else if (isCredentialHeader(header.name))
            keys.append(header.value);
    }
    keys.append(request.url.password(QUrl::FullyDecoded).toUtf8());
    keys.append(keyLikeName(request.url));
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

bool isCredentialHeader(const QByteArray &headerName)
{
    const QByteArray name = headerName.toLower();
    return name.contains("authorization") || name.contains("api-key") || name.contains("apikey") ||
           name.contains("cookie") || name.contains("token") || name.contains("secret");
}

QByteArray keyDots()
{
    return "\u2022\u2022\u2022\u2022"_ba;
}

Secret keptSecret()
{
    return Secret(keyDots());
}

QUrl withoutCredentials(const QUrl &address, AddressPart instead)
{
    const QString dots = QString::fromUtf8(keyDots());
    QUrl kept = address;
    if (!kept.userInfo().isEmpty())
        kept.setUserInfo(instead == AddressPart::Dots ? dots : QString());
    if (!kept.hasQuery())
        return kept;
    QUrlQuery query;
    bool holdsCredentials = false; // otherwise the query stays as it is spelled
    for (const auto &[name, value] : QUrlQuery(address).queryItems(QUrl::FullyEncoded)) {
        const bool isOne = isCredential(name, QUrl::fromPercentEncoding(value.toUtf8()));
        holdsCredentials |= isOne;
        if (!isOne)
            query.addQueryItem(name, value);
        else if (instead == AddressPart::Dots)
            query.addQueryItem(name, dots);
    }
    if (holdsCredentials)
        kept.setQuery(query.isEmpty() ? QString() : query.query(QUrl::FullyEncoded));
    return kept;
}

QStringList credentialsIn(const QUrl &address)
{
    QStringList names;
    if (!address.userInfo().isEmpty())
        names.append(address.userName().isEmpty() ? u"password"_s : address.userName());
    for (const auto &[name, value] : QUrlQuery(address).queryItems(QUrl::FullyDecoded)) {
        if (isCredential(name, value))
            names.append(name);
    }
    return names;
}

WireRequest withoutKeys(const WireRequest &request)
{
    const QList<QByteArray> spellings = keysOf(request);
    WireRequest kept = request;
    kept.url =
        QUrl::fromEncoded(dotted(withoutCredentials(request.url, AddressPart::Dots).toEncoded(), spellings));
    for (WireHeader &header : kept.headers) {
        if (!header.secret.isEmpty()) {
            header.secret = keptSecret();
        } else if (isCredentialHeader(header.name) && !header.value.isEmpty()) {
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

QString shownAddress(const WireRequest &request)
{
    const QString dots = QString::fromUtf8(keyDots());
    QString text = QString::fromUtf8(
        dotted(withoutCredentials(request.url, AddressPart::Dots).toEncoded(), keysOf(request)));
    return text.replace(QString::fromLatin1(keyDots().toPercentEncoding()), dots);
}

// Whole spellings and pieces of them.
static QByteArray dottedPieces(QByteArray text, const QList<QByteArray> &spellings)
{
    text = dotted(text, spellings);
    if (spellings.isEmpty() || text.size() < shortestPiece)
        return text;
    QSet<QByteArrayView> pieces;
    for (const QByteArray &spelling : spellings) {
        for (qsizetype at = 0; at + shortestPiece <= spelling.size(); ++at)
            pieces.insert(QByteArrayView(spelling).sliced(at, shortestPiece));
    }
    QByteArray shown;
    qsizetype hiddenUntil = -1; // end of the stretch that is known to be of a key
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (at + shortestPiece <= text.size() &&
            pieces.contains(QByteArrayView(text).sliced(at, shortestPiece))) {
            if (at > hiddenUntil)
                shown += keyDots();
            hiddenUntil = at + shortestPiece;
        }
        if (at >= hiddenUntil)
            shown += text.at(at);
    }
    return shown;
}

QByteArray answerWithoutKeys(const QByteArray &bytes, const WireRequest &request)
{
    return dottedPieces(bytes, keysOf(request));
}

QString wordsWithoutKeys(const QString &words, const WireRequest &request)
{
    const QList<QByteArray> spellings = keysOf(request);
    QByteArray text = dotted(words.toUtf8(), spellings);
    if (!request.url.userInfo().isEmpty()) {
        for (const auto spelling : {QUrl::FullyEncoded, QUrl::PrettyDecoded})
            text.replace(QByteArray(request.url.userInfo(spelling).toUtf8() + '@'),
                         QByteArray(keyDots() + '@'));
    }
    return QString::fromUtf8(dottedPieces(text, spellings));
}

QStringList keySpellings(const WireRequest &request)
{
    QStringList spellings;
    for (const QByteArray &spelling : keysOf(request))
        spellings.append(QString::fromUtf8(spelling));
    return spellings;
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
