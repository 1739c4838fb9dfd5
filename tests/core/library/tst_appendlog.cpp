#include "core/library/appendlog.h"
#include "tests/core/library/diskfull.h"
#include "tests/core/library/testfiles.h"
#include "tests/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_appendlog {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestAppendLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void linesGoBehindTheLast_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("no newline at the end, as SillyTavern leaves it") << "{\"h\":1}"_ba
                                                                         << "{\"h\":1}\n{\"m\":2}\n{}"_ba;
        QTest::newRow("newline at the end") << "{\"h\":1}\n"_ba
                                            << "{\"h\":1}\n{\"m\":2}\n{}"_ba;
        QTest::newRow("CRLF at the end") << "{\"h\":1}\r\n"_ba
                                         << "{\"h\":1}\r\n{\"m\":2}\n{}"_ba;
        QTest::newRow("empty file") << ""_ba
                                    << "{\"m\":2}\n{}"_ba;
    }
    void linesGoBehindTheLast()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        const QTemporaryDir dir;
        const QString path = dir.filePath(u"a.jsonl"_s);
        QVERIFY(put(path, before));
        const auto appended = appendLinesDurably(path, {"{\"m\":2}", "{}"});
        QVERIFY(appended);
        QCOMPARE(bytesOf(path), after);
        QCOMPARE(appended->start, before.size());
        QCOMPARE(before + appended->bytes, after);
    }

    void aMissingFileIsNotMade()
    {
        const QTemporaryDir dir;
        const auto appended = appendLinesDurably(dir.filePath(u"gone.jsonl"_s), {"{}"});
        QVERIFY(!appended);
        QCOMPARE(appended.error().file, u"gone.jsonl"_s);
        QVERIFY(namesIn(dir.path()).isEmpty());
    }

    void fullDiskLeavesTheFileAsItWas_data()
    {
        QTest::addColumn<qint64>("room");
        for (const int room : {0, 1, 2, 500, 4096, 9'999})
            QTest::addRow("%d bytes more fit", room) << qint64(room);
    }
    void fullDiskLeavesTheFileAsItWas()
    {
        QFETCH(qint64, room);
        const QTemporaryDir dir;
        const QString path = dir.filePath(u"a.jsonl"_s);
        const QByteArray before("{\"chat_metadata\":{}}");
        QVERIFY(put(path, before));
        Result<Appended> result;
        {
            const DiskFull full(before.size() + room);
            result = appendLinesDurably(path, {QByteArray(10'000, 'x')});
        }
        QVERIFY(!result);
        QVERIFY(result.error().what.contains(u"could not be saved"));
        QCOMPARE(bytesOf(path), before);
        QVERIFY(appendLinesDurably(path, {"{}"}));
        QCOMPARE(bytesOf(path), before + "\n{}");
    }

    void everyCutOfTheLastLineIsRepaired()
    {
        const QByteArray whole("{\"chat_metadata\":{}}\n{\"mes\":\"a\"}");
        const QByteArray last("\n{\"name\":\"Zéphyrine\",\"mes\":\"\\\"Ah\\\\\",\"extra\":{\"a\":[1,{}]}}");
        const QTemporaryDir dir;
        for (qsizetype cut = 0; cut <= last.size(); ++cut) {
            const QString path = dir.filePath(u"cut%1.jsonl"_s.arg(cut));
            QVERIFY(put(path, whole + last.first(cut)));
            const auto repair = repairTornTail(path);
            QVERIFY(repair);
            const bool isTorn = cut > 1 && cut < last.size();
            QCOMPARE(repair->tornBytes, isTorn ? cut - 1 : 0);
            QCOMPARE(bytesOf(path), isTorn ? whole : whole + last.first(cut));
            if (isTorn)
                QCOMPARE(bytesOf(path + u".torn"_s), last.mid(1, cut - 1));
        }
    }

    void tails_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("torn");
        QTest::newRow("empty file") << ""_ba
                                    << ""_ba;
        QTest::newRow("header only") << "{\"a\":1}"_ba
                                     << ""_ba;
        QTest::newRow("blank last line") << "{}\n  "_ba
                                         << ""_ba;
        QTest::newRow("half a header") << "{\"a\":"_ba
                                       << "{\"a\":"_ba;
        QTest::newRow("not a chat at all") << "Dear diary"_ba
                                           << ""_ba;
        QTest::newRow("a line that ends in a newline is not torn") << "{}\n{\"a\":\n"_ba
                                                                   << ""_ba;
        QTest::newRow("zeros after a power cut")
            << QByteArray("{}\n{\"a\":\"b\0\0\0", 13) << QByteArray("{\"a\":\"b\0\0\0", 10);
        QTest::newRow("zeros behind a whole line")
            << QByteArray("{}\n{\"a\":\"b\"}\0\0\0", 15) << QByteArray("\0\0\0", 3);
        QTest::newRow("zeros behind the only line") << QByteArray("{}\0", 3) << QByteArray("\0", 1);
        QTest::newRow("nothing but zeros is no chat") << QByteArray(8, '\0') << ""_ba;
        QTest::newRow("only zeros") << QByteArray("{}\n\0\0", 5) << QByteArray("\0\0", 2);
        QTest::newRow("brackets in a text") << "{}\n{\"a\":\"}\""_ba
                                            << "{\"a\":\"}\""_ba;
        QTest::newRow("cut inside an escape") << "{}\n{\"a\":\"\\"_ba
                                              << "{\"a\":\"\\"_ba;
        QTest::newRow("text behind the object") << "{}\n{}x"_ba
                                                << "{}x"_ba;
    }
    void tails()
    {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, torn);
        QCOMPARE(tornTail(file).toByteArray(), torn);
    }

    void aWholeLineBeforeZerosStays()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(u"a.jsonl"_s);
        const QByteArray zeros(4000, '\0');
        QVERIFY(put(path, "{}\n{\"mes\":\"the last\"}" + zeros));
        const auto repair = repairTornTail(path);
        QVERIFY(repair);
        QCOMPARE(repair->tornBytes, zeros.size());
        QCOMPARE(bytesOf(path), "{}\n{\"mes\":\"the last\"}");
        QCOMPARE(bytesOf(repair->keptIn), zeros);
        QVERIFY(put(path, "{}\n{\"mes\":\"the last\"}\n" + zeros));
        QVERIFY(repairTornTail(path));
        QCOMPARE(bytesOf(path), "{}\n{\"mes\":\"the last\"}");
    }

    void earlierTornBytesStay()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(u"a.jsonl"_s);
        QVERIFY(put(path, "{}\n{\"first"));
        QVERIFY(repairTornTail(path));
        QVERIFY(put(path, "{}\n{\"second"));
        const auto repair = repairTornTail(path);
        QVERIFY(repair);
        QCOMPARE(repair->keptIn, path + u".torn2"_s);
        QCOMPARE(bytesOf(path + u".torn"_s), "{\"first");
        QCOMPARE(bytesOf(path + u".torn2"_s), "{\"second");
        QCOMPARE(bytesOf(path), "{}");
    }

    void noRoomForTheTornBytesMeansNoCut()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(u"a.jsonl"_s);
        QVERIFY(put(path, "{}\n{\"torn"));
        Result<TailRepair> repair;
        {
            const DiskFull full(3);
            repair = repairTornTail(path);
        }
        QVERIFY(!repair);
        QCOMPARE(bytesOf(path), "{}\n{\"torn");
        QCOMPARE(namesIn(dir.path()), QStringList{u"a.jsonl"_s});
    }
};

} // namespace tst_appendlog

SNUG_TEST(tst_appendlog, TestAppendLog, Core)
#include "tst_appendlog.moc"
