// Lorebooks over all past turns: each turn says what the prompt of that turn would have said.

#include "core/prompt/assemble.h"
#include "core/prompt/lorereplaycomparison.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_lorereplay {

using namespace Qt::StringLiterals;
using namespace snug;

static const QStringList words{u"fog"_s,  u"reef"_s, u"lamp"_s, u"boat"_s,  u"inn"_s,
                               u"rope"_s, u"gull"_s, u"tide"_s, u"storm"_s, u"harbour"_s};

static Message message(const QString &name, bool isUser, const QString &text)
{
    Message made;
    made.name = name;
    made.isUser = isUser;
    made.text = text;
    return made;
}

static LoreEntry entry(int uid, const QString &title, const QStringList &keys, const QString &content)
{
    LoreEntry made;
    made.uid = uid;
    made.title = title;
    made.keys = keys;
    made.content = content;
    return made;
}

// Turns are the replies of Mira: every second message.
static PromptInputs inputs(const QStringList &texts)
{
    PromptInputs made;
    made.preset.emplace();
    made.preset->contextSize = 8000;
    made.preset->maxTokens = 100;
    made.preset->sendIfEmpty = u"Go on about the gull."_s;
    PromptBlock history;
    history.identifier = u"chatHistory"_s;
    history.marker = true;
    made.preset->prompts = {history};
    PromptOrder order;
    order.items = {{history.identifier, true, {}}};
    made.preset->orders = {order};
    made.card.emplace();
    made.card->name = u"Mira"_s;
    made.card->scenario = u"A lighthouse."_s;
    made.userName = u"Oren"_s;
    made.seed = 7;
    for (qsizetype i = 0; i < texts.size(); ++i)
        made.chat.messages.append(message(i % 2 ? u"Mira"_s : u"Oren"_s, i % 2 == 0, texts.at(i)));
    Lorebook book;
    book.name = u"Coast"_s;
    made.lorebooks = {{book, ActiveLorebook::Scope::Chat}};
    return made;
}

static QString sentence(QRandomGenerator &random)
{
    QStringList said{u"Then"_s};
    for (int i = random.bounded(1, 5); i > 0; --i)
        said += words.at(random.bounded(int(words.size())));
    return said.join(u' ');
}

static LoreEntry randomEntry(int uid, QRandomGenerator &random)
{
    const auto isLucky = [&](int one) { return random.bounded(one) == 0; };
    const auto word = [&] { return words.at(random.bounded(int(words.size()))); };
    LoreEntry made = entry(uid, u"E%1"_s.arg(uid), {word()}, u"About %1 and %2."_s.arg(uid).arg(word()));
    if (isLucky(3))
        made.secondaryKeys = {word(), word()};
    made.secondaryLogic = LoreEntry::SecondaryLogic(random.bounded(4));
    made.disabled = isLucky(12);
    made.constant = isLucky(10);
    made.sticky = isLucky(3) ? random.bounded(1, 6) : 0;
    made.cooldown = isLucky(3) ? random.bounded(1, 6) : 0;
    made.delay = isLucky(5) ? random.bounded(1, 12) : 0;
    made.delayUntilRecursion = isLucky(6) ? random.bounded(1, 3) : 0;
    made.excludeRecursion = isLucky(6);
    made.preventRecursion = isLucky(6);
    made.probability = isLucky(4) ? 50 : 100;
    made.order = random.bounded(200);
    if (isLucky(4))
        made.scanDepth = random.bounded(8);
    if (isLucky(4))
        made.group = u"G%1"_s.arg(random.bounded(2));
    if (isLucky(6))
        made.content = u"{{lastMessage}} and {{user}}"_s;
    if (isLucky(8))
        made.keys = {u"{{lastUserMessage}}"_s, word()};
    if (isLucky(12))
        made.content.clear();
    made.ignoreBudget = isLucky(10);
    return made;
}

