#include "tests/testregistry.h"
#include "widgets/inspector/wirebody.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_wirebody {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// `count` messages; number `odd` says something else.
BodyText body(int count, int odd = -1)
{
    QByteArray json = "{\"messages\":[";
    for (int i = 0; i < count; ++i) {
        json += i > 0 ? "," : "";
        json += "{\"role\":\"user\",\"content\":\"" + QByteArray(i == odd ? "else" : "line") + ' ' +
                QByteArray::number(i) + "\"}";
    }
    return prettyBody(json + "]}");
}

constexpr int Many = 6000;

} // namespace

class TestWireBody : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void showsAShortBodyAtOnce()
    {
        WireBody view;
        QSignalSpy filled(&view, &WireBody::filled);
        view.setBody(body(3));
        QVERIFY(view.isFilled());
        QCOMPARE(view.toPlainText(), body(3).text);
        view.setBody({});
        QCOMPARE(view.toPlainText(), QString());
        QCOMPARE(filled.size(), 0);
    }

    void fillsALongOneInSteps()
    {
        WireBody view;
        QSignalSpy filled(&view, &WireBody::filled);
        const BodyText wanted = body(Many);
        view.setBody(wanted);
        QVERIFY(!view.isFilled());
        QVERIFY(view.blockCount() >= 40); // something to read is there
        QVERIFY(wanted.text.startsWith(view.toPlainText()));
        QTRY_COMPARE(filled.size(), 1);
        QCOMPARE(view.toPlainText(), wanted.text);
    }

    void takesAnotherBodyWhileItFills_data()
    {
        QTest::addColumn<BodyText>("next");
        QTest::newRow("a change that is shown already") << body(Many, 0);
        QTest::newRow("a change that is still to come") << body(Many, Many - 1);
        QTest::newRow("longer") << body(Many + 100, 2);
        QTest::newRow("shorter than what is shown") << body(2);
        QTest::newRow("a bit shorter") << body(Many - 1);
        QTest::newRow("nothing") << BodyText();
        QTest::newRow("the same") << body(Many);
    }

    void takesAnotherBodyWhileItFills()
    {
        QFETCH(const BodyText, next);
        WireBody view;
        view.setBody(body(Many));
        QVERIFY(!view.isFilled());
        view.setBody(next);
        QTRY_VERIFY(view.isFilled());
        QCOMPARE(view.toPlainText(), next.text);
        view.setBody(body(Many, 7)); // and afterwards
        QTRY_VERIFY(view.isFilled());
        QCOMPARE(view.toPlainText(), body(Many, 7).text);
    }

    void keepsThePlaceWhenOneLineChanges()
    {
        WireBody view;
        view.setBody(body(Many));
        QTRY_VERIFY(view.isFilled());
        QTextCursor cursor = view.textCursor();
        cursor.setPosition(int(view.toPlainText().indexOf(u"line 40\""_s)));
        view.setTextCursor(cursor);
        view.setBody(body(Many, 20));
        QVERIFY(view.isFilled());
        QCOMPARE(view.toPlainText(), body(Many, 20).text);
        QVERIFY(view.toPlainText().sliced(view.textCursor().position()).startsWith(u"line 40\""_s));
    }
};

} // namespace tst_wirebody

SNUG_TEST(tst_wirebody, TestWireBody, Windows)
#include "tst_wirebody.moc"
