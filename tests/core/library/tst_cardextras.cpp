// Notes by language, dates and assets of V3 cards.

#include "core/formats/card.h"
#include "core/formats/charx.h"
#include "core/library/cardextras.h"
#include "tests/testregistry.h"

#include <QTest>
#include <QTimeZone>

namespace tst_cardextras {

using namespace Qt::StringLiterals;
using namespace snug;

static Card cardOf(const char *text)
{
    return readCard(QByteArray(text).replace('\'', '"'))->card;
}

class TestCardExtras : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void notesKeepTheirOrder()
    {
        Card card = cardOf("{'spec':'chara_card_v3','data':{'name':'M','first_mes':'',"
                           "'creator_notes_multilingual':{'ja':'\\u30a2','de':'Hallo','x':5}}}");
        QCOMPARE(notesByLanguage(card), (QList<NotesInLanguage>{{u"ja"_s, u"ア"_s}, {u"de"_s, u"Hallo"_s}}));
        const Card before = card;
        setNotesByLanguage(card, notesByLanguage(card));
        QCOMPARE(card, before);
        setNotesByLanguage(card, {{u"ja"_s, u"ア"_s}, {u"de"_s, u"Servus"_s}});
        QVERIFY(writeCard(card).contains("\"\\u30a2\"")); // spelt as it was
        QCOMPARE(notesByLanguage(readCard(writeCard(card))->card).last().text, u"Servus"_s);
        setNotesByLanguage(card, {});
        QVERIFY(!writeCard(card).contains("multilingual"));
    }

    void anOlderCardBecomesVersionThree()
    {
        Card card = cardOf("{'name':'M','description':'d','personality':'','scenario':'','first_mes':'Hi',"
                           "'mes_example':''}");
        setNotesByLanguage(card, {{u"de"_s, u"Hallo"_s}});
        const Card back = readCard(writeCard(card))->card;
        QCOMPARE(back.firstMessage, u"Hi"_s);
        QCOMPARE(notesByLanguage(back).size(), 1);
        QCOMPARE(back.version, Card::Version::V3);
    }

    void dates()
    {
        const Card card = cardOf("{'spec':'chara_card_v3','data':{'name':'M','first_mes':'',"
                                 "'creation_date':1700000000,'modification_date':0}}");
        QCOMPARE(creationDateOf(card), QDateTime::fromSecsSinceEpoch(1'700'000'000, QTimeZone::UTC));
        QVERIFY(!modificationDateOf(card));
    }

    void assetsInside()
    {
        const CardAsset asset = assetOfBytes(u"emotion"_s, u"joy"_s, u"PNG"_s, QByteArray("\0\xff x", 4));
        QVERIFY(asset.uri.startsWith(u"data:image/png;base64,"));
        QCOMPARE(asset.extension, u"png"_s);
        QCOMPARE(dataUriBytes(asset.uri), QByteArray("\0\xff x", 4));
        QCOMPARE(assetOfBytes(u"other"_s, u"x"_s, {}, {}).extension, u"unknown"_s);
    }
};

} // namespace tst_cardextras

SNUG_TEST(tst_cardextras, TestCardExtras, Nothing)
#include "tst_cardextras.moc"
