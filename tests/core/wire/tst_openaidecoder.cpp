// The shapes beside the recordings: what compatible servers do differently, and what is broken.
#include "core/wire/wiredialect.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_openaidecoder {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

QList<StreamEvent> decodeAll(const QByteArray &body)
{
    const auto decoder = decoderFor(WireDialect::OpenAiChat);
    QList<StreamEvent> events = decoder->push(body);
    events += decoder->end();
    return events;
}

Finished lastOf(const QList<StreamEvent> &events)
{
    return events.isEmpty() || !std::holds_alternative<Finished>(events.last())
               ? Finished{StopReason::Error, {u"nothing finished"_s}}
               : std::get<Finished>(events.last());
}

QString textOf(const QList<StreamEvent> &events)
{
    QString text;
    for (const StreamEvent &event : events) {
        if (const auto *delta = std::get_if<TextDelta>(&event))
            text += delta->text;
    }
    return text;
}

QByteArray delta(const QByteArray &json)
{
    return "data: {\"choices\":[{\"index\":0,\"delta\":" + json + "}]}\n\n";
}

} // namespace

class TestOpenAiDecoder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aForeignAnswerIsQuoted()
    {
        const Finished plain = lastOf(decodeAll("Service is \x1b[31mup\x1b[0m\n" + QByteArray(5000, 'x')));
        QCOMPARE(plain.reason, StopReason::Error);
        QVERIFY2(plain.error.what.contains(u"Service is [31mup"_s), qPrintable(plain.error.what));
        QVERIFY(plain.error.what.size() < 300);
        QVERIFY(!plain.error.hint.isEmpty());
        const Finished key = lastOf(decodeAll("sk-verysecretverysecret is no key of mine"));
        QVERIFY2(!key.error.what.contains(u"verysecret"_s), qPrintable(key.error.what));
    }

    void theModelsEndIsNotTheStreams()
    {
        const auto decoder = decoderFor(WireDialect::OpenAiChat);
        decoder->push(delta("{\"content\":\"Hello\"}"));
        QVERIFY(!decoder->isEnding());
        decoder->push("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\n\n");
        QVERIFY(decoder->isEnding());
        decoder->push("data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3}}\n\n");
        QVERIFY(decoder->isEnding());
        QCOMPARE(lastOf(decoder->end()).reason, StopReason::Length);
        QVERIFY(!decoder->isEnding());
    }

    void ends_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("text");
        QTest::addColumn<StopReason>("reason");
        const auto row = [](const char *name, const QByteArray &body, const QString &text,
                            StopReason reason) { QTest::newRow(name) << body << text << reason; };
        const QByteArray hello = delta("{\"content\":\"Hello\"}");
        row("no byte at all", "", {}, StopReason::Cut);
        row("white space alone", " \r\n\r\n", {}, StopReason::Cut);
        row("comments alone", ": waiting\n\n", {}, StopReason::Cut);
        row("comments alone behind a byte order mark", "\xEF\xBB\xBF: waiting\n\n: still\n\n", {},
            StopReason::Cut);
        row("signs of life alone",
            ": waiting\n\nevent: heartbeat\ndata: {\"type\":\"heartbeat\"}\n\ndata: null\n\n", {},
            StopReason::Cut);
        row("another service's events",
            "event: newToken\ndata: {\"token\":\"Hel\",\"ptr\":0,\"final\":false}\n\n", {},
            StopReason::Error);
        row("DONE without a finish reason", hello + "data: [DONE]\n\n", u"Hello"_s, StopReason::Stop);
        row("nothing after DONE counts", hello + "data: [DONE]\n\n" + hello, u"Hello"_s, StopReason::Stop);
        row("finish reason without DONE",
            hello + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}"
                    "\n\n",
            u"Hello"_s, StopReason::Length);
        row("null does not take a finish reason back",
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}"
            "\n\n"
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":null}]}"
            "\n\n",
            {}, StopReason::Length);
        row("cut inside an event", hello + "data: {\"choices\":[{\"del", u"Hello"_s, StopReason::Cut);
        row("error as text", hello + "data: {\"error\":\"out of memory\"}\n\n", u"Hello"_s,
            StopReason::Error);
        row("error event by name", hello + "event: error\ndata: {\"error\":{\"message\":\"x\"}}\n\n",
            u"Hello"_s, StopReason::Error);
        row("finish reason error",
            hello + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"error\"}]}"
                    "\n\n",
            u"Hello"_s, StopReason::Error);
        row("null error is none", hello + "data: {\"error\":null,\"choices\":[]}\n\ndata: [DONE]\n\n",
            u"Hello"_s, StopReason::Stop);
        row("plain text", "Service is up", {}, StopReason::Error);
        row("plain text of several lines", "\r\n\r\nService is up\r\nSince Monday: yes\r\n", {},
            StopReason::Error);
        row("plain text behind a comment", ": hello\n\nService is up\n", {}, StopReason::Error);
        row("cut in the first field's name", "dat", {}, StopReason::Cut);
        row("cut behind a comment", ": waiting\n\neven", {}, StopReason::Cut);
        row("comment cut", ": wai", {}, StopReason::Cut);
        row("events without data", "event: ping\nid: 7\nretry: 100\n\n", {}, StopReason::Cut);
        row("web page", "<!doctype html><title>Sign in</title>", {}, StopReason::Error);
        row("JSON that is no reply", "{\"hello\":\"world\"}", {}, StopReason::Error);
        row("JSON error to a stream", "{\"error\":{\"message\":\"no\"}}", {}, StopReason::Error);
        row("JSON error in a list", "[{\"error\":{\"message\":\"no\"}}]", {}, StopReason::Error);
        row("whole reply to a stream",
            "\xEF\xBB\xBF"
            "data: x\n\n",
            {}, StopReason::Error);
        row("whole reply cut off", "{\"choices\":[{\"message\":{\"content\":\"Hel", {}, StopReason::Cut);
        row("events that are no JSON", "data: hello\n\ndata: there\n\n", {}, StopReason::Error);
        row("one event that is no JSON", hello + "data: ping\n\n" + hello + "data: [DONE]\n\n",
            u"HelloHello"_s, StopReason::Stop);
        row("wrong types everywhere",
            "data: {\"choices\":{\"index\":\"x\"},\"usage\":[1],\"error\":7}"
            "\n\n"
            "data: {\"choices\":[7,null,{\"index\":0,\"delta\":[],\"finish_reason\":9}]}"
            "\n\n" +
                hello + "data: [DONE]\n\n",
            u"Hello"_s, StopReason::Stop);
        row("other choices are not ours",
            "data: "
            "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"no\"}},{\"index\":0,\"delta\":{\"content\":"
            "\"yes\"}}]}"
            "\n\ndata: [DONE]\n\n",
            u"yes"_s, StopReason::Stop);
        row("content in parts",
            delta("{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]}") +
                "data: [DONE]\n\n",
            u"ab"_s, StopReason::Stop);
        row("deeply nested", "data: " + QByteArray(100000, '[') + "\n\n" + hello + "data: [DONE]\n\n",
            u"Hello"_s, StopReason::Stop);
        row("surrogate pair over two deltas",
            delta("{\"content\":\"\\ud83e\"}") + delta("{\"content\":\"\\udd8a\"}") + "data: [DONE]\n\n",
            u"🦊"_s, StopReason::Stop);
    }

    void ends()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, text);
        QFETCH(StopReason, reason);
        const QList<StreamEvent> events = decodeAll(body);
        QCOMPARE(textOf(events), text);
        QCOMPARE(lastOf(events).reason, reason);
        QCOMPARE(lastOf(events).error.what.isEmpty(), reason != StopReason::Error);

        const auto byteByByte = decoderFor(WireDialect::OpenAiChat);
        QList<StreamEvent> cut;
        for (const char byte : body)
            cut += byteByByte->push(QByteArrayView(&byte, 1));
        cut += byteByByte->end();
        QCOMPARE(textOf(cut), text);
        QCOMPARE(lastOf(cut).reason, reason);
    }

    void finishesOnceAndAtDone()
    {
        const auto decoder = decoderFor(WireDialect::OpenAiChat);
        const QList<StreamEvent> events = decoder->push("data: [DONE]\n\n");
        QCOMPARE(events.size(), 1);
        QVERIFY(decoder->push("data: [DONE]\n\n").isEmpty());
        QVERIFY(decoder->end().isEmpty());
        QVERIFY(decoder->end().isEmpty());
    }

    void bothSpellingsOfReasoningAreShownOnce()
    {
        const QList<StreamEvent> events =
            decodeAll(delta("{\"reasoning\":\"a\",\"reasoning_content\":\"a\",\"content\":null}"));
        QCOMPARE(events.size(), 2);
        QCOMPARE(events.first(), StreamEvent(ReasoningDelta{u"a"_s}));
    }

    void mistralThinking()
    {
        const QList<StreamEvent> events = decodeAll(delta(
            "{\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"hm\"}]}]}"));
        QCOMPARE(events.first(), StreamEvent(ReasoningDelta{u"hm"_s}));
    }

    void usageIsReportedWhenItChanges()
    {
        const QByteArray usage =
            "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":2,"
            "\"prompt_cache_hit_tokens\":8}}"
            "\n\n";
        const QList<StreamEvent> events = decodeAll(usage + usage + "data: [DONE]\n\n");
        QCOMPARE(events.size(), 2);
        const TokenUsage got = std::get<UsageReport>(events.first()).usage;
        QCOMPARE(got.prompt, 10);
        QCOMPARE(got.completion, 2);
        QCOMPARE(got.cached, 8);
        QVERIFY(!got.reasoning);
    }

    void keysInServerErrorsAreNotRepeated()
    {
        const QList<StreamEvent> events =
            decodeAll("data: {\"error\":\"bad key sk-abcdefghijklmnop1234\"}\n\n");
        QVERIFY(!lastOf(events).error.what.contains(u"abcdefghijklmnop"_s));
    }

    void endlessBodyIsGivenUp()
    {
        const auto decoder = decoderFor(WireDialect::OpenAiChat);
        QList<StreamEvent> events = decoder->push("{\"choices\":\"");
        const QByteArray block(4 * 1024 * 1024, 'x');
        for (int i = 0; i < 20 && events.isEmpty(); ++i)
            events += decoder->push(block);
        QCOMPARE(lastOf(events).reason, StopReason::Error);
        QVERIFY(decoder->end().isEmpty());
    }
};

} // namespace tst_openaidecoder

SNUG_TEST(tst_openaidecoder, TestOpenAiDecoder, Core)
#include "tst_openaidecoder.moc"
