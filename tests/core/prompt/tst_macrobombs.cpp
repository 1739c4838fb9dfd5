#include "core/prompt/assemble.h"
#include "core/prompt/loretrial.h"
#include "core/prompt/storedtext.h"
#include "core/prompt/typedtext.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_macrobombs {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// Each text alone is over the budget.
QString bomb()
{
    return u"{{setvar::a::AAAAAAAAAA}}"_s +
           u"{{setvar::a::{{getvar::a}}{{getvar::a}}{{getvar::a}}{{getvar::a}}}}"_s.repeated(16);
}

QString deep()
{
    return u"{{if 1}}"_s.repeated(3'000) + u"x"_s + u"{{/if}}"_s.repeated(3'000);
}

PromptBlock block(const QString &identifier, const QString &content = {})
{
    PromptBlock result;
    result.identifier = identifier;
    result.name = identifier;
    result.content = content;
    result.systemPrompt = true;
    result.marker = content.isEmpty();
    return result;
}

PromptInputs inputs()
{
    PromptInputs result;
    result.preset.emplace();
    result.preset->name = u"Default"_s;
    result.preset->contextSize = 8000;
    result.preset->maxTokens = 100;
    result.preset->prompts = {block(u"main"_s, u"You are {{char}}."_s), block(u"worldInfoBefore"_s),
                              block(u"personaDescription"_s), block(u"charDescription"_s),
                              block(u"chatHistory"_s)};
    PromptOrder order;
    for (const PromptBlock &each : std::as_const(result.preset->prompts))
        order.items.append({each.identifier, true, {}});
    result.preset->orders = {order};
    result.card.emplace();
    result.card->name = u"Mira"_s;
    result.card->description = u"{{char}} keeps the light."_s;
    result.persona.emplace();
    result.persona->name = u"Oren"_s;
    for (int i = 0; i < 4; ++i) {
        Message message;
        message.isUser = i % 2 == 1;
        message.name = message.isUser ? u"Oren"_s : u"Mira"_s;
        message.text = u"message %1"_s.arg(i);
        result.chat.messages.append(message);
    }
    result.userText = u"hi"_s;
    return result;
}

ActiveLorebook book(const QList<QString> &contents)
{
    ActiveLorebook result;
    result.book.name = u"Harbour"_s;
    for (const QString &content : contents) {
        LoreEntry entry;
        entry.uid = static_cast<int>(result.book.entries.size());
        entry.title = u"Entry %1"_s.arg(entry.uid);
        entry.constant = true;
        entry.content = content;
        result.book.entries.append(entry);
    }
    return result;
}

// Every match of a single letter.
class LetterEngine : public RegexEngine
{
public:
    QList<RegexOutcome> search(const QList<RegexSearch> &searches, const std::stop_token &) override
    {
        QList<RegexOutcome> outcomes;
        for (const RegexSearch &search : searches) {
            QList<RegexMatch> matches;
            for (qsizetype i = 0; i < search.text.size(); ++i) {
                if (search.text[i] == search.pattern.front())
                    matches.append({.range = {i, 1}, .groups = {RegexRange{i, 1}}, .namedGroups = {}});
            }
            outcomes.append(matches);
        }
        return outcomes;
    }
};

} // namespace

