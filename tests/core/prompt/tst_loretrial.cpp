// "Try it": the rows are those of the prompt's own scan.

#include "core/prompt/assemble.h"
#include "core/prompt/loretrial.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_loretrial {

using namespace Qt::StringLiterals;
using namespace snug;

static LoreEntry entry(int uid, const QString &title, const QStringList &keys, const QString &content)
{
    LoreEntry made;
    made.uid = uid;
    made.title = title;
    made.keys = keys;
    made.content = content;
    return made;
}

static Message message(const QString &name, bool isUser, const QString &text)
{
    Message made;
    made.name = name;
    made.isUser = isUser;
    made.text = text;
    return made;
}

static PromptInputs inputs()
{
    PromptInputs made;
    made.preset.emplace();
    made.preset->contextSize = 8000;
    made.preset->maxTokens = 100;
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
    made.chat.messages = {message(u"Mira"_s, false, u"The fog is back."_s),
                          message(u"Oren"_s, true, u"I came by boat."_s),
                          message(u"Mira"_s, false, u"Sit down."_s)};
    Lorebook book;
    book.name = u"Coast"_s;
    book.entries = {entry(0, u"Fog"_s, {u"fog"_s}, u"Fog hides the reef."_s),
                    entry(1, u"Reef"_s, {u"reef"_s}, u"The reef sank the Anna."_s),
                    entry(2, u"Boat"_s, {u"boats"_s}, u"Boats are rare."_s),
                    entry(3, u"Self"_s, {u"{{char}}'s lamp"_s}, u"The lamp."_s),
                    entry(4, u"House"_s, {u"lighthouse"_s}, u"It leans."_s)};
    book.entries[4].matchScenario = true;
    made.lorebooks = {{book, ActiveLorebook::Scope::Chat}};
    return made;
}

static QString fired(const LoreTrialResult &result)
{
    QStringList titles;
    for (const LoreTrace &row : result.rows) {
        if (row.fired)
            titles.append(row.title);
    }
    titles.sort();
    return titles.join(u' ');
}

static qsizetype row(const LoreTrialResult &result, const QString &title)
{
    return std::ranges::find(result.rows, title, &LoreTrace::title) - result.rows.begin();
}

class TestLoreTrial : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void aText_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("titles");
        QTest::newRow("nothing said") << u"Hello."_s << u"House"_s;
        QTest::newRow("a key, and what its content wakes") << u"Such fog"_s << u"Fog House Reef"_s;
        QTest::newRow("a macro in a key") << u"Mira's lamp is lit"_s << u"House Self"_s;
        QTest::newRow("the chat does not count") << u"boat"_s << u"House"_s;
    }
    void aText()
    {
        QFETCH(QString, text);
        QFETCH(QString, titles);
        const LoreTrialResult result = tryLore(tryingText(inputs(), text));
        QCOMPARE(fired(result), titles);
        QCOMPARE(result.rows.size(), 5);
        QCOMPARE(result.misses.size(), 5);
    }

    void reasonsAreTheEngines()
    {
        const LoreTrialResult result = tryLore(tryingText(inputs(), u"Fog, and one boat."_s));
        const LoreTrace reef = result.rows.value(row(result, u"Reef"_s));
        QCOMPARE(reef.gate, LoreGate::KeyFound);
        QCOMPARE(reef.round, 2);
        QCOMPARE(reef.details().place, LorePlace::Lore);
        QCOMPARE(reef.details().name, u"Fog"_s);
        QCOMPARE(result.rows.value(row(result, u"Boat"_s)).gate, LoreGate::KeyNotFound);
    }

    void howNearASilentOneCame()
    {
        PromptInputs tried = inputs();
        tried.lorebooks[0].book.entries[2].keys = {u"boat"_s};
        const LoreTrialResult result = tryLore(tryingText(tried, u"Steamboats everywhere"_s));
        const qsizetype at = row(result, u"Boat"_s);
        QCOMPARE(result.misses[at].kind, LoreMiss::Kind::InsideWord);
        QCOMPARE(result.misses[at].word, u"Steamboats"_s);
    }

    void aMessage_data()
    {
        QTest::addColumn<int>("message");
        QTest::addColumn<QString>("titles");
        QTest::newRow("the first") << 0 << u"Fog House Reef"_s;
        QTest::newRow("the second sees two") << 1 << u"Fog House Reef"_s;
        QTest::newRow("the third does not see the first") << 2 << u"House"_s;
        QTest::newRow("none") << -1 << u"House"_s;
        QTest::newRow("behind the end") << 9 << u"House"_s;
    }
    void aMessage()
    {
        QFETCH(int, message);
        QFETCH(QString, titles);
        PromptInputs tried = inputs();
        tried.userText = u"fog"_s; // what is typed does not count
        QCOMPARE(fired(tryLore(tryingMessage(tried, message))), titles);
    }

    void asThePromptHasIt()
    {
        PromptInputs typed = inputs();
        typed.userText = u"Two boats in the fog"_s;
        const LoreTrialResult result = tryLore(typed);
        const AssembledPrompt prompt = assemble(typed);
        QCOMPARE(result.rows, prompt.trace.lore);
        QCOMPARE(fired(result), u"Boat Fog House Reef"_s);
    }

    void timedEffectsOfTheChatAreLeftOut()
    {
        PromptInputs tried = inputs();
        Json timed = Json::object();
        timed.set(u"sticky"_s, Json::object());
        Json metadata = Json::object();
        metadata.set(u"timedWorldInfo"_s, timed);
        metadata.set(u"variables"_s, Json::object());
        tried.chat.header.set(u"chat_metadata"_s, metadata);
        const PromptInputs text = tryingText(tried, u"x"_s);
        QVERIFY(!text.chat.metadata().contains(u"timedWorldInfo"));
        QVERIFY(text.chat.metadata().contains(u"variables"));
        QVERIFY(tryingMessage(tried, 1).chat.metadata().contains(u"timedWorldInfo"));
    }

    void secretsStaySecret()
    {
        PromptInputs tried = inputs();
        tried.knowledge.isEnabled = true;
        tried.chat.messages[2].text = u"The fog again."_s;
        tried.chat.messages[2].extra.set(u"known_to"_s, Json(QStringList{u"Oren"_s}));
        tried.chat.messages.remove(0, 2);
        tried.knowledge.isEnabled = false;
        QCOMPARE(fired(tryLore(tried)), u"Fog House Reef"_s);
        tried.knowledge.isEnabled = true;
        QCOMPARE(fired(tryLore(tried)), u"House"_s); // Mira, who replies, does not know it
    }

    void noBooksNoRows()
    {
        PromptInputs tried = inputs();
        tried.lorebooks.clear();
        QCOMPARE(tryLore(tried), LoreTrialResult());
    }
};

} // namespace tst_loretrial

SNUG_TEST(tst_loretrial, TestLoreTrial, Core)
#include "tst_loretrial.moc"
