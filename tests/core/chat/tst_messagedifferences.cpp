#include "core/chat/messagedifferences.h"
#include "core/formats/chatjsonl.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_messagedifferences {

using namespace snug;
using namespace Qt::StringLiterals;

class TestMessageDifferences : public QObject
{
    Q_OBJECT

    static Message messageOf(const QByteArray &line)
    {
        return readChat("{\"chat_metadata\":{}}\n" + line).chat.messages.value(0);
    }

private Q_SLOTS:
    void everyFieldIsFound_data()
    {
        QTest::addColumn<QByteArray>("one");
        QTest::addColumn<QByteArray>("other");
        QTest::addColumn<QStringList>("places");
        const QByteArray plain = R"({"name":"Mira","is_user":false,"mes":"Aye.","extra":{}})";
        QTest::newRow("nothing") << plain << plain << QStringList();
        QTest::newRow("text") << plain << QByteArray(plain).replace("Aye.", "No.") << QStringList{u"mes"_s};
        QTest::newRow("extra") << plain
                               << QByteArray(plain).replace("{}", R"({"reasoning":"Hm.","theirs":[1]})")
                               << QStringList{u"extra.reasoning"_s, u"extra.theirs"_s};
        QTest::newRow("what Snug does not know")
            << plain << QByteArray(plain).replace("\"extra\"", "\"elsewhere\":7,\"extra\"")
            << QStringList{u"elsewhere"_s};
        const QByteArray swipes =
            R"({"name":"Mira","is_user":false,"mes":"Aye.","swipe_id":0,"swipes":["Aye.","No."],"extra":{}})";
        QTest::newRow("a swipe more") << swipes << QByteArray(swipes).replace("\"No.\"", "\"No.\",\"Well.\"")
                                      << QStringList{u"swipes[2]"_s};
        QTest::newRow("another swipe")
            << swipes << QByteArray(swipes).replace("No.", "Never.") << QStringList{u"swipes[1]"_s};
    }

    void everyFieldIsFound()
    {
        QFETCH(const QByteArray, one);
        QFETCH(const QByteArray, other);
        QFETCH(const QStringList, places);
        for (const bool isTurned : {false, true}) {
            QStringList found;
            for (const MessageDifference &difference :
                 messageDifferences(messageOf(isTurned ? other : one), messageOf(isTurned ? one : other)))
                found.append(difference.place);
            QCOMPARE(found, places);
        }
    }
};

} // namespace tst_messagedifferences

SNUG_TEST(tst_messagedifferences, TestMessageDifferences, Nothing)
#include "tst_messagedifferences.moc"
