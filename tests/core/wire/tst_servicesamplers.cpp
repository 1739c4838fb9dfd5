// Which sampler values each service is sent, by what it knows and what is known of its models.

#include "core/wire/provider.h"
#include "tests/core/wire/servicefixture.h"
#include "tests/testregistry.h"

#include <QJsonObject>
#include <QTest>

namespace tst_servicesamplers {

using namespace snug;
using namespace Qt::StringLiterals;
using namespace snug::servicefixture;

class TestServiceSamplers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    // Google's OpenAI address answers 400 to a penalty of 0, others do to more.
    void whatDoesNothingIsNotSent()
    {
        for (const ChatServiceFacts &facts : chatServices()) {
            const QByteArray body =
                providerFor(at(facts.service)).encode(smallPrompt(), at(facts.service), Secret(key)).body;
            QVERIFY2(!body.contains("penalty\":0"), qPrintable(facts.name));
        }
    }

    void ownServersGetTheirSamplers_data()
    {
        QTest::addColumn<Connection>("connection");
        for (const ChatServiceFacts &facts : chatServices()) {
            if (isOwnServer(facts.service))
                QTest::newRow(qPrintable(facts.id)) << at(facts.service);
        }
        Connection nearby;
        nearby.baseUrl = QUrl(u"http://127.0.0.1:9000/v1"_s);
        QTest::newRow("any on this computer") << nearby;
    }

    void ownServersGetTheirSamplers()
    {
        QFETCH(Connection, connection);
        AssembledPrompt prompt = smallPrompt();
        prompt.samplers.topK = 20;
        prompt.samplers.minP = 0.1;
        prompt.samplers.repetitionPenalty = 1.2;
        prompt.stop = {u"1"_s, u"2"_s, u"3"_s, u"4"_s, u"5"_s};
        QJsonObject body = bodyOf(connection, prompt);
        if (body.contains(u"options"))
            body = body[u"options"].toObject();
        QCOMPARE(body[u"top_k"].toInt(), 20);
        QCOMPARE(body[u"min_p"].toDouble(), 0.1);
        QCOMPARE(body[u"stop"].toArray().size(), 5);
        const QString penalty =
            body.contains(u"repeat_penalty") ? u"repeat_penalty"_s : u"repetition_penalty"_s;
        QCOMPARE(body[penalty].toDouble(), 1.2);
        QVERIFY(providerFor(connection).leftOut(prompt, connection).isEmpty());
    }

    void cohereTakesOnePenalty()
    {
        AssembledPrompt prompt = smallPrompt();
        prompt.samplers.frequencyPenalty = 0.4;
        prompt.samplers.presencePenalty = 0.3;
        Connection cohere = at(ChatService::Cohere);
        const QJsonObject body = bodyOf(cohere, prompt);
        QCOMPARE(body[u"frequency_penalty"], QJsonValue(0.4));
        QVERIFY(!body.contains(u"presence_penalty"));
        QVERIFY(providerFor(cohere).leftOut(prompt, cohere).contains(u"presence_penalty 0.3"_s));
        prompt.samplers.frequencyPenalty = 0;
        QCOMPARE(bodyOf(cohere, prompt)[u"presence_penalty"], QJsonValue(0.3));
    }

    // What only local servers know, where a chat's preset names it: sent, or said to be missing.
    void chatsTakeWhatTheirServerKnows()
    {
        AssembledPrompt prompt = smallPrompt();
        prompt.wishes.preset = Json::object({{u"dry_multiplier"_s, Json(0.8)},
                                             {u"dry_base"_s, Json(1.75)},
                                             {u"xtc_probability"_s, Json(0.5)},
                                             {u"xtc_threshold"_s, Json(0.1)},
                                             {u"typical_p"_s, Json(0.9)},
                                             {u"nsigma"_s, Json(1.5)},
                                             {u"dynatemp"_s, Json(true)},
                                             {u"min_temp"_s, Json(0.5)},
                                             {u"max_temp"_s, Json(1.5)}});
        for (const ChatService service : {ChatService::KoboldCpp, ChatService::LlamaCpp, ChatService::Tabby,
                                          ChatService::TextGenerationWebUi}) {
            const Connection own = at(service);
            const QJsonObject body = bodyOf(own, prompt);
            QCOMPARE(body[u"dry_multiplier"], QJsonValue(0.8));
            QCOMPARE(body[u"xtc_probability"], QJsonValue(0.5));
            QCOMPARE(body[u"typical_p"], QJsonValue(0.9));
            QCOMPARE(body[u"top_n_sigma"], QJsonValue(1.5));
            QCOMPARE(body[u"dynatemp_range"], QJsonValue(0.5));
            // Between two temperatures there is not the preset's.
            QCOMPARE(providerFor(own).leftOut(prompt, own), QStringList{u"temperature 0.9, sent as 1"_s});
            const QJsonObject plain = bodyOf(own, smallPrompt());
            for (const QString &name : {u"dry_multiplier"_s, u"dry_sequence_breakers"_s, u"typical_p"_s,
                                        u"mirostat"_s, u"dynatemp_range"_s})
                QVERIFY2(!plain.contains(name), qPrintable(name));
        }
        for (const ChatService service : {ChatService::Vllm, ChatService::LmStudio, ChatService::OpenAi}) {
            const Connection other = at(service);
            const QStringList list = providerFor(other).leftOut(prompt, other);
            for (const QString &line : {u"dry_multiplier 0.8"_s, u"xtc_probability 0.5"_s, u"typical_p 0.9"_s,
                                        u"nsigma 1.5"_s, u"dynamic temperature"_s})
                QVERIFY2(list.contains(line), qPrintable(line + u" / "_s + list.join(u", ")));
        }
    }

