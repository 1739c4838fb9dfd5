// Inclusion groups: every rule of the contest in rows of its own.
#include "core/lore/entryhash.h"
#include "tests/core/lore/loresetting.h"
#include "tests/testregistry.h"

#include <QTest>

#include <functional>

namespace tst_inclusiongroups {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::lorefixture;

using Change = std::function<void(Setting &)>;
using Logic = LoreEntry::SecondaryLogic;

static LoreEntry member(const QString &content, const QString &group, const QStringList &keys = {u"seal"_s})
{
    LoreEntry result = entry(content, keys);
    result.group = group;
    return result;
}

// Nobody is drawn but by the others' lack of weight.
static LoreEntry heavy(LoreEntry entry)
{
    entry.groupWeight = 1e12;
    return entry;
}

static LoreEntry first(LoreEntry entry, double order = 100)
{
    entry.groupOverride = true;
    entry.order = order;
    return entry;
}

static LoreEntry scored(LoreEntry entry, bool is = true)
{
    entry.useGroupScoring = is;
    return entry;
}

static LoreEntry with(LoreEntry entry, const QStringList &secondaryKeys, Logic logic)
{
    entry.secondaryKeys = secondaryKeys;
    entry.secondaryLogic = logic;
    return entry;
}

static LoreEntry sticky(LoreEntry entry)
{
    entry.sticky = 9;
    return entry;
}

// The entry is in its sticky time.
static void makeSticky(Setting &setting, qsizetype index)
{
    LoreEntry entry = setting.entries[index];
    entry.uid = int(index);
    entry.title = entry.content;
    Json effects = setting.scan.timedEffects.value(u"sticky");
    if (!effects.isObject())
        effects = Json::object();
    effects.set(u"Book.%1"_s.arg(index),
                Json::object({{u"hash"_s, Json(qint64(loreEntryHash(u"Book"_s, entry)))},
                              {u"start"_s, Json(0)},
                              {u"end"_s, Json(9)},
                              {u"protected"_s, Json(false)}}));
    setting.scan.timedEffects = Json::object({{u"sticky"_s, effects}});
}

class TestInclusionGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void contests_data();
    void contests();
    void weightsAreShares();
    void reasons_data();
    void reasons();
};

