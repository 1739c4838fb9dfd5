#include "core/macros/framing/framingmacros.h"
#include "core/macros/macroevaluator.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_macrobudget {

using namespace Qt::StringLiterals;
using namespace snug;

using Limit = MacroBudget::Limit;
static MacroEnvironment environment()
{
    MacroEnvironment result;
    result.values[u"user"_s] = {u"Mika"_s};
    result.values[u"big"_s] = {u"x"_s.repeated(100'000)};
    result.cardTexts[u"description"_s] = {
        u"{{user}} "_s.repeated(500), u"char.description"_s, {}, u"card Mira"_s};
    result.outlets[u"notes"_s] = {u"y"_s.repeated(100'000)};
    result.greetings = {{u"{{big}}{{big}}"_s}};
    result.now = QDateTime(QDate(2026, 3, 14), QTime(15, 9, 26), QTimeZone::UTC);
    return result;
}

static QString doublings(const QString &macro, int count)
{
    return macro.repeated(count);
}

static void checkBounds(const MacroBudget &budget)
{
    QVERIFY(budget.used().steps <= budget.limits().steps);
    QVERIFY(budget.used().output <= budget.limits().output);
    QVERIFY(budget.used().variables <= budget.limits().variables);
    QVERIFY(budget.used().depth <= budget.limits().depth);
}

class TestMacroBudget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void bombs_data()
    {
        QTest::addColumn<QString>("input");
        QTest::addColumn<Limit>("limit");
        const auto row = [](const char *name, const QString &input, Limit limit) {
            QTest::newRow(name) << input << limit;
        };
        const QString start = u"{{setvar::a::AAAAAAAAAA}}"_s;
        row("a variable that grows by itself",
            start + doublings(u"{{setvar::a::{{getvar::a}}{{getvar::a}}{{getvar::a}}{{getvar::a}}}}"_s, 20),
            Limit::Output);
        row("added to itself", start + doublings(u"{{addvar::a::{{getvar::a}}}}"_s, 40), Limit::Output);
        row("in a variable of all chats",
            u"{{setglobalvar::a::AAAAAAAAAA}}"_s +
                doublings(u"{{addglobalvar::a::{{getglobalvar::a}}}}"_s, 40),
            Limit::Output);
        row("by the short form", u"{{.a = AAAAAAAAAA}}"_s + doublings(u"{{.a += {{.a}}{{.a}}}}"_s, 40),
            Limit::Output);
        row("by default values", u"{{.a ?\?= {{big}}}}"_s + doublings(u"{{.b = {{.a}}{{.a}}}}"_s, 60),
            Limit::Output);
        row(
            "many variables",
            u"{{setvar::a::{{space::10000}}x}}"_s +
                [] {
                    QString text;
                    for (int i = 0; i < 3000; ++i)
                        text += u"{{addvar::a%1::b}}{{setvarkey::k%1::99999::1}}"_s.arg(i);
                    return text;
                }(),
            Limit::Variables);
        row("keys in each other",
            u"{{setvarkey::a::0::1}}"_s + doublings(u"{{setvarkey::a::0::{{getvar::a}}{{getvar::a}}}}"_s, 40),
            Limit::Output);
        row("values shown", u"{{big}}"_s.repeated(100), Limit::Output);
        row("outlets shown", u"{{outlet::notes}}"_s.repeated(100), Limit::Output);
        row("greetings shown", u"{{greeting::0}}"_s.repeated(100), Limit::Output);
        row("reversed", u"{{reverse::"_s.repeated(60) + u"z"_s.repeated(200'000) + u"}}"_s.repeated(60),
            Limit::Output);
        row("many small ones", u"{{user}}"_s.repeated(700'000), Limit::Steps);
        row("much of a card's text", u"{{description}}"_s.repeated(100'000), Limit::Output);
        row("dice", u"{{roll::9999d9}}"_s.repeated(20'000), Limit::Steps);
        row("dates", u"{{datetimeformat::"_s + u"DDDD"_s.repeated(250'000) + u"}}"_s, Limit::Steps);
        row("brackets in dates", u"{{datetimeformat::"_s + u"["_s.repeated(200'000) + u"}}"_s, Limit::None);
        row("lists that are read",
            u"{{setvar::a::["_s + u"1,"_s.repeated(50'000) + u"1]}}"_s +
                u"{{getvarkey::a::0}}"_s.repeated(1'000),
            Limit::Steps);
        row("blocks", u"{{if 1}}"_s.repeated(3'000) + u"x"_s + u"{{/if}}"_s.repeated(3'000), Limit::Depth);
        row("other blocks", u"{{trim}}"_s.repeated(3'000) + u"x"_s + u"{{/trim}}"_s.repeated(3'000),
            Limit::Depth);
        row("unknown blocks", u"{{a}}"_s.repeated(3'000) + u"x"_s + u"{{/a}}"_s.repeated(3'000),
            Limit::Depth);
        row("open blocks", u"{{if 1}}"_s.repeated(20'000), Limit::None);
        row("blocks side by side", u"{{if 1}}x{{else}}y{{/if}}"_s.repeated(20'000), Limit::None);
        row("blocks that close each other's",
            u"{{if 0}}{{trim}}{{else}}{{/trim}}{{user}}"_s.repeated(100) + u"{{/if}}"_s.repeated(100),
            Limit::None);
        row("openings", u"{{"_s.repeated(100'000), Limit::None);
        row("names", u"{{a "_s.repeated(100'000), Limit::None);
        row("variables that never close", u"{{.a "_s.repeated(100'000), Limit::None);
        row("variables among arguments", u"{{reverse::"_s + u"{{.a "_s.repeated(100'000), Limit::None);
        row("arguments", u"{{random"_s + u"::a"_s.repeated(200'000) + u"}}"_s, Limit::None);
        row("time zones", u"{{time_UTC"_s.repeated(100'000), Limit::None);
        row("choices of the whole text", u"{{pick::a,b}}"_s.repeated(20'000), Limit::None);
    }

    void bombs()
    {
        QFETCH(QString, input);
        QFETCH(Limit, limit);
        MacroState state;
        const MacroText result = evaluateMacros(input, environment(), state);
        QCOMPARE(state.budget->exceeded(), limit);
        QCOMPARE(result.isEmpty(), limit != Limit::None);
        checkBounds(*state.budget);
        // Variables that were refused were not written.
        qint64 held = 0;
        for (const Json::Member &member : state.localVariables.members())
            held += member.value.toText().size();
        QVERIFY(held <= state.budget->limits().variables);
    }

    // One budget for all texts of an assembly, also those that work with a copy of the state.
    void theSumCounts()
    {
        MacroState state;
        MacroState copy = state;
        const QString text = u"{{big}}"_s.repeated(30);
        QCOMPARE(evaluateMacros(text, environment(), state).text().size(), 3'000'000);
        QVERIFY(!evaluateMacros(text, environment(), copy).isEmpty());
        QVERIFY(evaluateMacros(text, environment(), state).isEmpty());
        QCOMPARE(copy.budget->exceeded(), Limit::Output);
        QVERIFY(evaluateMacros(u"{{user}}"_s, environment(), copy).isEmpty());
    }

    void largeRealTextsFit_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("times");
        const QString words = u" walks along the harbour wall."_s;
        QTest::newRow("a card of 200 KB with 6,000 macros, ten times")
            << QString(u"{{user}}"_s + words).repeated(6'000) << 10;
        QTest::newRow("2,000 messages of 2 KB with macros")
            << QString(QString(u"{{user}}"_s + words).repeated(10) + words.repeated(50)) << 2'000;
        QTest::newRow("a preset that sets hundreds of variables") << [] {
            QString text;
            for (int i = 0; i < 800; ++i)
                text += u"{{setvar::rule%1::%2}}{{addvar::all::{{getvar::rule%1}}}}"_s.arg(i).arg(
                    u"Write in the past tense. "_s.repeated(8));
            text += u"{{if {{getvar::rule7}}}}{{getvar::all}}{{else}}nothing{{/if}}"_s;
            return text;
        }() << 1;
        QTest::newRow("a chain of alternatives")
            << QString(u"{{if {{getvar::x}}}}a{{else}}"_s.repeated(100) + u"b"_s + u"{{/if}}"_s.repeated(100))
            << 20;
    }

    void largeRealTextsFit()
    {
        QFETCH(QString, text);
        QFETCH(int, times);
        MacroState state;
        for (int i = 0; i < times; ++i)
            QVERIFY(!evaluateMacros(text, environment(), state).isEmpty());
        QVERIFY2(state.budget->share() < 0.5, qPrintable(QString::number(state.budget->share())));
    }

    void twiceTheBlocksCostTwiceAsMuch()
    {
        const auto steps = [](int count, int deep) {
            MacroState state;
            const QString tower =
                u"{{if 1}}a{{user}}"_s.repeated(deep) + u"{{else}}b"_s + u"{{/if}}"_s.repeated(deep);
            const QString result = evaluateMacros(tower.repeated(count), environment(), state).text();
            return result.size() == 5 * count * deep ? state.budget->used().steps : -1;
        };
        QVERIFY(steps(10, 100) > 0);
        QVERIFY(steps(20, 100) < 2.2 * double(steps(10, 100)));
        QVERIFY(steps(20, 100) < 20 * 100 * 60); // each block a few dozen, however deep
    }

    void itEndsWhenNobodyWaits()
    {
        std::stop_source stop;
        MacroState state;
        state.budget = std::make_shared<MacroBudget>(stop.get_token());
        QCOMPARE(evaluateMacros(u"{{user}}"_s, environment(), state).text(), u"Mika"_s);
        stop.request_stop();
        QVERIFY(state.budget->end().stop_requested());
        const qint64 steps = state.budget->used().steps;
        QVERIFY(evaluateMacros(u"{{user}}"_s.repeated(10'000), environment(), state).isEmpty());
        QCOMPARE(state.budget->exceeded(), Limit::None); // stopped, not failed
        QCOMPARE(state.budget->used().steps, steps);
    }

    void itSaysWhichTextWasTooMuch()
    {
        MacroState state;
        state.budget = std::make_shared<MacroBudget>(std::stop_token(), MacroLimits{.steps = 100'000});
        MacroEnvironment given = environment();
        given.cardTexts[u"description"_s].text = u"{{user}} "_s.repeated(200'000);
        QVERIFY(evaluateMacros(u"{{user}} {{big}} {{description}}"_s, given, state).isEmpty());
        QCOMPARE(state.budget->endPlace().type, u"char.description"_s);
        QCOMPARE(state.budget->endPlace().label, u"card Mira"_s);
        QCOMPARE(state.budget->heaviest().type, u"char.description"_s);
    }

    void framingBombs_data()
    {
        QTest::addColumn<QString>("input");
        QTest::addColumn<Limit>("limit");
        const auto row = [](const char *name, const QString &input, Limit limit) {
            QTest::newRow(name) << input << limit;
        };
        row("a variable that grows by itself",
            u"{{setvar:a:AAAAAAAAAA}}"_s +
                doublings(u"{{setvar:a:{{getvar:a}}{{getvar:a}}{{getvar:a}}}}"_s, 30),
            Limit::None);
        row(
            "many variables of an expression",
            [] {
                QString text;
                for (int i = 0; i < 100; ++i)
                    text += u"{{python:setvar('a%1', 'x' * 900000)}}"_s.arg(i);
                return text;
            }(),
            Limit::Output);
        row("lists that hold themselves twice",
            u"{{python:setvar('a', [1])}}"_s +
                doublings(u"{{python:setvar('a', [getvar('a'), getvar('a')])}}"_s, 60),
            Limit::Output);
        row("lists in lists",
            u"{{python:setvar('a', [1])}}"_s + doublings(u"{{python:setvar('a', [getvar('a')])}}"_s, 2'000),
            Limit::Depth);
        row(
            "long lists on a path",
            [] {
                QString text;
                for (int i = 0; i < 200; ++i)
                    text += u"{{setvar:b%1[99999][99999]:1}}"_s.arg(i);
                return text;
            }(),
            Limit::Variables);
        row("texts in a list",
            u"{{python:str("_s + QString(u"['x' * 900000, "_s).repeated(60) + u"1"_s + u"]"_s.repeated(60) +
                u")}}"_s,
            Limit::Output);
        row("long sums", u"{{python:1"_s + u"+1"_s.repeated(100'000) + u"}}"_s, Limit::None);
        row("brackets", u"{{python:"_s + u"("_s.repeated(100'000) + u"}}"_s, Limit::None);
        row("signs", u"{{python:"_s + u"-"_s.repeated(100'000) + u"1}}"_s, Limit::None);
        row("denials", u"{{python:"_s + u"not "_s.repeated(100'000) + u"1}}"_s, Limit::None);
        row("powers", u"{{python:1"_s + u"**1"_s.repeated(100'000) + u"}}"_s, Limit::None);
        row("lists added up", u"{{python:len(sum([[1]] * 90000, []))}}"_s, Limit::None);
        row("braces", u"{{"_s.repeated(100'000) + u"}}"_s.repeated(100'000), Limit::None);
        row("braces around names", u"{{x "_s.repeated(50'000) + u"}}"_s.repeated(50'000), Limit::None);
        row("words looked for", u"{{keywords::any::"_s + u"q,"_s.repeated(50'000) + u"}}"_s, Limit::Steps);
    }

    void framingBombs()
    {
        QFETCH(QString, input);
        QFETCH(Limit, limit);
        framing::MacroContext context;
        context.scope.variables.set(u"chat_history_text"_s, Json(u"harbour "_s.repeated(100'000)));
        framing::expandMacros(input, context);
        QCOMPARE(context.scope.budget->exceeded(), limit);
        checkBounds(*context.scope.budget);
    }
};

} // namespace tst_macrobudget

SNUG_TEST(tst_macrobudget, TestMacroBudget, Nothing)
#include "tst_macrobudget.moc"
