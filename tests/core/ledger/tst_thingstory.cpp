#include "core/formats/jsontext.h"
#include "core/ledger/promptrecord.h"
#include "core/ledger/thingstory.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_thingstory {

using namespace Qt::StringLiterals;
using namespace snug;

static Source lore(int uid)
{
    return Source(SourceKind::WorldBookEntry, u"Sea.%1"_s.arg(uid), u"Lamp"_s);
}

static OutboundMessage message(const QString &text, const Source &source, int tokens)
{
    return {.role = Role::System, .content = TracedText(text, source), .tokens = tokens, .source = source};
}

static LoreTrace row(int uid, const QString &title, bool fired)
{
    LoreTrace made;
    made.book = u"Sea"_s;
    made.uid = uid;
    made.title = title;
    made.fired = fired;
    made.gate = fired ? LoreGate::KeyFound : LoreGate::GroupLot;
    made.round = 1;
    made.tokens = 30;
    return made;
}

// A lamp in the prompt that woke a moth, won its group against oil, and two old messages without room.
static AssembledPrompt made()
{
    AssembledPrompt prompt;
    prompt.budget = {.context = 1000,
                     .reserved = 100,
                     .used = 890,
                     .kind = CountKind::Exact,
                     .counterName = u"o200k_base"_s};
    prompt.messages = {message(u"The lamp draws moths."_s, lore(1), 30),
                       message(u"Be brief."_s, Source(SourceKind::PresetRelative, u"main"_s, u"Main"_s), 7)};
    LoreTrace moth = row(2, u"Moth"_s, true);
    LoreDetail woken;
    woken.key = u"moths"_s;
    woken.place = LorePlace::Lore;
    woken.name = u"Lamp"_s;
    moth.round = 2;
    moth.detail = std::make_shared<const LoreDetail>(woken);
    LoreTrace oil = row(3, u"Oil"_s, false);
    LoreDetail lost;
    lost.rival = u"Lamp"_s;
    oil.detail = std::make_shared<const LoreDetail>(lost);
    prompt.trace.lore = {row(1, u"Lamp"_s, true), moth, oil};
    for (const int number : {4, 5}) // the newest last, as they are dropped
        prompt.trace.dropped.append(
            {.content = TracedText(u"Long ago."_s,
                                   Source(SourceKind::HistoryUser, QString::number(number), u"Ann"_s)),
             .reason = u"no room"_s,
             .tokens = 25});
    prompt.trace.dropped.append({.content = TracedText(u"Cut."_s, lore(9)),
                                 .reason = u"a rule"_s,
                                 .tokens = 1,
                                 .cause = DroppedText::Cause::Rule});
    return prompt;
}

static LedgerEntry entry(const AssembledPrompt &prompt)
{
    LedgerEntry made;
    made.head.id = u"a"_s;
    made.prompt = recordOf(prompt);
    made.answer.text = u"A moth\nat the lamp."_s;
    return made;
}

class TestThingStory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void loreTellsWhatItWokeAndDisplaced()
    {
        const StoryMoment moment = storyMoment({.source = lore(1)}, entry(made()));
        QVERIFY(moment.isKnown && moment.isIn);
        QCOMPARE(moment.woke, QStringList{u"Moth"_s});
        // 30 of its own and 10 that were free: one message of 25, not two.
        QCOMPARE(moment.displaced, (QStringList{u"lore Oil"_s, u"message 5 of Ann"_s}));
        QCOMPARE(moment.reply, u"A moth at the lamp."_s);
        QVERIFY(moment.tokens > 0 && moment.tokens <= 30);
        QCOMPARE(moment.kind, CountKind::Exact);
    }

    void whatIsNotInDisplacesNothing()
    {
        const StoryMoment moment = storyMoment({.source = lore(7)}, entry(made()));
        QVERIFY(moment.isKnown && !moment.isIn);
        QCOMPARE(moment.tokens, 0);
        QVERIFY(moment.displaced.isEmpty() && moment.woke.isEmpty() && moment.reason.isEmpty());
    }

    void blocksAreFoundWhereverTheyStand()
    {
        const StoryThing main{.source = Source(SourceKind::PresetInChat, u"main"_s, u"Main"_s)};
        const StoryMoment moment = storyMoment(main, entry(made()));
        QVERIFY(moment.isIn && moment.tokens > 0 && moment.tokens <= 7);
        QVERIFY(moment.woke.isEmpty());
        QVERIFY(moment.displaced.isEmpty()); // 17 tokens are no room for 25
    }

    void variablesHaveTheirValueOfThen()
    {
        AssembledPrompt prompt = made();
        QVERIFY(!storyMoment({.source = {}, .variable = u"mood"_s}, entry(prompt)).isKnown);
        prompt.localVariables = parseJson(R"({"mood":"calm"})").value();
        prompt.globalVariables = {{u"mood"_s, Json(u"wild"_s)}};
        QCOMPARE(storyMoment({.source = {}, .variable = u"mood"_s}, entry(prompt)).value, u"calm"_s);
        QCOMPARE(
            storyMoment({.source = {}, .variable = u"mood"_s, .isOfAllChats = true}, entry(prompt)).value,
            u"wild"_s);
        const StoryMoment none = storyMoment({.source = {}, .variable = u"hour"_s}, entry(prompt));
        QVERIFY(none.isKnown && !none.isIn);
    }

    void damageIsNotKnown()
    {
        LedgerEntry damaged = entry(made());
        damaged.prompt = "{\"message\":";
        QVERIFY(!storyMoment({.source = lore(1)}, damaged).isKnown);
        damaged.prompt.clear();
        QVERIFY(!storyMoment({.source = lore(1)}, damaged).isKnown);
    }

    void sumsSayWhatTheyRestOn()
    {
        StoryMoment in = storyMoment({.source = lore(1)}, entry(made()));
        in.tokens = 1200;
        StoryMoment out = storyMoment({.source = lore(7)}, entry(made()));
        out.kind = CountKind::Estimate; // of a prompt that it is not in
        StoryMoment unknown;
        const StoryThing lamp{.source = lore(1)};
        QCOMPARE(storySumText(lamp, storySum({out, in, unknown, in})),
                 u"In 2 of 3 requests · 2,400 tokens in total"_s);
        in.kind = CountKind::Estimate;
        QCOMPARE(storySumText(lamp, storySum({in})), u"In 1 of 1 requests · ~1,200 tokens in total"_s);
        QVERIFY(storySumText(lamp, storySum({unknown})).startsWith(u"No kept request"_s));
        StoryMoment calm;
        calm.isKnown = calm.isIn = true;
        calm.value = u"calm"_s;
        StoryMoment wild = calm;
        wild.value = u"wild"_s;
        QCOMPARE(storySum({calm, unknown, calm, wild, calm}).values, 2);
    }
};

} // namespace tst_thingstory

SNUG_TEST(tst_thingstory, TestThingStory, Core)
#include "tst_thingstory.moc"
