#include "core/wire/serverwords.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr qsizetype longestMessage = 600;

QString textOf(const QJsonValue &value)
{
    return value.isDouble() ? QString::number(value.toDouble(), 'g', 12) : value.toString();
}

QString tidied(const QString &text)
{
    QString message = shownWords(withoutKeyWords(text), longestMessage);
    if (message.endsWith(u'.') && !message.endsWith(u".."_s))
        message.chop(1);
    return message;
}

QString htmlTitle(const QString &html)
{
    static const QRegularExpression title(u"<title[^>]*>([^<]*)</title>"_s,
                                          QRegularExpression::CaseInsensitiveOption);
    return title.match(html.first(qMin<qsizetype>(html.size(), 64 * 1024))).captured(1);
}

// FastAPI: detail is text, {"msg":…} or [{"loc":["body","temperature"],"msg":…}].
QString detailMessage(const QJsonValue &detail)
{
    if (detail.isArray())
        return detailMessage(detail.toArray().first());
    if (detail.isObject()) {
        const QString message = detail[u"msg"].toString(detail[u"message"].toString());
        const QString field = textOf(detail[u"loc"].toArray().last());
        return field.isEmpty() ? message : field + u": " + message;
    }
    return detail.toString();
}

} // namespace

QString withoutKeyWords(QString text)
{
    static const QRegularExpression key(u"\\b(sk|pk|key|gsk|xai|hf)[-_][A-Za-z0-9_-]{12,}"_s);
    return text.replace(key, u"\\1-…"_s);
}

QString shownWords(const QString &text, qsizetype longest)
{
    QString shown = text.first(qMin(text.size(), 4 * longest));
    for (QChar &letter : shown) {
        const QChar::Category category = letter.category();
        // U+200D joins what belongs together in many scripts and in pictures.
        if (category == QChar::Other_Control || (category == QChar::Other_Format && letter != QChar(0x200D)))
            letter = u' ';
    }
    shown = shown.simplified();
    return shown.size() > longest ? QString(shown.first(longest) + u'…') : shown;
}

ServerWords serverWords(const QJsonValue &error)
{
    ServerWords words;
    if (!error.isObject()) {
        words.message = tidied(textOf(error));
        return words;
    }
    words.message = error[u"message"].toString();
    if (words.message.isEmpty())
        words.message = detailMessage(error[u"detail"]);
    words.type = error[u"type"].toString();
    words.code = textOf(error[u"code"]);
    words.parameter = tidied(error[u"param"].toString());
    if (error[u"n_prompt_tokens"].isDouble())
        words.promptTokens = error[u"n_prompt_tokens"].toInt();
    if (error[u"n_ctx"].isDouble())
        words.contextSize = error[u"n_ctx"].toInt();
    const QJsonValue metadata = error[u"metadata"];
    QStringList reasons;
    for (const QJsonValue &reason : metadata[u"reasons"].toArray())
        reasons << reason.toString();
    const QString raw = metadata[u"raw"].toString(); // OpenRouter: the words of the provider behind it
    if (!reasons.isEmpty())
        words.message += u" (" + reasons.join(u", "_s) + u')';
    else if (!raw.isEmpty() && !raw.contains(words.message))
        words.message += u" (" + serverWords(raw.toUtf8()).message + u')';
    words.message = tidied(words.message);
    return words;
}

ServerWords serverWords(const QByteArray &body)
{
    const QByteArray trimmed = body.trimmed();
    if (trimmed.startsWith('<')) {
        ServerWords words;
        words.isHtml = true;
        words.message = tidied(htmlTitle(QString::fromUtf8(trimmed)));
        return words;
    }
    const QJsonDocument document = QJsonDocument::fromJson(trimmed);
    if (document.isNull()) {
        ServerWords words;
        words.message = tidied(QString::fromUtf8(trimmed.first(qMin(trimmed.size(), 4 * longestMessage))));
        return words;
    }
    const QJsonObject object = document.isArray() ? document.array().first().toObject() : document.object();
    const QJsonValue error = object.value(u"error");
    if (error.isObject() || error.isString()) {
        ServerWords words = serverWords(error);
        if (words.message.isEmpty())
            words.message = tidied(object.value(u"message").toString());
        return words;
    }
    return serverWords(QJsonValue(object));
}

} // namespace snug
