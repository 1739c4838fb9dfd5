// What hostile expressions, and a worker that was taken over, do to other searches: nothing.
#include "core/regex/workerregexengine.h"
#include "tests/testregistry.h"

#include <QCoreApplication>
#include <QTest>

namespace tst_regexbatch {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

const QString text = u"the dragon sleeps"_s;
const QString evil = u"lorebook “Evil”"_s;

QString shown(const RegexOutcome &outcome)
{
    if (!outcome)
        return u"failure %1"_s.arg(int(outcome.error().kind));
    return outcome->isEmpty() ? u"none"_s : u"at %1"_s.arg(outcome->first().range.start);
}

QList<RegexSearch> withDragon(QList<RegexSearch> searches, const QString &in = text)
{
    searches.append({.pattern = u"dragon"_s, .flags = {}, .text = in});
    return searches;
}

QString honest()
{
    return regexWorkerProgram(QCoreApplication::applicationDirPath());
}

QString lying()
{
    return QCoreApplication::applicationDirPath() + u"/lyingregexworker"_s;
}

} // namespace

class TestRegexBatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void longPatternsHoldNobodyUp()
    {
        // QuickJS compiles these for minutes, and does not ask meanwhile whether it may.
        QList<RegexSearch> searches;
        for (int i = 0; i < 5; ++i)
            searches.append({.pattern = u"\\k<x>"_s.repeated(50'000) + u"(?<x>a)%1"_s.arg(i),
                             .flags = {},
                             .text = text,
                             .owner = evil});
        WorkerRegexEngine engine(honest());
        const QList<RegexOutcome> outcomes = engine.search(withDragon(searches));
        for (qsizetype i = 0; i < 5; ++i) {
            QCOMPARE(shown(outcomes[i]), u"failure 2"_s);
            QVERIFY(outcomes[i].error().what.contains(QString::number(maximumPatternLength)));
        }
        QCOMPARE(shown(outcomes.last()), u"at 4"_s);
        QCOMPARE(shown(engine.search(withDragon({})).first()), u"at 4"_s);
    }

    // Whoever ends the worker fails alone, and only that is what the next call finds.
    void endedWorkers()
    {
        QList<RegexSearch> searches;
        for (int i = 0; i < 5; ++i)
            searches.append({.pattern = u"die%1"_s.arg(i), .flags = {}, .text = text});
        WorkerRegexEngine engine(lying());
        const QList<RegexOutcome> outcomes = engine.search(withDragon(searches));
        for (qsizetype i = 0; i < 5; ++i)
            QCOMPARE(shown(outcomes[i]), u"failure 3"_s);
        QCOMPARE(shown(outcomes.last()), u"at 4"_s);
        QCOMPARE(shown(engine.search(withDragon({})).first()), u"at 4"_s);
    }

    void nothingButEndedWorkers()
    {
        QList<RegexSearch> searches;
        for (int i = 0; i < 1000; ++i)
            searches.append({.pattern = u"die%1"_s.arg(i), .flags = {}, .text = text});
        WorkerRegexEngine engine(lying());
        const QList<RegexOutcome> outcomes = engine.search(withDragon(searches));
        QCOMPARE(shown(outcomes.last()), u"failure 3"_s); // not tried,
        QVERIFY(outcomes.last().error().what != outcomes.first().error().what);
        QCOMPARE(shown(engine.search(withDragon({})).first()), u"at 4"_s); // and not settled
    }

    void anOwnerOfManyIsGivenUp_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("tried");
        QTest::addColumn<int>("most"); // of them
        QTest::newRow("ending the worker") << lying() << u"die%1"_s << u"failure 3"_s << 2;
        QTest::newRow("running away") << honest() << u"(a+)+%1$"_s << u"failure 1"_s << 6;
    }

    void anOwnerOfManyIsGivenUp()
    {
        QFETCH(const QString, program);
        QFETCH(const QString, pattern);
        QFETCH(const QString, tried);
        QFETCH(const int, most);
        const QString longText = QString(60, u'a') + u" dragon"_s;
        QList<RegexSearch> searches;
        for (int i = 0; i < 40; ++i)
            searches.append({.pattern = pattern.arg(i), .flags = {}, .text = longText, .owner = evil});
        // It may hold the user's own words, too: that takes them from nobody.
        searches.append({.pattern = u"dragon"_s, .flags = {}, .text = longText, .owner = evil});
        WorkerRegexEngine engine(program, {.time = std::chrono::milliseconds(20)});
        const QList<RegexOutcome> outcomes = engine.search(withDragon(searches, longText));
        QCOMPARE(shown(outcomes.last()), u"at 61"_s);
        int count = 0;
        for (qsizetype i = 0; i < 40; ++i) {
            if (shown(outcomes[i]) == tried) {
                ++count;
                continue;
            }
            QCOMPARE(shown(outcomes[i]), givenUp());
            QVERIFY(outcomes[i].error().what.contains(evil));
        }
        QCOMPARE(count, most);
        // What was not tried is not settled: alone, and with a clean record, it is.
        QCOMPARE(shown(engine.search({searches.last()}).first()), u"at 61"_s);
        QCOMPARE(shown(engine.search(withDragon({}, longText)).first()), u"at 61"_s);
    }

    void manyBadOwners()
    {
        const QString longText = QString(60, u'a') + u" dragon"_s;
        QList<RegexSearch> searches;
        for (int i = 0; i < 200; ++i)
            searches.append({.pattern = u"(a+)+%1$"_s.arg(i),
                             .flags = {},
                             .text = longText,
                             .owner = u"lorebook “%1”"_s.arg(i % 20)});
        WorkerRegexEngine engine(honest(), {.time = std::chrono::milliseconds(10)});
        const QList<RegexOutcome> outcomes = engine.search(withDragon(searches, longText));
        QCOMPARE(shown(outcomes.last()), u"at 61"_s);
        const auto isTried = [](const RegexOutcome &outcome) {
            return !outcome && outcome.error().kind == RegexFailure::Kind::OverTime;
        };
        QVERIFY(std::ranges::count_if(outcomes, isTried) <= 16 + 20);
    }

    void aWorkerThatLies_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("outcome");
        QTest::newRow("bytes that trickle in") << u"trickle"_s << u"failure 1"_s;
        QTest::newRow("another number") << u"number"_s << u"failure 3"_s;
        QTest::newRow("60 MB of words") << u"shout"_s << u"failure 3"_s;
        QTest::newRow("100,000 names") << u"names"_s << u"failure 3"_s;
        QTest::newRow("more words than a sentence") << u"words"_s << u"failure 0"_s;
    }

    void aWorkerThatLies()
    {
        QFETCH(const QString, pattern);
        QFETCH(const QString, outcome);
        WorkerRegexEngine engine(lying(),
                                 {.silence = std::chrono::milliseconds(pattern == u"trickle" ? 200 : 5000)});
        const QList<RegexOutcome> outcomes =
            engine.search(withDragon({{.pattern = pattern, .flags = {}, .text = text}}));
        QCOMPARE(shown(outcomes[0]), outcome);
        QVERIFY(outcomes[0].error().what.size() < 1'200);
        QCOMPARE(shown(outcomes[1]), u"at 4"_s);
    }

    void anAnswerThatNobodyAskedFor()
    {
        WorkerRegexEngine engine(lying());
        QCOMPARE(shown(engine.search({{.pattern = u"twice"_s, .flags = {}, .text = text}}).first()),
                 u"none"_s);
        QCOMPARE(shown(engine.search(withDragon({})).first()), u"at 4"_s);
    }

private:
    static QString givenUp() { return u"failure %1"_s.arg(int(RegexFailure::Kind::GivenUp)); }
};

} // namespace tst_regexbatch

SNUG_TEST(tst_regexbatch, TestRegexBatch, Core)
#include "tst_regexbatch.moc"
