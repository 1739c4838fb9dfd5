// A reply that is stopped: servers that would work on are told so, and told by whom.
#include "core/chat/turn.h"
#include "tests/fakes/scriptedtransport.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_stopping {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

Connection at(ChatService service, bool isText = false)
{
    Connection connection;
    connection.id = u"one"_s;
    connection.kind = isText ? Connection::Kind::TextService : Connection::Kind::ChatService;
    connection.service = service;
    connection.textService = TextService::KoboldCpp;
    connection.baseUrl = QUrl(u"http://127.0.0.1:5001/v1"_s);
    connection.model = u"m"_s;
    return connection;
}

AssembledPrompt prompt(bool isText)
{
    AssembledPrompt prompt;
    const Source source(SourceKind::PromptText, u"1"_s);
    if (isText)
        prompt.prompt = TracedText(u"Mira:"_s, source);
    else
        prompt.messages.append(
            {.role = Role::User, .content = TracedText(u"Hello."_s, source), .source = source});
    return prompt;
}

QString nameIn(const WireRequest &request)
{
    const QByteArray mark = "\"genkey\":\"";
    const qsizetype at = request.body.indexOf(mark);
    return at < 0 ? QString() : QString::fromLatin1(request.body.sliced(at + mark.size(), 12));
}

} // namespace

class TestStopping : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void koboldIsTold_data()
    {
        QTest::addColumn<bool>("isText");
        QTest::newRow("messages") << false;
        QTest::newRow("a text") << true;
    }
    void koboldIsTold()
    {
        QFETCH(bool, isText);
        ScriptedTransport transport;
        transport.enqueue(
            {.pieces = {"data: {\"choices\":[{\"text\":\"Well\",\"delta\":{\"content\":\"Well\"}}]}\n\n"},
             .holdsOpen = true});
        transport.enqueue(ScriptedAnswer::whole(R"({"success":"true","done":"true"})"));
        ModelLink link{.connection = at(ChatService::KoboldCpp, isText),
                       .key = Secret("zk-SECRET-0123456789"),
                       .transport = &transport};
        link.provider = &providerFor(link.connection);
        Turn turn(link, link.provider->encode(prompt(isText), link.connection, link.key),
                  [] { return QDateTime::currentDateTimeUtc(); });
        turn.start();
        QTRY_COMPARE(turn.state().text, u"Well"_s);
        turn.stop();
        QCOMPARE(turn.state().phase, TurnState::Phase::Stopped);
        QCOMPARE(transport.requests().size(), 2);
        const WireRequest told = transport.requests().last();
        QCOMPARE(told.method, "POST"_ba);
        QCOMPARE(told.url, QUrl(u"http://127.0.0.1:5001/api/extra/abort"_s));
        QCOMPARE(told.purpose, RequestPurpose::Stopping);
        QVERIFY(nameIn(told).startsWith(u"SNUG"));
        QCOMPARE(nameIn(told), nameIn(transport.requests().first()));
        QVERIFY(!told.body.contains("zk-SECRET"));
        turn.stop();
        QCOMPARE(transport.requests().size(), 2);
    }

    void othersAreNot_data()
    {
        QTest::addColumn<Connection>("connection");
        QTest::newRow("llama.cpp") << at(ChatService::LlamaCpp);
        QTest::newRow("OpenAI") << at(ChatService::OpenAi);
        Connection compatible = at(ChatService::KoboldCpp);
        compatible.request.isCompatible = true;
        QTest::newRow("KoboldCpp, SillyTavern's form") << compatible;
    }
    void othersAreNot()
    {
        QFETCH(Connection, connection);
        ScriptedTransport transport;
        transport.enqueue({.holdsOpen = true});
        ModelLink link{.connection = connection, .key = {}, .transport = &transport};
        link.provider = &providerFor(link.connection);
        Turn turn(link, link.provider->encode(prompt(false), link.connection, link.key),
                  [] { return QDateTime::currentDateTimeUtc(); });
        turn.start();
        turn.stop();
        QCOMPARE(transport.requests().size(), 1);
        QCOMPARE(nameIn(transport.requests().first()), QString());
    }

    // Two people at one server do not stop each other's replies.
    void eachConnectionHasItsName()
    {
        Connection other = at(ChatService::KoboldCpp);
        other.id = u"two"_s;
        const auto name = [](const Connection &connection) {
            return nameIn(providerFor(connection).encode(prompt(false), connection, {}));
        };
        QVERIFY(name(other) != name(at(ChatService::KoboldCpp)));
    }
};

} // namespace tst_stopping

SNUG_TEST(tst_stopping, TestStopping, Core)
#include "tst_stopping.moc"