void TestInclusionGroups::contests_data()
{
    QTest::addColumn<QList<LoreEntry>>("entries");
    QTest::addColumn<Change>("change");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](
                         const char *name, const QList<LoreEntry> &entries, const QStringList &expected,
                         const Change &change = [](Setting &) {}) {
        QTest::newRow(name) << entries << change << expected;
    };
    const auto global = [](Setting &setting) { setting.scan.settings.usesGroupScoring = true; };
    const LoreEntry free = entry(u"free"_s, {u"seal"_s});
    const QString g = u"g"_s;
    const QString h = u"h"_s;

    // Membership
    row("no group, no contest", {free, entry(u"other"_s, {u"seal"_s})}, {u"free"_s, u"other"_s});
    row("one of a group", {member(u"a"_s, g), heavy(member(u"b"_s, g))}, {u"b"_s});
    row("the one of them that a key lets through", {member(u"a"_s, g), heavy(member(u"b"_s, g, {u"x"_s}))},
        {u"a"_s});
    row("groups do not meet", {member(u"a"_s, g), member(u"b"_s, h)}, {u"a"_s, u"b"_s});
    row("names are compared as they stand", {member(u"a"_s, g), member(u"b"_s, u"G"_s)}, {u"a"_s, u"b"_s});
    row("empty names are none", {member(u"a"_s, u","_s), member(u"b"_s, u",,"_s)}, {u"a"_s, u"b"_s});
    row("white space behind a comma", {member(u"a"_s, u"x, g"_s), heavy(member(u"b"_s, g))}, {u"b"_s});
    row("white space in front of a comma belongs to the name",
        {member(u"a"_s, u"g ,x"_s), heavy(member(u"b"_s, g))}, {u"a"_s, u"b"_s});

    // Priority
    row("priority beats weight", {heavy(member(u"a"_s, g)), first(member(u"b"_s, g), 1)}, {u"b"_s});
    row("of several the highest order",
        {first(member(u"a"_s, g), 10), first(member(u"b"_s, g), 30), first(member(u"c"_s, g), 20)}, {u"b"_s});
    row("of one order the first", {first(member(u"a"_s, g)), first(member(u"b"_s, g))}, {u"a"_s});
    row("the winner's throw comes later", {first(member(u"a"_s, g)), member(u"b"_s, g)}, {},
        [](Setting &setting) { setting[0].probability = 0; });
    row("the winner that does not fit wins all the same",
        {first(member(u"a long one"_s, g)), member(u"b"_s, g)}, {},
        [](Setting &setting) { setting.scan.budget = 5; });

    // Scoring
    const LoreEntry two = member(u"two"_s, g, {u"seal"_s, u"wave"_s});
    row("scoring is off by itself", {heavy(member(u"a"_s, g)), two}, {u"a"_s});
    row("more keys", {heavy(member(u"a"_s, g)), two}, {u"two"_s}, global);
    row("more keys beat priority", {first(member(u"a"_s, g)), two}, {u"two"_s}, global);
    row("keys that do not occur do not count",
        {heavy(member(u"a"_s, g)), member(u"b"_s, g, {u"seal"_s, u"nothing"_s, u"none"_s})}, {u"a"_s},
        global);
    row("a tie is decided as ever",
        {member(u"a"_s, g), heavy(member(u"b"_s, g)), member(u"c"_s, g, {u"seal"_s})}, {u"b"_s}, global);
    row("secondary keys of AND ANY",
        {heavy(member(u"a"_s, g)), with(member(u"b"_s, g), {u"wave"_s, u"none"_s}, Logic::AndAny)}, {u"b"_s},
        global);
    row("secondary keys of AND ALL",
        {heavy(two), with(member(u"b"_s, g), {u"wave"_s, u"foam"_s}, Logic::AndAll)}, {u"b"_s}, global);
    row("secondary keys of NOT ALL do not count",
        {heavy(member(u"a"_s, g)), with(member(u"b"_s, g), {u"wave"_s, u"none"_s}, Logic::NotAll)}, {u"a"_s},
        global);
    row("AND ALL without all of them, let through by not being selective",
        {heavy(member(u"a"_s, g)), with(member(u"b"_s, g), {u"wave"_s, u"none"_s}, Logic::AndAll)}, {u"a"_s},
        [=](Setting &setting) {
            global(setting);
            setting[1].selective = false;
        });
    row("AND ANY counts without being selective",
        {heavy(member(u"a"_s, g)), with(member(u"b"_s, g), {u"wave"_s}, Logic::AndAny)}, {u"b"_s},
        [=](Setting &setting) {
            global(setting);
            setting[1].selective = false;
        });
    row("a constant one without keys has no score", {heavy(member(u"a"_s, g, {})), member(u"b"_s, g)},
        {u"b"_s}, [=](Setting &setting) {
            global(setting);
            setting[0].constant = true;
            setting[0].secondaryKeys = {u"seal"_s, u"wave"_s};
        });
    row("who is not scored stays in the contest", {heavy(scored(member(u"a"_s, g), false)), two}, {u"a"_s},
        global);
    row("a member's own wish", {heavy(scored(member(u"a"_s, g))), two}, {u"two"_s});
    row("a member's own wish is for itself alone", {heavy(member(u"a"_s, g)), scored(member(u"b"_s, g)), two},
        {u"a"_s});
    row("the best one's wish does not put others out", {heavy(member(u"a"_s, g)), scored(two)}, {u"a"_s});

    // Taken in an earlier step
    const LoreEntry lamp = member(u"lamp"_s, g);
    row("taken in an earlier step", {lamp, member(u"later"_s, g, {u"lamp"_s})}, {u"lamp"_s});
    row("taken by one whose throw or place does not matter any more",
        {lamp, first(member(u"later"_s, g, {u"lamp"_s}), 500)}, {u"lamp"_s});
    row("the group's whole text has to be the same",
        {member(u"lamp"_s, u"g,h"_s), member(u"later"_s, g, {u"lamp"_s})}, {u"lamp"_s, u"later"_s});
    row("a group of its own is not taken", {lamp, member(u"later"_s, h, {u"lamp"_s})},
        {u"lamp"_s, u"later"_s});
    row("one of two groups is taken", {lamp, member(u"later"_s, u"h,g"_s, {u"lamp"_s})}, {u"lamp"_s});
    row("who lost its throw has not taken it",
        {lamp, entry(u"lamp too"_s, {u"seal"_s}), member(u"later"_s, g, {u"lamp"_s})},
        {u"lamp too"_s, u"later"_s}, [](Setting &setting) { setting[0].probability = 0; });

    // Two memberships
    row("out of one group is out", {first(member(u"a"_s, u"g,h"_s), 1), first(member(u"b"_s, g), 2)},
        {u"b"_s});
    row("who is out still puts the others of its second group out",
        {first(member(u"b"_s, g), 200), first(member(u"a"_s, u"g,h"_s), 150), member(u"c"_s, h)}, {u"b"_s});
    row("lost twice: the last candidate goes as well",
        {first(member(u"b"_s, g)), first(member(u"c"_s, h)), member(u"a"_s, u"g,h"_s), free},
        {u"b"_s, u"c"_s});
    row("numbers as names come first",
        {first(member(u"b"_s, u"x"_s)), member(u"a"_s, u"x,7"_s), first(member(u"c"_s, u"7"_s)), free},
        {u"b"_s, u"c"_s});
    row("lost twice with nobody behind",
        {first(member(u"b"_s, g)), first(member(u"c"_s, h)), member(u"a"_s, u"g,h"_s)}, {u"b"_s});
    row("one that names its group twice", {first(member(u"b"_s, g)), member(u"a"_s, u"g,g"_s), free},
        {u"b"_s});

    // Sticky members
    const LoreEntry stays = sticky(member(u"stays"_s, g, {u"nothing"_s}));
    row("without its time it is like the others", {stays, member(u"b"_s, g)}, {u"b"_s});
    row("a sticky one has the group", {first(member(u"b"_s, g), 500), stays}, {u"stays"_s},
        [](Setting &setting) { makeSticky(setting, 1); });
    row("a sticky one is not scored", {two, stays}, {u"stays"_s}, [=](Setting &setting) {
        global(setting);
        makeSticky(setting, 1);
    });
    row("sticky ones do not contest", {stays, sticky(member(u"too"_s, g, {u"nothing"_s})), member(u"b"_s, g)},
        {u"stays"_s, u"too"_s}, [](Setting &setting) {
            makeSticky(setting, 0);
            makeSticky(setting, 1);
        });
    row("other groups go on", {stays, member(u"b"_s, h), first(member(u"c"_s, h))}, {u"stays"_s, u"c"_s},
        [](Setting &setting) { makeSticky(setting, 0); });
}

