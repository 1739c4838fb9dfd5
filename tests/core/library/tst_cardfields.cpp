// Fields of cards one at a time, through the file and back.

#include "core/formats/card.h"
#include "core/library/cardfields.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_cardfields {

using namespace Qt::StringLiterals;
using namespace snug;

// Outside of the class, where moc would not see past it.
static const char aCard[] =
    R"({"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Mira","description":"d","first_mes":"Hi",)"
    R"("source":["https://example.org/1"],"extensions":{"other":{"x":1.50}},"tags":[],"unknown":7}})";

class TestCardFields : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void fields_data()
    {
        QTest::addColumn<int>("field");
        QTest::addColumn<QVariant>("value");
        QTest::addColumn<QVariant>("refused");
        for (const FieldInfo &info : cardFields()) {
            QVariant value = u"words"_s;
            QVariant refused;
            if (info.kind == FieldKind::Check)
                value = true;
            else if (info.kind == FieldKind::List)
                value = QStringList{u"a"_s, u"b, c"_s};
            else if (info.kind == FieldKind::Whole)
                value = 7, refused = 1.5;
            else if (info.kind == FieldKind::Number)
                value = 0.25, refused = 2;
            else if (info.kind == FieldKind::Choice)
                value = 1, refused = 3;
            QTest::newRow(qPrintable(info.label)) << info.id << value << refused;
        }
    }
    void fields()
    {
        QFETCH(int, field);
        QFETCH(QVariant, value);
        QFETCH(QVariant, refused);
        const auto which = CardField(field);
        QCOMPARE(cardFieldInfo(which).id, field);
        QVERIFY(!cardFieldInfo(which).meaning.isEmpty());
        const Card before = readCard(aCard)->card;
        Card card = before;
        QVERIFY(setCardFieldValue(card, which, value));
        QCOMPARE(cardFieldValue(card, which), value);
        const QByteArray bytes = writeCard(card);
        QVERIFY(bytes.contains("1.50") && bytes.contains("\"unknown\""));
        const Card again = readCard(bytes)->card;
        QCOMPARE(cardFieldValue(again, which), value);
        for (const FieldInfo &other : cardFields()) {
            if (other.id != field)
                QCOMPARE(cardFieldValue(again, CardField(other.id)),
                         cardFieldValue(before, CardField(other.id)));
        }
        if (refused.isValid())
            QVERIFY(!setCardFieldValue(card, which, refused));
    }
};

} // namespace tst_cardfields

SNUG_TEST(tst_cardfields, TestCardFields, Nothing)
#include "tst_cardfields.moc"
