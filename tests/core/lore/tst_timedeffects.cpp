// Sticky, cooldown and delay: how long they last, and how they are stored with the chat.
#include "core/formats/jsontext.h"
#include "core/formats/worldinfo.h"
#include "core/lore/entryhash.h"
#include "tests/core/lore/loresetting.h"
#include "tests/testregistry.h"

#include <QFile>
#include <QTest>

#include <functional>

namespace tst_timedeffects {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::lorefixture;

using Change = std::function<void(Setting &)>;

static LoreEntry lasting(int sticky, int cooldown, const QStringList &keys = {u"seal"_s})
{
    LoreEntry result = entry(u"x"_s, keys);
    result.title = result.content;
    result.sticky = sticky;
    result.cooldown = cooldown;
    return result;
}

static Json effect(const LoreEntry &entry, int start, int end, bool isProtected)
{
    return Json::object({{u"hash"_s, Json(qint64(loreEntryHash(u"Book"_s, entry)))},
                         {u"start"_s, Json(start)},
                         {u"end"_s, Json(end)},
                         {u"protected"_s, Json(isProtected)}});
}

// Of the first entry; Undefined = there is none of that type.
static Json state(const Json &sticky, const Json &cooldown)
{
    const auto only = [](const Json &effect) {
        return effect.isUndefined() ? Json::object() : Json::object({{u"Book.0"_s, effect}});
    };
    return Json::object({{u"sticky"_s, only(sticky)}, {u"cooldown"_s, only(cooldown)}});
}

// A chat of `length` messages without a key, but for the newest if it is to have it.
static Setting chat(const LoreEntry &entry, qsizetype length, bool hasKey, const Json &stored = {})
{
    QStringList texts(length, u"nothing"_s);
    if (hasKey && length > 0)
        texts.first() = u"a seal"_s;
    Setting setting = inputs({entry}, texts);
    setting.scan.timedEffects = stored;
    return setting;
}

static QString text(const Json &json)
{
    return json.isUndefined() ? u"as it was"_s : QString::fromUtf8(writeJsonLine(json));
}

class TestTimedEffects : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void begin_data();
    void begin();
    void lasts_data();
    void lasts();
    void delay_data();
    void delay();
    void stickyPassesOtherGates_data();
    void stickyPassesOtherGates();
    void stickyOnesAreServedFirst();
    void aWholeLife();
    void stateOfOthersSurvives();
    void hashesAreSillyTavernsOwn();
};

void TestTimedEffects::begin_data()
{
    QTest::addColumn<LoreEntry>("lore");
    QTest::addColumn<bool>("hasKey");
    QTest::addColumn<Json>("after");
    const auto row = [](const char *name, const LoreEntry &lore, bool hasKey, const Json &after) {
        QTest::newRow(name) << lore << hasKey << after;
    };
    const LoreEntry sticky = lasting(3, 0);
    const LoreEntry cooling = lasting(0, 2);
    row("sticky", sticky, true, state(effect(sticky, 4, 7, false), {}));
    row("cooldown", cooling, true, state({}, effect(cooling, 4, 6, false)));
    row("who does not fire begins nothing", sticky, false, {});
    row("neither", lasting(0, 0), true, {});
    LoreEntry unlucky = sticky;
    unlucky.probability = 0;
    row("who loses its throw begins nothing", unlucky, true, {});
}

void TestTimedEffects::begin()
{
    QFETCH(LoreEntry, lore);
    QFETCH(bool, hasKey);
    QFETCH(Json, after);
    const Json now = chat(lore, 4, hasKey).result().timedEffects;
    const auto effects = [](const Json &json, const QString &type) {
        const Json one = json.value(type);
        return one.isObject() ? text(one) : u"{}"_s;
    };
    QCOMPARE(effects(now, u"sticky"_s), effects(after, u"sticky"_s));
    QCOMPARE(effects(now, u"cooldown"_s), effects(after, u"cooldown"_s));
}

