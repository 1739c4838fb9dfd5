// AI Horde: a job is handed in, asked for and taken back, as one exchange.
#include "core/formats/jsontext.h"
#include "core/wire/provider.h"
#include "core/wire/queuetransport.h"
#include "core/wire/wiredialect.h"
#include "tests/fakes/httprecording.h"
#include "tests/fakes/scriptedtransport.h"
#include "tests/testregistry.h"

#include <QFile>
#include <QSignalSpy>
#include <QTest>

namespace tst_queuetransport {

using namespace snug;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

ScriptedAnswer recorded(const QString &name)
{
    QFile file(QStringLiteral(SNUG_SOURCE_DIR) + u"/tests/conformance/wire/horde/"_s + name + u".txt"_s);
    const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    const HttpRecording recording = parseHttpRecording(bytes).value_or(HttpRecording());
    return {.status = recording.status, .headers = recording.headers, .pieces = {recording.body}};
}

Connection horde()
{
    Connection connection;
    connection.kind = Connection::Kind::TextService;
    connection.textService = TextService::Horde;
    connection.baseUrl = QUrl(factsOf(TextService::Horde).address);
    connection.model = u"koboldcpp/Lantern-8B, koboldcpp/Foghorn-12B"_s;
    return connection;
}

WireRequest job(const Secret &key = Secret("zk-SECRET-0123456789"))
{
    AssembledPrompt prompt;
    prompt.prompt = TracedText(u"Mira:"_s, Source(SourceKind::PromptText, u"1"_s));
    prompt.maxTokens = 8;
    prompt.stop = {u"\nNora:"_s};
    const Connection connection = horde();
    return providerFor(connection).encode(prompt, connection, key);
}

struct Play
{
    ScriptedTransport inner;
    QueueTransport transport{inner};
    std::unique_ptr<Exchange> exchange;
    int status = 0;
    QByteArray body;
    QList<ExchangeEnd> ends;

    explicit Play(const QList<ScriptedAnswer> &answers)
    {
        transport.setPause(1ms);
        for (const ScriptedAnswer &answer : answers)
            inner.enqueue(answer);
        exchange = transport.send(job(), 60);
        QObject::connect(exchange.get(), &Exchange::started, exchange.get(),
                         [this](int said) { status = said; });
        QObject::connect(exchange.get(), &Exchange::received, exchange.get(),
                         [this](const QByteArray &bytes) { body += bytes; });
        QObject::connect(exchange.get(), &Exchange::ended, exchange.get(),
                         [this](const ExchangeEnd &end) { ends.append(end); });
    }

    QList<StreamEvent> events() const
    {
        const auto decoder = decoderFor(WireDialect::Horde, ThinkTagsIn::Keep);
        QList<StreamEvent> all = decoder->push(body);
        all += decoder->end();
        return all;
    }
    Finished last() const { return std::get<Finished>(events().last()); }
};

template <typename Event> QList<Event> only(const QList<StreamEvent> &events)
{
    QList<Event> list;
    for (const StreamEvent &event : events) {
        if (const auto *one = std::get_if<Event>(&event))
            list.append(*one);
    }
    return list;
}

} // namespace

