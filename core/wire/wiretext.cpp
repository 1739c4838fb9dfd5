#include "core/wire/wiretext.h"

using namespace Qt::StringLiterals;

namespace snug {

namespace {

QString maskedUrl(const WireRequest &request)
{
    QUrl url = request.url;
    if (!url.password().isEmpty())
        url.setPassword(u"••••"_s);
    return url.toString(QUrl::FullyEncoded).replace(u"%E2%80%A2"_s, u"•"_s);
}

// Inside double quotes the variable is replaced; everything else must not be.
QString doubleQuoted(QString open)
{
    for (const QChar special : {u'\\', u'"', u'$', u'`'})
        open.replace(special, QString(u'\\') + special);
    return u'"' + open + u"$SNUG_API_KEY\""_s;
}

} // namespace

QString maskedValue(const WireHeader &header)
{
    const QString value = QString::fromUtf8(header.value);
    return header.secret.isEmpty() ? value : value + u"••••"_s;
}

QString wireText(const WireRequest &request)
{
    QString text = QString::fromLatin1(request.method) + u' ' + maskedUrl(request) + u'\n';
    for (const WireHeader &header : request.headers)
        text += QString::fromLatin1(header.name) + u": "_s + maskedValue(header) + u'\n';
    text += u'\n' + QString::fromUtf8(request.body);
    return text;
}

QString shellQuoted(const QString &text)
{
    QString quoted = text;
    quoted.replace(u'\'', u"'\\''"_s);
    return u'\'' + quoted + u'\'';
}

QString curlCommand(const WireRequest &request)
{
    const QString next = u" \\\n  "_s;
    QString command = u"curl --no-buffer"_s;
    if (request.method != (request.body.isEmpty() ? "GET" : "POST"))
        command += u" --request "_s + shellQuoted(QString::fromLatin1(request.method));
    command += u' ' + shellQuoted(maskedUrl(request));
    for (const WireHeader &header : request.headers) {
        const QString open = QString::fromLatin1(header.name) + u": "_s + QString::fromUtf8(header.value);
        command += next + u"--header "_s + (header.secret.isEmpty() ? shellQuoted(open) : doubleQuoted(open));
    }
    if (!request.body.isEmpty()) // raw: a leading @ would name a file
        command += next + u"--data-raw "_s + shellQuoted(QString::fromUtf8(request.body));
    return command;
}

} // namespace snug
