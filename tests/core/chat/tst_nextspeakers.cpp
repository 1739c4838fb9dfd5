#include "core/chat/nextspeakers.h"
#include "core/prompt/groupinputs.h"
#include "tests/testregistry.h"

#include <QSet>
#include <QTest>

namespace tst_nextspeakers {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

using enum SpeakingReason;

GroupInputs table(Group::Activation activation, const QMap<QString, double> &members,
                  const QStringList &muted = {})
{
    Group group;
    group.activation = activation;
    for (const QString &name : members.keys())
        group.members.append(name + u".png"_s);
    for (const QString &name : muted)
        group.mutedMembers.append(name + u".png"_s);
    return groupInputs(group, [&](const QString &avatar) {
        Card card;
        card.name = avatar.chopped(4);
        card.talkativeness = members.value(card.name);
        return std::optional(card);
    });
}

Message said(const QString &name, const QString &text, bool isUser = false)
{
    Message message;
    message.name = name;
    message.text = text;
    message.isUser = isUser;
    if (!isUser)
        message.originalAvatar = name + u".png"_s;
    return message;
}

Chat chat(const QList<Message> &messages)
{
    Chat result;
    result.messages = messages;
    return result;
}

QStringList names(const QList<MemberTurn> &turns)
{
    QStringList result;
    for (const MemberTurn &turn : turns)
        result.append(turn.name);
    return result;
}

SpeakingReason reasonOf(const SpeakerQueue &queue, const QString &name)
{
    for (const MemberTurn &turn : queue.speakers + queue.silent) {
        if (turn.name == name)
            return turn.reason;
    }
    qFatal("nobody of that name");
}

} // namespace

