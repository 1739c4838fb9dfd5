// What is taken out of a request, by the user or because it was refused, and that it is said.

#include "core/wire/provider.h"
#include "core/wire/serviceask.h"
#include "tests/core/wire/servicefixture.h"
#include "tests/testregistry.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_leftout {

using namespace snug;
using namespace Qt::StringLiterals;
using namespace snug::servicefixture;

class TestLeftOut : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void leftOutSaysWhatIsMissing()
    {
        AssembledPrompt prompt = smallPrompt();
        prompt.samplers.topA = 0.2;
        prompt.samplers.temperature = 1.4;
        prompt.samplers.seed = 7;
        prompt.stop = {u" "_s, u"Nora:"_s};
        Connection claude = at(ChatService::Claude, u"claude-opus-5"_s);
        claude.request.prefill = u"*Mira"_s;
        const QStringList list = providerFor(claude).leftOut(prompt, claude);
        QCOMPARE(list, (QStringList{u"temperature 1.4"_s, u"top_a 0.2"_s, u"seed 7"_s, u"1 stop text(s)"_s,
                                    u"the beginning of the reply (prefill)"_s}));
        Connection miniMax = at(ChatService::MiniMax);
        QVERIFY(providerFor(miniMax).leftOut(prompt, miniMax).contains(u"temperature 1.4, sent as 1"_s));
        Connection groq = at(ChatService::Groq);
        groq.request.effort = Effort::High;
        QVERIFY(providerFor(groq).leftOut(prompt, groq).contains(u"reasoning effort high"_s));
        groq.request.extras.body = u"[1, 2"_s;
        QVERIFY(providerFor(groq).leftOut(prompt, groq).last().contains(u"Extra body keys"_s));
    }

    void extrasComeLastAndRefusedKeysGo()
    {
        for (const ChatService service : {ChatService::Custom, ChatService::Claude, ChatService::Gemini}) {
            Connection connection = at(service);
            connection.request.extras = {u"X-Team: blue\nHost: evil.example\nContent-Length: 3"_s,
                                         u"safe: true\nstream: false"_s, u"max_tokens"_s};
            connection.request.refused = {{u"m"_s, u"temperature"_s}, {u"other"_s, u"messages"_s}};
            const WireRequest request =
                providerFor(connection).encode(smallPrompt(), connection, Secret(key));
            const QJsonObject body = QJsonDocument::fromJson(request.body).object();
            QCOMPARE(body[u"safe"], QJsonValue(true));
            QCOMPARE(body[u"stream"], QJsonValue(false));
            QVERIFY(!body.contains(u"max_tokens"));
            QVERIFY(!request.body.contains("temperature"));
            QVERIFY(body.contains(u"messages") || body.contains(u"contents"));
            QVERIFY(request.headers.contains(WireHeader{"x-team", "blue"}));
            for (const WireHeader &header : request.headers)
                QVERIFY(header.name != "host" && header.name != "content-length");
            QVERIFY(
                providerFor(connection).leftOut(smallPrompt(), connection).contains(u"temperature 0.9"_s));
        }
    }

    // By its path where it stands inside another; what is around it stays, unless nothing does.
    void refusedMembersGoByTheirPath()
    {
        Connection responses = at(ChatService::OpenAi, u"gpt-5.4"_s);
        responses.request.options.usesResponses = true;
        responses.request.effort = Effort::High;
        QCOMPARE(bodyOf(responses, smallPrompt())[u"reasoning"],
                 QJsonValue(QJsonObject{{u"effort"_s, u"high"_s}, {u"summary"_s, u"auto"_s}}));
        responses.request.refused = {{u"gpt-5.4"_s, u"reasoning.summary"_s}};
        QCOMPARE(bodyOf(responses, smallPrompt())[u"reasoning"],
                 QJsonValue(QJsonObject{{u"effort"_s, u"high"_s}}));
        QVERIFY(
            !providerFor(responses).leftOut(smallPrompt(), responses).contains(u"reasoning effort high"_s));
        responses.request.refused.append({u"gpt-5.4"_s, u"reasoning.effort"_s});
        QVERIFY(!bodyOf(responses, smallPrompt()).contains(u"reasoning"));
        QVERIFY(
            providerFor(responses).leftOut(smallPrompt(), responses).contains(u"reasoning effort high"_s));
        Connection gemini = at(ChatService::Gemini, u"gemini-3-pro"_s);
        gemini.request.effort = Effort::High;
        gemini.request.refused = {{u"gemini-3-pro"_s, u"generationConfig.thinkingConfig.thinkingLevel"_s}};
        QCOMPARE(bodyOf(gemini, smallPrompt())[u"generationConfig"][u"thinkingConfig"],
                 QJsonValue(QJsonObject{{u"includeThoughts"_s, true}}));
        QVERIFY(providerFor(gemini).leftOut(smallPrompt(), gemini).contains(u"reasoning effort high"_s));
    }

    // A limit that is refused goes under its other name; where both are, that it is missing is said.
    void theLimitHasTwoNames()
    {
        const QString missing = u"the limit of 300 tokens for the reply"_s;
        Connection connection = at(ChatService::Custom);
        connection.request.refused = {{u"m"_s, u"max_tokens"_s}};
        QJsonObject body = bodyOf(connection, smallPrompt());
        QVERIFY(!body.contains(u"max_tokens"));
        QCOMPARE(body[u"max_completion_tokens"], QJsonValue(300));
        QVERIFY(!providerFor(connection).leftOut(smallPrompt(), connection).contains(missing));
        connection.request.refused.append({u"m"_s, u"max_completion_tokens"_s});
        body = bodyOf(connection, smallPrompt());
        QVERIFY(!body.contains(u"max_tokens") && !body.contains(u"max_completion_tokens"));
        QVERIFY(providerFor(connection).leftOut(smallPrompt(), connection).contains(missing));
        Connection newest = at(ChatService::OpenAi, u"gpt-7"_s);
        newest.request.refused = {{u"gpt-7"_s, u"max_completion_tokens"_s}};
        QCOMPARE(bodyOf(newest, smallPrompt())[u"max_tokens"], QJsonValue(300));
        Connection claude = at(ChatService::Claude); // it has one, and wants it
        claude.request.refused = {{u"m"_s, u"max_tokens"_s}};
        QCOMPARE(bodyOf(claude, smallPrompt())[u"max_tokens"], QJsonValue(300));
    }

    // Every service says how long a reply may be.
    void theLimitIsSaid()
    {
        for (const Connection &connection : allConnections()) {
            const AssembledPrompt prompt = promptFor(connection);
            for (const QString &line : providerFor(connection).leftOut(prompt, connection))
                QVERIFY2(!line.contains(u"limit of"), qPrintable(connection.name));
        }
    }
};

} // namespace tst_leftout

SNUG_TEST(tst_leftout, TestLeftOut, Core)
#include "tst_leftout.moc"
