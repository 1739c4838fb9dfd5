// Prompts counted by the service that would read them: which, when, and how often.
#include "core/formats/jsontext.h"
#include "core/wire/wholecount.h"
#include "core/workspace/wholecounting.h"
#include "tests/fakes/scriptedtransport.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_wholecounting {

using namespace snug;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Connection at(ChatService service)
{
    Connection connection;
    connection.kind = Connection::Kind::ChatService;
    connection.service = service;
    connection.baseUrl = QUrl(factsOf(service).address);
    connection.model = service == ChatService::Claude ? u"claude-opus-4-8"_s : u"gpt-5.6"_s;
    connection.request.options.usesResponses = true;
    connection.request.effort = Effort::Medium;
    connection.countsTokens = true;
    return connection;
}

WireRequest replyRequest(const Connection &connection, const QString &text = u"May I climb up?"_s)
{
    AssembledPrompt prompt;
    const Source source(SourceKind::PromptText, u"1"_s);
    for (const auto &[role, words] :
         {std::pair(Role::System, u"You are Mira."_s), std::pair(Role::User, text)}) {
        OutboundMessage message;
        message.role = role;
        message.content = TracedText(words, source);
        prompt.messages.append(message);
    }
    prompt.maxTokens = 300;
    prompt.samplers.temperature = 0.9;
    return providerFor(connection).encode(prompt, connection, Secret("zk-SECRET-0123456789"));
}

struct Counting
{
    ScriptedTransport transport;
    WholeCounting counting;
    QSignalSpy counted{&counting, &WholeCounting::counted};
    quint64 generation = 0;

    Counting() { counting.setPause(1ms); }
    void follow(const Connection &connection, const QString &text)
    {
        PreparedPrompt prepared;
        prepared.generation = ++generation;
        prepared.request = replyRequest(connection, text);
        counting.follow(prepared, {.connection = connection,
                                   .key = Secret("zk-SECRET-0123456789"),
                                   .provider = &providerFor(connection),
                                   .transport = &transport});
    }
};

ScriptedAnswer answer(int tokens)
{
    return ScriptedAnswer::whole("{\"input_tokens\":" + QByteArray::number(tokens) + '}');
}

} // namespace

class TestWholeCounting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whatIsAsked_data()
    {
        QTest::addColumn<ChatService>("service");
        QTest::addColumn<QString>("url");
        QTest::addColumn<QStringList>("keys");
        QTest::newRow("Claude") << ChatService::Claude
                                << u"https://api.anthropic.com/v1/messages/count_tokens"_s
                                << QStringList{u"model"_s, u"system"_s, u"messages"_s, u"thinking"_s};
        QTest::newRow("OpenAI") << ChatService::OpenAi
                                << u"https://api.openai.com/v1/responses/input_tokens"_s
                                << QStringList{u"model"_s, u"instructions"_s, u"input"_s, u"reasoning"_s};
    }
    void whatIsAsked()
    {
        QFETCH(ChatService, service);
        QFETCH(QStringList, keys);
        const WireRequest reply = replyRequest(at(service));
        const auto request = wholeCountRequest(reply, at(service));
        QVERIFY(request);
        QTEST(request->url.toString(), "url");
        QCOMPARE(request->purpose, RequestPurpose::Counting);
        const Json body = *parseJson(request->body);
        const Json sent = *parseJson(reply.body);
        QStringList there;
        for (const Json::Member &member : body.members()) {
            there << member.key;
            QCOMPARE(member.value, sent.value(member.key)); // the prompt is the very same
        }
        QCOMPARE(there, keys);
        QVERIFY(!request->body.contains("SECRET"));
    }

    void onlyWhereTheUserWantsIt()
    {
        Connection unasked = at(ChatService::Claude);
        unasked.countsTokens.reset();
        QVERIFY(mayCountWhole(unasked) && !countsWhole(unasked));
        Connection fromFile = at(ChatService::Claude);
        fromFile.tokenizerFile = u"t.json"_s;
        QVERIFY(!countsWhole(fromFile));
        for (const ChatService service : {ChatService::Groq, ChatService::Xai, ChatService::LlamaCpp}) {
            QVERIFY(!mayCountWhole(at(service)));
            QVERIFY(!wholeCountRequest(replyRequest(at(service)), at(service)));
        }
        Counting counting;
        counting.follow(unasked, u"Hello?"_s);
        QTest::qWait(10);
        QVERIFY(counting.transport.requests().isEmpty());
    }

    void oncePerPrompt()
    {
        Counting counting;
        counting.transport.enqueue(answer(31));
        counting.follow(at(ChatService::Claude), u"H"_s); // typed over at once
        counting.follow(at(ChatService::Claude), u"Hello?"_s);
        QTRY_COMPARE(counting.counted.size(), 1);
        QCOMPARE(counting.counted.last(), (QVariantList{quint64(2), 31}));
        QCOMPARE(counting.transport.requests().size(), 1);
        counting.follow(at(ChatService::Claude), u"Hello?"_s); // the same, made anew
        QCOMPARE(counting.counted.last(), (QVariantList{quint64(3), 31}));
        QTest::qWait(10);
        QCOMPARE(counting.transport.requests().size(), 1);
    }

    // An answer about words that have changed meanwhile is not about these.
    void theNewestCounts()
    {
        Counting counting;
        ScriptedAnswer held = answer(31);
        held.holdsOpen = true;
        counting.transport.enqueue(held);
        counting.transport.enqueue(answer(44));
        counting.follow(at(ChatService::Claude), u"Hello?"_s);
        QTRY_COMPARE(counting.transport.requests().size(), 1);
        counting.follow(at(ChatService::Claude), u"Hello there?"_s);
        QTest::qWait(10);
        QCOMPARE(counting.transport.requests().size(), 1); // one at a time
        counting.transport.release();
        QTRY_COMPARE(counting.counted.size(), 1);
        QCOMPARE(counting.counted.last(), (QVariantList{quint64(2), 44}));
    }

    void whoSaysNoIsNotAskedAgain()
    {
        Counting counting;
        counting.transport.enqueue(ScriptedAnswer::whole("{}", 404));
        counting.follow(at(ChatService::OpenAi), u"Hello?"_s);
        QTRY_COMPARE(counting.transport.requests().size(), 1);
        QTest::qWait(5);
        counting.follow(at(ChatService::OpenAi), u"Hello there?"_s);
        QTest::qWait(10);
        QCOMPARE(counting.transport.requests().size(), 1);
        counting.transport.enqueue(answer(20));
        counting.follow(at(ChatService::Claude), u"Hello there?"_s); // another
        QTRY_COMPARE(counting.counted.size(), 1);
    }
};

} // namespace tst_wholecounting

SNUG_TEST(tst_wholecounting, TestWholeCounting, Core)
#include "tst_wholecounting.moc"
