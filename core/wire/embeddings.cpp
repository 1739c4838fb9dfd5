#include "core/wire/embeddings.h"

#include "core/wire/endpoint.h"
#include "core/wire/jsonbody.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace snug {

static QString words(const char *text)
{
    return QCoreApplication::translate("Embeddings", text);
}

bool mayHaveEmbeddings(const Connection &connection)
{
    switch (connection.kind) {
    case Connection::Kind::OpenAiChat:
    case Connection::Kind::OpenAiCompletion:
    case Connection::Kind::LlamaServer:
    case Connection::Kind::LlamaCompletion:
        return true;
    case Connection::Kind::ChatService:
        return hasOpenAiShape(connection.service);
    case Connection::Kind::TextService:
        return connection.textService != TextService::NovelAi && connection.textService != TextService::Horde;
    case Connection::Kind::Understudy:
        return false;
    }
    Q_UNREACHABLE_RETURN(false);
}

WireRequest embeddingsRequest(const Connection &connection, const Secret &key, const QStringList &texts)
{
    JsonBody body;
    body.beginObject();
    body.member("model", connection.embeddingModel.isEmpty() ? connection.model : connection.embeddingModel);
    body.key("input");
    body.beginArray();
    for (const QString &text : texts)
        body.text(text);
    body.endArray();
    body.endObject();
    // llama-server's address is its root, the others end with the version.
    const bool isAtRoot =
        connection.isLlamaServer() || connection.kind == Connection::Kind::TextService ||
        (connection.kind == Connection::Kind::ChatService && connection.service == ChatService::LlamaCpp);
    const QString path = isAtRoot ? u"/v1/embeddings"_s : u"/embeddings"_s;
    QStringList superfluous{u"/completions"_s, u"/chat"_s, u"/models"_s};
    if (isAtRoot)
        superfluous.append(u"/v1"_s);
    return {"POST", endpoint(connection.baseUrl, path, superfluous), requestHeaders(Answer::Json, true, key),
            body.take(), RequestPurpose::Embeddings};
}

Result<QList<TextVector>> parseEmbeddings(const QByteArray &body, qsizetype count)
{
    const QJsonValue data = QJsonDocument::fromJson(body).object().value(u"data");
    const QJsonArray items = data.toArray();
    if (items.size() != count)
        return failure(words("the server gave no vector for each text"), u"data"_s);
    QList<TextVector> vectors(count);
    for (qsizetype i = 0; i < count; ++i) {
        const QJsonValue item = items.at(i);
        const qsizetype index = item[u"index"].toInteger(i);
        if (index < 0 || index >= count || !vectors.at(index).isEmpty())
            return failure(words("the vectors are numbered wrongly"), u"data.%1.index"_s.arg(i));
        const QJsonArray numbers = item[u"embedding"].toArray();
        if (numbers.isEmpty())
            return failure(words("expected numbers"), u"data.%1.embedding"_s.arg(i));
        for (const QJsonValue &value : numbers) {
            const double number = value.toDouble(std::numeric_limits<double>::quiet_NaN());
            // What is larger than a float can be is near to nothing, not even to itself.
            if (!(std::abs(number) <= double(std::numeric_limits<float>::max())))
                return failure(words("expected numbers"), u"data.%1.embedding"_s.arg(i));
            vectors[index].append(float(number));
        }
    }
    for (const TextVector &vector : std::as_const(vectors)) {
        if (vector.size() != vectors.first().size())
            return failure(words("the vectors differ in length"), u"data"_s);
    }
    return vectors;
}

// Sums beside each other: one alone would wait for itself at each number.
static double productOf(const TextVector &left, const TextVector &right)
{
    constexpr qsizetype sums = 4;
    double sum[sums] = {};
    const float *l = left.constData();
    const float *r = right.constData();
    const qsizetype whole = left.size() - left.size() % sums;
    for (qsizetype i = 0; i < whole; i += sums) {
        for (qsizetype k = 0; k < sums; ++k)
            sum[k] += double(l[i + k]) * double(r[i + k]);
    }
    for (qsizetype i = whole; i < left.size(); ++i)
        sum[0] += double(l[i]) * double(r[i]);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double similarityOf(const TextVector &left, const TextVector &right)
{
    if (left.size() != right.size())
        return 0;
    const double length = std::sqrt(productOf(left, left) * productOf(right, right));
    return length > 0 ? productOf(left, right) / length : 0;
}

} // namespace snug