class TestNextSpeakers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void words_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("words");
        QTest::newRow("plain") << u"Come here, ANN!"_s << QStringList{u"come"_s, u"here"_s, u"ann"_s};
        QTest::newRow("accents cut") << u"Zéphyrine"_s << QStringList{u"z"_s, u"phyrine"_s};
        QTest::newRow("no words") << u"桜井ハル…"_s << QStringList{};
        QTest::newRow("underscore and digits") << u"UNIT_7's"_s << QStringList{u"unit_7"_s, u"s"_s};
        QTest::newRow("empty") << QString() << QStringList{};
    }

    void words()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, words);
        QCOMPARE(mentionWords(text), words);
    }

    void mentions_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("speakers");
        QTest::newRow("one") << u"Bea, come."_s << QStringList{u"Bea Stone"_s};
        QTest::newRow("in the order of the text")
            << u"cal and bea"_s << QStringList{u"Cal"_s, u"Bea Stone"_s};
        QTest::newRow("by any word of the name") << u"a stone"_s << QStringList{u"Bea Stone"_s};
        QTest::newRow("twice is once") << u"Cal! Cal!"_s << QStringList{u"Cal"_s};
        QTest::newRow("not inside a word") << u"Calm, Cal"_s << QStringList{u"Cal"_s};
        QTest::newRow("muted ones do not hear") << u"Dan and Cal"_s << QStringList{u"Cal"_s};
    }

    void mentions()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, speakers);
        // Nobody speaks for their own sake.
        const GroupInputs group =
            table(Group::Activation::Natural,
                  {{u"Ann"_s, 0}, {u"Bea Stone"_s, 0}, {u"Cal"_s, 0}, {u"Dan"_s, 0}}, {u"Dan"_s});
        for (quint64 seed = 1; seed < 20; ++seed) {
            const SpeakerQueue queue = nextSpeakers(group, chat({}), {.userText = text, .seed = seed});
            QCOMPARE(names(queue.speakers), speakers);
            QCOMPARE(reasonOf(queue, speakers.first()), Mentioned);
            QCOMPARE(reasonOf(queue, u"Dan"_s), Muted);
        }
        // Without new text the last message's words count.
        QCOMPARE(names(nextSpeakers(group, chat({said(u"Ann"_s, text)}), {.seed = 3}).speakers), speakers);
    }

    void talkativeness()
    {
        const GroupInputs group =
            table(Group::Activation::Natural, {{u"Ann"_s, 1}, {u"Bea"_s, 0.5}, {u"Cal"_s, 0}});
        int bea = 0;
        for (quint64 seed = 0; seed < 400; ++seed) {
            const SpeakerQueue queue = nextSpeakers(group, chat({}), {.userText = u"Well?"_s, .seed = seed});
            QCOMPARE(reasonOf(queue, u"Ann"_s), Talkative);
            QCOMPARE(reasonOf(queue, u"Cal"_s), Quiet);
            bea += names(queue.speakers).contains(u"Bea"_s) ? 1 : 0;
            QCOMPARE(queue, nextSpeakers(group, chat({}), {.userText = u"Well?"_s, .seed = seed}));
        }
        QVERIFY2(bea > 140 && bea < 260, qPrintable(QString::number(bea)));
    }

    void somebodyAlwaysAnswers()
    {
        const GroupInputs group =
            table(Group::Activation::Natural, {{u"Ann"_s, 0}, {u"Bea"_s, 0.0001}, {u"Cal"_s, 0}});
        int drawn = 0;
        for (quint64 seed = 0; seed < 30; ++seed) {
            const SpeakerQueue queue = nextSpeakers(group, chat({}), {.userText = u"Well?"_s, .seed = seed});
            QCOMPARE(names(queue.speakers), QStringList{u"Bea"_s}); // who would speak at all comes first
            drawn += queue.speakers.first().reason == Drawn ? 1 : 0;
        }
        QVERIFY(drawn > 20);
        QSet<QString> all;
        for (quint64 seed = 0; seed < 60; ++seed)
            all += nextSpeakers(table(Group::Activation::Natural, {{u"Ann"_s, 0}, {u"Bea"_s, 0}}), chat({}),
                                {.userText = u"Well?"_s, .seed = seed})
                       .speakers.first()
                       .name;
        QCOMPARE(all.size(), 2);
    }

    void nobodyAnswersThemselves()
    {
        GroupInputs group = table(Group::Activation::Natural, {{u"Ann"_s, 1}, {u"Bea"_s, 1}});
        const Chat spoken = chat({said(u"Ann"_s, u"Ann and Bea."_s)});
        const SpeakerQueue queue = nextSpeakers(group, spoken, {.seed = 1});
        QCOMPARE(names(queue.speakers), QStringList{u"Bea"_s});
        QCOMPARE(reasonOf(queue, u"Ann"_s), JustSpoke);
        // The user's text frees them, and so does the group's own setting.
        QCOMPARE(nextSpeakers(group, spoken, {.userText = u"Ann"_s}).speakers.size(), 2);
        QCOMPARE(nextSpeakers(group, spoken, {.userText = u"Ann"_s, .isAutomatic = true}).speakers.size(), 1);
        group.settings.allowsSelfResponses = true;
        QCOMPARE(nextSpeakers(group, spoken, {.seed = 1}).speakers.size(), 2);
        // Where nobody else would speak, they do.
        const SpeakerQueue alone =
            nextSpeakers(table(Group::Activation::Natural, {{u"Ann"_s, 1}}), spoken, {});
        QCOMPARE(names(alone.speakers), QStringList{u"Ann"_s});
        QCOMPARE(reasonOf(alone, u"Ann"_s), Drawn);
    }

    void list()
    {
        GroupInputs group =
            table(Group::Activation::List, {{u"Ann"_s, 0}, {u"Bea"_s, 0}, {u"Cal"_s, 0}}, {u"Bea"_s});
        std::ranges::reverse(group.members);
        const SpeakerQueue queue = nextSpeakers(group, chat({}), {});
        QCOMPARE(names(queue.speakers), QStringList({u"Cal"_s, u"Ann"_s}));
        QCOMPARE(queue.speakers.first().reason, Listed);
        QCOMPARE(reasonOf(queue, u"Bea"_s), Muted);
    }

    void manual()
    {
        const GroupInputs group =
            table(Group::Activation::Manual, {{u"Ann"_s, 1}, {u"Bea"_s, 1}}, {u"Bea"_s});
        const SpeakerQueue said = nextSpeakers(group, chat({}), {.userText = u"Ann!"_s});
        QVERIFY(said.speakers.isEmpty());
        QCOMPARE(reasonOf(said, u"Ann"_s), WaitsForYou);
        QCOMPARE(reasonOf(said, u"Bea"_s), Muted);
        QCOMPARE(reasonOf(nextSpeakers(group, chat({}), {}), u"Ann"_s), ByHand);
        const SpeakerQueue asked = nextSpeakers(group, chat({}), {.asked = u"Bea.png"_s});
        QCOMPARE(names(asked.speakers), QStringList{u"Bea"_s}); // muted or not
        QCOMPARE(asked.speakers.first().reason, Asked);
    }

    void pooled()
    {
        const GroupInputs group =
            table(Group::Activation::Pooled, {{u"Ann"_s, 0}, {u"Bea"_s, 0}, {u"Cal"_s, 0}});
        Chat spoken = chat({said(u"Cal"_s, u"Before."_s), said(u"Me"_s, u"Now."_s, true)});
        QSet<QString> first;
        for (quint64 seed = 0; seed < 60; ++seed) {
            const SpeakerQueue queue = nextSpeakers(group, spoken, {.seed = seed});
            QCOMPARE(queue.speakers.size(), 1);
            QCOMPARE(queue.speakers.first().reason, Pooled);
            first += queue.speakers.first().name;
        }
        QCOMPARE(first.size(), 3);
        spoken.messages << said(u"Ann"_s, u"A."_s) << said(u"Cal"_s, u"C."_s);
        for (quint64 seed = 0; seed < 20; ++seed)
            QCOMPARE(names(nextSpeakers(group, spoken, {.seed = seed}).speakers), QStringList{u"Bea"_s});
        spoken.messages << said(u"Bea"_s, u"B."_s); // all have spoken: anybody but the last
        for (quint64 seed = 0; seed < 20; ++seed) {
            const MemberTurn turn = nextSpeakers(group, spoken, {.seed = seed}).speakers.first();
            QCOMPARE(turn.reason, PooledAnew);
            QVERIFY(turn.name != u"Bea");
        }
        // New text begins the pool anew.
        QCOMPARE(nextSpeakers(group, spoken, {.userText = u"?"_s}).speakers.first().reason, Pooled);
    }

    void sameSpeakerAgain_data()
    {
        QTest::addColumn<GenerationType>("type");
        QTest::addColumn<bool>("endsWithUser");
        QTest::addColumn<QStringList>("speakers");
        using enum GenerationType;
        QTest::newRow("swipe") << Swipe << false << QStringList{u"Bea"_s};
        QTest::newRow("continue") << Continue << false << QStringList{u"Bea"_s};
        QTest::newRow("continue the user's") << Continue << true << QStringList{u"Bea"_s};
        QTest::newRow("quiet") << Quiet << true << QStringList{u"Bea"_s};
        QTest::newRow("regenerate") << Regenerate << false << QStringList{u"Bea"_s};
        QTest::newRow("regenerate behind the user's")
            << Regenerate << true << QStringList{u"Ann"_s, u"Cal"_s};
        QTest::newRow("normal") << Normal << false << QStringList{u"Ann"_s, u"Cal"_s};
    }

    void sameSpeakerAgain()
    {
        QFETCH(GenerationType, type);
        QFETCH(bool, endsWithUser);
        QFETCH(QStringList, speakers);
        const GroupInputs group =
            table(Group::Activation::List, {{u"Ann"_s, 1}, {u"Bea"_s, 1}, {u"Cal"_s, 1}}, {u"Bea"_s});
        Chat spoken = chat({said(u"Ann"_s, u"A."_s), said(u"Bea"_s, u"B."_s)});
        if (endsWithUser)
            spoken.messages.append(said(u"Me"_s, u"?"_s, true));
        QCOMPARE(names(nextSpeakers(group, spoken, {.type = type}).speakers), speakers);
    }

    void whoLeftIsNotReplaced()
    {
        const GroupInputs group = table(Group::Activation::List, {{u"Ann"_s, 1}});
        const Chat spoken = chat({said(u"Ann"_s, u"A."_s), said(u"Gone"_s, u"G."_s)});
        QVERIFY(nextSpeakers(group, spoken, {.type = GenerationType::Swipe}).speakers.isEmpty());
    }

    void messagesWithoutAPictureGoByName()
    {
        const GroupInputs group = table(Group::Activation::List, {{u"Ann"_s, 1}, {u"Bea"_s, 1}});
        Message old = said(u"Bea"_s, u"B."_s);
        old.originalAvatar.clear();
        QCOMPARE(names(nextSpeakers(group, chat({old}), {.type = GenerationType::Swipe}).speakers),
                 QStringList{u"Bea"_s});
        // Behind the user's message a picture says more than a name.
        const Chat asked = chat({said(u"Ann"_s, u"A."_s), old, said(u"Me"_s, u"?"_s, true)});
        QCOMPARE(names(nextSpeakers(group, asked, {.type = GenerationType::Continue}).speakers),
                 QStringList{u"Ann"_s});
    }

    void quietPromptsAlwaysReachSomebody()
    {
        const GroupInputs group = table(Group::Activation::List, {{u"Ann"_s, 1}, {u"Bea"_s, 1}});
        const Chat foreign = chat({said(u"Bea"_s, u"B."_s), said(u"Gone"_s, u"G."_s)});
        QCOMPARE(names(nextSpeakers(group, foreign, {.type = GenerationType::Quiet}).speakers),
                 QStringList{u"Ann"_s});
        QVERIFY(nextSpeakers(group, foreign, {.type = GenerationType::Continue}).speakers.isEmpty());
    }

    void everybodyIsAccountedFor()
    {
        GroupInputs group =
            table(Group::Activation::Natural, {{u"Ann"_s, 1}, {u"Bea"_s, 0}, {u"Cal"_s, 0.5}}, {u"Cal"_s});
        group.settings.members.append(u"Gone.png"_s);
        const SpeakerQueue queue = nextSpeakers(group, chat({}), {.userText = u"?"_s});
        QCOMPARE(queue.speakers.size() + queue.silent.size(), 4);
        QCOMPARE(reasonOf(queue, u"Gone"_s), NoCard);
        for (const MemberTurn &turn : queue.speakers + queue.silent)
            QVERIFY(!reasonText(turn).isEmpty());
        // All muted, or nobody there: nobody, without a hang.
        QVERIFY(nextSpeakers(table(Group::Activation::Pooled, {{u"Ann"_s, 1}}, {u"Ann"_s}), chat({}), {})
                    .speakers.isEmpty());
        for (const auto activation : {Group::Activation::Natural, Group::Activation::List,
                                      Group::Activation::Manual, Group::Activation::Pooled})
            QVERIFY(nextSpeakers(table(activation, {}), chat({}), {}).speakers.isEmpty());
    }

    void impersonationDrawsAnybody()
    {
        const GroupInputs group = table(Group::Activation::List, {{u"Ann"_s, 1}, {u"Bea"_s, 1}}, {u"Bea"_s});
        QSet<QString> drawn;
        for (quint64 seed = 0; seed < 40; ++seed)
            drawn += nextSpeakers(group, chat({}), {.type = GenerationType::Impersonate, .seed = seed})
                         .speakers.first()
                         .name;
        QCOMPARE(drawn.size(), 2);
    }
};

} // namespace tst_nextspeakers

SNUG_TEST(tst_nextspeakers, TestNextSpeakers, Core)
#include "tst_nextspeakers.moc"
