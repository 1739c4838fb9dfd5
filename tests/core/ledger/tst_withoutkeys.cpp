#include "core/ledger/withoutkeys.h"

#include <QTest>
#include <QUrlQuery>

using namespace Qt::StringLiterals;
using namespace snug;

static const QByteArray key = "sk-abc/123+\"q\"=="_ba;
static const QString dots = u"••••"_s;

static WireRequest asked(const QByteArray &url, const QByteArray &body = {})
{
    return {.method = "POST",
            .url = QUrl::fromEncoded(url),
            .headers = {{.name = "authorization", .value = "Bearer ", .secret = Secret(key)},
                        {.name = "content-type", .value = "application/json"}},
            .body = body};
}

class TestWithoutKeys : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void dotsAreDots() { QCOMPARE(QString::fromUtf8(keyDots()), dots); }

    void anOrdinaryRequestStaysAsItIs()
    {
        const WireRequest request =
            asked("https://api.example.com/v1/chat/completions?api-version=2024-10-21",
                  "{\"messages\":[{\"content\":\"the 2024-10-21 version\"}]}");
        const WireRequest kept = withoutKeys(request);
        QCOMPARE(kept.body, request.body);
        QCOMPARE(kept.url, request.url);
        QCOMPARE(kept.headers.at(1), request.headers.at(1));
        QCOMPARE(kept.headers.at(0).value, "Bearer "_ba);
        QCOMPARE(kept.headers.at(0).secret, keptSecret());
        QCOMPARE(withKey(kept, Secret(key), request.url), request);
    }

    void keysAreNowhere_data()
    {
        QTest::addColumn<QByteArray>("url");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("hidden");
        const QByteArray url = "https://example.com/v1/chat/completions";
        QTest::newRow("header") << url << "{}"_ba << key;
        QTest::newRow("body, as it is") << url << "prompt=" + key << key;
        QTest::newRow("body, spelt for JSON")
            << url << "{\"content\":\"my key is sk-abc/123+\\\"q\\\"==\"}"_ba << "sk-abc/123+\\\"q\\\"=="_ba;
        QTest::newRow("address, spelt for it")
            << url + "?x=" + key.toPercentEncoding() << "{}"_ba << key.toPercentEncoding();
        QTest::newRow("address's own key") << url + "?key=AIza99" << "{}"_ba << "AIza99"_ba;
        QTest::newRow("address's own key in the body")
            << url + "?key=AIza99" << "say AIza99"_ba << "AIza99"_ba;
        QTest::newRow("token by another name") << url + "?t=0123456789abcdef0123456789abcdef" << "{}"_ba
                                               << "0123456789abcdef0123456789abcdef"_ba;
        QTest::newRow("user information")
            << "https://ada:se%20cret@example.com/v1"_ba << "se cret"_ba << "cret"_ba;
    }
    void keysAreNowhere()
    {
        QFETCH(QByteArray, url);
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, hidden);
        const WireRequest kept = withoutKeys(asked(url, body));
        QByteArray all = kept.method + kept.url.toEncoded() +
                         QByteArray::fromPercentEncoding(kept.url.toEncoded()) + kept.body;
        for (const WireHeader &header : kept.headers)
            all += header.name + header.value + header.secret.reveal();
        QVERIFY2(!all.contains(hidden), all.constData());
        QVERIFY(!all.contains(key));
    }

    void credentialsByTheHeadersName()
    {
        WireRequest request = asked("https://example.com/");
        request.headers = {{.name = "X-API-Key", .value = "plainly-here"}};
        const WireRequest kept = withoutKeys(request);
        QCOMPARE(kept.headers,
                 (QList<WireHeader>{{.name = "X-API-Key", .value = {}, .secret = keptSecret()}}));
    }

    void answersAreWithoutKeysToo()
    {
        const WireRequest request = asked("https://example.com/");
        QCOMPARE(withoutKeys("Incorrect key: " + key, request), "Incorrect key: " + keyDots());
        QCOMPARE(withoutKeys(QString::fromUtf8("no " + key), request), QString(u"no "_s + dots));
        const WireHeaders headers{{"set-cookie", "session=1"}, {"x-echo", key}, {"date", "today"}};
        QCOMPARE(withoutKeys(headers, request), (WireHeaders{{"x-echo", keyDots()}, {"date", "today"}}));
    }

    void aKeyGoesToItsOwnServerOnly()
    {
        const WireRequest kept = withoutKeys(asked("https://old.example.com:99/v1/chat"));
        QCOMPARE(withKey(kept, Secret("new-key"), QUrl(u"http://127.0.0.1:8080/v1"_s)).url,
                 QUrl(u"http://127.0.0.1:8080/v1/chat"_s));
    }

    void aKeptRequestGetsTheKeyOfToday()
    {
        const WireRequest kept =
            withoutKeys(asked("https://ada:secret@example.com/v1/chat?key=old-one", "say old-one"));
        const WireRequest sent =
            withKey(kept, Secret("new-key"), QUrl(u"https://ada:newer@example.com/v1?key=new-one"_s));
        QCOMPARE(sent.url, QUrl(u"https://ada:newer@example.com/v1/chat?key=new-one"_s));
        QCOMPARE(sent.headers.first().secret, Secret("new-key"));
        QCOMPARE(sent.body, "say " + keyDots()); // the text of a message never gets a key
    }
};

QTEST_GUILESS_MAIN(TestWithoutKeys)
#include "tst_withoutkeys.moc"
