// What the stand-ins of servicemock.h share.
#pragma once

#include "tests/fakes/servicemock.h"

#include <QByteArrayList>
#include <QJsonObject>
#include <QStringList>

namespace snug {

// In OpenAI's shape; with a parameter its code says which.
RawAnswer mockedRefusal(int status, const QString &message, const QString &parameter = {});
// The first member that is none of these.
QString unknownMember(const QJsonObject &object, const QStringList &known);
RawAnswer mockedEvents(const QByteArrayList &data, bool withDone);
RawAnswer openAiReply();
bool hasMockedKey(const RecordedRequest &request);

// By service; mockedAnswer() chooses.
RawAnswer mockedDeepSeek(const RecordedRequest &request, const QJsonObject &body);
RawAnswer mockedResponses(const RecordedRequest &request, const QJsonObject &body);
RawAnswer mockedOpenRouter(const RecordedRequest &request, const QJsonObject &body);
RawAnswer mockedNovelAi(const RecordedRequest &request, const QJsonObject &body);
RawAnswer mockedHorde(const RecordedRequest &request, const QJsonObject &body);
RawAnswer mockedKoboldCpp(const QJsonObject &body);
RawAnswer mockedTabby(const RecordedRequest &request, const QJsonObject &body);
RawAnswer mockedVllm(const QJsonObject &body);
RawAnswer mockedLmStudio(const QJsonObject &body);

} // namespace snug
