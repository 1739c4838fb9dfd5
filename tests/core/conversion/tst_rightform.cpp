// Where SillyTavern's request is refused or changes the prompt, the right form differs (docs/providers.md).
#include "core/conversion/chatask.h"
#include "core/conversion/textcall.h"
#include "core/formats/jsontext.h"
#include "tests/testregistry.h"

#include <QTest>

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
};

} // namespace tst_rightform

SNUG_TEST(tst_rightform, TestRightForm, Core)
#include "tst_rightform.moc"