void TestTimedEffects::lasts_data()
{
    QTest::addColumn<LoreEntry>("lore");
    QTest::addColumn<Json>("before");
    QTest::addColumn<int>("length");
    QTest::addColumn<bool>("hasKey");
    QTest::addColumn<bool>("fires");
    QTest::addColumn<Json>("after"); // Undefined = as it was
    const auto row = [](const char *name, const LoreEntry &lore, const Json &before, int length, bool hasKey,
                        bool fires, const Json &after) {
        QTest::newRow(name) << lore << before << length << hasKey << fires << after;
    };
    const LoreEntry sticky = lasting(3, 0);
    const Json stuck = state(effect(sticky, 4, 7, false), {});
    row("sticky: fires without keys", sticky, stuck, 5, false, true, {});
    row("sticky: until its end", sticky, stuck, 6, false, true, {});
    row("sticky: over at its end", sticky, stuck, 7, false, false, state({}, {}));
    row("sticky: a key begins it anew", sticky, stuck, 7, true, true,
        state(effect(sticky, 7, 10, false), {}));
    row("sticky: a key does not lengthen it", sticky, stuck, 6, true, true, {});
    row("sticky: the same length, a swipe", sticky, stuck, 4, false, false, state({}, {}));
    row("sticky: the same length, decided anew", sticky, state(effect(sticky, 4, 5, false), {}), 4, true,
        true, state(effect(sticky, 4, 7, false), {}));
    row("sticky: a shorter chat", sticky, stuck, 3, false, false, state({}, {}));
    row("sticky: a shorter chat with the key", sticky, stuck, 2, true, true,
        state(effect(sticky, 2, 5, false), {}));
    row("sticky: protected in a shorter chat", sticky, state(effect(sticky, 4, 7, true), {}), 3, false, true,
        {});

    const LoreEntry cooling = lasting(0, 2);
    const Json cold = state({}, effect(cooling, 4, 6, false));
    row("cooldown: silent", cooling, cold, 5, true, false, {});
    row("cooldown: over at its end", cooling, cold, 6, true, true, state({}, effect(cooling, 6, 8, false)));
    row("cooldown: gone at its end", cooling, cold, 6, false, false, state({}, {}));
    row("cooldown: the same length, decided anew", cooling, cold, 4, true, true, {});
    row("cooldown: a shorter chat", cooling, cold, 3, false, false, state({}, {}));
    const Json held = state({}, effect(cooling, 4, 6, true));
    row("cooldown: protected on a swipe", cooling, held, 4, true, false, {});
    row("cooldown: protected in a shorter chat", cooling, held, 1, true, false, {});
    LoreEntry constant = cooling;
    constant.constant = true;
    row("cooldown: constant ones as well", constant, state({}, effect(constant, 4, 6, false)), 5, false,
        false, {});
    LoreEntry forced = cooling;
    forced.content = u"@@activate\nx"_s;
    row("cooldown: forced ones as well", forced, state({}, effect(forced, 4, 6, false)), 5, true, false, {});

    const LoreEntry both = lasting(3, 2);
    row("both: the cooldown begins when the sticky time ends", both, state(effect(both, 4, 7, false), {}), 7,
        true, false, state({}, effect(both, 7, 9, true)));
    row("both: though messages were skipped", both, state(effect(both, 4, 7, false), {}), 12, true, false,
        state({}, effect(both, 12, 14, true)));
    row("both: sticky while it lasts", both, state(effect(both, 4, 7, false), effect(both, 4, 9, false)), 6,
        false, true, {});
    row("both: a swipe at the end keeps the cooldown", both, state({}, effect(both, 7, 9, true)), 7, true,
        false, {});

    // Another entry than the one it was stored for
    LoreEntry edited = sticky;
    edited.keys = {u"seal"_s, u"walrus"_s};
    row("edited: no effect any more", edited, stuck, 5, false, false, {});
    row("edited: swept at the end", edited, stuck, 7, false, false, state({}, {}));
    row("not a sticky one", cooling, state(effect(cooling, 4, 7, false), {}), 5, false, false, state({}, {}));
    const Json moved =
        Json::object({{u"sticky"_s, Json::object({{u"Elsewhere.8"_s, effect(sticky, 4, 7, false)}})},
                      {u"cooldown"_s, Json::object()}});
    row("found by its number, not by its name", sticky, moved, 5, false, true,
        Json::object({{u"sticky"_s, Json::object({{u"Elsewhere.8"_s, effect(sticky, 4, 7, false)},
                                                  {u"Book.0"_s, effect(sticky, 5, 8, false)}})},
                      {u"cooldown"_s, Json::object()}}));
    row("no effect at all", sticky,
        Json::object(
            {{u"sticky"_s, Json::object({{u"Book.0"_s, Json(3)}})}, {u"cooldown"_s, Json::object()}}),
        5, false, false, state({}, {}));
}

void TestTimedEffects::lasts()
{
    QFETCH(LoreEntry, lore);
    QFETCH(Json, before);
    QFETCH(int, length);
    QFETCH(bool, hasKey);
    QFETCH(bool, fires);
    QFETCH(Json, after);
    Setting setting = chat(lore, length, hasKey, before);
    QCOMPARE(fired(setting).size(), fires ? 1 : 0);
    QCOMPARE(text(setting.result().timedEffects), text(after));
}

void TestTimedEffects::delay_data()
{
    QTest::addColumn<int>("length");
    QTest::addColumn<bool>("isConstant");
    QTest::addColumn<bool>("fires");
    QTest::newRow("too short") << 2 << false << false;
    QTest::newRow("long enough") << 3 << false << true;
    QTest::newRow("longer") << 9 << false << true;
    QTest::newRow("constant, too short") << 2 << true << false;
    QTest::newRow("constant, long enough") << 3 << true << true;
    QTest::newRow("nothing said") << 0 << true << false;
}

