#include "core/model/json.h"
#include "tests/testregistry.h"

#include <QTest>

#include <limits>

namespace tst_json {

using namespace Qt::StringLiterals;
using namespace snug;

class TestJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void numbersPrintAsInJavaScript_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](double value, const char *expected) {
            QTest::newRow(expected) << value << QByteArray(expected);
        };
        row(0, "0");
        row(1, "1");
        row(-1.5, "-1.5");
        row(0.1, "0.1");
        row(1e21, "1e+21");
        row(123456789012345680000.0, "123456789012345680000");
        row(1e-6, "0.000001");
        row(1.5e-7, "1.5e-7");
        row(5e-324, "5e-324");
        row(1.7976931348623157e308, "1.7976931348623157e+308");
        row(std::numeric_limits<double>::infinity(), "null");
        QTest::newRow("minus zero") << -0.0 << "0"_ba;
    }
    void numbersPrintAsInJavaScript()
    {
        QFETCH(double, value);
        QFETCH(QByteArray, expected);
        QCOMPARE(Json::numberText(value), expected);
    }

    void tolerantNumbers_data()
    {
        QTest::addColumn<Json>("value");
        QTest::addColumn<int>("expected"); // 7 is the default
        QTest::newRow("number") << Json(3) << 3;
        QTest::newRow("fraction") << Json(3.9) << 3;
        QTest::newRow("numeric string") << Json(u" 100 "_s) << 100;
        QTest::newRow("empty string") << Json(u""_s) << 7;
        QTest::newRow("word") << Json(u"many"_s) << 7;
        QTest::newRow("not a number") << Json(u"nan"_s) << 7;
        QTest::newRow("null") << Json::null() << 7;
        QTest::newRow("missing") << Json() << 7;
        QTest::newRow("array") << Json::array() << 7;
        QTest::newRow("enormous") << Json::numberSpelt("1e999"_ba) << std::numeric_limits<int>::max();
        QTest::newRow("tiny") << Json::numberSpelt("1e-999"_ba) << 0;
    }
    void tolerantNumbers()
    {
        QFETCH(Json, value);
        QFETCH(int, expected);
        QCOMPARE(value.toInt(7), expected);
    }

    void tolerantBooleans()
    {
        QVERIFY(Json(1).toBool());
        QVERIFY(!Json(0).toBool(true));
        QVERIFY(Json(u"True"_s).toBool());
        QVERIFY(!Json(u"false"_s).toBool(true));
        QVERIFY(Json(u"perhaps"_s).toBool(true));
        QVERIFY(Json::null().toBool(true));
        QVERIFY(!Json().toBool());
    }

    void textLists()
    {
        QCOMPARE(Json(u" a, b,,c "_s).toTextList(), (QStringList{u"a"_s, u"b"_s, u"c"_s}));
        QCOMPARE(Json::array({Json(u"a, b"_s), Json(5), Json::null()}).toTextList(),
                 (QStringList{u"a, b"_s, u"5"_s}));
        QCOMPARE(Json::object().toTextList(), QStringList());
    }

    void integersBeyondDoublesDiffer()
    {
        const Json a = Json::numberSpelt("9007199254740993"_ba);
        const Json b = Json::numberSpelt("9007199254740992"_ba);
        QVERIFY(!(a == b));
        QCOMPARE(a.asInteger(), 9007199254740993);
        QCOMPARE(a.toText(), u"9007199254740993"_s);
        QVERIFY(Json::numberSpelt("1.50"_ba) == Json(1.5));
        QVERIFY(!Json(1.5).asInteger());
        QVERIFY(!Json::numberSpelt("99999999999999999999"_ba).asInteger());
    }

    void copiesAreIndependent()
    {
        Json a = Json::object();
        a.set(u"x"_s, Json(1));
        Json b = a;
        b.set(u"x"_s, Json(2));
        b.set(u"y"_s, Json(QStringList{u"z"_s}));
        QCOMPARE(a.value(u"x").toInt(), 1);
        QCOMPARE(a.size(), 1);
        QVERIFY(!(a == b));
        b.remove(u"y");
        b.set(u"x"_s, Json(1));
        QVERIFY(a == b);
        Json list = Json::array({Json(1), Json(2)});
        list.setAt(1, Json(3));
        list.setAt(9, Json(4));
        list.removeAt(0);
        list.append(Json(5));
        QVERIFY(list == Json::array({Json(3), Json(5)}));
        QVERIFY(list.at(2).isUndefined());
    }

    void settingOnAnotherTypeMakesAnObject()
    {
        Json value(u"text"_s);
        value.set(u"a"_s, Json(true));
        QVERIFY(value.isObject());
        QCOMPARE(value.value(u"a").asBool(), true);
        QCOMPARE(value.typeName(), u"an object"_s);
    }
};

} // namespace tst_json

SNUG_TEST(tst_json, TestJson, Nothing)
#include "tst_json.moc"
