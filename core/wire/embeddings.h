// /v1/embeddings of servers of the OpenAI shape: texts -> vectors.
#pragma once

#include "core/model/connection.h"
#include "core/result.h"
#include "core/wire/wirerequest.h"

#include <QList>
#include <QStringList>

namespace snug {

using TextVector = QList<float>;

// Kinds that may have the call; whether one has is known once it was asked.
bool mayHaveEmbeddings(const Connection &connection);

WireRequest embeddingsRequest(const Connection &connection, const Secret &key, const QStringList &texts);
// A vector for each of `count` texts, in their order, all of one length.
Result<QList<TextVector>> parseEmbeddings(const QByteArray &body, qsizetype count);

// Cosine; 0 where one is empty, all zero, or of another length.
double similarityOf(const TextVector &left, const TextVector &right);

} // namespace snug