void TestInclusionGroups::contests()
{
    QFETCH(QList<LoreEntry>, entries);
    QFETCH(Change, change);
    QFETCH(QStringList, expected);
    // The draw decides nothing here: the same comes out whatever is drawn.
    for (quint64 seed = 1; seed <= 5; ++seed) {
        Setting setting = inputs(entries, {u"seal wave foam"_s});
        setting.scan.seed = seed;
        change(setting);
        QCOMPARE(fired(setting), expected);
    }
}

void TestInclusionGroups::weightsAreShares()
{
    LoreEntry a = member(u"a"_s, u"g"_s);
    LoreEntry b = member(u"b"_s, u"g"_s); // 100 by itself
    LoreEntry never = member(u"never"_s, u"g"_s);
    a.groupWeight = 300;
    never.groupWeight = 0;
    QHash<QString, int> won;
    for (quint64 seed = 1; seed <= 1000; ++seed) {
        Setting setting = inputs({a, never, b}, {u"seal"_s});
        setting.scan.seed = seed;
        const QStringList winners = fired(setting);
        QCOMPARE(winners.size(), 1);
        ++won[winners.first()];
    }
    QCOMPARE(won.value(u"never"_s), 0);
    QVERIFY2(won.value(u"a"_s) > 700 && won.value(u"a"_s) < 800, qPrintable(QString::number(won[u"a"_s])));
}

void TestInclusionGroups::reasons_data()
{
    QTest::addColumn<QList<LoreEntry>>("entries");
    QTest::addColumn<bool>("usesScoring");
    QTest::addColumn<LoreGate>("gate"); // of the last entry
    QTest::addColumn<QString>("rival");
    const QString g = u"g"_s;
    const LoreEntry loser = member(u"loser"_s, g);
    QTest::newRow("lot") << QList{heavy(member(u"a"_s, g)), loser} << false << LoreGate::GroupLot << u"a"_s;
    QTest::newRow("priority") << QList{first(member(u"a"_s, g)), loser} << false << LoreGate::GroupPriority
                              << u"a"_s;
    QTest::newRow("score") << QList{member(u"a"_s, g, {u"seal"_s, u"wave"_s}), loser} << true
                           << LoreGate::GroupScore << u"a"_s;
    QTest::newRow("taken") << QList{member(u"lamp"_s, g), member(u"later"_s, g, {u"lamp"_s})} << false
                           << LoreGate::GroupTaken << u"lamp"_s;
    QTest::newRow("in place of another") << QList{first(member(u"a"_s, g)), first(member(u"b"_s, u"h"_s)),
                                                  member(u"c"_s, u"g,h"_s), entry(u"free"_s, {u"seal"_s})}
                                         << false << LoreGate::GroupQuirk << u"c"_s;
}

void TestInclusionGroups::reasons()
{
    QFETCH(QList<LoreEntry>, entries);
    QFETCH(bool, usesScoring);
    Setting setting = inputs(entries, {u"seal wave foam"_s});
    setting.scan.settings.usesGroupScoring = usesScoring;
    const LoreTrace row = setting.result().rows.last();
    QVERIFY(!row.fired);
    QTEST(row.gate, "gate");
    QTEST(row.details().rival, "rival");
    QVERIFY(!loreReason(row).isEmpty());
}

} // namespace tst_inclusiongroups

SNUG_TEST(tst_inclusiongroups, TestInclusionGroups, Nothing)
#include "tst_inclusiongroups.moc"
