// Where SillyTavern's request is refused or changes the prompt, the right form differs (docs/providers.md).
#include "core/conversion/chatask.h"
#include "core/conversion/textcall.h"
#include "core/formats/jsontext.h"
#include "tests/testregistry.h"

#include <QTest>

#include <algorithm>

namespace tst_rightform {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

ConvertedMessage said(MessageSpeaker speaker, const QString &text, const QString &name = {})
{
    const Source source(SourceKind::PromptText, u"1"_s);
    return {.speaker = speaker,
            .name = name,
            .parts = {ContentPart::ofText(TracedText(text, source))},
            .source = source};
}

ChatAsk ask(ChatService service, const QString &model)
{
    ChatAsk ask{.service = service, .model = model};
    ask.messages = {said(MessageSpeaker::System, u"You are Mira."_s),
                    said(MessageSpeaker::User, u"Hello."_s)};
    ask.names = {u"Nora"_s, u"Mira"_s, {}};
    ask.usesSystemText = true;
    ask.maxTokens = 300;
    return ask;
}

SamplerValues someSamplers()
{
    SamplerValues samplers;
    samplers.temperature = 0.8;
    samplers.topP = 0.9;
    samplers.topK = 40;
    return samplers;
}

Json bodyOf(const ChatAsk &ask)
{
    return chatCall(ask, outboundPrompt(ask)).body;
}

} // namespace