static void compareTurnByTurn(const PromptInputs &inputs, const LoreReplay &replay)
{
    QVERIFY(replay.isComplete);
    QCOMPARE(replay.turns, pastTurns(inputs.chat));
    QCOMPARE(replay.records.size(), replay.turns.size());
    QCOMPARE(replay.tokens.size(), replay.turns.size());
    Json records = Json::object();
    for (int turn = 0; turn < replay.turns.size(); ++turn) {
        QCOMPARE(replay.records.at(turn), records);
        const AssembledPrompt prompt = assemble(atTurn(inputs, replay.turns.at(turn), records));
        QCOMPARE(prompt.trace.lore.size(), replay.entries.size());
        int tokens = 0;
        for (qsizetype i = 0; i < replay.entries.size(); ++i) {
            const LoreTrace &row = prompt.trace.lore.at(i);
            QCOMPARE(replay.entries.at(i).title, row.title);
            QVERIFY2(replay.entries.at(i).at(turn) == row.gate,
                     qPrintable(u"turn %1, %2: %3 instead of %4"_s.arg(turn).arg(
                         row.title, loreGateName(replay.entries.at(i).at(turn)), loreGateName(row.gate))));
            tokens += row.fired ? row.tokens : 0;
        }
        QCOMPARE(replay.tokens.at(turn), tokens);
        if (!prompt.timedLore.isUndefined())
            records.set(u"timedWorldInfo"_s, prompt.timedLore);
    }
}

static qsizetype entryOf(const LoreReplay &replay, const QString &title)
{
    return std::ranges::find(replay.entries, title, &LoreReplayEntry::title) - replay.entries.begin();
}

static QString fates(const LoreReplay &replay, const QString &title)
{
    QString letters;
    for (int turn = 0; turn < replay.turns.size(); ++turn)
        letters += u"-nmlcF"[int(fateAt(replay, entryOf(replay, title), turn))];
    return letters;
}

