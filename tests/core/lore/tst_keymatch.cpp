#include "core/lore/keymatch.h"

#include <QTest>

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
        QTest::newRow("hanzi are borders") << u"茶"_s << u"茶房"_s << false << true << true;
    }

    void plainKeys()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        QFETCH(bool, isCaseSensitive);
        QFETCH(bool, matchesWholeWords);
        QFETCH(bool, occurs);
        QCOMPARE(plainKeyOccurs(key, text, {isCaseSensitive, matchesWholeWords}), occurs);
    }

    void expressions_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("isExpression");
        QTest::newRow("bare") << u"/sea(l|s)/"_s << true;
        QTest::newRow("flags") << u"/^\u0001Mika/gim"_s << true;
        QTest::newRow("escaped slash") << u"/a\\/b/"_s << true;
        QTest::newRow("slash inside") << u"/a/b/"_s << false;
        QTest::newRow("unknown flag") << u"/a/x"_s << false;
        QTest::newRow("invalid") << u"/(/"_s << false;
        QTest::newRow("empty") << u"//"_s << false;
        QTest::newRow("plain") << u"seal"_s << false;
    }

    void expressions()
    {
        QFETCH(QString, key);
        QFETCH(bool, isExpression);
        QCOMPARE(keyExpression(key).has_value(), isExpression);
    }
};

QTEST_APPLESS_MAIN(TestKeyMatch)
#include "tst_keymatch.moc"
