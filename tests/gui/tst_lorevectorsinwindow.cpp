// Lorebook entries that come by similarity, measured by a server.

#include "app/chat/chatcontroller.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/memoryhands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/transcript.h"
#include "widgets/window/noticebar.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

namespace tst_lorevectorsinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// Outside of the class: moc stumbles over such texts.
const QByteArray vectorizedBook =
    R"json({"entries":{"0":{"uid":0,"comment":"Near","key":["zzz"],"content":"Wool","vectorized":true},)json"
    R"json("1":{"uid":1,"comment":"Far","key":["zzz"],"content":"Tar","vectorized":true}}})json";

const QByteArray vectorsOfTwo =
    R"json({"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[0,1]},)json"
    R"json({"index":2,"embedding":[0.9,0.1]}]})json";

} // namespace

class TestLoreVectorsInWindow : public QObject, MemoryHands
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    void vectorizedEntriesComeBySimilarity()
    {
        RecordingServer server;
        server.enqueue(RawAnswer::json(vectorsOfTwo));
        open();
        const QString path = m_program->libraryFolder() + u"/worlds/"_s + bookName + u".json"_s;
        QVERIFY(writeFile(path, vectorizedBook));
        QTRY_COMPARE_WITH_TIMEOUT(loreRow(u"Near"_s).title, u"Near"_s, 20000);
        QVERIFY(!loreRow(u"Near"_s).fired); // the Understudy measures nothing
        Connection connection;
        connection.id = u"there"_s;
        connection.name = u"There"_s;
        connection.baseUrl = server.url(u"/v1"_s);
        connection.model = u"m"_s;
        connection.measuresTexts = true;
        app().workspace.connections.setConnections(app().workspace.connections.connections() +
                                                   QList{connection});
        app().workspace.connections.chooseActive(connection.id);
        QTRY_VERIFY_WITH_TIMEOUT(loreRow(u"Near"_s).fired, 20000);
        QCOMPARE(loreRow(u"Near"_s).gate, LoreGate::Similar);
        QVERIFY(loreReason(loreRow(u"Near"_s)).contains(u"rank 1 of 2"_s));
        QVERIFY(!loreRow(u"Far"_s).fired);
        QCOMPARE(server.requests().size(), 1);
        QVERIFY(server.requests().first().startLine.contains("/v1/embeddings"));
        QVERIFY(server.requests().first().body.contains("Line 59"));
        QTRY_VERIFY(QFile::exists(m_program->libraryFolder() + u"/snug/vectors/"_s + bookName + u".json"_s));

        // The next query: the server has no vectors any more, and keys alone count.
        server.enqueue(RawAnswer::json("{}", 404));
        session()->edits().edit(messageCount - 1, u"Something else."_s);
        QTRY_VERIFY_WITH_TIMEOUT(!loreRow(u"Near"_s).fired, 20000);
        QCOMPARE(server.requests().size(), 2);
        QVERIFY(!server.requests().last().body.contains("Wool")); // entries were measured once
    }

    void damagedVectorsAreKeptAsideAndMeasuredAgain()
    {
        RecordingServer server;
        server.enqueue(RawAnswer::json(vectorsOfTwo));
        open();
        const QString path = m_program->libraryFolder() + u"/snug/vectors/"_s + bookName + u".json"_s;
        QVERIFY(QDir().mkpath(QFileInfo(path).path()) && writeFile(path, "{\"model\": \"m\", \"vec"));
        QVERIFY(
            writeFile(m_program->libraryFolder() + u"/worlds/"_s + bookName + u".json"_s, vectorizedBook));
        QTRY_COMPARE_WITH_TIMEOUT(loreRow(u"Near"_s).title, u"Near"_s, 20000);
        Connection connection;
        connection.id = u"there"_s;
        connection.name = u"There"_s;
        connection.baseUrl = server.url(u"/v1"_s);
        connection.model = u"m"_s;
        connection.measuresTexts = true;
        app().workspace.connections.setConnections(app().workspace.connections.connections() +
                                                   QList{connection});
        app().workspace.connections.chooseActive(connection.id);
        QTRY_VERIFY_WITH_TIMEOUT(loreRow(u"Near"_s).fired, 20000);
        QVERIFY2(notices()->textOf(u"error"_s).contains(bookName + u".json.damaged"_s),
                 qPrintable(notices()->textOf(u"error"_s)));
        QFile aside(path + u".damaged"_s);
        QVERIFY(aside.open(QIODevice::ReadOnly));
        QCOMPARE(aside.readAll(), QByteArray("{\"model\": \"m\", \"vec"));
        QTRY_VERIFY(QFile::exists(path));
    }
};

} // namespace tst_lorevectorsinwindow

SNUG_TEST(tst_lorevectorsinwindow, TestLoreVectorsInWindow, Windows)
#include "tst_lorevectorsinwindow.moc"
