#include "core/prompt/smelttext.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_smelttext {

using namespace Qt::StringLiterals;
using namespace snug;

class TestSmeltText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void namesKeepTheirPlaces()
    {
        const TracedText text(u"Dear {{user}}, {{CHAR}} {{{char}}"_s, Source(SourceKind::CardSystemPrompt));
        const TracedText result = substituteNames(text, u"Mika"_s, u"{{user}}"_s);
        QCOMPARE(result.text(), u"Dear Mika, {{CHAR}} {{{user}}"_s);
        QCOMPARE(result.spanAt(5)->source.type(), u"persona.name"_s);
        QCOMPARE(result.spanAt(5)->source.parent().type(), u"macro"_s);
        QCOMPARE(result.spanAt(9)->originStart, 13);
    }

    void trimming_data()
    {
        QTest::addColumn<QList<int>>("lengths");
        QTest::addColumn<QList<int>>("sticky");
        QTest::addColumn<int>("contextSize");
        QTest::addColumn<QList<qsizetype>>("kept");
        QTest::newRow("fits exactly") << QList<int>{40, 40} << QList<int>{} << 28 << QList<qsizetype>{0, 1};
        QTest::newRow("a quarter over") << QList<int>{41, 40} << QList<int>{} << 28 << QList<qsizetype>{1};
        QTest::newRow("sticky stays")
            << QList<int>{40, 40, 40} << QList<int>{0} << 28 << QList<qsizetype>{0, 2};
        QTest::newRow("the last stays") << QList<int>{400} << QList<int>{} << 1 << QList<qsizetype>{0};
        QTest::newRow("no limit") << QList<int>{400, 400} << QList<int>{} << 0 << QList<qsizetype>{0, 1};
        QTest::newRow("nothing") << QList<int>{} << QList<int>{} << 10 << QList<qsizetype>{};
    }

    void trimming()
    {
        QFETCH(QList<int>, lengths);
        QFETCH(QList<int>, sticky);
        QFETCH(int, contextSize);
        QFETCH(QList<qsizetype>, kept);
        QList<TrimItem> items;
        for (int i = 0; i < lengths.size(); ++i)
            items.append({lengths[i], sticky.contains(i)});
        QCOMPARE(trimToContext(items, contextSize), kept);
    }
};

} // namespace tst_smelttext

SNUG_TEST(tst_smelttext, TestSmeltText, Nothing)
#include "tst_smelttext.moc"