void TestTimedEffects::delay()
{
    QFETCH(int, length);
    QFETCH(bool, isConstant);
    LoreEntry lore = lasting(0, 0);
    lore.delay = 3;
    lore.constant = isConstant;
    Setting setting = chat(lore, length, true);
    QTEST(fired(setting).size() == 1, "fires");
    const LoreScanResult result = setting.result();
    QVERIFY(result.timedEffects.isUndefined());
    if (!result.rows[0].fired)
        QCOMPARE(result.rows[0].gate, LoreGate::Delay);
}

void TestTimedEffects::stickyPassesOtherGates_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<bool>("fires");
    const auto row = [](const char *name, bool fires, const Change &change) {
        QTest::newRow(name) << change << fires;
    };
    row("its throw", true, [](Setting &in) { in[0].probability = 0; });
    row("waiting for recursion", true, [](Setting &in) { in[0].delayUntilRecursion = 1; });
    row("its own cooldown", true, [](Setting &in) { in[0].cooldown = 2; });
    row("not the delay", false, [](Setting &in) { in[0].delay = 99; });
    row("not being off", false, [](Setting &in) { in[0].disabled = true; });
    row("not the kind of reply", false, [](Setting &in) { in[0].triggers = {u"quiet"_s}; });
    row("not the character", false, [](Setting &in) { in[0].characterFilter.names = {u"Other"_s}; });
    row("not @@dont_activate", false, [](Setting &in) { in[0].content = u"@@dont_activate\nx"_s; });
    row("not the budget", false, [](Setting &in) { in.scan.budget = 1; });
    row("not a scan depth of nothing", true, [](Setting &in) { in[0].scanDepth = 0; });
}

void TestTimedEffects::stickyPassesOtherGates()
{
    QFETCH(Change, change);
    QFETCH(bool, fires);
    Setting setting = chat(lasting(3, 0), 5, false);
    change(setting);
    const LoreEntry &lore = setting[0];
    setting.scan.timedEffects =
        state(effect(lore, 4, 7, false), lore.cooldown > 0 ? effect(lore, 4, 8, false) : Json());
    QCOMPARE(fired(setting).size(), fires ? 1 : 0);
}

void TestTimedEffects::stickyOnesAreServedFirst()
{
    LoreEntry ahead = entry(u"ahead"_s, {u"seal"_s});
    LoreEntry stuck = lasting(3, 0, {u"none"_s});
    stuck.content = stuck.title = u"stuck"_s;
    stuck.uid = 1;
    stuck.order = 1;
    Setting setting = inputs({ahead, stuck}, {u"a seal"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s});
    setting.scan.timedEffects =
        Json::object({{u"sticky"_s, Json::object({{u"Book.1"_s, effect(stuck, 4, 7, false)}})}});
    QCOMPARE(fired(setting), QStringList({u"stuck"_s, u"ahead"_s}));
    setting.scan.budget = 7; // for one of them
    QCOMPARE(fired(setting), QStringList({u"stuck"_s}));
}

// What one turn stores is what the next one reads.
void TestTimedEffects::aWholeLife()
{
    const LoreEntry lore = lasting(2, 3);
    Json stored;
    QString life;
    for (int length = 1; length <= 12; ++length) {
        Setting setting = chat(lore, length, length % 2 == 1, stored); // the key is in every other message
        setting.scan.settings.depth = 1;
        const LoreScanResult result = setting.result();
        life += result.rows[0].fired ? u'x' : u'-';
        if (!result.timedEffects.isUndefined())
            stored = result.timedEffects;
    }
    // Two messages of it, three without, then the key's next one.
    QCOMPARE(life, u"xx----xx----"_s);
}

void TestTimedEffects::stateOfOthersSurvives()
{
    const LoreEntry lore = lasting(3, 0);
    Json before = state({}, {});
    Json others = Json::object({{u"Away.3"_s, effect(lasting(7, 7), 1, 99, false)}});
    before.set(u"sticky"_s, others);
    before.set(u"note"_s, Json(u"kept"_s));
    const Json after = chat(lore, 4, true, before).result().timedEffects;
    others.set(u"Book.0"_s, effect(lore, 4, 7, false));
    before.set(u"sticky"_s, others);
    QCOMPARE(text(after), text(before));
}

// As a folder of SillyTavern's has it: an entry of Skerrymore is cooling down in a chat.
void TestTimedEffects::hashesAreSillyTavernsOwn()
{
    QFile file(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/sillytavern-user-folder/worlds/Skerrymore.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto read = readWorldInfo(file.readAll());
    QVERIFY(read);
    for (const LoreEntry &entry : read->book.entries) {
        if (entry.uid == 1)
            QCOMPARE(loreEntryHash(u"Skerrymore"_s, entry), 3114498911461965ULL);
    }
}

} // namespace tst_timedeffects

SNUG_TEST(tst_timedeffects, TestTimedEffects, Nothing)
#include "tst_timedeffects.moc"
