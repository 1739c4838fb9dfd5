#include "core/wire/ssedecoder.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_ssedecoder {

using namespace snug;

class TestSseDecoder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void events_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QList<SseEvent>>("expected");
        const auto row = [](const char *name, const QByteArray &bytes, const QList<SseEvent> &expected) {
            QTest::newRow(name) << bytes << expected;
        };
        row("nothing", "", {});
        row("LF", "data: a\n\ndata: b\n\n", {{"", "a"}, {"", "b"}});
        row("CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", {{"", "a"}, {"", "b"}});
        row("CR", "data: a\r\rdata: b\r\r", {{"", "a"}, {"", "b"}});
        row("line ends mixed", "data: a\r\n\ndata: b\n\r\ndata: c\r\n\r", {{"", "a"}, {"", "b"}, {"", "c"}});
        row("no space after the colon", "data:a\n\n", {{"", "a"}});
        row("one space is taken, not two", "data:  a\n\n", {{"", " a"}});
        row("data lines join", "data: {\ndata: }\n\n", {{"", "{\n}"}});
        row("empty data is an event", "data:\n\n", {{"", ""}});
        row("field without colon", "data\n\n", {{"", ""}});
        row("two empty data lines", "data\ndata\n\n", {{"", "\n"}});
        row("type", "event: error\ndata: x\n\ndata: y\n\n", {{"error", "x"}, {"", "y"}});
        row("type without data is no event", "event: ping\n\ndata: y\n\n", {{"", "y"}});
        row("comments, id, retry, unknown", ": hi\nid: 3\nretry: 1\nfoo: bar\ndata: x\n:\n\n", {{"", "x"}});
        row("blank lines between", "\n\n\ndata: x\n\n\n\n", {{"", "x"}});
        row("byte order mark",
            "\xEF\xBB\xBF"
            "data: x\n\n",
            {{"", "x"}});
        row("second byte order mark is text",
            "\xEF\xBB\xBF\xEF\xBB\xBF"
            "data: x\n\ndata: y\n\n",
            {{"", "y"}});
        row("half a byte order mark is text",
            "\xEF\xBB"
            "data: x\n\ndata: y\n\n",
            {{"", "y"}});
        row("unfinished event is dropped", "data: a\n\ndata: b\n", {{"", "a"}});
        row("unfinished line is dropped", "data: a\n\ndata: b", {{"", "a"}});
        row("colon in the value", "data: a: b\n\n", {{"", "a: b"}});
        row("leading space makes another field", " data: a\n\n", {});
        row("UTF-8", "data: \xF0\x9F\xA6\x8A \xE7\x81\xAF\n\n", {{"", "\xF0\x9F\xA6\x8A \xE7\x81\xAF"}});
        row("NUL", QByteArray("data: a\0b\n\n", 11), {{"", QByteArray("a\0b", 3)}});
    }

    void events()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QList<SseEvent>, expected);

        QCOMPARE(SseDecoder().push(bytes), expected);

        SseDecoder byteByByte;
        QList<SseEvent> events;
        for (qsizetype i = 0; i < bytes.size(); ++i)
            events += byteByByte.push(QByteArrayView(bytes).sliced(i, 1));
        QCOMPARE(events, expected);

        for (quint32 seed = 0; seed < 20; ++seed) {
            QRandomGenerator random(seed);
            SseDecoder cut;
            events.clear();
            for (qsizetype at = 0; at < bytes.size();) {
                const qsizetype size = qMin<qsizetype>(1 + random.bounded(9), bytes.size() - at);
                events += cut.push(QByteArrayView(bytes).sliced(at, size));
                at += size;
            }
            QCOMPARE(events, expected);
        }
    }

    void endlessLineIsGivenUp()
    {
        SseDecoder decoder;
        const QByteArray block(1024 * 1024, 'x');
        QVERIFY(decoder.push("data: ").isEmpty());
        for (int i = 0; i < 16; ++i)
            QVERIFY(decoder.push(block).isEmpty());
        QVERIFY(decoder.isOverflowing());
        QVERIFY(decoder.push("\n\ndata: y\n\n").isEmpty());
    }

    void endlessDataLinesAreGivenUp()
    {
        SseDecoder decoder;
        const QByteArray line = "data: " + QByteArray(1024 * 1024, 'x') + '\n';
        for (int i = 0; i < 17; ++i)
            QVERIFY(decoder.push(line).isEmpty());
        QVERIFY(decoder.isOverflowing());
    }
};

} // namespace tst_ssedecoder

SNUG_TEST(tst_ssedecoder, TestSseDecoder, Nothing)
#include "tst_ssedecoder.moc"
