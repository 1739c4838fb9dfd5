#include "core/wire/statuswords.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_statuswords {

using namespace snug;
using namespace Qt::StringLiterals;

class TestStatusWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void httpStatus_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<WireHeaders>("headers");
        QTest::addColumn<QString>("what"); // its beginning
        QTest::addColumn<QString>("hint"); // a part of it
        const auto row = [](const char *name, int status, const QByteArray &body, const QString &what,
                            const QString &hint, const WireHeaders &headers = {}) {
            QTest::newRow(name) << status << body << headers << what << hint;
        };
        row("no key", 401, "{\"error\":{\"message\":\"Invalid API Key\"}}",
            u"Here asks for a key: Invalid API Key"_s, u"Enter the key"_s);
        row("no credit", 402, "{}", u"The account does not have enough credit"_s, u"Top up"_s);
        row("moderation", 403,
            "{\"error\":{\"message\":\"Flagged\",\"metadata\":{\"reasons\":[\"a\",\"b\"]}}}",
            u"The server does not allow this request: Flagged (a, b)"_s, u"rules"_s);
        row("unknown model", 404, "{\"error\":{\"code\":\"model_not_found\"}}",
            u"The server does not offer the model “m”"_s, u"another model"_s);
        row("wrong address", 404, "Not Found", u"There is no chat service at https://h/v1: Not Found"_s,
            u"/v1"_s);
        row("web page says not found", 404, "<html><title>Oops</title>", u"There is no chat service at"_s,
            u"/v1"_s);
        row("method not allowed", 405, "", u"There is no chat service at"_s, u"address"_s);
        row("body too large", 413, "{}", u"The prompt is too long for the model"_s, u"context size"_s);
        row("proxy limits the body", 413, "<title>413 Too Large</title>",
            u"The prompt is too long for the model: 413 Too Large"_s, u"context size"_s);
        row("overflow with numbers", 400,
            "{\"error\":{\"type\":\"exceed_context_size_error\",\"n_prompt_tokens\":9017,\"n_ctx\":8192}}",
            u"The prompt is too long: it has 9017 tokens, the model's context takes 8192"_s, u"hide older"_s);
        row("parameter", 400, "{\"error\":{\"code\":\"unsupported_parameter\",\"param\":\"top_p\"}}",
            u"The model does not take the value “top_p”"_s, u"Clear this value"_s);
        row("parameter of several lines", 400,
            "{\"error\":{\"code\":\"unsupported_parameter\",\"param\":\"top_p\\n\\n and more\"}}",
            u"The model does not take the value “top_p and more”"_s, u"Clear this value"_s);
        row("validation", 422, "{\"detail\":[{\"loc\":[\"body\",\"temperature\"],\"msg\":\"too hot\"}]}",
            u"The server did not understand the request: temperature: too hot"_s, u"wire view"_s);
        row("rate", 429, "{\"error\":{\"message\":\"Slow down.\"}}",
            u"Too many requests for the moment: Slow down"_s, u"Try again in 2 second(s)."_s,
            {{"Retry-After", "2"}});
        row("rate without a time", 429, "", u"Too many requests for the moment"_s, u"Wait a little"_s,
            {{"retry-after", "Wed, 21 Oct 2026 07:28:00 GMT"}});
        row("rate, by the IETF's header", 429, "", u"Too many requests for the moment"_s,
            u"Try again in 12 second(s)."_s, {{"RateLimit", "\"default\";r=0;t=12"}});
        row("rate, by the IETF's older headers", 429, "", u"Too many requests for the moment"_s,
            u"Try again in 9 second(s)."_s, {{"RateLimit-Reset", "9"}});
        row("rate, by a plain number", 429, "", u"Too many requests for the moment"_s,
            u"Try again in 7 second(s)."_s,
            {{"x-ratelimit-reset-requests", "7"},
             {"x-ratelimit-remaining-requests", "0"},
             {"x-ratelimit-reset-tokens", "30"}});
        row("rate, by a point in time", 429, "", u"Too many requests for the moment"_s,
            u"Try again in 20 second(s)."_s,
            {{"date", "Wed, 21 Oct 2026 07:28:00 GMT"}, {"x-ratelimit-reset", "1792567700"}});
        row("rate, by a point in time that is over", 429, "", u"Too many requests for the moment"_s,
            u"Wait a little"_s, {{"x-ratelimit-reset", "1592567700"}});
        row("quota", 429, "{\"error\":{\"type\":\"insufficient_quota\"}}",
            u"The account's quota is used up"_s, u"will not help"_s, {{"retry-after", "2"}});
        row("loading", 503, "{\"error\":{\"message\":\"Loading model\",\"code\":503}}",
            u"The server is still loading the model"_s, u"in a moment"_s);
        row("web page from a proxy", 502, "<html><head><title>502 Bad Gateway</title>",
            u"The server had an internal error: 502 Bad Gateway"_s, u"Try again"_s);
        row("overloaded", 529, "{}", u"The server is busy"_s, u"in a moment"_s);
        row("gateway timeout", 524, "", u"The server gave up waiting"_s, u"shorter"_s);
        row("moved", 301, "", u"The server redirects to another address: https://other/v1"_s, u"trust"_s,
            {{"location", "https://other/v1"}});
        row("teapot, not UTF-8", 418, "\xFF\xFE", u"The server did not understand the request"_s, u"wire"_s);
    }

    void httpStatus()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QFETCH(WireHeaders, headers);
        QFETCH(QString, what);
        QFETCH(QString, hint);
        Connection connection;
        connection.name = u"Here"_s;
        connection.model = u"m"_s;
        connection.baseUrl = QUrl(u"https://user:pass@h/v1?key=secret"_s);
        const Error error = explainHttpStatus(status, body, connection, headers);
        QVERIFY2(error.what.startsWith(what), qPrintable(error.what));
        QVERIFY2(error.hint.contains(hint), qPrintable(error.hint));
        QVERIFY(!error.what.endsWith(u'.'));
        QVERIFY(!error.what.contains(u"pass"_s) && !error.what.contains(u"secret"_s));
    }

    void refusedKeyIsNotAMissingOne()
    {
        Connection connection;
        connection.baseUrl = QUrl(u"https://api.example.org/v1"_s);
        connection.needsKey = true;
        QCOMPARE(explainHttpStatus(401, {}, connection, {}).what,
                 u"api.example.org does not accept the key"_s);
    }

    void longWordsAreShortened()
    {
        const QByteArray far = "http://evil.example/" + QByteArray(5000, 'a');
        QVERIFY(explainHttpStatus(302, {}, {}, {{"Location", far}}).what.size() < 120);
        QVERIFY(serverWords(QByteArray(100000, 'x')).message.size() < 700);
        QVERIFY(serverWords("{\"error\":\"" + QByteArray(100000, 'x') + "\"}").message.size() < 700);
    }

    void bytesThatAreNoTextAreNotShown()
    {
        QCOMPARE(explainStrangeAnswer("lol nope").what,
                 u"The server's answer is not a chat reply: lol nope"_s);
        QCOMPARE(explainStrangeAnswer("\x01\xFF\xFE\x80 abc").what,
                 u"The server's answer is not a chat reply"_s);
    }

    void ends_data()
    {
        QTest::addColumn<ExchangeEnd::Kind>("kind");
        QTest::addColumn<QString>("what");
        using Kind = ExchangeEnd::Kind;
        QTest::newRow("complete") << Kind::Complete << QString();
        QTest::newRow("cancelled") << Kind::Cancelled << QString();
        QTest::newRow("refused") << Kind::Refused << u"Nothing answers at h:81"_s;
        QTest::newRow("host") << Kind::HostNotFound << u"There is no computer named “h”"_s;
        QTest::newRow("tls") << Kind::TlsFailed << u"The secure connection to Here failed: detail"_s;
        QTest::newRow("silent") << Kind::Silent << u"Here has been silent for 30 second(s)"_s;
        QTest::newRow("broken") << Kind::Broken
                                << u"Here closed the connection before its answer was whole"_s;
        QTest::newRow("failed") << Kind::Failed << u"The request to Here failed: detail"_s;
    }

    void ends()
    {
        QFETCH(ExchangeEnd::Kind, kind);
        QFETCH(QString, what);
        Connection connection;
        connection.name = u"Here"_s;
        connection.baseUrl = QUrl(u"https://user:pass@h:81/v1"_s);
        connection.silenceTimeoutSeconds = 30;
        const Error error = explainEnd({kind, u"detail"_s}, connection);
        QCOMPARE(error.what, what);
        QCOMPARE(error.hint.isEmpty(), what.isEmpty());
    }
};

} // namespace tst_statuswords

SNUG_TEST(tst_statuswords, TestStatusWords, Core)
#include "tst_statuswords.moc"
