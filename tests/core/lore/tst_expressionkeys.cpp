// Lore keys that are JavaScript's regular expressions, searched by snug-regex.
#include "core/regex/workerregexengine.h"
#include "tests/core/lore/loresetting.h"
#include "tests/testregistry.h"

#include <QCoreApplication>
#include <QTest>

namespace tst_expressionkeys {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::lorefixture;

// Says no to everything.
class RefusingEngine : public RegexEngine
{
public:
    QList<RegexOutcome> search(const QList<RegexSearch> &searches, const std::stop_token &) override
    {
        asked += searches.size();
        return QList<RegexOutcome>(searches.size(), std::unexpected(RegexFailure{RegexFailure::Kind::OverTime,
                                                                                 u"it took too long"_s}));
    }

    qsizetype asked = 0;
};

class TestExpressionKeys : public QObject
{
    Q_OBJECT

private:
    RegexEnginePtr m_engine;

private Q_SLOTS:
    void initTestCase()
    {
        m_engine =
            std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
    }

    void init() { QTest::failOnWarning(); }

    void keys_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QStringList>("newestFirst");
        QTest::addColumn<bool>("fires");
        const auto row = [](const char *name, const QString &key, const QStringList &texts, bool fires) {
            QTest::newRow(name) << key << texts << fires;
        };
        row("expression", u"/se+a/"_s, {u"seeeal"_s}, true);
        row("no match", u"/se+a/"_s, {u"sal"_s}, false);
        row("white space around it", u"  /se+a/ "_s, {u"seeeal"_s}, true);
        row("whole words do not matter", u"/sea/"_s, {u"seal"_s}, true);
        row("case matters, whatever the entry says", u"/seal/"_s, {u"SEAL"_s}, false);
        row("flag i", u"/seal/i"_s, {u"SEAL"_s}, true);
        row("flag g", u"/seal/g"_s, {u"a seal"_s}, true);
        row("flag m", u"/^two$/m"_s, {u"one\ntwo"_s}, true);
        row("without m", u"/^two$/"_s, {u"one\ntwo"_s}, false);
        row("flag s", u"/one.two/s"_s, {u"one\ntwo"_s}, true);
        row("without s", u"/one.two/"_s, {u"one\ntwo"_s}, false);
        row("flag u", u"/^\\x01.$/u"_s, {u"𐐀"_s}, true);
        row("without u", u"/^\\x01.$/"_s, {u"𐐀"_s}, false);
        row("flag y looks at the very start", u"/\\x01seal/y"_s, {u"seal"_s}, true);
        row("flag y does not look further", u"/seal/y"_s, {u"seal"_s}, false);
        row("several flags", u"/^SEAL$/im"_s, {u"one\nseal"_s}, true);
        row("a flag twice: plain", u"/seal/ii"_s, {u"seal"_s}, false);
        row("a flag twice: plain, found", u"/seal/ii"_s, {u"the /seal/ii key"_s}, true);
        row("another flag: plain", u"/seal/d"_s, {u"seal"_s}, false);
        row("another flag: plain, found", u"/seal/d"_s, {u"the /seal/d key"_s}, true);
        row("slash inside: plain", u"/sea/al/"_s, {u"sea/al"_s}, false);
        row("slash inside: plain, found", u"/sea/al/"_s, {u"so /sea/al/."_s}, true);
        row("slash with a backslash", u"/sea\\/al/"_s, {u"sea/al"_s}, true);
        row("invalid: plain", u"/se(al/"_s, {u"seal"_s}, false);
        row("invalid: plain, found", u"/se(al/"_s, {u"so /se(al/."_s}, true);
        row("invalid: plain in any case", u"/se(al/"_s, {u"so /SE(AL/."_s}, true);
        row("invalid by its flag u: plain", u"/\\-/u"_s, {u"-"_s}, false);
        row("two slashes: plain", u"//"_s, {u"anything // here"_s}, true);
        row("start of a message", u"/\\x01seal/"_s, {u"wave"_s, u"seal"_s}, true);
        row("not the start of a message", u"/\\x01seal/"_s, {u"wave"_s, u"a seal"_s}, false);
        row("newest first", u"/new\\n\\x01old/"_s, {u"new"_s, u"old"_s}, true);
        row("not oldest first", u"/old\\n\\x01new/"_s, {u"new"_s, u"old"_s}, false);
        row("beyond the depth", u"/seal/"_s, {u"a"_s, u"b"_s, u"seal"_s}, false);
        row("lookbehind", u"/(?<=red )seal/"_s, {u"a red seal"_s}, true);
    }