    void hordesWorkersGetNeutralValues()
    {
        const Connection horde = at(TextService::Horde);
        AssembledPrompt prompt = promptFor(horde);
        QCOMPARE(bodyOf(horde, prompt)[u"params"][u"top_a"], QJsonValue(0));
        prompt.samplers.topA = 0.4;
        QCOMPARE(bodyOf(horde, prompt)[u"params"][u"top_a"], QJsonValue(0.4));
    }

    // What the service's list says of the model in use, and of no other.
    void whatTheServiceSaysCounts()
    {
        AssembledPrompt prompt = smallPrompt();
        prompt.samplers.minP = 0.1;
        prompt.samplers.seed = 7;
        prompt.maxTokens = 9000;
        Connection router = at(ChatService::OpenRouter, u"a/m"_s);
        QVERIFY(providerFor(router).leftOut(prompt, router).isEmpty());
        router.request.said = {u"a/m"_s, 32'768, 4096, {u"temperature"_s, u"max_tokens"_s}};
        const QJsonObject body = bodyOf(router, prompt);
        QCOMPARE(body[u"max_tokens"], QJsonValue(4096));
        QVERIFY(body.contains(u"temperature") && !body.contains(u"min_p") && !body.contains(u"seed"));
        QCOMPARE(providerFor(router).leftOut(prompt, router),
                 (QStringList{u"min_p 0.1"_s, u"seed 7"_s, u"a reply of 9000 tokens, sent as 4096"_s}));
        router.request.extras.body = u"seed: 8"_s; // the user's word is the last
        QCOMPARE(bodyOf(router, prompt)[u"seed"], QJsonValue(8));
        router.request.isCompatible = true;
        QCOMPARE(bodyOf(router, prompt)[u"max_tokens"], QJsonValue(9000));
        router.request.isCompatible = false;
        router.model = u"b/m"_s;
        QCOMPARE(bodyOf(router, prompt)[u"max_tokens"], QJsonValue(9000));
    }

    void theUserOverrulesWhatIsKnown()
    {
        AssembledPrompt prompt = smallPrompt();
        prompt.stop = {u"Nora:"_s};
        Connection openAi = at(ChatService::OpenAi, u"o3"_s);
        openAi.request.prefill = u"*Mira"_s;
        openAi.request.logProbAlternatives = 2;
        QJsonObject body = bodyOf(openAi, prompt);
        QVERIFY(!body.contains(u"temperature") && !body.contains(u"stop") && !body.contains(u"logprobs"));
        QCOMPARE(body[u"messages"].toArray().size(), 3);
        UserClaims &claims = openAi.request.claims;
        claims.takesSamplers = claims.takesStop = claims.takesPrefill = claims.saysLogProbs = true;
        claims.takesSystemText = false;
        body = bodyOf(openAi, prompt);
        QVERIFY(body.contains(u"temperature") && body.contains(u"stop") && body.contains(u"logprobs"));
        QCOMPARE(body[u"messages"].toArray().size(), 4);
        QCOMPARE(body[u"messages"].toArray().first()[u"role"].toString(), u"user"_s);
        QVERIFY(providerFor(openAi).leftOut(prompt, openAi).isEmpty());
        Connection claude = at(ChatService::Claude, u"claude-opus-5"_s);
        claude.request.claims.takesSamplers = claude.request.claims.takesPrefill = true;
        claude.request.prefill = u"*Mira"_s;
        claude.request.showsThoughts = false; // who thinks takes neither
        body = bodyOf(claude, prompt);
        QVERIFY(body.contains(u"temperature"));
        QCOMPARE(body[u"messages"].toArray().last()[u"role"].toString(), u"assistant"_s);
        Connection gemini = at(ChatService::Gemini, u"gemini-2.5-flash"_s);
        gemini.request.claims.takesSamplers = gemini.request.claims.takesSystemText = false;
        body = bodyOf(gemini, prompt);
        QVERIFY(!body.contains(u"systemInstruction"));
        QVERIFY(!body[u"generationConfig"].toObject().contains(u"temperature"));
        gemini.request.isCompatible = true; // SillyTavern knows what it knows
        QVERIFY(bodyOf(gemini, prompt)[u"generationConfig"].toObject().contains(u"temperature"));
    }
};

} // namespace tst_servicesamplers

SNUG_TEST(tst_servicesamplers, TestServiceSamplers, Core)
#include "tst_servicesamplers.moc"