class TestMacroBombs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void aBombEndsInAFailureThatNamesIt_data()
    {
        QTest::addColumn<PromptInputs>("given");
        QTest::addColumn<QString>("name");
        const auto row = [](const char *name, const QString &named, const auto &change) {
            PromptInputs changed = inputs();
            change(changed);
            QTest::newRow(name) << changed << named;
        };
        row("description", u"description (card Mira)"_s, [](auto &in) { in.card->description = bomb(); });
        row("deep description", u"description (card Mira)"_s,
            [](auto &in) { in.card->description = deep(); });
        row("description shown by a block", u"main"_s, [](auto &in) {
            in.card->description = u"{{user}}"_s.repeated(3'000);
            in.preset->prompts[0].content = u"{{description}}"_s.repeated(400);
        });
        row("greeting", u"message 0 of Mira"_s, [](auto &in) { in.chat.messages[0].text = bomb(); });
        row("message", u"message 2 of Mira"_s, [](auto &in) { in.chat.messages[2].text = bomb(); });
        row("block", u"main"_s, [](auto &in) { in.preset->prompts[0].content = bomb(); });
        row("deep block", u"main"_s, [](auto &in) { in.preset->prompts[0].content = deep(); });
        row("persona", u"persona Oren"_s, [](auto &in) { in.persona->description = bomb(); });
        row("lore entry", u"lore Harbour: Entry 1"_s,
            [](auto &in) { in.lorebooks = {book({u"a"_s, bomb()})}; });
        row("typed text", u"the text being written"_s, [](auto &in) { in.userText = bomb(); });
        row("merged form shows names only", QString(), [](auto &in) {
            in.mode = PromptMode::Smelt;
            in.preset->prompts[0].content = bomb();
        });
        row("note", u"note"_s, [](auto &in) {
            in.settings.note.text = bomb();
            in.settings.note.interval = 1;
        });
    }

    void aBombEndsInAFailureThatNamesIt()
    {
        QFETCH(PromptInputs, given);
        QFETCH(QString, name);
        const AssembledPrompt prompt = assemble(given);
        if (name.isEmpty()) {
            QVERIFY(!prompt.failure);
            return;
        }
        QVERIFY(prompt.failure);
        if (name != u"note")
            QVERIFY2(prompt.failure->error.what.contains(u"“%1”"_s.arg(name)),
                     qPrintable(prompt.failure->error.what));
        QVERIFY(prompt.messages.isEmpty());
        QVERIFY(!prompt.prompt);
        QVERIFY(prompt.localVariables.isUndefined());
        QVERIFY(prompt.globalVariables.isEmpty());
        QCOMPARE(prompt.typedText, given.userText);
        QVERIFY(!prompt.failure->error.what.endsWith(u'.'));
    }

    // One entry feeds the next: the sum counts, not what each takes.
    void entriesThatFeedEachOther()
    {
        QStringList contents{u"{{setvar::a::AAAAAAAAAA}}"_s};
        for (int i = 0; i < 40; ++i)
            contents.append(u"{{addvar::a::{{getvar::a}}}}"_s);
        PromptInputs given = inputs();
        given.lorebooks = {book(contents)};
        const AssembledPrompt prompt = assemble(given);
        QVERIFY(prompt.failure);
        QVERIFY(prompt.failure->error.what.contains(u"Entry"));
        QVERIFY(!tryLore(given).warnings.isEmpty());
    }

    void manyTextsThatAreNotMuchEach()
    {
        PromptInputs given = inputs();
        given.card->description = u"{{char}} keeps the light. "_s.repeated(1'000);
        Message message = given.chat.messages.first();
        message.text = u"{{description}}{{description}}"_s;
        given.chat.messages = QList<Message>(600, message);
        given.preset->contextSize = 100'000'000;
        QVERIFY(assemble(given).failure);
    }

    void scriptsThatMultiply()
    {
        PromptInputs given = inputs();
        given.regexEngine = std::make_shared<LetterEngine>();
        for (int i = 0; i < 12; ++i) {
            RegexScript script;
            script.name = u"triple %1"_s.arg(i);
            script.find = u"/e/g"_s;
            script.replacement = u"$1$1$1 and more of it "_s.repeated(4);
            script.placements = {1, 2};
            script.promptOnly = true;
            given.regexScripts.append(script);
        }
        const AssembledPrompt prompt = assemble(given);
        QVERIFY(prompt.failure);
        QVERIFY2(prompt.failure->error.what.contains(u"regex script triple"),
                 qPrintable(prompt.failure->error.what));

        for (RegexScript &script : given.regexScripts)
            script.promptOnly = false;
        const ScriptedTexts stored =
            scriptedTexts({{.text = u"every message"_s}}, ScriptPurpose::Store, given);
        QCOMPARE(stored.texts, QStringList{u"every message"_s});
        QCOMPARE(stored.warnings.size(), 1);
    }

    void typedTextsStayAsTheyAre()
    {
        const PromptInputs given = inputs();
        QCOMPARE(expandMacros(bomb(), given), bomb());
        QCOMPARE(expandMacros(u"{{user}}"_s, given), u"Oren"_s);
        PromptInputs hostile = given;
        hostile.card->description = bomb();
        QCOMPARE(expandMacros(u"{{user}}"_s, hostile), u"{{user}}"_s);
        QCOMPARE(typedAsStored(hostile), u"hi"_s);
    }

    void stoppingIsNoFailure()
    {
        std::stop_source stop;
        stop.request_stop();
        PromptInputs given = inputs();
        given.card->description = bomb();
        QVERIFY(!assemble(given, stop.get_token()).failure);
    }
};

} // namespace tst_macrobombs

SNUG_TEST(tst_macrobombs, TestMacroBombs, Nothing)
#include "tst_macrobombs.moc"
