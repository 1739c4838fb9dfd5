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

    void otherLettersCount()
    {
        QVERIFY(foldedForSearch(u"Mira"_s) != foldedForSearch(u"Mara"_s));
        QVERIFY(foldedForSearch(u"ガ"_s) != foldedForSearch(u"カ"_s));
    }

    void findsPlaces_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("words");
        QTest::addColumn<QStringList>("found"); // as the text has it
        const auto row = [](const char *name, const QString &text, const QString &words,
                            const QStringList &found) { QTest::newRow(name) << text << words << found; };
        row("plain", u"One lantern, two LANTERNS"_s, u"Lantern"_s, {u"lantern"_s, u"LANTERN"_s});
        row("an accent in the text", u"cafe, Café, CAFÉS"_s, u"cafe"_s, {u"cafe"_s, u"Café"_s, u"CAFÉ"_s});
        row("an accent in the words", u"cafe and Café"_s, u"café"_s, {u"cafe"_s, u"Café"_s});
        row("an accent that stands alone", u"a Cafe\u0301."_s, u"cafe"_s, {u"Cafe\u0301"_s});
        row("a letter of several", u"oﬃce, ﬁne"_s, u"office, f"_s, {u"oﬃce, ﬁ"_s});
        row("within a letter of several", u"o\uFB03ce"_s, u"offi"_s, {u"o\uFB03"_s});
        row("dots", u"Well… well..."_s, u"…"_s, {u"…"_s, u"..."_s});
        row("quotes", u"“Well,” she said"_s, u"well"_s, {u"Well"_s});
        row("Chinese", u"茶屋的茶。"_s, u"茶"_s, {u"茶"_s, u"茶"_s});
        row("kana", u"カガミとガ"_s, u"ガ"_s, {u"ガ"_s, u"ガ"_s});
        row("Korean", u"각 나라"_s, u"나라"_s, {u"나라"_s});
        row("beyond the plane", u"é😀😀 a😀"_s, u"😀"_s, {u"😀"_s, u"😀"_s, u"😀"_s});
        row("overlapping", u"éaaaa"_s, u"aa"_s, {u"aa"_s, u"aa"_s});
        row("nothing", u"Zéphyrine"_s, u""_s, {});
        row("an accent alone", u"Zéphyrine"_s, u"\u0301"_s, {});
        row("not there", u"Zéphyrine"_s, u"zz"_s, {});
        row("in no text", u""_s, u"a"_s, {});
    }

    void findsPlaces()
    {
        QFETCH(QString, text);
        QFETCH(QString, words);

        QStringList found;
        const WordSearch search(words);
        for (const TextPlace &place : search.places(text, 10))
            found.append(text.sliced(place.start, place.length));
        QTEST(found, "found");
        QCOMPARE(search.isIn(text), !found.isEmpty());
        QCOMPARE(search.places(text, 1).size(), found.isEmpty() ? 0 : 1);
    }
};

} // namespace tst_searchtext

SNUG_TEST(tst_searchtext, TestSearchText, Nothing)
#include "tst_searchtext.moc"