    void keys()
    {
        QFETCH(QString, key);
        QFETCH(QStringList, newestFirst);
        QFETCH(bool, fires);
        Setting setting = inputs({entry(u"x"_s, {key})}, newestFirst);
        setting[0].caseSensitive = false;
        setting.scan.regexEngine = m_engine;
        QCOMPARE(fired(setting).size(), fires ? 1 : 0);
        QCOMPARE(setting.result().warnings, QStringList());
        // Likewise as a secondary key.
        setting[0].keys = {u"/./"_s};
        setting[0].secondaryKeys = {key};
        QCOMPARE(fired(setting).size(), fires ? 1 : 0);
        setting[0].secondaryLogic = LoreEntry::SecondaryLogic::NotAny;
        QCOMPARE(fired(setting).size(), fires ? 0 : 1);
    }

    void placesInMessages()
    {
        Setting setting = inputs({entry(u"x"_s, {u"/s(e+)al/"_s}), entry(u"mark"_s, {u"/\\x01old/"_s})},
                                 {u"  a seeal"_s, u"old"_s});
        setting.scan.regexEngine = m_engine;
        const LoreScanResult result = setting.result();
        QCOMPARE(result.rows[0].details().key, u"/s(e+)al/"_s);
        QCOMPARE(result.rows[0].details().message, 1);
        QCOMPARE(result.rows[0].details().start, 4);
        QCOMPARE(result.rows[0].details().length, 5);
        QCOMPARE(result.rows[1].details().message, 0);
        QCOMPARE(result.rows[1].details().start, 0);
        QCOMPARE(result.rows[1].details().length, 3);
    }

    void inOtherLore()
    {
        Setting setting =
            inputs({entry(u"the Lamp burns"_s, {u"seal"_s}), entry(u"oil"_s, {u"/L.mp/"_s})}, {u"seal"_s});
        setting.scan.regexEngine = m_engine;
        QCOMPARE(fired(setting), QStringList({u"the Lamp burns"_s, u"oil"_s}));
        setting.scan.settings.isRecursive = false;
        QCOMPARE(fired(setting), QStringList{u"the Lamp burns"_s});
    }

    void withoutAnEngineThereIsAWarning()
    {
        Setting setting = inputs({entry(u"one"_s, {u"/seal/i"_s}), entry(u"two"_s, {u"/seal/i"_s}),
                                  entry(u"three"_s, {u"/seal/i"_s, u"wave"_s})},
                                 {u"seal wave"_s});
        QCOMPARE(fired(setting), QStringList{u"three"_s});
        const QStringList warnings = setting.result().warnings;
        QCOMPARE(warnings.size(), 1);
        QVERIFY(warnings.first().contains(u"/seal/i"_s));
    }

    void whatTheEngineGivesUpIsAWarning()
    {
        const auto engine = std::make_shared<RefusingEngine>();
        Setting setting = inputs({entry(u"one"_s, {u"/seal/"_s}), entry(u"lamp"_s, {u"wave"_s}),
                                  entry(u"two"_s, {u"/seal/"_s, u"lamp"_s})},
                                 {u"seal wave"_s});
        setting.scan.regexEngine = engine;
        const LoreScanResult result = setting.result();
        QCOMPARE(result.warnings.size(), 1);
        QVERIFY(result.warnings.first().contains(u"it took too long"_s));
        QVERIFY(!result.rows[0].fired);
        QVERIFY(result.rows[1].fired);
        QVERIFY(result.rows[2].fired);                    // by its plain key, in the second round
        QVERIFY(engine->asked > 0 && engine->asked <= 2); // not again in the second round
    }
};

} // namespace tst_expressionkeys

SNUG_TEST(tst_expressionkeys, TestExpressionKeys, Core)
#include "tst_expressionkeys.moc"
