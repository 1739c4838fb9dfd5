// Lore keys that are JavaScript's regular expressions, searched by snug-regex.
#include "core/lore/expressionneeds.h"
#include "core/model/whitespace.h"
#include "core/regex/workerregexengine.h"
#include "tests/core/lore/loresetting.h"
#include "tests/testregistry.h"

#include <QCoreApplication>
#include <QRandomGenerator>
#include <QTest>

namespace tst_expressionkeys {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::lorefixture;

// Counts what it is asked, and of what text.
class CountingEngine : public RegexEngine
{
public:
    explicit CountingEngine(RegexEnginePtr engine)
        : m_engine(std::move(engine))
    {
    }

    QList<RegexOutcome> search(const QList<RegexSearch> &searches, const std::stop_token &stop) override
    {
        asked += searches;
        return m_engine->search(searches, stop);
    }

    QList<RegexSearch> asked;

private:
    RegexEnginePtr m_engine;
};

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

    void whatIsNeededIsReadFromTheExpression_data()
    {
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("flags");
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<bool>("isLocal");
        const auto row = [](const QString &body, const QStringList &words, bool isLocal = true,
                            const QString &flags = {}) {
            QTest::newRow(qPrintable(u'/' + body + u'/' + flags)) << body << flags << words << isLocal;
        };
        row(u"\\bName(?:'s)?\\b"_s, {u"name"_s}, true, u"i"_s);
        row(u"Name\\s+guild"_s, {u"guild"_s});
        row(u"dragon|wyrm"_s, {u"dragon"_s, u"wyrm"_s});
        row(u"the (?:red|green) dragon"_s, {u" dragon"_s});
        row(u"(red|green)s"_s, {u"red"_s, u"green"_s});
        row(u"[Gg]ate"_s, {u"gate"_s});
        row(u"[GH]ate"_s, {u"ate"_s});
        row(u"colou?r"_s, {u"colo"_s});
        row(u"seal+ing"_s, {u"seal"_s});
        row(u"a{2}b"_s, {u"ab"_s});
        row(u"a{0,2}bc"_s, {u"bc"_s});
        row(u"mer(?:ry)?maid"_s, {u"maid"_s});
        row(u"龙"_s, {u"龙"_s}, true, u"i"_s);
        row(u"Дракон"_s, {u"дракон"_s}, true, u"i"_s);
        row(u"\U0001F409\U0001F409"_s, {u"\U0001F409\U0001F409"_s});
        row(u"\U0001F409?fire"_s, {u"fire"_s}, true, u"u"_s);
        row(u"dragon.*fire"_s, {u"dragon"_s}); // a dot takes no line's end
        row(u"dragon.*fire"_s, {u"dragon"_s}, false, u"s"_s);
        row(u"dragon[^,]*fire"_s, {u"dragon"_s}, false);
        row(u"dragon\\W+fire"_s, {u"dragon"_s}, false);
        row(u"dragon[\\s\\S]*fire"_s, {u"dragon"_s}, false);
        row(u"^dragon"_s, {u"dragon"_s}, false);
        row(u"dragon(?=fire)"_s, {u"dragon"_s}, false);
        row(u"(?<!red )dragon"_s, {u"dragon"_s}, false);
        row(u"dragon"_s, {u"dragon"_s}, false, u"y"_s);
        row(u"dragon\\.\\-x"_s, {u"dragon.-x"_s});
        // Nothing is known.
        for (const QString &body : {u"\\d+"_s,         u"a"_s,
                                    u"dragon|"_s,      u"(?:dragon)?"_s,
                                    u"(dragon)*"_s,    u"dra\\x67on"_s,
                                    u"dra\\u0067on"_s, u"(dragon)\\1"_s,
                                    u"(?i:dragon)"_s,  u"dragon{"_s,
                                    u"dragon]"_s,      u"(dragon"_s,
                                    u"dragon)"_s,      u"dragon**"_s,
                                    u"*dragon"_s,      u"dragon{2,1}"_s,
                                    u"[z-a]dragon"_s,  u"[\\w-z]dragon"_s,
                                    u"[dragon"_s,      u"\\b+dragon"_s,
                                    u"(?=dragon)+x"_s, u"(?<n>a)(?<n>dragon)"_s,
                                    u"(?<1>dragon)"_s, u"dragon\\"_s,
                                    u"\\cAdragon"_s,   u"\\kdragon"_s,
                                    u"\\p{L}dragon"_s})
            row(body, {}, false);
        row(u"dragon\\-x"_s, {}, false, u"u"_s);
        row(u"dragon"_s, {}, false, u"gg"_s);
    }

    void whatIsNeededIsReadFromTheExpression()
    {
        QFETCH(QString, body);
        QFETCH(QString, flags);
        const ExpressionNeeds needs = needsOf({body, flags});
        QTEST(needs.anyOf, "words");
        QTEST(needs.isLocal, "isLocal");
        if (needs.anyOf.isEmpty())
            return;
        // With words it is an expression for certain.
        const QList<RegexOutcome> outcomes =
            m_engine->search({{.pattern = body, .flags = flags, .text = u"any"_s}});
        QVERIFY(outcomes.first().has_value());
    }

