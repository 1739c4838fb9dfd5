#include "core/model/searchtext.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_searchtext {

using namespace snug;
using namespace Qt::StringLiterals;

class TestSearchText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void caseAndAccentsDoNotCount_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("typed");
        QTest::newRow("capitals") << u"Mira Okafor"_s << u"mira o"_s;
        QTest::newRow("an accent") << u"Zéphyrine"_s << u"zeph"_s;
        QTest::newRow("an accent that is typed") << u"Zephyrine"_s << u"zéph"_s;
        QTest::newRow("made of two characters") << u"Zephyrine e\u0301te\u0301"_s << u"été"_s;
        QTest::newRow("ligature") << u"o\uFB03ce"_s << u"office"_s;
        QTest::newRow("Japanese") << u"茶屋のミオ"_s << u"ミオ"_s;
        QTest::newRow("wide letters") << u"ＵＮＩＴ－７"_s << u"unit-7"_s;
        QTest::newRow("Greek") << u"Ἀθηνᾶ"_s << u"αθηνα"_s;
    }

    void caseAndAccentsDoNotCount()
    {
        QFETCH(QString, text);
        QFETCH(QString, typed);
        QVERIFY(foldedForSearch(text).contains(foldedForSearch(typed)));
    }

    void otherLettersCount() { QVERIFY(foldedForSearch(u"Mira"_s) != foldedForSearch(u"Mara"_s)); }
};

} // namespace tst_searchtext

SNUG_TEST(tst_searchtext, TestSearchText, Nothing)
#include "tst_searchtext.moc"
