#include "core/wire/localservers.h"
#include "tests/fakes/scriptedtransport.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_localservers {

using namespace snug;
using namespace Qt::StringLiterals;

class TestLocalServers : public QObject
{
    Q_OBJECT

    // Answers by the order of usualLocalProbes(); null = nobody listens.
    static void answer(ScriptedTransport &transport, const QHash<int, ScriptedAnswer> &answers)
    {
        for (int i = 0; i < int(usualLocalProbes().size()); ++i)
            transport.enqueue(answers.value(i, ScriptedAnswer::failing(ExchangeEnd::Kind::Refused)));
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void nothingIsAskedUnasked()
    {
        ScriptedTransport transport;
        const LocalServers servers(transport);
        QCoreApplication::sendPostedEvents();
        QVERIFY(transport.requests().isEmpty());
        QVERIFY(!servers.hasLooked());
    }

    void onlyThisComputerIsAsked()
    {
        ScriptedTransport transport;
        answer(transport, {});
        LocalServers servers(transport);
        servers.look();
        servers.look(); // once at a time
        QTRY_VERIFY(!servers.isLooking());
        QCOMPARE(transport.requests().size(), usualLocalProbes().size());
        for (const WireRequest &request : transport.requests()) {
            QCOMPARE(request.url.host(), u"127.0.0.1"_s);
            QCOMPARE(request.method, "GET");
            QCOMPARE(request.purpose, RequestPurpose::ServerFacts);
            for (const WireHeader &header : request.headers)
                QVERIFY(header.secret.isEmpty());
        }
        QVERIFY(servers.found().isEmpty());
        QVERIFY(servers.hasLooked());
    }

    void whoIsThere_data()
    {
        QTest::addColumn<int>("probe");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("name");
        QTest::newRow("llama.cpp") << 0 << 200
                                   << QByteArray("{\"default_generation_settings\":{\"n_ctx\":4096}}")
                                   << u"llama.cpp"_s;
        QTest::newRow("Ollama") << 1 << 200 << QByteArray("{\"version\":\"0.12\"}") << u"Ollama"_s;
        QTest::newRow("KoboldCpp") << 2 << 200
                                   << QByteArray("{\"result\":\"KoboldCpp\",\"version\":\"1.99\"}")
                                   << u"KoboldCpp"_s;
        QTest::newRow("text-generation-webui")
            << 3 << 200 << QByteArray("{\"model_name\":\"m\"}") << u"text-generation-webui"_s;
        QTest::newRow("TabbyAPI, no key")
            << 4 << 401 << QByteArray("{\"detail\":\"Invalid key\"}") << u"TabbyAPI"_s;
        QTest::newRow("LM Studio") << 5 << 200 << QByteArray("{\"data\":[]}") << u"LM Studio"_s;
        QTest::newRow("vLLM") << 6 << 200 << QByteArray("{\"version\":\"0.11\"}") << u"vLLM"_s;
        QTest::newRow("a router's page") << 0 << 200 << QByteArray("<html>") << QString();
        QTest::newRow("another program") << 2 << 200 << QByteArray("{\"result\":\"Other\"}") << QString();
        QTest::newRow("another program with a version")
            << 6 << 200 << QByteArray("{\"version\":\"2.1\",\"name\":\"shop\"}") << QString();
        QTest::newRow("says no") << 1 << 404 << QByteArray("{\"version\":\"1\"}") << QString();
    }
    void whoIsThere()
    {
        QFETCH(int, probe);
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QFETCH(QString, name);
        ScriptedTransport transport;
        answer(transport, {{probe, ScriptedAnswer::whole(body, status)}});
        LocalServers servers(transport);
        servers.look();
        QTRY_VERIFY(!servers.isLooking());
        QCOMPARE(servers.found().size(), name.isEmpty() ? 0 : 1);
        if (name.isEmpty())
            return;
        const Connection found = servers.found().first();
        QCOMPARE(found.name, name);
        QCOMPARE(found.baseUrl.port(), usualLocalProbes().at(probe).port);
        QVERIFY(found.id.isEmpty());
    }

    // Buttons do not change places while answers come.
    void foundInTheOrderOfTheQuestions()
    {
        ScriptedTransport transport;
        answer(transport, {{6, ScriptedAnswer::whole("{\"version\":\"0.11\"}")},
                           {2, ScriptedAnswer::whole("{\"result\":\"KoboldCpp\"}")},
                           {1, ScriptedAnswer::whole("{\"version\":\"0.12\"}")}});
        LocalServers servers(transport);
        servers.look();
        QTRY_VERIFY(!servers.isLooking());
        QStringList names;
        for (const Connection &found : servers.found())
            names.append(found.name);
        QCOMPARE(names, QStringList({u"Ollama"_s, u"KoboldCpp"_s, u"vLLM"_s}));
    }

    // What goes on without end is none of these programs, and is not waited for.
    void whoNeverEndsIsLeft()
    {
        ScriptedTransport transport;
        ScriptedAnswer endless{.holdsOpen = true};
        for (int i = 0; i < 20; ++i)
            endless.pieces.append(QByteArray(100 * 1024, 'x'));
        answer(transport, {{0, endless}, {1, ScriptedAnswer::whole("{\"version\":\"0.12\"}")}});
        LocalServers servers(transport);
        servers.look();
        QTRY_VERIFY(!servers.isLooking());
        QCOMPARE(servers.found().size(), 1);
        QCOMPARE(transport.abandoned(), 1);
    }

    void goesWithWhatIsUnderWay()
    {
        ScriptedTransport transport;
        for (int i = 0; i < int(usualLocalProbes().size()); ++i)
            transport.enqueue({.holdsOpen = true});
        {
            LocalServers servers(transport);
            servers.look();
            QVERIFY(servers.isLooking());
        }
        QCOMPARE(transport.abandoned(), int(usualLocalProbes().size()));
    }
};

} // namespace tst_localservers

SNUG_TEST(tst_localservers, TestLocalServers, Core)
#include "tst_localservers.moc"
