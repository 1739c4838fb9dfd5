// What the stand-ins of servicemock.h share.
#pragma once

#include "tests/fakes/servicemock.h"

#include <QByteArrayList>
#include <QJsonObject>
#include <QStringList>

#include <optional>

namespace snug {

// In OpenAI's shape; with a parameter its code says which.
RawAnswer mockedRefusal(int status, const QString &message, const QString &parameter = {});
// The first member that is none of these.
QString unknownMember(const QJsonObject &object, const QStringList &known);
RawAnswer mockedEvents(const QByteArrayList &data, bool withDone);
RawAnswer openAiReply();
bool hasMockedKey(const RecordedRequest &request);

// What the model that is asked does not take; nothing said = it takes all.
struct MockedComplaint
{
    QString message = {};
    QString parameter = {};
};
MockedComplaint openAiComplaint(const QJsonObject &body);
QString claudeComplaint(const QJsonObject &body, const QString &lastRole);
QString geminiComplaint(const QString &model, const QJsonObject &body);
QString xaiComplaint(const QJsonObject &body); // the argument
// Lists of models and counts; nothing = it is a request for a reply, or there is none.
std::optional<RawAnswer> mockedBesides(MockedService service, const RecordedRequest &request,
                                       const QJsonObject &body);

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
RawAnswer mockedTextGenerationWebUi(const QJsonObject &body);
RawAnswer mockedLlamaCpp(const QJsonObject &body);
RawAnswer mockedNovelAiTexts(const RecordedRequest &request, const QJsonObject &body);

} // namespace snug