class TestLoreReplay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void repliesAreTurns()
    {
        Chat chat;
        chat.messages = {message(u"Mira"_s, false, u"Hello"_s), message(u"Oren"_s, true, u"Hi"_s),
                         message(u"Mira"_s, false, u"Sit"_s),   message(u"Mira"_s, false, u"Down"_s),
                         message(u"Help"_s, false, u"/help"_s), message(u"Storm"_s, false, u"Rain."_s)};
        chat.messages[4].isHidden = true;
        chat.messages[5].extra = Json::object({{u"type"_s, Json(u"narrator"_s)}});
        QCOMPARE(pastTurns(chat), QList<int>({2, 3}));
        QCOMPARE(pastTurns(Chat()), QList<int>());
    }

    void aTurnSeesWhatWasThereBeforeIt()
    {
        PromptInputs now = inputs({u"the fog"_s, u"a boat"_s, u"one reef"_s, u"the inn"_s});
        now.userText = u"typed"_s;
        now.type = GenerationType::Swipe;
        const PromptInputs turn = atTurn(now, 3, Json::object());
        QCOMPARE(turn.chat.messages.size(), 3);
        QCOMPARE(turn.userText, QString());
        QCOMPARE(turn.type, GenerationType::Normal);
        QCOMPARE(turn.preset->sendIfEmpty, QString()); // Oren had said something
        QVERIFY(turn.seed != atTurn(now, 1, Json::object()).seed);
        now.chat.messages[2].isUser = false;
        QCOMPARE(atTurn(now, 3, Json::object()).preset->sendIfEmpty, u"Go on about the gull."_s);
    }

    void stickyGoesOnFromTurnToTurn()
    {
        PromptInputs made = inputs({u"fog"_s, u"-"_s, u"-"_s, u"-"_s, u"-"_s, u"-"_s, u"-"_s, u"-"_s,
                                    u"fog"_s, u"-"_s, u"-"_s, u"-"_s});
        LoreEntry fog = entry(0, u"Fog"_s, {u"fog"_s}, u"Thick."_s);
        fog.sticky = 4;
        LoreEntry off = entry(1, u"Off"_s, {u"fog"_s}, u"Off."_s);
        off.disabled = true;
        LoreEntry late = entry(2, u"Late"_s, {u"fog"_s}, u"Late."_s);
        late.delay = 4;
        LoreEntry cool = entry(3, u"Cool"_s, {u"fog"_s, u"-"_s}, u"Cool."_s);
        cool.cooldown = 3;
        made.lorebooks[0].book.entries = {fog, off, late, cool};
        // What the chat has of them now is of no account.
        made.chat.header = Json::object(
            {{u"chat_metadata"_s,
              Json::object({{u"timedWorldInfo"_s, Json::object({{u"sticky"_s, Json::object()}})}})}});
        const LoreReplay replay = replayLore(made);
        compareTurnByTurn(made, replay);
        QCOMPARE(fates(replay, u"Fog"_s), u"FFmmFF"_s);
        QCOMPARE(fates(replay, u"Off"_s), u"nnnnnn"_s);
        QCOMPARE(fates(replay, u"Late"_s).at(0), u'n');
        QVERIFY(fates(replay, u"Late"_s).contains(u'F'));
        QVERIFY(fates(replay, u"Cool"_s).contains(u"Fn"_s));
    }

    void booksOfAllKinds_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 12; ++seed)
            QTest::addRow("book %u", seed) << seed;
    }

    void booksOfAllKinds()
    {
        QFETCH(quint32, seed);
        QRandomGenerator random(seed);
        QStringList texts;
        for (int i = 0; i < 40; ++i)
            texts += sentence(random);
        PromptInputs made = inputs(texts);
        for (int uid = 0; uid < 30; ++uid)
            made.lorebooks[0].book.entries.append(randomEntry(uid, random));
        made.chat.messages[random.bounded(40)].isHidden = true;
        made.card->scenario = u"{{lastMessage}} near the lighthouse"_s;
        made.lorebooks[0].book.entries[3].matchScenario = true;
        LoreSettings &lore = made.settings.lore;
        lore.depth = random.bounded(6);
        lore.minActivations = random.bounded(3) == 0 ? 5 : 0;
        lore.minActivationsDepthMax = random.bounded(2) == 0 ? 9 : 0;
        lore.maxRecursionSteps = random.bounded(3);
        lore.isRecursive = random.bounded(4) > 0;
        lore.usesGroupScoring = random.bounded(2) == 0;
        lore.budgetCap = random.bounded(2) == 0 ? 60 : 0;
        made.settings.note.text = u"Mind the tide"_s;
        made.settings.note.interval = 3;
        made.settings.note.isScanned = true;
        if (random.bounded(2) == 0)
            made.loreCache = std::make_shared<LoreCache>();
        compareTurnByTurn(made, replayLore(made));
    }

    void secretsStaySecret()
    {
        PromptInputs made = inputs({u"fog"_s, u"-"_s, u"reef"_s, u"-"_s, u"fog"_s, u"-"_s});
        made.knowledge.isEnabled = true;
        made.chat.messages[2].extra =
            Json::object({{u"known_to"_s, Json::array({Json(u"Oren"_s), Json(u"Tomas"_s)})}});
        made.lorebooks[0].book.entries = {entry(0, u"Fog"_s, {u"fog"_s}, u"Thick."_s),
                                          entry(1, u"Reef"_s, {u"reef"_s}, u"Sharp."_s)};
        const LoreReplay replay = replayLore(made);
        QCOMPARE(fates(replay, u"Reef"_s), u"mmm"_s);
        QVERIFY(fates(replay, u"Fog"_s).startsWith(u'F'));
        made.chat.messages[2].extra =
            Json::object({{u"known_to"_s, Json::array({Json(u"Oren"_s), Json(u"Mira"_s)})}});
        QVERIFY(fates(replayLore(made), u"Reef"_s).contains(u'F'));
    }

    void anEditIsCompared()
    {
        PromptInputs before = inputs({u"fog"_s, u"-"_s, u"reef"_s, u"-"_s, u"fog boat"_s, u"-"_s});
        before.settings.lore.depth = 1;
        before.lorebooks[0].book.entries = {
            entry(0, u"Fog"_s, {u"fog"_s}, u"Thick."_s), entry(1, u"Reef"_s, {u"reef"_s}, u"Sharp."_s),
            entry(2, u"Gone"_s, {u"boat"_s}, u"A boat."_s), entry(5, u"Twin"_s, {u"tide"_s}, u"Low."_s)};
        PromptInputs after = before;
        QList<LoreEntry> &entries = after.lorebooks[0].book.entries;
        entries[0].keys = {u"reef"_s};
        entries.remove(2, 2);
        entries.append(entry(4, u"Inn"_s, {u"inn"_s}, u"Warm."_s));
        entries.append(entry(6, u"Twin"_s, {u"boat"_s}, u"High."_s)); // another uid, the same entry
        const LoreReplay first = replayLore(before);
        const LoreReplay second = replayLore(after);
        const LoreReplayComparison comparison = compareReplays(first, second);
        QCOMPARE(comparison.turns, 3);
        QCOMPARE(comparison.rows.size(), 5);
        const auto row = [&](const QString &title) {
            return *std::ranges::find(comparison.rows, title, &LoreReplayRow::title);
        };
        QCOMPARE(row(u"Fog"_s).gained, 1);
        QCOMPARE(row(u"Fog"_s).lost, 2);
        QVERIFY(!row(u"Reef"_s).isChanged());
        QCOMPARE(row(u"Inn"_s).before, -1);
        QCOMPARE(row(u"Inn"_s).firedAfter, 0);
        QCOMPARE(row(u"Gone"_s).after, -1);
        QCOMPARE(row(u"Gone"_s).lost, 1);
        QVERIFY(row(u"Twin"_s).before >= 0);
        QCOMPARE(row(u"Twin"_s).gained, 1);
        QCOMPARE(comparison.gained, 2);
        QCOMPARE(comparison.lost, 3);
        double tokens = 0;
        for (int turn = 0; turn < 3; ++turn)
            tokens += second.tokens.at(turn) - first.tokens.at(turn);
        QCOMPARE(comparison.tokens, tokens / 3);
        const QString said = replaySummary(comparison, u"Coast"_s);
        QVERIFY2(said.startsWith(u"Adds "_s) && said.contains(u"“Inn” never fired in"_s), qPrintable(said));
        QVERIFY(!replaySummary(comparison, u"Another"_s).contains(u"Inn"_s));
    }

    void nothingToReplay()
    {
        const PromptInputs made = inputs({u"fog"_s});
        const LoreReplay replay = replayLore(made);
        QVERIFY(replay.isComplete);
        QVERIFY(replay.turns.isEmpty());
        QVERIFY(replaySummary(compareReplays(replay, replay)).contains(u"no replies"_s));
        QVERIFY(loreAtTurn(made, replay, 0).rows.isEmpty());
    }

    void aTurnSaysWhy()
    {
        PromptInputs made = inputs({u"fog"_s, u"-"_s, u"gull"_s, u"-"_s});
        made.settings.lore.depth = 1;
        made.lorebooks[0].book.entries = {entry(0, u"Fog"_s, {u"fog"_s}, u"Thick."_s)};
        const LoreReplay replay = replayLore(made);
        const LoreTrialResult first = loreAtTurn(made, replay, 0);
        QVERIFY(first.rows.first().fired);
        QCOMPARE(first.rows.first().details().message, 0);
        const LoreTrialResult second = loreAtTurn(made, replay, 1);
        QVERIFY(!second.rows.first().fired);
        QCOMPARE(second.misses.first().kind, LoreMiss::Kind::TooFarBack);
    }

    void stopsAndTellsHowFarItIs()
    {
        PromptInputs made = inputs(QStringList(200, u"fog"_s));
        made.lorebooks[0].book.entries = {entry(0, u"Fog"_s, {u"fog"_s}, u"Thick."_s)};
        std::stop_source stop;
        int told = 0;
        const LoreReplay replay = replayLore(made, stop.get_token(), [&](int done, int count) {
            QCOMPARE(done, ++told);
            QCOMPARE(count, 100);
            if (done == 10)
                stop.request_stop();
        });
        QCOMPARE(told, 10);
        QVERIFY(!replay.isComplete);
        QCOMPARE(replay.tokens.size(), 10);
    }
};

} // namespace tst_lorereplay

SNUG_TEST(tst_lorereplay, TestLoreReplay, Core)
#include "tst_lorereplay.moc"