    void foldingJoinsWhatExpressionsTakeForTheSame()
    {
        for (uint unit = 0; unit < 0x10000; ++unit) {
            const QChar c(static_cast<char16_t>(unit));
            const QString folded = foldedUnits(QString(c));
            QCOMPARE(folded.size(), 1);
            QCOMPARE(foldedUnits(QString(c.toUpper())), folded);
            QCOMPARE(foldedUnits(QString(c.toCaseFolded())), folded);
        }
    }

    // Whatever is left out, told apart or searched piece by piece: what is found is what searching everything
    // at once finds.
    void theWordsNeverChangeWhatIsFound()
    {
        const QStringList atoms{u"a"_s,   u"B"_s,   u"seal"_s,  u"[Ss]ea"_s, u"(?:red|wave)"_s, u"\\b"_s,
                                u"\\s"_s, u"\\w"_s, u"."_s,     u"[^a]"_s,   u"\\W"_s,          u"(se|al)"_s,
                                u" "_s,   u"k"_s,   u"ſ"_s,     u"É"_s,      u"(?=s)"_s,        u"$"_s,
                                u"-"_s,   u"\\n"_s, u"[a-l]"_s, u"σ"_s,      u"[kK]"_s,         u"(?:)"_s};
        const QStringList marks{{}, {}, {}, {}, u"?"_s, u"*"_s, u"+"_s, u"{2}"_s, u"{0,1}"_s, u"+?"_s};
        const QStringList flags{{}, u"i"_s, u"iu"_s, u"s"_s, u"im"_s, u"y"_s, u"u"_s};
        const QStringList words{u"seal"_s, u"SEAL"_s,   u"red"_s, u"wave"_s, u"a"_s,      u"b"_s, u"\n"_s,
                                u" "_s,    u"\u212A"_s, u"ſea"_s, u"é"_s,    u"\u0001"_s, u"ς"_s, u"-"_s};
        QRandomGenerator random(17);
        const auto any = [&](const QStringList &list) { return list.at(random.bounded(list.size())); };
        int found = 0;
        for (int round = 0; round < 400; ++round) {
            QStringList texts;
            for (int count = 1 + random.bounded(3); count > 0; --count) {
                QString text;
                for (int length = random.bounded(6); length > 0; --length)
                    text += any(words);
                texts.append(text);
            }
            QString body;
            for (int length = 1 + random.bounded(4); length > 0; --length)
                body += any(atoms) + any(marks);
            if (random.bounded(4) == 0)
                body += u'|' + any(atoms);
            const QString flag = any(flags);
            Setting setting = inputs({entry(u"x"_s, {u'/' + body + u'/' + flag})}, texts);
            setting.scan.settings.depth = 10;
            setting.scan.regexEngine = m_engine;
            const LoreScanResult result = setting.result();
            // As SillyTavern searches: all texts joined, the newest first.
            QString joined;
            QList<qsizetype> starts;
            for (const QString &text : std::as_const(texts)) {
                joined += (joined.isEmpty() ? u"\u0001"_s : u"\n\u0001"_s);
                starts.append(joined.size());
                joined += javaScriptTrimmed(text);
            }
            const RegexOutcome outcome =
                m_engine->search({{.pattern = body, .flags = flag, .text = joined, .firstOnly = true}})
                    .first();
            if (!outcome)
                continue;
            QCOMPARE(result.warnings, QStringList());
            QVERIFY2(result.rows[0].fired == !outcome->isEmpty(),
                     qPrintable(body + u'/' + flag + u' ' + joined));
            if (outcome->isEmpty())
                continue;
            ++found;
            const qsizetype start = outcome->first().range.start;
            qsizetype part = 0;
            while (part + 1 < starts.size() && starts[part + 1] <= start + 1)
                ++part;
            QCOMPARE(result.rows[0].details().message, int(texts.size() - 1 - part));
        }
        QVERIFY(found > 50);
    }

    // What one types changes one text: the others are not searched again, and where the words are missing
    // nothing is.
    void onlyTextsThatChangeAreSearchedAgain()
    {
        const auto engine = std::make_shared<CountingEngine>(m_engine);
        QList<LoreEntry> entries;
        for (int i = 0; i < 500; ++i)
            entries.append(entry(u"entry %1"_s.arg(i), {u"/\\bName%1x\\b/i"_s.arg(i)}));
        Setting setting = inputs(entries, {u"typing"_s, u"about name7x"_s, u"of NAME9x and name7x"_s});
        setting.scan.regexEngine = engine;
        setting.scan.settings.depth = 3;
        setting.scan.cache = std::make_shared<LoreCache>();
        const auto firedNow = [&] {
            // As the assembly does: one index for the same books.
            setting.result();
            return setting.result().activated.size();
        };
        QCOMPARE(firedNow(), 2);
        const auto texts = [&] {
            QStringList all;
            for (const RegexSearch &search : std::as_const(engine->asked))
                all.append(search.text);
            return all;
        };
        QVERIFY(engine->asked.size() <= 6);
        for (const QString &text : texts())
            QVERIFY(!text.contains(u"typing"_s));
        engine->asked.clear();
        setting.newestFirst[0] += u" more"_s;
        QCOMPARE(firedNow(), 2);
        QCOMPARE(texts(), QStringList());
        setting.newestFirst[0] += u" name11x"_s;
        QCOMPARE(firedNow(), 3);
        for (const QString &text : texts())
            QVERIFY(text.contains(u"typing more name11x"_s));
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
