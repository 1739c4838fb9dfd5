#include "core/conversion/plainyaml.h"
#include "core/formats/jsontext.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_plainyaml {

using namespace snug;
using namespace Qt::StringLiterals;

class TestPlainYaml : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void values_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("json"); // empty = refused
        QTest::newRow("nothing") << u"# only a comment\n\n"_s << QByteArray("undefined");
        QTest::newRow("mapping") << u"a: 1\nb: two # words\nc: \"q: r\""_s
                                 << QByteArray(R"({"a":1,"b":"two","c":"q: r"})");
        QTest::newRow("inside") << u"a:\n  b: [1, {c: d}]\n- e"_s << QByteArray();
        QTest::newRow("list") << u"- a: 1\n- just text\n- {b: 2}"_s
                              << QByteArray(R"([{"a":1},"just text",{"b":2}])");
        QTest::newRow("bases") << u"a: 0x1f\nb: 0o17\nc: 0xg\nd: 1e3\ne: 2025-01-01"_s
                               << QByteArray(R"({"a":31,"b":15,"c":"0xg","d":1000,"e":"2025-01-01"})");
        QTest::newRow("twice") << u"a: 1\na: 2"_s << QByteArray();
        QTest::newRow("literal") << u"g: |\n  root ::= x # kept\n\n    deeper\nb: 1\n"_s
                                 << QByteArray("{\"g\":\"root ::= x # kept\\n\\n  deeper\\n\",\"b\":1}");
        QTest::newRow("literal at the end") << u"g: |\n  x"_s << QByteArray(R"({"g":"x\n"})");
        QTest::newRow("literal without its end")
            << u"g: |-\n  x\n\n\nb: 1"_s << QByteArray(R"({"g":"x","b":1})");
        QTest::newRow("literal with all ends")
            << u"g: |+\n  x\n\nb: 1"_s << QByteArray(R"({"g":"x\n\n","b":1})");
        QTest::newRow("literal of nothing") << u"g: |\nb: 1"_s << QByteArray(R"({"g":"","b":1})");
        QTest::newRow("folded") << u"g: >\n  one\n  two\n\n  three\n    code\n  four"_s
                                << QByteArray(R"({"g":"one two\nthree\n  code\nfour\n"})");
        QTest::newRow("carriage returns")
            << u"g: |\r\n  x\r\n  y\r\nb: 1\r\n"_s << QByteArray(R"({"g":"x\ny\n","b":1})");
        QTest::newRow("literal in a list") << u"- a: |\n    x\n- b"_s << QByteArray(R"([{"a":"x\n"},"b"])");
        QTest::newRow("indent in figures") << u"g: |2\n  x"_s << QByteArray();
        QTest::newRow("anchor") << u"a: &x 1\nb: *x"_s << QByteArray();
        QTest::newRow("not closed") << u"a: ["_s << QByteArray();
    }

    void values()
    {
        QFETCH(QString, text);
        QFETCH(QByteArray, json);
        const Result<Json> value = parsePlainYaml(text);
        QCOMPARE(value.has_value(), !json.isEmpty());
        if (!value)
            QVERIFY(!value.error().what.isEmpty());
        else
            QCOMPARE(value->isUndefined() ? QByteArray("undefined") : writeJsonLine(*value), json);
    }
};

} // namespace tst_plainyaml

SNUG_TEST(tst_plainyaml, TestPlainYaml, Core)
#include "tst_plainyaml.moc"