class TestQueueTransport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void theJob()
    {
        const WireRequest request = job();
        QCOMPARE(request.url, QUrl(u"https://aihorde.net/api/v2/generate/text/async"_s));
        QVERIFY(!request.body.contains("zk-SECRET"));
        const auto key = std::ranges::find(request.headers, "apikey"_ba, &WireHeader::name);
        QVERIFY(key != request.headers.end());
        QCOMPARE(key->secret.reveal(), "zk-SECRET-0123456789"_ba);
        const Json body = *parseJson(request.body);
        QCOMPARE(body[u"models"].toTextList(),
                 (QStringList{u"koboldcpp/Lantern-8B"_s, u"koboldcpp/Foghorn-12B"_s}));
        QCOMPARE(body[u"prompt"].toText(), u"Mira:"_s);
        QCOMPARE(body[u"params"][u"max_length"].toInt(), 16); // fewer are refused
        QCOMPARE(body[u"params"][u"stop_sequence"].toTextList(), QStringList{u"\nNora:"_s});
        const WireRequest anonymous = job({});
        const auto nobody = std::ranges::find(anonymous.headers, "apikey"_ba, &WireHeader::name);
        QVERIFY(nobody != anonymous.headers.end());
        QCOMPARE(nobody->secret.reveal(), "0000000000"_ba);
    }

    void itIsAskedForUntilItIsDone()
    {
        Play play({recorded(u"submit-202"_s), recorded(u"status-waiting"_s), recorded(u"status-processing"_s),
                   recorded(u"status-done"_s)});
        QTRY_COMPARE(play.ends.size(), 1);
        QCOMPARE(play.ends.first().kind, ExchangeEnd::Kind::Complete);
        QCOMPARE(play.status, 202);
        const QList<WireRequest> &requests = play.inner.requests();
        QCOMPARE(requests.size(), 4);
        QCOMPARE(requests.first(), job());
        const QString id = parseJson(recorded(u"submit-202"_s).pieces.first())->value(u"id").toText();
        for (const WireRequest &request : requests.sliced(1)) {
            QCOMPARE(request.method, "GET"_ba);
            QCOMPARE(request.url, QUrl(u"https://aihorde.net/api/v2/generate/text/status/"_s + id));
            QCOMPARE(request.purpose, RequestPurpose::Queue);
            for (const WireHeader &header : request.headers)
                QVERIFY(header.secret.isEmpty()); // the key goes once
        }
        const QList<StreamEvent> events = play.events();
        QVERIFY(!only<TextDelta>(events).isEmpty());
        QCOMPARE(play.last().reason, StopReason::Stop);
        const QList<ProgressReport> progress = only<ProgressReport>(events);
        QCOMPARE(progress.size(), 2);
        const Json waiting = *parseJson(recorded(u"status-waiting"_s).pieces.first());
        const double kudos = parseJson(recorded(u"submit-202"_s).pieces.first())->value(u"kudos").toDouble();
        QVERIFY(kudos > 0);
        QCOMPARE(progress.first(), (ProgressReport{u"queue"_s, waiting[u"queue_position"].toInt(),
                                                   waiting[u"wait_time"].toInt(), kudos}));
    }

    void nobodyCanTakeIt()
    {
        ScriptedAnswer impossible = recorded(u"status-waiting"_s);
        impossible.pieces.first().replace(R"("is_possible":true)", R"("is_possible":false)");
        Play play({recorded(u"submit-202"_s), impossible, recorded(u"status-done"_s)});
        QTRY_COMPARE(play.ends.size(), 1);
        QCOMPARE(only<ProgressReport>(play.events()).first().step, u"nobody"_s);
    }

    void nobodyWantsItAnyMore_data()
    {
        QTest::addColumn<bool>("isDestroyed");
        QTest::newRow("cancelled") << false;
        QTest::newRow("destroyed") << true;
    }
    void nobodyWantsItAnyMore()
    {
        QFETCH(bool, isDestroyed);
        ScriptedAnswer held = recorded(u"status-waiting"_s);
        held.holdsOpen = true;
        Play play({recorded(u"submit-202"_s), held, recorded(u"cancel"_s)});
        QTRY_COMPARE(play.inner.requests().size(), 2);
        if (isDestroyed)
            play.exchange.reset();
        else
            play.exchange->cancel();
        QTRY_COMPARE(play.inner.requests().size(), 3);
        QCOMPARE(play.inner.requests().last().method, "DELETE"_ba);
        QCOMPARE(play.inner.requests().last().url, play.inner.requests().at(1).url);
        if (!isDestroyed) {
            QTRY_COMPARE(play.ends.size(), 1);
            QCOMPARE(play.ends.first().kind, ExchangeEnd::Kind::Cancelled);
            play.exchange->cancel();
            QTest::qWait(5);
            QCOMPARE(play.ends.size(), 1);
            QCOMPARE(play.inner.requests().size(), 3);
        }
    }

    void aRefusalIsPassedOn()
    {
        Play play({recorded(u"error-403-kudos"_s)});
        QTRY_COMPARE(play.ends.size(), 1);
        QCOMPARE(play.status, 403);
        QCOMPARE(serverFault(play.status, {}, play.body.trimmed()).kind, FaultKind::Quota);
        QCOMPARE(play.inner.requests().size(), 1);
    }

    void aJobThatIsGoneIsAnError()
    {
        Play play({recorded(u"submit-202"_s), recorded(u"error-404-gone"_s)});
        QTRY_COMPARE(play.ends.size(), 1);
        QCOMPARE(play.ends.first().kind, ExchangeEnd::Kind::Complete);
        QCOMPARE(play.last().reason, StopReason::Error);
        QVERIFY(play.last().fault);
    }

    void workersFailAndCensor_data()
    {
        QTest::addColumn<QString>("state");
        QTest::addColumn<StopReason>("reason");
        QTest::newRow("faulted") << u"status-faulted"_s << StopReason::Error;
        QTest::newRow("censored") << u"status-censored"_s << StopReason::ContentFilter;
    }
    void workersFailAndCensor()
    {
        QFETCH(QString, state);
        Play play({recorded(u"submit-202"_s), recorded(state)});
        QTRY_COMPARE(play.ends.size(), 1);
        QTEST(play.last().reason, "reason");
    }

    void aFailedQuestionIsAskedAgain()
    {
        Play play({recorded(u"submit-202"_s), ScriptedAnswer::failing(ExchangeEnd::Kind::Broken),
                   ScriptedAnswer::whole("{}", 429), ScriptedAnswer::whole("oops", 502),
                   recorded(u"status-done"_s)});
        QTRY_COMPARE(play.ends.size(), 1);
        QCOMPARE(play.ends.first().kind, ExchangeEnd::Kind::Complete);
        QCOMPARE(play.last().reason, StopReason::Stop);
    }

    void butNotForEver()
    {
        QList<ScriptedAnswer> answers{recorded(u"submit-202"_s)};
        for (int i = 0; i < 8; ++i)
            answers.append(ScriptedAnswer::failing(ExchangeEnd::Kind::Refused));
        Play play(answers);
        QTRY_COMPARE(play.ends.size(), 1);
        QCOMPARE(play.ends.first().kind, ExchangeEnd::Kind::Refused);
        QCOMPARE(play.inner.requests().size(), 6);
    }

    void othersGoThrough()
    {
        ScriptedTransport inner;
        QueueTransport transport(inner);
        WireRequest request = job();
        request.url = QUrl(u"https://api.example/v1/chat/completions"_s);
        inner.enqueue(ScriptedAnswer::whole("{}"));
        const auto exchange = transport.send(request, 5);
        QSignalSpy ended(exchange.get(), &Exchange::ended);
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(inner.requests(), QList<WireRequest>{request});
    }
};

} // namespace tst_queuetransport

SNUG_TEST(tst_queuetransport, TestQueueTransport, Core)
#include "tst_queuetransport.moc"
