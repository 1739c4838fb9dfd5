#include "core/lore/keymatch.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_keymatch {

using namespace Qt::StringLiterals;
using namespace snug;

class TestKeyMatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void plainKeys_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isCaseSensitive");
        QTest::addColumn<bool>("matchesWholeWords");
        QTest::addColumn<bool>("occurs");
        QTest::newRow("word") << u"seal"_s << u"A seal."_s << false << true << true;
        QTest::newRow("part of a word") << u"seal"_s << u"sealed"_s << false << true << false;
        QTest::newRow("later whole") << u"seal"_s << u"sealed seal"_s << false << true << true;
        QTest::newRow("part allowed") << u"seal"_s << u"sealed"_s << false << false << true;
        QTest::newRow("underscore is a letter") << u"seal"_s << u"_seal"_s << false << true << false;
        QTest::newRow("case ignored") << u"Seal"_s << u"SEAL"_s << false << true << true;
        QTest::newRow("case kept") << u"Seal"_s << u"SEAL"_s << true << true << false;
        QTest::newRow("several words are a substring")
            << u"red se"_s << u"a red seal"_s << false << true << true;
        QTest::newRow("accents are borders") << u"caf"_s << u"café"_s << false << true << true;
        QTest::newRow("a letter that becomes ASCII in lower case is one")
            << u"seal"_s << u"\u212aseal"_s << false << true << false;
        QTest::newRow("final sigma") << u"ΣΟΦΟΣ"_s << u"ο σοφοσ ηλθε"_s << false << true << false;
        QTest::newRow("final sigma on both sides")
            << u"ΣΟΦΟΣ"_s << u"Ο ΣΟΦΟΣ ΗΛΘΕ"_s << false << true << true;
        QTest::newRow("hanzi are borders") << u"茶"_s << u"茶房"_s << false << true << true;
    }

    void plainKeys()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        QFETCH(bool, isCaseSensitive);
        QFETCH(bool, matchesWholeWords);
        QFETCH(bool, occurs);
        QCOMPARE(plainKeyPosition(key, text, {isCaseSensitive, matchesWholeWords}) >= 0, occurs);
    }

    void places()
    {
        const KeyOptions anyCase{false, true};
        QCOMPARE(plainKeyPosition(u"Ann", u"Joanne, ann", anyCase), 8);
        QCOMPARE(plainKeyPosition(u"ann", u"İİ Ann", anyCase), 3); // İ is two units in lower case
        QCOMPARE(plainKeyPosition(u"ann", u"Joanne", anyCase), -1);
    }

    void lowerCase_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("lower");
        QTest::newRow("plain") << u"SeaL"_s << u"seal"_s;
        QTest::newRow("dotted I") << u"İx"_s << u"i\u0307x"_s;
        QTest::newRow("sigma at the end") << u"ΑΣ"_s << u"ας"_s;
        QTest::newRow("sigma alone") << u"Σ"_s << u"σ"_s;
        QTest::newRow("sigma inside") << u"ΑΣΑ"_s << u"ασα"_s;
        QTest::newRow("sigma before a quote and a letter") << u"ΑΣ'Α"_s << u"ασ'α"_s;
        QTest::newRow("sigma before a quote") << u"ΑΣ' "_s << u"ας' "_s;
        QTest::newRow("sigma behind a mark") << u"Α\u0301Σ"_s << u"α\u0301ς"_s;
        QTest::newRow("sigma behind a dotted I") << u"İΣ."_s << u"i\u0307ς."_s;
        QTest::newRow("beyond the first plane") << u"𐐀"_s << u"𐐨"_s;
        QTest::newRow("lone surrogate") << QString(u'A') + QChar(0xd801) << QString(u'a') + QChar(0xd801);
    }

    void lowerCase()
    {
        QFETCH(QString, text);
        QFETCH(QString, lower);
        const LoweredText is = lowered(text);
        QCOMPARE(is.text, lower);
        for (qsizetype i = 0, before = 0; i < lower.size(); ++i) {
            const qsizetype place = is.originalPosition(i);
            QVERIFY(place >= before && place < text.size());
            before = place;
        }
    }
};

} // namespace tst_keymatch

SNUG_TEST(tst_keymatch, TestKeyMatch, Nothing)
#include "tst_keymatch.moc"
