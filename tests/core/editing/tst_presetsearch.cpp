#include "core/editing/presetedits.h"
#include "core/editing/presetsearch.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_presetsearch {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

// Blocks in this order: b, a; c is not in it; m is a marker.
Preset presetWith(const QString &a, const QString &b, const QString &c)
{
    Preset preset;
    for (const auto &[identifier, text] :
         {std::pair(u"a"_s, a), std::pair(u"b"_s, b), std::pair(u"c"_s, c), std::pair(u"m"_s, u"night"_s)}) {
        PromptBlock block;
        block.identifier = identifier;
        block.content = text;
        block.marker = identifier == u"m";
        preset.prompts.append(block);
    }
    PromptOrder order;
    order.items = {{.identifier = u"b"_s, .enabled = true, .source = {}},
                   {.identifier = u"m"_s, .enabled = true, .source = {}},
                   {.identifier = u"a"_s, .enabled = true, .source = {}}};
    preset.orders = {order};
    return preset;
}

QString shown(const QList<PresetMatch> &matches)
{
    QStringList words;
    for (const PresetMatch &match : matches)
        words.append(u"%1:%2+%3"_s.arg(match.identifier).arg(match.start).arg(match.length));
    return words.join(u' ');
}

} // namespace

class TestPresetSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void textsAreFound_data()
    {
        QTest::addColumn<PresetSearch>("search");
        QTest::addColumn<QString>("found");
        QTest::newRow("any case") << PresetSearch{.text = u"night"_s} << u"b:0+5 a:5+5 c:0+5"_s;
        QTest::newRow("this case") << PresetSearch{.text = u"Night"_s, .isCaseSensitive = true} << u"b:0+5"_s;
        QTest::newRow("whole words") << PresetSearch{.text = u"night"_s, .matchesWholeWords = true}
                                     << u"b:0+5 a:5+5"_s;
        QTest::newRow("a pattern") << PresetSearch{.text = u"n(igh)t\\b"_s, .isPattern = true}
                                   << u"b:0+5 a:5+5"_s;
        QTest::newRow("signs as they are") << PresetSearch{.text = u"{{user}}."_s} << u"b:6+9"_s;
        QTest::newRow("nothing") << PresetSearch{.text = u"day"_s} << QString();
        QTest::newRow("empty matches are none")
            << PresetSearch{.text = u"x*"_s, .isPattern = true} << QString();
        QTest::newRow("no text") << PresetSearch{} << QString();
    }

    void textsAreFound()
    {
        QFETCH(PresetSearch, search);
        QFETCH(QString, found);
        const Preset preset = presetWith(u"good night"_s, u"Night {{user}}."_s, u"nightly"_s);
        const auto expression = searchExpression(search);
        QVERIFY(expression);
        QCOMPARE(shown(findInPreset(preset, *expression)), found);
        QCOMPARE(findInPreset(preset, *expression, 1).size(), found.isEmpty() ? 0 : 1);
    }

    void aBrokenPatternIsSaid()
    {
        const auto expression = searchExpression({.text = u"(a"_s, .isPattern = true});
        QVERIFY(!expression);
        QVERIFY(expression.error().what.contains(u"pattern"));
        QVERIFY(searchExpression({.text = u"(a"_s}));
    }

    void allAreReplaced()
    {
        const Preset preset = presetWith(u"a night, a night"_s, u"Night"_s, u"none"_s);
        const auto plain = searchExpression({.text = u"night"_s});
        const PresetReplacement replaced = replaceInPreset(preset, *plain, u"day\\1"_s, false);
        QCOMPARE(replaced.count, 3);
        QCOMPARE(findBlock(replaced.preset, u"a")->content, u"a day\\1, a day\\1"_s);
        QCOMPARE(findBlock(replaced.preset, u"b")->content, u"day\\1"_s);
        QCOMPARE(findBlock(replaced.preset, u"c")->content, u"none"_s);
        QCOMPARE(findBlock(replaced.preset, u"m")->content, u"night"_s); // a marker has no text of its own
        const auto pattern = searchExpression({.text = u"(n)(ight)"_s, .isPattern = true});
        QCOMPARE(findBlock(replaceInPreset(preset, *pattern, u"\\2-\\1\\\\"_s, true).preset, u"a")->content,
                 u"a ight-n\\, a ight-n\\"_s);
    }

    void oneIsReplacedIfItIsStillThere()
    {
        const Preset preset = presetWith(u"night night"_s, {}, {});
        const auto expression = searchExpression({.text = u"night"_s});
        const PresetReplacement second = replaceOne(preset, {u"a"_s, 6, 5}, *expression, u"day"_s, false);
        QCOMPARE(second.count, 1);
        QCOMPARE(findBlock(second.preset, u"a")->content, u"night day"_s);
        QCOMPARE(replaceOne(second.preset, {u"a"_s, 6, 5}, *expression, u"x"_s, false).count, 0);
        QCOMPARE(replaceOne(preset, {u"x"_s, 0, 5}, *expression, u"x"_s, false).count, 0);
    }
};

} // namespace tst_presetsearch

SNUG_TEST(tst_presetsearch, TestPresetSearch, Core)
#include "tst_presetsearch.moc"
