#include "core/workspace/scriptowners.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_scriptowners {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

const QString key = u"characters/Mira.png"_s;

Card cardWith(const QString &find)
{
    RegexScript script;
    script.id = u"1"_s;
    script.find = find;
    script.placements = {2};
    Card card;
    card.name = u"Mira"_s;
    card.regexScripts = {script};
    return card;
}

std::optional<bool> isAllowed(const Card &card, const ActiveChoices &choices,
                              const SillyTavernSettings &settings = {})
{
    return scriptOwners(card, u"Mira.png"_s, {}, settings, choices).first().isAllowed;
}

} // namespace

class TestScriptOwners : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void permissionIsForTheseScripts()
    {
        const Card mira = cardWith(u"/a/"_s);
        ActiveChoices choices;
        QCOMPARE(isAllowed(mira, choices), std::nullopt);
        choices.scripts.insert(key, {true, scriptsDigest(mira.regexScripts)});
        QCOMPARE(isAllowed(mira, choices), true);
        // Another card of that name, or one that another program has changed.
        QCOMPARE(isAllowed(cardWith(u"/b/"_s), choices), std::nullopt);
        choices.scripts[key].isAllowed = false;
        QCOMPARE(isAllowed(mira, choices), false);
        QCOMPARE(isAllowed(cardWith(u"/b/"_s), choices), std::nullopt);
    }

    void everythingThatActsCounts_data()
    {
        QTest::addColumn<RegexScript>("changed");
        const RegexScript script = cardWith(u"/a/"_s).regexScripts.first();
        const auto row = [&](const char *name, auto change) {
            RegexScript changed = script;
            change(changed);
            QTest::newRow(name) << changed;
        };
        row("find", [](RegexScript &each) { each.find = u"/A/"_s; });
        row("replacement", [](RegexScript &each) { each.replacement = u"x"_s; });
        row("trimmed", [](RegexScript &each) { each.trimStrings = {u"x"_s}; });
        row("placements", [](RegexScript &each) { each.placements = {1}; });
        row("switched off", [](RegexScript &each) { each.disabled = true; });
        row("shown only", [](RegexScript &each) { each.displayOnly = true; });
        row("sent only", [](RegexScript &each) { each.promptOnly = true; });
        row("on edit", [](RegexScript &each) { each.runOnEdit = true; });
        row("macros", [](RegexScript &each) { each.findMacros = RegexScript::FindMacros::Raw; });
        row("depth", [](RegexScript &each) { each.minDepth = 1; });
        row("other depth", [](RegexScript &each) { each.maxDepth = 1; });
    }
    void everythingThatActsCounts()
    {
        QFETCH(RegexScript, changed);
        const QList<RegexScript> before = cardWith(u"/a/"_s).regexScripts;
        QCOMPARE_NE(scriptsDigest({changed}), scriptsDigest(before));
        QCOMPARE_NE(scriptsDigest(before + before), scriptsDigest(before));
        // How the file spells it is no matter.
        RegexScript spelt = before.first();
        spelt.source = Json::object({{u"mine"_s, Json(1)}});
        QCOMPARE(scriptsDigest({spelt}), scriptsDigest(before));
    }

    // session.json of earlier versions, and SillyTavern's own list: they count once.
    void oldPermissionsAreBoundAtFirstSight()
    {
        const Card mira = cardWith(u"/a/"_s);
        ActiveChoices choices =
            readActiveChoices(R"({"regexScripts":{"characters/Mira.png":true,"presets/Plain":false}})");
        QCOMPARE(choices.scripts.value(key), (ScriptPermission{true, {}}));
        QCOMPARE(isAllowed(mira, choices), true);
        bindPermissions(scriptOwners(mira, u"Mira.png"_s, {}, {}, choices), choices);
        choices = readActiveChoices(writeActiveChoices(choices));
        QCOMPARE(isAllowed(mira, choices), true);
        QCOMPARE(isAllowed(cardWith(u"/b/"_s), choices), std::nullopt);
        QCOMPARE(choices.scripts.value(u"presets/Plain"_s), (ScriptPermission{false, {}})); // not seen yet
    }

    void sillyTavernsListCountsOnce()
    {
        const Card mira = cardWith(u"/a/"_s);
        SillyTavernSettings settings;
        settings.allowedScopedRegex = {u"Mira.png"_s};
        ActiveChoices choices;
        QCOMPARE(isAllowed(mira, choices, settings), true);
        bindPermissions(scriptOwners(mira, u"Mira.png"_s, {}, settings, choices), choices);
        QCOMPARE(isAllowed(mira, choices, settings), true);
        QCOMPARE(isAllowed(cardWith(u"/b/"_s), choices, settings), std::nullopt);
        // What nobody allowed is not bound.
        ActiveChoices none;
        bindPermissions(scriptOwners(mira, u"Mira.png"_s, {}, {}, none), none);
        QVERIFY(none.scripts.isEmpty());
    }

    void editsKeepWhatWasDecided()
    {
        const QByteArray a = scriptsDigest(cardWith(u"/a/"_s).regexScripts);
        const QByteArray b = scriptsDigest(cardWith(u"/b/"_s).regexScripts);
        const QByteArray c = scriptsDigest(cardWith(u"/c/"_s).regexScripts);
        ActiveChoices choices;
        keepPermission(key, a, b, false, choices);
        QVERIFY(choices.scripts.isEmpty()); // nothing was decided
        choices.scripts.insert(key, {true, a});
        keepPermission(key, a, b, false, choices);
        QCOMPARE(choices.scripts.value(key), (ScriptPermission{true, b}));
        // Somebody else had made c of them, and the user saved over that.
        keepPermission(key, c, a, false, choices);
        QCOMPARE(choices.scripts.value(key), (ScriptPermission{true, b}));
        ActiveChoices there;
        keepPermission(key, a, b, true, there);
        QCOMPARE(there.scripts.value(key), (ScriptPermission{true, b}));
    }

    void nonsenseAllowsNothing_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("text") << R"("yes")"_ba;
        QTest::newRow("list") << "[true]"_ba;
        QTest::newRow("null") << "null"_ba;
        QTest::newRow("nothing in it") << "{}"_ba;
        QTest::newRow("no scripts, not allowed") << R"({"scripts":"00"})"_ba;
    }
    void nonsenseAllowsNothing()
    {
        QFETCH(QByteArray, json);
        const ActiveChoices choices =
            readActiveChoices(R"({"regexScripts":{"characters/Mira.png":)" + json + "}}");
        QVERIFY(!isAllowed(cardWith(u"/a/"_s), choices).value_or(false));
    }
};

} // namespace tst_scriptowners

SNUG_TEST(tst_scriptowners, TestScriptOwners, Core)
#include "tst_scriptowners.moc"