class TestRightForm : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void claudeGetsNoEmptyText()
    {
        ChatAsk claude = ask(ChatService::Claude, u"claude-opus-5"_s);
        claude.messages = {said(MessageSpeaker::System, u""_s), said(MessageSpeaker::Assistant, u"   "_s),
                           said(MessageSpeaker::User, u""_s)};
        const Json messages = bodyOf(claude)[u"messages"];
        for (const Json &message : messages.items()) {
            const Json content = message[u"content"];
            for (const Json &block : content.items())
                QVERIFY(!block[u"text"].toText().isEmpty());
        }
        QVERIFY(messages.size() > 0);
    }

    // What an assistant says beside a call is kept; SillyTavern loses it.
    void wordsBesideACallAreSent()
    {
        const Json function = Json::object({{u"name"_s, Json(u"look"_s)}, {u"arguments"_s, Json(u"{}"_s)}});
        const Json call = Json::object({{u"id"_s, Json(u"call_1"_s)}, {u"function"_s, function}});
        for (const ChatService service : {ChatService::Claude, ChatService::Gemini}) {
            ChatAsk asked = ask(service, u"m"_s);
            asked.messages.append(said(MessageSpeaker::Assistant, u"A moment."_s));
            asked.messages.last().toolCalls = Json::array({call});
            asked.messages.append(said(MessageSpeaker::User, u"And?"_s));
            const auto saysIt = [](const ChatAsk &ask) {
                return writeJsonLine(bodyOf(ask)).contains("A moment.");
            };
            QVERIFY(saysIt(asked));
            asked.form = ChatAsk::Form::Compatible;
            QVERIFY(!saysIt(asked));
        }
    }

    // OpenAI's shape says null where a call has no words; an empty text is refused by some.
    void noWordsBesideACallAreNull()
    {
        const Json function = Json::object({{u"name"_s, Json(u"look"_s)}, {u"arguments"_s, Json(u"{}"_s)}});
        const Json call = Json::object({{u"id"_s, Json(u"call_1"_s)}, {u"function"_s, function}});
        for (const ChatService service :
             {ChatService::OpenAi, ChatService::Mistral, ChatService::DeepSeek, ChatService::OpenRouter,
              ChatService::Custom, ChatService::Cohere}) {
            ChatAsk asked = ask(service, u"m"_s);
            asked.messages.append(said(MessageSpeaker::Assistant, {}));
            asked.messages.last().toolCalls = Json::array({call});
            const auto calling = [](const ChatAsk &ask) { return bodyOf(ask)[u"messages"].at(2); };
            const QByteArray name = factsOf(service).id.toUtf8();
            QVERIFY2(calling(asked).contains(u"tool_calls"), name.constData());
            if (service == ChatService::Cohere)
                QVERIFY(!calling(asked).contains(u"content"));
            else
                QVERIFY2(calling(asked).contains(u"content") && calling(asked)[u"content"].isNull(),
                         name.constData());
            asked.messages.last() = said(MessageSpeaker::Assistant, u"A moment."_s);
            asked.messages.last().toolCalls = Json::array({call});
            QCOMPARE(calling(asked)[u"content"].toText(), u"A moment."_s);
            asked.messages.last() = said(MessageSpeaker::Assistant, {}); // no call, no null
            const Json sent = bodyOf(asked)[u"messages"];
            for (const Json &message : sent.items())
                QVERIFY2(!message[u"content"].isNull(), name.constData());
        }
    }

    void unknownModelsAreTheNewest()
    {
        ChatAsk claude = ask(ChatService::Claude, u"claude-next"_s);
        claude.samplers.temperature = 0.5;
        claude.effort = Effort::High;
        const Json body = bodyOf(claude);
        QVERIFY(body[u"temperature"].isUndefined());
        QCOMPARE(body[u"thinking"][u"type"].toText(), u"adaptive"_s);
        QCOMPARE(body[u"output_config"][u"effort"].toText(), u"high"_s);
    }

    // Ids that nobody has heard of yet: the newest of their families, in what they take and how they think.
    void newerIdsAreTheNewest_data()
    {
        QTest::addColumn<ChatService>("service");
        QTest::addColumn<QString>("model");
        QTest::addColumn<QStringList>("has");
        QTest::addColumn<QStringList>("lacks");
        const QStringList samplers{u"temperature"_s, u"top_p"_s, u"presence_penalty"_s,
                                   u"frequency_penalty"_s, u"stop"_s};
        for (const QString &model :
             {u"gpt-6"_s, u"gpt-6-mini"_s, u"gpt-7"_s, u"gpt-7.2-nova"_s, u"gpt-12"_s, u"o5"_s, u"o7-mini"_s})
            QTest::newRow(qPrintable(model)) << ChatService::OpenAi << model
                                             << QStringList{u"max_completion_tokens"_s, u"reasoning_effort"_s}
                                             << samplers + QStringList{u"max_tokens"_s};
        QTest::newRow("gpt-8 behind another address") << ChatService::Custom << u"vendor/gpt-8"_s
                                                      << QStringList{u"max_completion_tokens"_s} << samplers;
        QTest::newRow("gpt-4o is none of them")
            << ChatService::OpenAi << u"gpt-4o"_s << samplers + QStringList{u"max_tokens"_s}
            << QStringList{u"max_completion_tokens"_s, u"reasoning_effort"_s};
        for (const QString &model :
             {u"grok-5"_s, u"grok-5-fast"_s, u"grok-11"_s, u"grok-latest"_s, u"grok-4.5"_s})
            QTest::newRow(qPrintable(model))
                << ChatService::Xai << model
                << QStringList{u"reasoning_effort"_s, u"temperature"_s, u"max_tokens"_s}
                << QStringList{u"presence_penalty"_s, u"frequency_penalty"_s, u"stop"_s};
        QTest::newRow("grok-3") << ChatService::Xai << u"grok-3"_s << samplers
                                << QStringList{u"reasoning_effort"_s};
        QTest::newRow("grok-5-non-reasoning") << ChatService::Xai << u"grok-5-non-reasoning"_s << samplers
                                              << QStringList{u"reasoning_effort"_s};
        for (const QString &model :
             {u"claude-next"_s, u"claude-opus-6"_s, u"claude-sonnet-7-2-20280101"_s, u"claude-saga-9"_s})
            QTest::newRow(qPrintable(model))
                << ChatService::Claude << model
                << QStringList{u"thinking"_s, u"output_config"_s, u"max_tokens"_s}
                << QStringList{u"temperature"_s, u"top_p"_s, u"top_k"_s};
    }
    void newerIdsAreTheNewest()
    {
        QFETCH(ChatService, service);
        QFETCH(QString, model);
        QFETCH(QStringList, has);
        QFETCH(QStringList, lacks);
        ChatAsk asked = ask(service, model);
        asked.samplers = someSamplers();
        asked.samplers.presencePenalty = 0.3;
        asked.samplers.frequencyPenalty = 0.3;
        asked.stop = {u"Nora:"_s};
        asked.effort = Effort::High;
        const Json body = bodyOf(asked);
        for (const QString &key : has)
            QVERIFY2(body.contains(key), qPrintable(key));
        for (const QString &key : lacks)
            QVERIFY2(!body.contains(key), qPrintable(key));
    }

    void newerGeminiIsTheNewest_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("leastLevel");
        QTest::newRow("gemini-flash-latest") << u"gemini-flash-latest"_s << u"low"_s;
        QTest::newRow("gemini-flash-lite-latest") << u"gemini-flash-lite-latest"_s << u"low"_s;
        QTest::newRow("gemini-pro-latest") << u"gemini-pro-latest"_s << u"low"_s;
        QTest::newRow("gemini-4-pro") << u"gemini-4-pro"_s << u"low"_s;
        QTest::newRow("gemini-4.2-ultra-preview") << u"gemini-4.2-ultra-preview"_s << u"low"_s;
        QTest::newRow("gemini-11-flash") << u"gemini-11-flash"_s << u"low"_s;
    }
    void newerGeminiIsTheNewest()
    {
        QFETCH(QString, model);
        QFETCH(QString, leastLevel);
        ChatAsk asked = ask(ChatService::Gemini, model);
        asked.samplers = someSamplers();
        asked.effort = Effort::Min;
        const Json function = Json::object({{u"name"_s, Json(u"look"_s)}, {u"arguments"_s, Json(u"{}"_s)}});
        asked.messages.append(said(MessageSpeaker::Assistant, u"A moment."_s));
        asked.messages.last().toolCalls =
            Json::array({Json::object({{u"id"_s, Json(u"call_1"_s)}, {u"function"_s, function}})});
        asked.messages.append(said(MessageSpeaker::User, u"And?"_s));
        const Json config = bodyOf(asked)[u"generationConfig"];
        for (const QString &key : {u"temperature"_s, u"topP"_s, u"topK"_s})
            QVERIFY2(!config.contains(key), qPrintable(key));
        QCOMPARE(config[u"thinkingConfig"][u"thinkingLevel"].toText(), leastLevel);
        QVERIFY(config[u"thinkingConfig"][u"includeThoughts"].toBool());
        QVERIFY(writeJsonLine(bodyOf(asked)).contains("thoughtSignature"));
        asked.form = ChatAsk::Form::Compatible; // SillyTavern knows none of them
        QVERIFY(!bodyOf(asked)[u"generationConfig"].contains(u"thinkingConfig"));
    }

    // Claude 4.6 takes samplers, but not while it thinks.
    void noSamplersBesideThinking()
    {
        for (const QString &model : {u"claude-opus-4-6"_s, u"claude-sonnet-4-6"_s}) {
            ChatAsk claude = ask(ChatService::Claude, model);
            claude.samplers = someSamplers();
            QCOMPARE(bodyOf(claude)[u"top_p"].toDouble(), 0.9);
            claude.effort = Effort::High;
            const Json body = bodyOf(claude);
            QCOMPARE(body[u"thinking"][u"type"].toText(), u"adaptive"_s);
            for (const QString &key : {u"temperature"_s, u"top_p"_s, u"top_k"_s})
                QVERIFY2(!body.contains(key), qPrintable(key));
        }
    }

    // The budget is a part of the reply's length, also where nobody says how long that is.
    void theBudgetIsSmallerThanTheReply()
    {
        for (const int length : {0, 1, 900, 1024, 1025, 1077, 4096, 30000}) {
            for (const Effort effort :
                 {Effort::Min, Effort::Low, Effort::Medium, Effort::High, Effort::Max}) {
                ChatAsk claude = ask(ChatService::Claude, u"claude-opus-4-5"_s);
                claude.maxTokens = length;
                claude.effort = effort;
                const Json body = bodyOf(claude);
                QVERIFY2(body[u"thinking"][u"budget_tokens"].toInt() < body[u"max_tokens"].toInt(),
                         qPrintable(QString::number(length)));
                QVERIFY(body[u"thinking"][u"budget_tokens"].toInt() >= 1024);
            }
        }
    }

    // A wish that a model refuses is left out; what the chat says stays.
    void aBeginningThatIsRefused()
    {
        ChatAsk claude = ask(ChatService::Claude, u"claude-opus-4-8"_s);
        claude.prefill = u"*Mira"_s;
        QCOMPARE(bodyOf(claude)[u"messages"].size(), 1);
        claude.messages.append(said(MessageSpeaker::Assistant, u"I was"_s));
        const Json messages = bodyOf(claude)[u"messages"];
        QCOMPARE(messages.size(), 3);
        QCOMPARE(messages.at(1)[u"content"].at(0)[u"text"].toText(), u"I was"_s);
        QCOMPARE(messages.at(2)[u"role"].toText(), u"user"_s);
    }

    void mistralGetsNoNames()
    {
        ChatAsk mistral = ask(ChatService::Mistral, u"mistral-large"_s);
        mistral.messages.append(said(MessageSpeaker::System, u"He bows."_s, u"example_assistant"_s));
        mistral.messages.append(said(MessageSpeaker::User, u"Hi."_s, u"Nora"_s));
        const Json messages = bodyOf(mistral)[u"messages"];
        for (const Json &message : messages.items())
            QVERIFY(!message.contains(u"name"));
    }

    void usageIsAskedForWhereItIsKnown()
    {
        for (const ChatServiceFacts &facts : chatServices()) {
            const Json body = bodyOf(ask(facts.service, u"m"_s));
            const bool isRefused =
                facts.service == ChatService::Mistral || facts.service == ChatService::Cohere ||
                facts.service == ChatService::Claude || facts.service == ChatService::Gemini;
            QVERIFY2(!isRefused || !body.contains(u"stream_options"), qPrintable(facts.name));
        }
        QVERIFY(bodyOf(ask(ChatService::OpenAi, u"gpt-4o"_s)).contains(u"stream_options"));
    }

    // A preset that says nothing of a value leaves it to the server.
    void textsSayOnlyWhatThePresetSays()
    {
        TextAsk text{.service = TextService::KoboldCpp, .server = u"http://h"_s, .prompt = u"Mira:"_s};
        text.preset = Json::object({{u"temp"_s, Json(0.5)}});
        const Json body = textCall(text).body;
        QCOMPARE(body[u"temperature"].toDouble(), 0.5);
        for (const QString &key : {u"top_p"_s, u"rep_pen"_s, u"repetition_penalty"_s, u"top_k"_s, u"min_p"_s})
            QVERIFY2(!body.contains(key), qPrintable(key));
        text.form = ChatAsk::Form::Compatible;
        QCOMPARE(textCall(text).body[u"top_k"].toInt(), 40);
    }

    void soundsAreLeftOutForClaude()
    {
        ChatAsk claude = ask(ChatService::Claude, u"claude-opus-4-5"_s);
        const Json sound = Json::object(
            {{u"type"_s, Json(u"audio_url"_s)},
             {u"audio_url"_s, Json::object({{u"url"_s, Json(u"data:audio/wav;base64,UklG"_s)}})}});
        claude.messages.last().parts = {{ContentPart::Kind::Media, {}, sound}};
        claude.messages.last().isList = true;
        claude.messages.append(said(MessageSpeaker::User, u"Heard it?"_s));
        const OutboundPrompt prompt = outboundPrompt(claude);
        QVERIFY(std::ranges::any_of(prompt.seam, [](const SeamRemark &remark) {
            return remark.kind == SeamRemark::Kind::MediaLeftOut;
        }));
        const QByteArray body = writeJsonLine(chatCall(claude, prompt).body);
        QVERIFY(!body.contains("UklG"));
        QVERIFY(body.contains("Heard it?"));
    }

    // Nothing but a picture by address leaves no empty turn behind.
    void linkedPicturesLeaveNoEmptyTurn()
    {
        ChatAsk gemini = ask(ChatService::Gemini, u"gemini-2.5-flash"_s);
        const Json picture = Json::object(
            {{u"type"_s, Json(u"image_url"_s)},
             {u"image_url"_s, Json::object({{u"url"_s, Json(u"https://example.invalid/a.png"_s)}})}});
        gemini.messages.append(said(MessageSpeaker::Assistant, u"Aye."_s));
        gemini.messages.append({.speaker = MessageSpeaker::User,
                                .parts = {{ContentPart::Kind::Media, {}, picture}},
                                .isList = true,
                                .source = Source(SourceKind::PromptText, u"2"_s)});
        const Json contents = bodyOf(gemini)[u"contents"];
        for (const Json &turn : contents.items())
            QVERIFY(turn[u"parts"].size() > 0);
        QCOMPARE(contents.at(contents.size() - 1)[u"role"].toText(), u"model"_s);
    }

    // Calls of a message that joins the one in front of it stay with it.
    void joinedCallsAreKept()
    {
        const Json function = Json::object({{u"name"_s, Json(u"look"_s)}, {u"arguments"_s, Json(u"{}"_s)}});
        const Json call = Json::object({{u"id"_s, Json(u"call_1"_s)}, {u"function"_s, function}});
        ChatAsk asked = ask(ChatService::DeepSeek, u"deepseek-chat"_s);
        asked.messages.append(said(MessageSpeaker::Assistant, u"Aye."_s));
        asked.messages.append(said(MessageSpeaker::Assistant, u"Looking."_s));
        asked.messages.last().toolCalls = Json::array({call});
        const auto callsIn = [](const ChatAsk &ask) {
            return bodyOf(ask)[u"messages"].at(2)[u"tool_calls"].size();
        };
        QCOMPARE(callsIn(asked), 1);
        asked.form = ChatAsk::Form::Compatible;
        QCOMPARE(callsIn(asked), 0);
    }

    // Cohere and DeepSeek refuse these; nobody needs them.
    void toolsAreTidied()
    {
        const Json parameters = Json::object(
            {{u"$schema"_s, Json(u"x"_s)}, {u"type"_s, Json(u"object"_s)}, {u"required"_s, Json::array()}});
        const Json tool = Json::object(
            {{u"type"_s, Json(u"function"_s)},
             {u"function"_s, Json::object({{u"name"_s, Json(u"look"_s)}, {u"parameters"_s, parameters}})}});
        const auto parametersSentTo = [&](ChatService service) {
            ChatAsk asked = ask(service, u"m"_s);
            asked.tools = Json::array({tool});
            asked.toolChoice = Json(u"auto"_s);
            return bodyOf(asked)[u"tools"].at(0)[u"function"][u"parameters"];
        };
        QVERIFY(!parametersSentTo(ChatService::Cohere).contains(u"$schema"));
        QVERIFY(parametersSentTo(ChatService::Cohere).contains(u"required"));
        QVERIFY(!parametersSentTo(ChatService::DeepSeek).contains(u"required"));
        QCOMPARE(parametersSentTo(ChatService::OpenAi), parameters);
    }
};

} // namespace tst_rightform

SNUG_TEST(tst_rightform, TestRightForm, Core)
#include "tst_rightform.moc"
