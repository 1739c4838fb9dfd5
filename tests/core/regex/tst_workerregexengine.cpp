// The engine and its process together: JavaScript's rules, the limits, what happens when it dies.

#include "core/regex/workerregexengine.h"
#include "tests/testregistry.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <thread>

namespace tst_workerregexengine {

using namespace Qt::StringLiterals;
using namespace snug;

static QString program()
{
    return regexWorkerProgram(QCoreApplication::applicationDirPath());
}

// "1-3(1-2,-)" a match: whole, then groups, "-" for one that took no part; then names.
static QString shown(const RegexOutcome &outcome)
{
    if (!outcome)
        return u"failure %1"_s.arg(int(outcome.error().kind));
    const auto range = [](const std::optional<RegexRange> &piece) {
        return piece ? u"%1-%2"_s.arg(piece->start).arg(piece->start + piece->length) : u"-"_s;
    };
    QStringList matches;
    for (const RegexMatch &match : *outcome) {
        QString text = range(match.range);
        QStringList groups;
        for (const std::optional<RegexRange> &group : match.groups)
            groups << range(group);
        if (!groups.isEmpty())
            text += u'(' + groups.join(u',') + u')';
        for (const RegexMatch::NamedGroup &group : match.namedGroups)
            text += u' ' + group.name + u'=' + range(group.range);
        matches << text;
    }
    return matches.join(u"; "_s);
}

class TestWorkerRegexEngine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void javaScript_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("flags");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("found");
        const auto row = [](const char *name, const QString &pattern, const QString &flags,
                            const QString &text, const QString &found) {
            QTest::newRow(name) << pattern << flags << text << found;
        };
        const QString nothing;
        row("first only without g", u"a"_s, nothing, u"aba"_s, u"0-1"_s);
        row("all with g", u"a"_s, u"g"_s, u"aba"_s, u"0-1; 2-3"_s);
        row("none", u"x"_s, u"g"_s, u"aba"_s, nothing);
        row("empty matches", u"x*"_s, u"g"_s, u"axb"_s, u"0-0; 1-2; 2-2; 3-3"_s);
        row("empty match in empty text", u"^$"_s, u"g"_s, nothing, u"0-0"_s);
        row("empty pattern", nothing, u"g"_s, u"ab"_s, u"0-0; 1-1; 2-2"_s);
        row("empty matches step over units", u"(?:)"_s, u"g"_s, u"\U0001F600"_s, u"0-0; 1-1; 2-2"_s);
        row("empty matches step over pairs with u", u"(?:)"_s, u"gu"_s, u"\U0001F600"_s, u"0-0; 2-2"_s);
        row("a group without a part", u"(a)|(b)"_s, u"g"_s, u"ab"_s, u"0-1(0-1,-); 1-2(-,1-2)"_s);
        row("named groups", u"(?<x>a)(?<y>b)?"_s, u"g"_s, u"aab"_s,
            u"0-1(0-1,-) x=0-1 y=-; 1-3(1-2,2-3) x=1-2 y=2-3"_s);
        row("sticky from the start", u"a"_s, u"y"_s, u"ba"_s, nothing);
        row("sticky without gaps", u"a"_s, u"gy"_s, u"aaba"_s, u"0-1; 1-2"_s);
        row("lookbehind of any length", u"(?<=a+b)c"_s, nothing, u"aabc"_s, u"3-4"_s);
        row("negative lookbehind", u"(?<!a)b"_s, u"g"_s, u"abb"_s, u"2-3"_s);
        row("one emoji is two units", u"^..$"_s, nothing, u"\U0001F600"_s, u"0-2"_s);
        row("one emoji is one point with u", u"^.$"_s, u"u"_s, u"\U0001F600"_s, u"0-2"_s);
        row("properties", uR"(\p{Lu}+)"_s, u"gu"_s, u"éÉÀb"_s, u"1-3"_s);
        row("case folding", u"straße"_s, u"i"_s, u"STRAßE"_s, u"0-6"_s);
        row("dot and line breaks", u"a.b"_s, u"g"_s, u"a\nb a\u2028b a\u0085b"_s, u"8-11"_s);
        row("dot with s", u"a.b"_s, u"gs"_s, u"a\nb"_s, u"0-3"_s);
        row("dollar is the very end", u"a$"_s, nothing, u"a\n"_s, nothing);
        row("dollar with m", u"a$"_s, u"m"_s, u"a\n"_s, u"0-1"_s);
        row("white space is JavaScript's", uR"(\s+)"_s, nothing, u"\u00a0\ufeff\u3000"_s, u"0-3"_s);
        row("escapes", uR"(\u0061\x62)"_s, nothing, u"ab"_s, u"0-2"_s);
        row("anything", u"[^]+"_s, nothing, u"a\nb"_s, u"0-3"_s);
        row("back reference", uR"((a)\1)"_s, nothing, u"aa"_s, u"0-2(0-1)"_s);
        row("NUL", u"\\0"_s, u"g"_s, u"a"_s + QChar(0) + u"b"_s + QChar(0), u"1-2; 3-4"_s);
        row("NUL in the pattern", u"b"_s + QChar(0), u"g"_s, u"a"_s + QChar(0) + u"b"_s + QChar(0), u"2-4"_s);
        row("a lone surrogate", uR"(\ud83d)"_s, u"g"_s, u"a"_s + QChar(0xd83d) + u"b"_s, u"1-2"_s);
        row("half of a pair", uR"(\ud83d)"_s, u"g"_s, u"\U0001F600"_s, u"0-1"_s);
        row("no half of a pair with u", uR"(\ud83d)"_s, u"gu"_s, u"\U0001F600"_s, nothing);
        row("a lone surrogate in the pattern", QString(QChar(0xde00)), nothing, u"x"_s + QChar(0xde00),
            u"1-2"_s);
        row("flag d changes nothing", u"a"_s, u"dg"_s, u"aa"_s, u"0-1; 1-2"_s);
        row("unclosed group", u"(a"_s, nothing, u"a"_s, u"failure 0"_s);
        row("possessive", u"a++"_s, nothing, u"a"_s, u"failure 0"_s);
        row("unknown flag", u"a"_s, u"x"_s, u"a"_s, u"failure 0"_s);
        row("flag twice", u"a"_s, u"gg"_s, u"a"_s, u"failure 0"_s);
        row("runaway", u"(a+)+$"_s, nothing, QString(40, u'a') + u'b', u"failure 1"_s);
        row("too much memory", u"(?:(?:(?:a{0,500}){0,500}){0,500}b?)*c"_s, nothing, u"a"_s, nothing);
    }

    void javaScript()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, flags);
        QFETCH(QString, text);
        QFETCH(QString, found);
        const auto outcomes = m_engine.search({{pattern, flags, text}});
        QCOMPARE(outcomes.size(), 1);
        QCOMPARE(shown(outcomes.first()), found);
    }

    void firstOnly()
    {
        QCOMPARE(shown(m_engine.search({{u"a"_s, u"g"_s, u"aaa"_s, true}}).first()), u"0-1"_s);
    }

    void manyInOrder()
    {
        QList<RegexSearch> searches;
        for (int i = 0; i < 500; ++i)
            searches << RegexSearch{QString::number(i), u"g"_s,
                                    i % 3 == 0 ? u"7 17 27 499"_s : u"no digits"_s};
        searches << RegexSearch{u"("_s, {}, u"x"_s};
        const auto outcomes = m_engine.search(searches);
        QCOMPARE(outcomes.size(), searches.size());
        QCOMPARE(shown(outcomes.at(27)), u"5-7"_s);
        QCOMPARE(shown(outcomes.at(17)), QString());
        QCOMPARE(shown(outcomes.at(6)), QString());
        QCOMPARE(shown(outcomes.last()), u"failure 0"_s);
        QCOMPARE(m_engine.search(searches), outcomes); // from the cache, the very same
    }

    void aMillionCharacters()
    {
        const QString text = QString(u"Storm over the reef. ").repeated(50000);
        QCOMPARE(m_engine.search({{u"reef"_s, u"g"_s, text}}).first()->size(), 50000);
        QCOMPARE(m_engine.search({{u"squall"_s, u"g"_s, text}}).first()->size(), 0);
    }

    void tooLong()
    {
        const QString text(qsizetype(maximumSearchedText) + 1, u'a');
        const QString pattern(qsizetype(maximumPatternLength) + 1, u'a');
        const auto outcomes =
            m_engine.search({{u"a"_s, {}, text}, {pattern, {}, u"a"_s}, {u"a"_s, {}, u"a"_s}});
        QCOMPARE(shown(outcomes[0]), u"failure 2"_s);
        QCOMPARE(shown(outcomes[1]), u"failure 2"_s);
        QCOMPARE(shown(outcomes[2]), u"0-1"_s);
    }

    void memoryIsBounded()
    {
        // Every step of the outer loop leaves something to come back to.
        const QString text(4'000'000, u'a');
        const auto outcomes =
            m_engine.search({{u"(?:(a)|(b)|(c)|(d)|(e))*?x"_s, {}, text}, {u"b"_s, {}, u"b"_s}});
        QVERIFY2(!outcomes[0], "expected a failure");
        QVERIFY(outcomes[0].error().kind == RegexFailure::Kind::OverMemory ||
                outcomes[0].error().kind == RegexFailure::Kind::OverTime);
        QCOMPARE(shown(outcomes[1]), u"0-1"_s);
    }

    void runawayPatternsHoldNobodyUp()
    {
        QList<RegexSearch> searches;
        for (int i = 0; i < 60; ++i)
            searches << RegexSearch{u"(a+)+$"_s, {}, QString(40 + i, u'a') + u'b'};
        searches << RegexSearch{u"b"_s, {}, u"ab"_s};
        WorkerRegexEngine engine(program(), {.time = std::chrono::milliseconds(20)});
        const auto outcomes = engine.search(searches);
        for (qsizetype i = 0; i < 60; ++i)
            QCOMPARE(shown(outcomes[i]), u"failure 1"_s);
        QCOMPARE(shown(outcomes.last()), u"1-2"_s);
    }

    void killedInBetween()
    {
        QCOMPARE(shown(m_engine.search({{u"first"_s, {}, u"first"_s}}).first()), u"0-5"_s);
        const qint64 process = m_engine.processId();
        QVERIFY(process > 0);
        ::kill(pid_t(process), SIGKILL);
        const auto outcomes = m_engine.search({{u"second"_s, {}, u"second"_s}, {u"third"_s, {}, u"third"_s}});
        // The first may be the one that met the dead process; nothing else is lost.
        QVERIFY(shown(outcomes[0]) == u"0-6" || outcomes[0].error().kind == RegexFailure::Kind::NoEngine);
        QCOMPARE(shown(outcomes[1]), u"0-5"_s);
        QVERIFY(m_engine.processId() != process);
    }

    void killedInMidRequest()
    {
        WorkerRegexEngine engine(program(), {.time = std::chrono::milliseconds(60'000)});
        QCOMPARE(shown(engine.search({{u"a"_s, {}, u"a"_s}}).first()), u"0-1"_s);
        const qint64 process = engine.processId();
        QList<RegexOutcome> outcomes;
        std::jthread searching([&] {
            outcomes = engine.search({{u"(a+)+$"_s, {}, QString(60, u'a') + u'b'}, {u"b"_s, {}, u"b"_s}});
        });
        // processId() is 0 while a search has the process.
        QTRY_COMPARE(engine.processId(), 0);
        ::kill(pid_t(process), SIGKILL);
        searching.join();
        QCOMPARE(shown(outcomes[0]), u"failure 3"_s);
        QCOMPARE(shown(outcomes[1]), u"0-1"_s);
    }

    void silentProcess()
    {
        WorkerRegexEngine engine(
            program(), {.time = std::chrono::milliseconds(50), .silence = std::chrono::milliseconds(300)});
        QCOMPARE(shown(engine.search({{u"a"_s, {}, u"a"_s}}).first()), u"0-1"_s);
        ::kill(pid_t(engine.processId()), SIGSTOP);
        const auto outcomes = engine.search({{u"b"_s, {}, u"b"_s}, {u"c"_s, {}, u"c"_s}});
        QCOMPARE(shown(outcomes[0]), u"failure 1"_s);
        QCOMPARE(shown(outcomes[1]), u"0-1"_s);
    }

    void stopped()
    {
        WorkerRegexEngine engine(program(), {.time = std::chrono::milliseconds(60'000)});
        QCOMPARE(shown(engine.search({{u"a"_s, {}, u"a"_s}}).first()), u"0-1"_s);
        std::stop_source source;
        QList<RegexOutcome> first;
        QList<RegexOutcome> second;
        const QList<RegexSearch> searches{{u"(a+)+$"_s, {}, QString(60, u'a') + u'b'}, {u"a"_s, {}, u"a"_s}};
        std::jthread searching([&] { first = engine.search(searches, source.get_token()); });
        QTRY_COMPARE(engine.processId(), 0);
        std::jthread waiting([&] { second = engine.search(searches, source.get_token()); });
        source.request_stop();
        searching.join();
        waiting.join();
        QCOMPARE(shown(first[0]), u"failure 4"_s);
        QCOMPARE(shown(first[1]), u"0-1"_s); // known already
        QCOMPARE(shown(second[0]), u"failure 4"_s);
        // It goes on as if nothing had been.
        QCOMPARE(shown(engine.search({{u"b"_s, {}, u"b"_s}}).first()), u"0-1"_s);
    }

    void manyThreads()
    {
        QList<QString> wrong(8);
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 8; ++t) {
                threads.emplace_back([&, t] {
                    for (int i = 0; i < 50; ++i) {
                        const QString text = u"%1 %2 x"_s.arg(t).arg(i);
                        const auto outcomes = m_engine.search({{u"x"_s, {}, text}, {u"y"_s, {}, text}});
                        if (!outcomes[0] || outcomes[0]->value(0).range.start != text.size() - 1 ||
                            !outcomes[1] || !outcomes[1]->isEmpty())
                            wrong[t] = text;
                    }
                });
            }
        }
        QCOMPARE(wrong, QList<QString>(8));
    }

    void noProgram()
    {
        WorkerRegexEngine engine(u"/nowhere/snug-regex"_s);
        const auto outcomes = engine.search({{u"a"_s, {}, u"a"_s}, {u"b"_s, {}, u"b"_s}});
        QCOMPARE(shown(outcomes[0]), u"failure 3"_s);
        QVERIFY(!outcomes[0].error().what.isEmpty());
        QCOMPARE(shown(outcomes[1]), u"failure 3"_s);
    }

    void anotherProgram()
    {
        WorkerRegexEngine engine(u"/bin/false"_s);
        QCOMPARE(shown(engine.search({{u"a"_s, {}, u"a"_s}}).first()), u"failure 3"_s);
    }

    void itsRightsAreGone()
    {
        QVERIFY(m_engine.search({{u"a"_s, {}, u"a"_s}}).first());
        const QString process = u"/proc/%1/"_s.arg(m_engine.processId());
        QFile limits(process + u"limits"_s);
        QVERIFY(limits.open(QIODevice::ReadOnly));
        const QByteArrayList lines = limits.readAll().split('\n');
        const auto limit = [&](const char *name) {
            for (const QByteArray &line : lines) {
                if (line.startsWith(name))
                    return line.mid(qsizetype(qstrlen(name))).simplified().split(' ').value(0);
            }
            return QByteArray();
        };
        QCOMPARE(limit("Max open files"), QByteArray("0"));
        QCOMPARE(limit("Max processes"), QByteArray("0"));
        QCOMPARE(limit("Max file size"), QByteArray("0"));
        QFile status(process + u"status"_s);
        QVERIFY(status.open(QIODevice::ReadOnly));
        const QByteArray text = status.readAll();
        QVERIFY(text.contains("NoNewPrivs:\t1"));
#if !defined(SNUG_SANITIZED)
        QVERIFY(text.contains("Seccomp:\t2"));
#endif
        const QStringList descriptors =
            QDir(process + u"fd"_s).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
        if (!descriptors.isEmpty()) // only root may look
            QCOMPARE(descriptors, (QStringList{u"0"_s, u"1"_s, u"2"_s}));
    }

    void itDiesWithTheEngine()
    {
        qint64 process = 0;
        {
            WorkerRegexEngine engine(program());
            QVERIFY(engine.search({{u"a"_s, {}, u"a"_s}}).first());
            process = engine.processId();
        }
        QVERIFY(process > 0);
        QVERIFY(!QFile::exists(u"/proc/%1"_s.arg(process)));
    }

    void whereItLies()
    {
        QTemporaryDir folder;
        QDir root(folder.path());
        QVERIFY(root.mkpath(u"bin"_s) && root.mkpath(u"libexec/snug"_s));
        const QString installed = root.filePath(u"libexec/snug/snug-regex"_s);
        QVERIFY(QFile::copy(program(), installed));
        QCOMPARE(regexWorkerProgram(root.filePath(u"bin"_s)), installed);
        const QString beside = root.filePath(u"bin/snug-regex"_s);
        QVERIFY(QFile::copy(program(), beside));
        QCOMPARE(regexWorkerProgram(root.filePath(u"bin"_s)), beside);
    }

private:
    WorkerRegexEngine m_engine{program()};
};

} // namespace tst_workerregexengine

SNUG_TEST(tst_workerregexengine, TestWorkerRegexEngine, Core)
#include "tst_workerregexengine.moc"
