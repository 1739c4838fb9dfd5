// One request and its answer: what it says, what it cost, who is told of it.

#include "core/chat/turn.h"
#include "core/chat/turnfailure.h"
#include "tests/core/chat/turnfixture.h"
#include "tests/fakes/scriptedtransport.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_turn {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// Notes what it is told.
class NotingObserver : public TurnObserver
{
public:
    QString begun(const Turn &turn) override
    {
        notes.append(u"begun "_s + QString::fromUtf8(turn.request().body));
        return u"7"_s;
    }
    void ended(const Turn &turn) override
    {
        notes.append(
            u"ended %1 %2 %3"_s.arg(turn.recordId()).arg(int(turn.state().phase)).arg(turn.status()));
        received = turn.received();
    }
    QStringList notes;
    QByteArray received;
};

} // namespace

class TestTurn : public QObject, TurnFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void theObserverSeesAllOfIt_data()
    {
        QTest::addColumn<ScriptedAnswer>("answer");
        QTest::addColumn<bool>("destroy");
        QTest::addColumn<QString>("end");
        QTest::addColumn<QByteArray>("received");
        const auto phase = [](TurnState::Phase value) { return QString::number(int(value)); };
        QTest::newRow("whole") << ScriptedAnswer{.pieces = {"t Yes.\n", "stop\n"}} << false
                               << u"ended 7 %1 200"_s.arg(phase(TurnState::Phase::Finished))
                               << "t Yes.\nstop\n"_ba;
        QTest::newRow("refused") << ScriptedAnswer{.status = 401, .pieces = {"no ", "key"}} << false
                                 << u"ended 7 %1 401"_s.arg(phase(TurnState::Phase::Failed)) << "no key"_ba;
        QTest::newRow("destroyed on the way")
            << ScriptedAnswer{.pieces = {"t Wel\n"}, .holdsOpen = true} << true
            << u"ended 7 %1 200"_s.arg(phase(TurnState::Phase::Stopped)) << "t Wel\n"_ba;
    }

    void theObserverSeesAllOfIt()
    {
        QFETCH(ScriptedAnswer, answer);
        QFETCH(bool, destroy);
        QFETCH(QString, end);
        QFETCH(QByteArray, received);
        ScriptedTransport transport;
        transport.enqueue(answer);
        NotingObserver observer;
        ModelLink watched = link(transport);
        watched.observer = &observer;
        auto turn = std::make_unique<Turn>(watched, m_request, ticking());
        QSignalSpy ended(turn.get(), &Turn::ended);
        turn->start();
        QCOMPARE(observer.notes, (QStringList{u"begun hello"_s}));
        if (destroy) {
            QTRY_COMPARE(turn->received(), received);
            turn.reset();
        } else {
            QTRY_COMPARE(ended.size(), 1);
            turn.reset();
        }
        QCOMPARE(observer.notes, (QStringList{u"begun hello"_s, end}));
        QCOMPARE(observer.received, received);
    }

    // What hears of the end first can write it down first.
    void theObserverIsToldAfterTheOthers_data()
    {
        QTest::addColumn<bool>("isGivenUp");
        QTest::newRow("turn lives on") << false;
        QTest::newRow("turn given up by who hears of its end") << true;
    }

    void theObserverIsToldAfterTheOthers()
    {
        QFETCH(bool, isGivenUp);
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::whole("t Yes.\nstop\n"));
        NotingObserver observer;
        ModelLink watched = link(transport);
        watched.observer = &observer;
        auto turn = std::make_unique<Turn>(watched, m_request, ticking());
        connect(turn.get(), &Turn::ended, this, [&] {
            observer.notes.append(u"written"_s);
            if (isGivenUp)
                turn.release()->deleteLater();
        });
        turn->start();
        const QStringList all{u"begun hello"_s, u"written"_s,
                              u"ended 7 %1 200"_s.arg(int(TurnState::Phase::Finished))};
        QTRY_COMPARE(observer.notes, all);
        turn.reset();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(observer.notes, all);
    }

    // Nothing of it can be shown, but it is not nothing.
    void aPictureAloneIsNoEmptyReply_data()
    {
        QTest::addColumn<ChatService>("service");
        QTest::addColumn<QByteArray>("event");
        QTest::newRow("Gemini")
            << ChatService::Gemini
            << R"({"candidates":[{"content":{"parts":[{"inlineData":{"mimeType":"image/png","data":"QQ=="}}]},)"
               R"("finishReason":"STOP"}]})"_ba;
        QTest::newRow("OpenRouter")
            << ChatService::OpenRouter
            << R"({"choices":[{"delta":{"content":"","images":[{"type":"image_url","image_url":{"url":)"
               R"("data:image/png;base64,QQ=="}}]},"finish_reason":"stop"}]})"_ba;
    }

    void aPictureAloneIsNoEmptyReply()
    {
        QFETCH(ChatService, service);
        QFETCH(QByteArray, event);
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer{.pieces = {"data: " + event + "\n\n"}});
        ModelLink to = link(transport);
        to.connection.kind = Connection::Kind::ChatService;
        to.connection.service = service;
        to.provider = &providerFor(to.connection);
        Turn turn(to, m_request, ticking());
        QSignalSpy ended(&turn, &Turn::ended);
        turn.start();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(turn.state().phase, TurnState::Phase::Failed);
        QCOMPARE(turn.state().error.what, u"The model sent a picture and no text"_s);
    }

    // Whatever the server repeats, and however it cuts it: no key comes onto the screen or into a chat.
    void aRepeatedKeyBecomesDots_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArrayList>("pieces");
        QTest::addColumn<QString>("text");
        QTest::newRow("in a reply") << 200
                                    << QByteArrayList{"t your key is zk-SECRET-0123456789.\n", "stop\n"}
                                    << u"your key is ••••."_s;
        QTest::newRow("cut in three")
            << 200 << QByteArrayList{"t so z\n", "t k-SECRET-01234\n", "t 56789 it is\n", "stop\n"}
            << u"so •••• it is"_s;
        QTest::newRow("what only begins like it")
            << 200 << QByteArrayList{"t the z\n", "t k-SECRET\n", "t s of\n", "stop\n"}
            << u"the zk-SECRETs of"_s;
        QTest::newRow("at the end") << 200 << QByteArrayList{"t zk-SECR\n", "stop\n"} << u"zk-SECR"_s;
        QTest::newRow("refused") << 401 << QByteArrayList{"bad key Bearer zk-SEC", "RET-0123456789"}
                                 << QString();
        QTest::newRow("refused, cut by the server")
            << 401 << QByteArrayList{"bad key zk-SECRET-01234…"} << QString();
    }

    void aRepeatedKeyBecomesDots()
    {
        QFETCH(int, status);
        QFETCH(QByteArrayList, pieces);
        QFETCH(QString, text);
        ScriptedTransport transport;
        transport.enqueue({.status = status, .pieces = pieces});
        WireRequest request = m_request;
        request.headers = {
            {.name = "authorization", .value = "Bearer ", .secret = Secret("zk-SECRET-0123456789")}};
        Turn turn(link(transport), request, ticking());
        QSignalSpy ended(&turn, &Turn::ended);
        QStringList seen;
        connect(&turn, &Turn::progressed, this, [&] { seen.append(turn.state().text); });
        turn.start();
        QTRY_COMPARE(ended.size(), 1);
        const TurnState &state = turn.state();
        QCOMPARE(state.text, text);
        for (const QString &words : seen + QStringList{state.error.what, state.error.hint, state.details})
            QVERIFY2(!words.contains(u"zk-SECRET-"_s), qPrintable(words));
        QCOMPARE(state.phase, status == 200 ? TurnState::Phase::Finished : TurnState::Phase::Failed);
        QVERIFY(status == 200 || state.details.contains(u'•'));
    }

    // A whole exchange reads like a dialogue: what goes out, what comes in, how it ends.
    void dialogue_data()
    {
        using Phase = TurnState::Phase;
        using End = ExchangeEnd::Kind;
        QTest::addColumn<QByteArrayList>("pieces");
        QTest::addColumn<int>("status");
        QTest::addColumn<End>("end");
        QTest::addColumn<Phase>("phase");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("failure");

        const auto row = [](const char *name, const QByteArrayList &pieces, Phase phase, const QString &text,
                            const QString &failure = {}, int status = 200, End end = End::Complete) {
            QTest::newRow(name) << pieces << status << end << phase << text << failure;
        };
        row("whole reply", {"t Come \nt in.\n", "u 20 3\nstop\n"}, Phase::Finished, u"Come in."_s);
        row("whole reply, cut inside a character", {"t Caf\xc3", "\xa9\nstop\n"}, Phase::Finished, u"Café"_s);
        row("reasoning before text", {"r Hm.\n", "t Yes.\nstop\n"}, Phase::Finished, u"Yes."_s);
        row("token limit keeps the reply", {"t Once\nlength\n"}, Phase::Finished, u"Once"_s);
        row("token limit used up by reasoning", {"r Hm\nlength\n"}, Phase::Failed, u""_s,
            u"The token limit was reached before the reply began"_s);
        row("empty reply", {"stop\n"}, Phase::Failed, u""_s, u"The model sent an empty reply"_s);
        row("blanks alone", {"t  ||  \nstop\n"}, Phase::Failed, u" \n\n  "_s,
            u"The model sent an empty reply"_s);
        row("blanks, then the connection breaks", {"t  |\n"}, Phase::Failed, u" \n"_s,
            u"The connection to 127.0.0.1:8080 was closed before the reply began"_s, 200, End::Broken);
        row("an answer without a byte", {}, Phase::Failed, u""_s,
            u"The server at 127.0.0.1:8080 answered with nothing at all"_s);
        row("packed", {"\x1f\x8b\x08 and more"}, Phase::Failed, u""_s,
            u"The answer of 127.0.0.1:8080 is compressed (gzip), which was not asked for"_s);
        row("content filter keeps what came", {"t Bad\nfilter\n"}, Phase::Failed, u"Bad"_s,
            u"The content filter of 127.0.0.1:8080 ended the reply"_s);
        row("refusal", {"refuse I will not.\n"}, Phase::Failed, u""_s, u"The model declined to answer"_s);
        row("error in mid-stream keeps what came", {"t Wel\n", "e The model crashed\n"}, Phase::Failed,
            u"Wel"_s, u"The model crashed"_s);
        row("stream without an end", {"t Wel\n"}, Phase::Failed, u"Wel"_s,
            u"The connection to 127.0.0.1:8080 ended in the middle of the reply"_s);
        row("connection breaks in mid-stream", {"t Wel\n", "t come\n"}, Phase::Failed, u"Welcome"_s,
            u"The connection to 127.0.0.1:8080 ended in the middle of the reply"_s, 200, End::Broken);
        row("connection breaks at once", {}, Phase::Failed, u""_s,
            u"The connection to 127.0.0.1:8080 was closed before the reply began"_s, 200, End::Broken);
        row("nobody listens", {}, Phase::Failed, u""_s, u"The server at 127.0.0.1:8080 did not answer"_s, 0,
            End::Refused);
        row("unknown host", {}, Phase::Failed, u""_s, u"There is no server called 127.0.0.1:8080"_s, 0,
            End::HostNotFound);
        row("no TLS", {}, Phase::Failed, u""_s, u"No secure connection to 127.0.0.1:8080 could be made"_s, 0,
            End::TlsFailed);
        row("silence", {"t Wel\n"}, Phase::Failed, u"Wel"_s,
            u"The server at 127.0.0.1:8080 sent nothing for 30 second(s)"_s, 200, End::Silent);
        row("status 401, body in two pieces", {"no ", "key"}, Phase::Failed, u""_s, u"status 401: no key"_s,
            401);
        row("text after the end is not taken", {"t Yes.\nstop\nt No.\n"}, Phase::Finished, u"Yes."_s);
    }

    void dialogue()
    {
        QFETCH(QByteArrayList, pieces);
        QFETCH(int, status);
        QFETCH(ExchangeEnd::Kind, end);
        QFETCH(TurnState::Phase, phase);
        QFETCH(QString, text);
        QFETCH(QString, failure);

        ScriptedTransport transport;
        transport.enqueue({.status = status, .pieces = pieces, .end = {end, u"system's words"_s}});
        Turn turn(link(transport), m_request, ticking());
        QSignalSpy ended(&turn, &Turn::ended);
        turn.start();
        QCOMPARE(ended.size(), 0);
        QTRY_COMPARE(ended.size(), 1);

        QCOMPARE(turn.state().phase, phase);
        QCOMPARE(turn.state().text, text);
        QCOMPARE(turn.state().error.what, failure);
        QCOMPARE(turn.state().error.hint.isEmpty(), failure.isEmpty());
        QCOMPARE(transport.requests(), {m_request});
        QCOMPARE(transport.silenceTimeouts(), {30});
        // The rest of the script plays out, and nothing more is said.
        QCoreApplication::sendPostedEvents();
        QCOMPARE(ended.size(), 1);
    }

    void reportsWhatItCost()
    {
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::whole("r Hm.\nt Yes.\nu 20 3\nstop\n"));
        Turn turn(link(transport), m_request, ticking());
        turn.start();
        QTRY_VERIFY(turn.state().isOver());
        QCOMPARE(turn.state().reasoning, u"Hm."_s);
        QVERIFY(turn.state().usage);
        QCOMPARE(turn.state().usage->prompt, 20);
        QCOMPARE(turn.state().usage->completion, 3);
        QVERIFY(turn.state().started < turn.state().firstArrived);
        QVERIFY(turn.state().firstArrived <= turn.state().finished);
    }

    void refusalNamesTheProgramToStart()
    {
        ScriptedTransport transport;
        transport.enqueue(ScriptedAnswer::failing(ExchangeEnd::Kind::Refused, u"Connection refused"_s));
        Turn turn(link(transport), m_request, ticking());
        turn.start();
        QTRY_VERIFY(turn.state().isOver());
        QCOMPARE(turn.state().error.hint, u"Is llama-server running?"_s);
        QCOMPARE(turn.state().details, u"Connection refused"_s);
    }

    void manyDeltasAreFewUpdates()
    {
        ScriptedTransport transport;
        ScriptedAnswer answer;
        for (int i = 0; i < 2000; ++i)
            answer.pieces.append("t x\n");
        answer.pieces.append("stop\n");
        transport.enqueue(answer);
        Turn turn(link(transport), m_request, [] { return QDateTime::currentDateTimeUtc(); });
        QSignalSpy progressed(&turn, &Turn::progressed);
        turn.start();
        QTRY_VERIFY(turn.state().isOver());
        QCOMPARE(turn.state().text.size(), 2000);
        QVERIFY(progressed.size() >= 1);
        // One a frame: however slow the machine is, it cannot be more than the time allows.
        const qint64 elapsed = turn.state().started.msecsTo(turn.state().finished);
        QVERIFY2(progressed.size() <= 2 + elapsed / 15, qPrintable(QString::number(progressed.size())));
    }

    void serverNames_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("name");
        QTest::newRow("port") << u"http://127.0.0.1:8080/v1"_s << u"127.0.0.1:8080"_s;
        QTest::newRow("no port") << u"https://api.example.org/v1"_s << u"api.example.org"_s;
        QTest::newRow("IPv6") << u"http://[::1]:5001"_s << u"[::1]:5001"_s;
        QTest::newRow("no address") << u""_s << u"Mine"_s;
    }

    void serverNames()
    {
        QFETCH(QString, address);
        QFETCH(QString, name);
        Connection connection;
        connection.name = u"Mine"_s;
        connection.baseUrl = QUrl(address);
        QCOMPARE(serverName(connection), name);
    }
};

} // namespace tst_turn

SNUG_TEST(tst_turn, TestTurn, Core)
#include "tst_turn.moc"
