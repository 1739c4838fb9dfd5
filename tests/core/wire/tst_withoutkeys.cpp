#include "core/wire/withoutkeys.h"
#include "tests/testregistry.h"

#include <QTest>
#include <QUrlQuery>

namespace tst_withoutkeys {

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
    // Nothing to hide, nothing to respell; and hiding twice is hiding once.
    void addressesStayAsTheyAre()
    {
        for (const QString &address :
             {u"?&"_s, u"https://h/v1?a=1&&b=2$"_s, u"https://h/v1?"_s, u"https://h?=&="_s})
            QCOMPARE(withoutCredentials(QUrl(address), AddressPart::Nothing), QUrl(address));
        for (const QString &address : {u"https://u:p@h/v1?key=1&&b=2"_s, u"https://h?key=1"_s}) {
            const QUrl once = withoutCredentials(QUrl(address), AddressPart::Nothing);
            QVERIFY(!once.toString().contains(u"key"_s) && once.userInfo().isEmpty());
            QCOMPARE(withoutCredentials(once, AddressPart::Nothing), once);
        }
    }

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

    void serversThatRepeatTheKey_data()
    {
        QTest::addColumn<QByteArray>("words");
        const QByteArray long64 = "zk-SECRET/0123456789+abcdefghij=="_ba;
        QTest::newRow("as it is") << "bad key Bearer " + long64 + " of yours";
        QTest::newRow("Base64") << "Basic " + long64.toBase64();
        QTest::newRow("Base64, one byte before") << QByteArray("x" + long64).toBase64();
        QTest::newRow("Base64, two bytes before") << QByteArray("xy" + long64 + "zzz").toBase64();
        QTest::newRow("Base64 for addresses")
            << long64.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
        QTest::newRow("for addresses") << "?key=" + long64.toPercentEncoding();
        QTest::newRow("JSON with slashes") << QByteArray(long64).replace('/', "\\/");
        QTest::newRow("its beginning") << "no " + long64.first(14) + "…";
        QTest::newRow("its end") << "no …" + long64.last(14);
        QTest::newRow("both, without the middle") << long64.first(12) + "***" + long64.last(10);
        QTest::newRow("split by a blank") << long64.first(15) + ' ' + long64.sliced(15);
    }
    void serversThatRepeatTheKey()
    {
        QFETCH(QByteArray, words);
        const QByteArray secret = "zk-SECRET/0123456789+abcdefghij=="_ba;
        WireRequest request = asked("https://example.com/");
        request.headers.first().secret = Secret(secret);
        const QString shown = wordsWithoutKeys(QString::fromUtf8(words), request);
        QVERIFY(shown.contains(dots));
        for (const QByteArray &spelling :
             QList<QByteArray>{secret, secret.toBase64(), secret.toPercentEncoding(),
                               QByteArray("x" + secret).toBase64().sliced(4)}) {
            for (qsizetype at = 0; at + 8 <= spelling.size(); ++at)
                QVERIFY2(!shown.contains(QString::fromUtf8(spelling.sliced(at, 8))), qPrintable(shown));
        }
    }

    void wordsThatHoldNoKeyStay()
    {
        const QString words = u"Incorrect API key: sk-abc. Überraschung • user role"_s;
        QCOMPARE(wordsWithoutKeys(words, asked("https://example.com/")), words);
        QCOMPARE(wordsWithoutKeys(words, asked("https://user@example.com/")), words);
        QCOMPARE(wordsWithoutKeys(u"no http://user@example.com/"_s, asked("http://user@example.com/")),
                 u"no http://••••@example.com/"_s);
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

} // namespace tst_withoutkeys

SNUG_TEST(tst_withoutkeys, TestWithoutKeys, Core)
#include "tst_withoutkeys.moc"
