#include "core/wire/address.h"

#include <QHostAddress>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString bareHost(const QString &host)
{
    QString bare = host.toLower();
    if (bare.startsWith(u'[') && bare.endsWith(u']'))
        bare = bare.sliced(1, bare.size() - 2);
    while (bare.endsWith(u'.'))
        bare.chop(1);
    return bare;
}

// ::ffff:10.0.0.1 is 10.0.0.1 to whoever connects to it.
QHostAddress numberOf(const QString &host)
{
    const QHostAddress number(host);
    bool isMapped = false;
    const quint32 four = number.toIPv4Address(&isMapped);
    return isMapped ? QHostAddress(four) : number;
}

bool isIn(const QHostAddress &number, std::initializer_list<const char *> ranges)
{
    return std::ranges::any_of(ranges, [&](const char *range) {
        return number.isInSubnet(QHostAddress::parseSubnet(QString::fromLatin1(range)));
    });
}

// Blanks and what cannot be seen come along when addresses are pasted.
QString tidiedAddress(const QString &typed)
{
    QString text;
    for (const QChar letter : typed.trimmed()) {
        if (letter.category() != QChar::Other_Control && letter.category() != QChar::Other_Format)
            text += letter;
    }
    return text;
}

} // namespace

bool isLoopback(const QString &host)
{
    const QString bare = bareHost(host);
    const QHostAddress number = numberOf(bare);
    return bare == u"localhost" || (!number.isNull() && isIn(number, {"127.0.0.0/8", "::1/128"}));
}

bool isNearby(const QString &host)
{
    const QString bare = bareHost(host);
    if (bare.isEmpty())
        return false;
    const QHostAddress number = numberOf(bare);
    if (!number.isNull())
        return isIn(number, {"127.0.0.0/8", "0.0.0.0/32", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",
                             "169.254.0.0/16", "::1/128", "fc00::/7", "fe80::/10"});
    return bare.endsWith(u".local") || !bare.contains(u'.');
}

QUrl addressFromText(const QString &typed)
{
    QString text = tidiedAddress(typed);
    if (text.isEmpty())
        return {};
    if (text.contains(u"://"))
        return QUrl(text);
    while (text.startsWith(u'/'))
        text.removeFirst();
    const QHostAddress whole(text);
    if (whole.protocol() == QHostAddress::IPv6Protocol) // ::1 alone; its colons would be a port's
        text = u'[' + text + u']';
    QUrl url(u"https://"_s + text);
    if (!url.isValid() || url.host().isEmpty())
        return {};
    if (isNearby(url.host()))
        url.setScheme(u"http"_s);
    return url;
}

QString originOf(const QUrl &address)
{
    const QString scheme = address.scheme().toLower();
    const int usual = scheme == u"https" ? 443 : scheme == u"http" ? 80 : -1;
    const QString host = address.host(QUrl::EncodeUnicode).toLower();
    if (usual < 0 || host.isEmpty())
        return {};
    const QString place = host.contains(u':') ? QString(u'[' + host + u']') : host;
    const int port = address.port(usual);
    const QString origin = scheme + u"://"_s + place;
    return port == usual ? origin : origin + u':' + QString::number(port);
}

bool isOpenToAll(const QUrl &address)
{
    return address.scheme() == u"http" && !address.host().isEmpty() && !isNearby(address.host());
}

} // namespace snug
