#include "core/ledger/entrydocument.h"

#include "core/formats/jsontext.h"

using namespace Qt::StringLiterals;

namespace snug {

static void setBytes(Json &object, const QString &key, const QByteArray &bytes)
{
    const QString text = QString::fromUtf8(bytes);
    if (text.toUtf8() == bytes)
        object.set(key, text);
    else
        object.set(key + u"_base64"_s, QString::fromLatin1(bytes.toBase64()));
}

QByteArray entryDocument(const LedgerEntry &entry)
{
    Json request = requestJson(entry.request);
    setBytes(request, u"body"_s, entry.request.body);
    Json prompt = Json::array();
    for (const QByteArray &line : entry.prompt.split('\n')) {
        if (const Result<Json> value = parseJsonLine(line); value && !line.isEmpty())
            prompt.append(*value);
    }
    Json answer = endJson(entry.head);
    answer.set(u"headers"_s, headersJson(entry.answer.headers));
    answer.set(u"text"_s, entry.answer.text);
    if (!entry.answer.reasoning.isEmpty())
        answer.set(u"reasoning"_s, entry.answer.reasoning);
    setBytes(answer, u"received"_s, entry.answer.received);
    return writeJson(Json::object({{u"sent"_s, beginningJson(entry.head)},
                                   {u"request"_s, request},
                                   {u"prompt"_s, prompt},
                                   {u"answer"_s, answer}}));
}

} // namespace snug
