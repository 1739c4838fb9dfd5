// OpenAI's Responses: what is asked, of whom, and that the answer is read in its own shape.
#include "core/formats/jsontext.h"
#include "core/wire/provider.h"
#include "core/wire/serviceask.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_responses {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

OutboundMessage said(Role role, const QString &text, const QString &name = {})
{
    const Source source(SourceKind::PromptText, u"1"_s);
    OutboundMessage message;
    message.role = role;
    message.name = name;
    message.content = TracedText(text, source);
    message.source = source;
    return message;
}

AssembledPrompt prompt()
{
    AssembledPrompt prompt;
    prompt.messages = {said(Role::System, u"You are Mira."_s),
                       said(Role::System, u"It is night."_s),
                       said(Role::User, u"Hello."_s),
                       said(Role::Assistant, u"You again."_s, u"Mira"_s),
                       said(Role::System, u"The lamp is out."_s),
                       said(Role::User, u"May I climb up?"_s)};
    prompt.maxTokens = 300;
    prompt.samplers.temperature = 0.9;
    prompt.samplers.topP = 0.95;
    prompt.samplers.frequencyPenalty = 0.5;
    prompt.samplers.seed = 7;
    prompt.stop = {u"\nNora:"_s};
    return prompt;
}

Connection at(ChatService service, const QString &model, const QString &address = {})
{
    Connection connection;
    connection.kind = Connection::Kind::ChatService;
    connection.service = service;
    connection.baseUrl = QUrl(address.isEmpty() ? factsOf(service).address : address);
    connection.model = model;
    connection.request.options.usesResponses = true;
    return connection;
}

Json bodyOf(const Connection &connection, const AssembledPrompt &asked = prompt())
{
    return *parseJson(providerFor(connection).encode(asked, connection, Secret("k")).body);
}

} // namespace

