#include "tests/testregistry.h"
#include "widgets/window/palettesearch.h"

#include <QTest>

namespace tst_palettesearch {

using namespace snug;
using namespace Qt::StringLiterals;

class TestPaletteSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whatFits_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("found");
        QTest::newRow("beginnings before middles") << u"ed"_s << u"edit led muted"_s;
        QTest::newRow("any order of words") << u"mut ed"_s << u"muted"_s;
        QTest::newRow("case does not count") << u"EDIT"_s << u"edit"_s;
        QTest::newRow("nor do accents, here or there") << u"cafe"_s << u"Café"_s;
        QTest::newRow("typed with an accent") << u"café"_s << u"Café"_s;
        QTest::newRow("blanks around") << u"  led "_s << u"led"_s;
        QTest::newRow("what is not there") << u"xyzzy"_s << QString();
        QTest::newRow("Chinese") << u"茶屋"_s << u"茶屋の暦"_s;
    }

    void whatFits()
    {
        QFETCH(QString, typed);
        QFETCH(QString, found);
        const QStringList titles{u"led"_s, u"muted"_s, u"edit"_s, u"Café"_s, u"茶屋の暦"_s};
        QList<SearchedWords> rows;
        for (const QString &title : titles)
            rows.append(SearchedWords::of(title));
        QStringList names;
        for (const qsizetype row : foundRows(typed, rows, 10))
            names.append(titles[row]);
        QCOMPARE(names, found.split(u' ', Qt::SkipEmptyParts));
    }

    void titlesCountMoreThanTheRest()
    {
        const QList<SearchedWords> rows{SearchedWords::of(u"Mira"_s, u"harbour drama"_s),
                                        SearchedWords::of(u"Old Harbour"_s), SearchedWords::of(u"Harbour"_s)};
        QCOMPARE(foundRows(u"harbour"_s, rows, 10), (QList<qsizetype>{2, 1, 0}));
        QCOMPARE(foundRows(u"harbour"_s, rows, 2), (QList<qsizetype>{2, 1}));
    }

    void nothingTypedIsEverything()
    {
        const QList<SearchedWords> rows{SearchedWords::of(u"b"_s), SearchedWords::of(u"a"_s)};
        QCOMPARE(foundRows({}, rows, 10), (QList<qsizetype>{0, 1}));
        QCOMPARE(foundRows(u" "_s, rows, 10), (QList<qsizetype>{0, 1}));
    }
};

} // namespace tst_palettesearch

SNUG_TEST(tst_palettesearch, TestPaletteSearch, Core)

#include "tst_palettesearch.moc"
