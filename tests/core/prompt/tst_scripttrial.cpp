#include "core/prompt/scripttrial.h"
#include "core/regex/workerregexengine.h"
#include "tests/testregistry.h"

#include <QCoreApplication>
#include <QTest>

namespace tst_scripttrial {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

RegexScript script(const QString &find, const QString &replacement)
{
    RegexScript made;
    made.name = find;
    made.find = find;
    made.replacement = replacement;
    made.placements = {int(RegexScript::Placement::AiOutput)};
    return made;
}

} // namespace

class TestScriptTrial : public QObject
{
    Q_OBJECT

private:
    PromptInputs m_inputs;

private Q_SLOTS:
    void initTestCase()
    {
        m_inputs.userName = u"Mika"_s;
        m_inputs.card = Card{};
        m_inputs.card->name = u"A.ife"_s;
        m_inputs.regexEngine =
            std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
    }
    void init() { QTest::failOnWarning(); }

    void eachPlaceHasItsText_data()
    {
        QTest::addColumn<bool>("isShownOnly");
        QTest::addColumn<bool>("isSentOnly");
        QTest::addColumn<QString>("stored");
        QTest::addColumn<QString>("sent");
        QTest::addColumn<QString>("shown");
        QTest::newRow("stored") << false << false << u"b-b"_s << u"b-b"_s << u"b-b"_s;
        QTest::newRow("sent") << false << true << u"a-a"_s << u"b-b"_s << u"a-a"_s;
        QTest::newRow("shown") << true << false << u"a-a"_s << u"a-a"_s << u"b-b"_s;
        QTest::newRow("both views") << true << true << u"a-a"_s << u"b-b"_s << u"b-b"_s;
    }

    void eachPlaceHasItsText()
    {
        QFETCH(bool, isShownOnly);
        QFETCH(bool, isSentOnly);
        RegexScript tried = script(u"/a/g"_s, u"b"_s);
        tried.displayOnly = isShownOnly;
        tried.promptOnly = isSentOnly;
        tried.disabled = true; // tried all the same
        const ScriptTrialResult result = tryScript({.script = tried, .text = u"a-a"_s}, m_inputs);
        QTEST(result.stored, "stored");
        QTEST(result.sent, "sent");
        QTEST(result.shown, "shown");
        QCOMPARE(result.matches.size(), 2);
        QCOMPARE(result.matches[1].range, (RegexRange{2, 1}));
        QVERIFY(!result.failure);
        QVERIFY(result.warnings.isEmpty());
    }

    void whereItDoesNotActNothingChanges()
    {
        RegexScript tried = script(u"/a/"_s, u"b"_s);
        ScriptTrialRequest request{.script = tried, .text = u"a"_s};
        request.placement = RegexScript::Placement::UserInput;
        QCOMPARE(tryScript(request, m_inputs).stored, u"a"_s);
        request.placement = RegexScript::Placement::AiOutput;
        request.isEdit = true;
        QCOMPARE(tryScript(request, m_inputs).stored, u"a"_s);
        request.script.runOnEdit = true;
        QCOMPARE(tryScript(request, m_inputs).stored, u"b"_s);
        request.isEdit = false;
        request.script.minDepth = 2;
        QCOMPARE(tryScript(request, m_inputs).stored, u"a"_s);
        request.depth = 2;
        QCOMPARE(tryScript(request, m_inputs).stored, u"b"_s);
        request.depth = std::nullopt;
        QCOMPARE(tryScript(request, m_inputs).stored, u"b"_s);
    }

    // What is sent is made of what is stored.
    void withTheScriptsInEffectTheyActInTheirOrder()
    {
        PromptInputs inputs = m_inputs;
        RegexScript later = script(u"/b/g"_s, u"c"_s);
        later.promptOnly = true;
        inputs.regexScripts = {later, script(u"/a/g"_s, u"b"_s)};
        const ScriptTrialRequest request{
            .script = inputs.regexScripts.last(), .text = u"a"_s, .isAlone = false};
        const ScriptTrialResult result = tryScript(request, inputs);
        QCOMPARE(result.stored, u"b"_s);
        QCOMPARE(result.sent, u"c"_s);
        QCOMPARE(result.shown, u"b"_s);
    }

    void macrosAreResolvedAsTheScriptSays_data()
    {
        QTest::addColumn<RegexScript::FindMacros>("macros");
        QTest::addColumn<int>("matches");
        QTest::newRow("not at all") << RegexScript::FindMacros::None << 0;
        QTest::newRow("raw") << RegexScript::FindMacros::Raw << 2;         // "." is any character
        QTest::newRow("escaped") << RegexScript::FindMacros::Escaped << 1; // "." is a dot
    }

    void macrosAreResolvedAsTheScriptSays()
    {
        QFETCH(RegexScript::FindMacros, macros);
        QFETCH(int, matches);
        RegexScript tried = script(u"/{{char}}/g"_s, u"x"_s);
        tried.findMacros = macros;
        const ScriptTrialResult result = tryScript({.script = tried, .text = u"A.ife Aoife"_s}, m_inputs);
        QCOMPARE(result.matches.size(), matches);
    }

    void mistakesAreToldAtTheirPlace()
    {
        const ScriptTrialResult result =
            tryScript({.script = script(u"/ab(c/g"_s, u"x"_s), .text = u"abc"_s}, m_inputs);
        QVERIFY(result.failure);
        QCOMPARE(result.failure->kind, RegexFailure::Kind::InvalidPattern);
        QCOMPARE(result.failureAt, 3);
        QCOMPARE(result.stored, u"abc"_s);
        QCOMPARE(result.warnings.size(), 1);
    }

    void aRunawayIsToldAsOne()
    {
        const ScriptTrialResult result =
            tryScript({.script = script(u"/(a+)+$/"_s, u"x"_s), .text = QString(40, u'a') + u'b'}, m_inputs);
        QVERIFY(result.failure);
        QCOMPARE(result.failure->kind, RegexFailure::Kind::OverTime);
        QCOMPARE(result.stored.size(), 41);
    }

    void nothingToLookForIsNoPattern()
    {
        const ScriptTrialResult result = tryScript({.script = script({}, u"x"_s), .text = u"a"_s}, m_inputs);
        QVERIFY(!result.pattern);
        QVERIFY(!result.failure);
        QCOMPARE(result.stored, u"a"_s);
    }
};

} // namespace tst_scripttrial

SNUG_TEST(tst_scripttrial, TestScriptTrial, Core)

#include "tst_scripttrial.moc"