class TestResponses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void addresses_data()
    {
        QTest::addColumn<Connection>("connection");
        QTest::addColumn<QString>("url");
        QTest::newRow("OpenAI") << at(ChatService::OpenAi, u"gpt-5.6"_s)
                                << u"https://api.openai.com/v1/responses"_s;
        QTest::newRow("xAI") << at(ChatService::Xai, u"grok-4.3"_s) << u"https://api.x.ai/v1/responses"_s;
        QTest::newRow("llama.cpp") << at(ChatService::LlamaCpp, {}, u"http://127.0.0.1:8080"_s)
                                   << u"http://127.0.0.1:8080/v1/responses"_s;
        QTest::newRow("a pasted path")
            << at(ChatService::Custom, u"m"_s, u"https://proxy.example/v1/responses"_s)
            << u"https://proxy.example/v1/responses"_s;
        QTest::newRow("a service without them")
            << at(ChatService::Groq, u"m"_s) << u"https://api.groq.com/openai/v1/chat/completions"_s;
        Connection compatible = at(ChatService::OpenAi, u"gpt-5.6"_s);
        compatible.request.isCompatible = true;
        QTest::newRow("SillyTavern's form") << compatible << u"https://api.openai.com/v1/chat/completions"_s;
        Connection unasked = at(ChatService::OpenAi, u"gpt-5.6"_s);
        unasked.request.options.usesResponses = false;
        QTest::newRow("not chosen") << unasked << u"https://api.openai.com/v1/chat/completions"_s;
    }
    void addresses()
    {
        QFETCH(Connection, connection);
        const WireRequest request =
            providerFor(connection).encode(prompt(), connection, Secret("zk-SECRET-0123456789"));
        QTEST(request.url.toString(), "url");
        QVERIFY(!request.body.contains("zk-SECRET"));
        QCOMPARE(std::ranges::count_if(request.headers,
                                       [](const WireHeader &header) { return !header.secret.isEmpty(); }),
                 1);
    }

    void aThinkingModelIsAskedForItsThoughts()
    {
        Connection connection = at(ChatService::OpenAi, u"gpt-5.6"_s);
        connection.request.effort = Effort::Medium;
        QCOMPARE(bodyOf(connection), *parseJson(R"({
            "model": "gpt-5.6",
            "instructions": "You are Mira.\n\nIt is night.",
            "input": [
                {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hello."}]},
                {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Mira: You again."}]},
                {"type": "message", "role": "system", "content": [{"type": "input_text", "text": "The lamp is out."}]},
                {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "May I climb up?"}]}],
            "stream": true,
            "store": false,
            "include": ["reasoning.encrypted_content"],
            "max_output_tokens": 300,
            "reasoning": {"effort": "medium", "summary": "auto"}})"));
        const QStringList leftOut = providerFor(connection).leftOut(prompt(), connection);
        QCOMPARE(leftOut, (QStringList{u"temperature 0.9"_s, u"top_p 0.95"_s, u"frequency_penalty 0.5"_s,
                                       u"seed 7"_s, u"1 stop text(s)"_s}));
    }

    void othersAreNot()
    {
        const Json body = bodyOf(at(ChatService::OpenAi, u"gpt-4o"_s));
        QVERIFY(!body.contains(u"include"));
        QVERIFY(!body.contains(u"reasoning"));
        QCOMPARE(body[u"temperature"].toDouble(), 0.9);
        QCOMPARE(body[u"top_p"].toDouble(), 0.95);
    }

    // xAI takes the system text as a message.
    void instructionsThatAreAMessage()
    {
        const Json body = bodyOf(at(ChatService::Xai, u"grok-4.3"_s));
        QVERIFY(!body.contains(u"instructions"));
        QCOMPARE(body[u"input"].at(0)[u"role"].toText(), u"system"_s);
        QCOMPARE(body[u"input"].size(), 6);
        QVERIFY(body.contains(u"include"));
    }

    void picturesAndVerbosity()
    {
        Connection connection = at(ChatService::OpenAi, u"gpt-5.6"_s);
        connection.request.verbosity = Verbosity::Low;
        ChatAsk ask = chatAskOf(prompt(), connection, true);
        const Json data = *parseJson(
            R"({"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA","detail":"low"}})");
        ask.messages.last().parts.append({ContentPart::Kind::Media, {}, data});
        const Json body = chatCall(ask, outboundPrompt(ask)).body;
        QCOMPARE(body[u"text"][u"verbosity"].toText(), u"low"_s);
        const Json content = body[u"input"].at(body[u"input"].size() - 1)[u"content"];
        QCOMPARE(content.at(1), *parseJson(R"({"type":"input_image","image_url":"data:image/png;base64,AAAA",
                                               "detail":"low"})"));
    }

    // Each character of what goes out still knows where it is from.
    void sourcesStay()
    {
        const Connection connection = at(ChatService::OpenAi, u"gpt-5.6"_s);
        const OutboundPrompt outbound = providerFor(connection).outbound(prompt(), connection);
        for (const ConvertedMessage &message : outbound.messages) {
            qsizetype covered = 0;
            const TracedText text = message.text();
            for (const Span &span : text.spans()) {
                QVERIFY(span.source.kind() != SourceKind::Unknown);
                covered += span.length;
            }
            QCOMPARE(covered, text.size());
        }
    }

    void theAnswerIsReadAsItComes()
    {
        const auto decoder = providerFor(at(ChatService::OpenAi, u"gpt-5.6"_s)).decoder();
        QList<StreamEvent> events = decoder->push(
            "event: response.output_text.delta\n"
            "data: {\"type\":\"response.output_text.delta\",\"delta\":\"Come in.\"}\n\n"
            "event: response.completed\n"
            "data: "
            "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":[]}}\n\n");
        events += decoder->end();
        QCOMPARE(std::get<TextDelta>(events.first()).text, u"Come in."_s);
        QCOMPARE(std::get<Finished>(events.last()).reason, StopReason::Stop);
    }
};

} // namespace tst_responses

SNUG_TEST(tst_responses, TestResponses, Core)
#include "tst_responses.moc"
