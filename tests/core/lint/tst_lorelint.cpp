// What is said about lorebooks that do not do what they look like.

#include "core/lint/lorebooklint.h"
#include "core/lint/loreentrylint.h"
#include "core/lint/lorekeylint.h"
#include "core/regex/workerregexengine.h"
#include "tests/testregistry.h"

#include <QCoreApplication>
#include <QTest>

namespace tst_lorelint {

using namespace Qt::StringLiterals;
using namespace snug;

using Change = void (*)(LoreEntry &);
static LoreEntry entry(int uid, const QStringList &keys, const QString &content)
{
    LoreEntry made;
    made.uid = uid;
    made.keys = keys;
    made.content = content;
    return made;
}

static QString rules(const QList<LintFinding> &findings)
{
    QStringList list;
    for (const LintFinding &finding : findings) {
        if (finding.what.isEmpty() || finding.where.isEmpty() || finding.what.endsWith(u'.'))
            return u"not a finding: "_s + finding.rule;
        list.append(finding.rule);
    }
    return list.join(u' ');
}

class TestLoreLint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void entries_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("found");
        const auto row = [](const char *name, Change change, const QString &found) {
            QTest::newRow(name) << change << found;
        };
        row("all is well", [](LoreEntry &) {}, {});
        row("no keys", [](LoreEntry &e) { e.keys.clear(); }, u"lore.no-keys"_s);
        row(
            "keys of nothing but space", [](LoreEntry &e) { e.keys = {u" "_s, QString()}; },
            u"lore.no-keys"_s);
        row("always on needs no keys", [](LoreEntry &e) { e.keys.clear(), e.constant = true; }, {});
        row("a decorator switches it on",
            [](LoreEntry &e) {
                e.keys.clear();
                e.content = u"@@activate\nFog"_s;
            },
            {});
        row("off is not judged", [](LoreEntry &e) { e.keys.clear(), e.disabled = true; }, {});
        row("no chance", [](LoreEntry &e) { e.probability = 0; }, u"lore.no-chance"_s);
        row("a chance that does not count", [](LoreEntry &e) { e.probability = 0, e.useProbability = false; },
            {});
        row(
            "waits for what it ignores",
            [](LoreEntry &e) {
                e.delayUntilRecursion = 1;
                e.excludeRecursion = true;
            },
            u"lore.waits-in-vain"_s);
        row("waits", [](LoreEntry &e) { e.delayUntilRecursion = 2; }, {});
        row("searches nothing", [](LoreEntry &e) { e.scanDepth = 0; }, u"lore.scans-nothing"_s);
        row("searches the card", [](LoreEntry &e) { e.scanDepth = 0, e.matchScenario = true; }, {});
        row(
            "secondary keys that do not count",
            [](LoreEntry &e) { e.secondaryKeys = {u"sea"_s}, e.selective = false; },
            u"lore.secondary-ignored"_s);
        row("no content", [](LoreEntry &e) { e.content = u" \n"_s; }, u"lore.empty-content"_s);
        row("decorators only", [](LoreEntry &e) { e.content = u"@@depth 3"_s; }, u"lore.decorators-only"_s);
        row(
            "an outlet without a name", [](LoreEntry &e) { e.position = LoreEntry::Position::Outlet; },
            u"lore.no-outlet"_s);
        row(
            "a kind of reply that does not exist",
            [](LoreEntry &e) { e.triggers = {u"normal"_s, u"chat"_s}; }, u"lore.unknown-trigger"_s);
        row(
            "a card's file", [](LoreEntry &e) { e.characterFilter.names = {u"Mira"_s, u"Mira.png"_s}; },
            u"lore.filter-file"_s);
    }
    void entries()
    {
        QFETCH(Change, change);
        QFETCH(QString, found);
        LoreEntry judged = entry(3, {u"fog"_s}, u"Fog comes in."_s);
        change(judged);
        LoreSettings settings;
        QCOMPARE(rules(entryFindings(judged, settings)), found);
    }

    void recursionMayBeOff()
    {
        LoreEntry judged = entry(3, {u"fog"_s}, u"Fog"_s);
        judged.delayUntilRecursion = 1;
        LoreSettings settings;
        settings.isRecursive = false;
        QCOMPARE(rules(entryFindings(judged, settings)), u"lore.waits-in-vain"_s);
    }

    void keys_data()
    {
        QTest::addColumn<QStringList>("keys");
        QTest::addColumn<QString>("found");
        QTest::newRow("plain") << QStringList{u"fog"_s, u"sea mist"_s} << QString();
        QTest::newRow("empty") << QStringList{u"fog"_s, u" "_s} << u"lore.empty-key"_s;
        QTest::newRow("twice in other letters") << QStringList{u"fog"_s, u"FOG "_s} << u"lore.key-twice"_s;
        QTest::newRow("expression") << QStringList{u"/fog(gy)?/i"_s} << QString();
        QTest::newRow("a slash inside") << QStringList{u"/a/b+/i"_s} << u"lore.no-expression"_s;
        QTest::newRow("an unknown flag") << QStringList{u"/fo+g/x"_s} << u"lore.no-expression"_s;
        QTest::newRow("a path is a text") << QStringList{u"/home/ada"_s} << QString();
        QTest::newRow("and/or is a text") << QStringList{u"and/or"_s} << QString();
        QTest::newRow("commas") << QStringList{u"fog, mist"_s} << u"lore.comma-in-key"_s;
        QTest::newRow("macros are known later") << QStringList{u"{{char}}, x"_s} << QString();
        QTest::newRow("Cyrillic") << QStringList{u"кот"_s} << u"lore.whole-word-letters"_s;
        QTest::newRow("an accent") << QStringList{u"café"_s} << u"lore.whole-word-letters"_s;
        QTest::newRow("Cyrillic words are no single word") << QStringList{u"кот и пёс"_s} << QString();
        QTest::newRow("Japanese") << QStringList{u"灯台"_s} << u"lore.whole-word-script"_s;
        QTest::newRow("Japanese with Latin") << QStringList{u"NHKの灯台"_s} << u"lore.whole-word-script"_s;
        QTest::newRow("Thai") << QStringList{u"หมอก"_s} << u"lore.whole-word-script"_s;
        QTest::newRow("beyond the first plane") << QStringList{u"𠮷野"_s} << u"lore.whole-word-script"_s;
    }
    void keys()
    {
        QFETCH(QStringList, keys);
        QFETCH(QString, found);
        LoreSettings settings;
        const LoreEntry judged = entry(7, keys, u"x"_s);
        const QList<LintFinding> findings = keyFindings(judged, settings);
        QCOMPARE(rules(findings), found);
        for (const LintFinding &finding : findings)
            QCOMPARE(finding.where, u"entries.7.key.%1"_s.arg(keys.size() - 1));
        LoreEntry asSecondary = entry(7, {}, u"x"_s);
        asSecondary.secondaryKeys = keys;
        QCOMPARE(rules(keyFindings(asSecondary, settings)), found);
    }

    void wordsDoNotMatterWhenTheyAreOff()
    {
        LoreSettings settings;
        settings.matchesWholeWords = false;
        QCOMPARE(rules(keyFindings(entry(0, {u"кот"_s}, u"x"_s), settings)), QString());
        LoreEntry own = entry(0, {u"кот"_s}, u"x"_s);
        own.matchWholeWords = true;
        QCOMPARE(rules(keyFindings(own, settings)), u"lore.whole-word-letters"_s);
        own.caseSensitive = true;
        own.keys = {u"Fog"_s, u"fog"_s};
        QCOMPARE(rules(keyFindings(own, settings)), QString()); // not twice: the case counts
    }

    void booksAreJudgedAsAWhole()
    {
        Lorebook book;
        book.entries = {entry(0, {u"a"_s}, u"One."_s), entry(1, {u"/(/"_s}, u"Two."_s),
                        entry(2, {u"/b+/"_s}, u" One. "_s), entry(0, {u"c"_s}, u"Three."_s)};
        const QList<LintFinding> without = lorebookFindings(book, {});
        QCOMPARE(rules(without), u"lore.uid-twice lore.content-twice"_s);
        const auto engine =
            std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
        const QList<LintFinding> all = lorebookFindings(book, {}, engine);
        QCOMPARE(rules(all), u"lore.uid-twice lore.broken-expression lore.content-twice"_s);
        QCOMPARE(all[1].where, u"entries.1.key.0"_s);
        QCOMPARE(all[1].entry, 1);
    }
};

} // namespace tst_lorelint

SNUG_TEST(tst_lorelint, TestLoreLint, Core)
#include "tst_lorelint.moc"
