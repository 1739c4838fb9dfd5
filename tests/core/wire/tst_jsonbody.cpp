#include "core/wire/jsonbody.h"
#include "tests/testregistry.h"

#include <QTest>

#include <limits>

namespace tst_jsonbody {

using namespace snug;
using namespace Qt::StringLiterals;

class TestJsonBody : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // The spellings are what node prints for JSON.stringify of the same value.
    void numbers_data()
    {
        QTest::addColumn<double>("number");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](double number, const char *expected) {
            QTest::newRow(expected) << number << QByteArray(expected);
        };
        row(0, "0");
        row(1, "1");
        row(-1, "-1");
        row(0.9, "0.9");
        row(0.7, "0.7");
        row(0.1 + 0.2, "0.30000000000000004");
        row(1.50, "1.5");
        row(-12.25, "-12.25");
        row(100, "100");
        row(123456789012345680000.0, "123456789012345680000");
        row(1e21, "1e+21");
        row(1.5e300, "1.5e+300");
        row(0.000001, "0.000001");
        row(0.0000015, "0.0000015");
        row(1e-7, "1e-7");
        row(1.25e-9, "1.25e-9");
        row(5e-324, "5e-324");
        row(1.7976931348623157e308, "1.7976931348623157e+308");
        row(4294967295, "4294967295");
        row(std::numeric_limits<double>::infinity(), "null");
    }

    void numbers()
    {
        QFETCH(double, number);
        QFETCH(QByteArray, expected);
        QByteArray bytes;
        appendJsonNumber(bytes, number);
        QCOMPARE(bytes, expected);
    }

    void texts_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("empty") << QString() << QByteArray("\"\"");
        QTest::newRow("quotes and backslash") << u"\"a\\b\""_s << QByteArray("\"\\\"a\\\\b\\\"\"");
        QTest::newRow("short escapes") << u"\b\f\n\r\t"_s << QByteArray("\"\\b\\f\\n\\r\\t\"");
        QTest::newRow("control characters")
            << QString(QChar(0)) + QChar(0x1f) << QByteArray("\"\\u0000\\u001f\"");
        QTest::newRow("delete and line separators stay")
            << QString(QChar(0x7f)) + QChar(0x2028) << QByteArray("\"\x7f\xE2\x80\xA8\"");
        QTest::newRow("slash stays") << u"</script>"_s << QByteArray("\"</script>\"");
        QTest::newRow("emoji") << u"a🦊b"_s
                               << QByteArray("\"a\xF0\x9F\xA6\x8A"
                                             "b\"");
        QTest::newRow("lone high surrogate") << QString(QChar(0xd83e)) << QByteArray("\"\\ud83e\"");
        QTest::newRow("lone low, then a pair")
            << QString(QChar(0xdd8a)) + u"🦊"_s << QByteArray("\"\\udd8a\xF0\x9F\xA6\x8A\"");
        QTest::newRow("high, high, low")
            << QString(QChar(0xd83e)) + u"🦊"_s << QByteArray("\"\\ud83e\xF0\x9F\xA6\x8A\"");
    }

    void texts()
    {
        QFETCH(QString, text);
        QFETCH(QByteArray, expected);
        QByteArray bytes;
        appendJsonText(bytes, text);
        QCOMPARE(bytes, expected);
    }

    void structure()
    {
        JsonBody body;
        body.beginObject();
        body.member("a", 1.0);
        body.key("b");
        body.beginArray();
        body.beginObject();
        body.endObject();
        body.text(u"x");
        body.boolean(false);
        body.null();
        body.beginArray();
        body.endArray();
        body.endArray();
        body.key("c");
        body.integer(-7);
        body.endObject();
        QCOMPARE(body.take(), "{\"a\":1,\"b\":[{},\"x\",false,null,[]],\"c\":-7}");
    }
};

} // namespace tst_jsonbody

SNUG_TEST(tst_jsonbody, TestJsonBody, Nothing)
#include "tst_jsonbody.moc"
