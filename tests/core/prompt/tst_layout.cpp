// What the forms of prompts leave to the user: which neighbours are joined, which order counts, lore where
// blocks are merged, what frame keys look at, whose neighbours a template joins.
#include "core/formats/jsontext.h"
#include "core/formats/layoutsettings.h"
#include "core/formats/preset.h"
#include "core/formats/worldinfo.h"
#include "core/prompt/assemble.h"
#include "core/prompt/frames/smeltlore.h"
#include "core/prompt/unsentblocks.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_layout {

using namespace Qt::StringLiterals;
using namespace snug;
using Joining = LayoutSettings::Joining;

namespace {

Message said(bool isUser, const QString &text)
{
    Message message;
    message.isUser = isUser;
    message.name = isUser ? u"Ada"_s : u"Mira"_s;
    message.text = text;
    return message;
}

LoreEntry lore(int uid, const QString &content, LoreEntry::Position position, const QStringList &keys = {})
{
    LoreEntry entry;
    entry.uid = uid;
    entry.title = content;
    entry.content = content;
    entry.keys = keys;
    entry.constant = keys.isEmpty();
    entry.position = position;
    return entry;
}

PromptInputs inputs()
{
    PromptInputs made;
    made.mode = PromptMode::Smelt;
    Card card;
    card.name = u"Mira"_s;
    card.description = u"Keeps a light."_s;
    card.messageExamples = u"Example."_s;
    made.card = card;
    made.userName = u"Ada"_s;
    made.chat.messages = {said(false, u"Hello."_s), said(true, u"The harbour?"_s), said(false, u"Closed."_s)};
    made.userText = u"Why?"_s;
    return made;
}

Preset ordered(const QByteArray &orders)
{
    const auto reading = readPreset(R"({"prompts": [
        {"identifier": "main", "name": "Main", "role": "system", "content": "Main.", "system_prompt": true},
        {"identifier": "nsfw", "name": "Aside", "role": "system", "content": "Aside.", "system_prompt": true},
        {"identifier": "worldInfoBefore", "name": "W", "marker": true, "system_prompt": true},
        {"identifier": "worldInfoAfter", "name": "W", "marker": true, "system_prompt": true},
        {"identifier": "charDescription", "name": "C", "marker": true, "system_prompt": true},
        {"identifier": "dialogueExamples", "name": "D", "marker": true, "system_prompt": true},
        {"identifier": "chatHistory", "name": "H", "marker": true, "system_prompt": true}],
        "prompt_order": )" + orders + "}",
                                    u"Test"_s);
    return reading ? reading->preset : Preset();
}

QByteArray listOf(const QByteArray &id, const QList<QByteArray> &names)
{
    QByteArrayList items;
    for (const QByteArray &name : names)
        items.append(R"({"identifier": ")" + name + R"(", "enabled": true})");
    return R"({"character_id": )" + id + R"(, "order": [)" + items.join(",") + "]}";
}

Preset withEverything()
{
    return ordered("[" +
                   listOf("100000", {"main", "worldInfoBefore", "charDescription", "worldInfoAfter",
                                     "dialogueExamples", "chatHistory", "nsfw"}) +
                   "]");
}

QString shown(const AssembledPrompt &prompt)
{
    QStringList lines;
    for (const OutboundMessage &message : prompt.messages)
        lines.append(roleName(message.role).left(1) + u':' +
                     QString(message.content.text()).replace(u'\n', u'/'));
    return lines.join(u'|');
}

QList<ActiveLorebook> bookOf(const QList<LoreEntry> &entries)
{
    Lorebook book;
    book.name = u"Coast"_s;
    book.entries = entries;
    return {{book}};
}

} // namespace

class TestLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void loreIsAtTheMarkers()
    {
        PromptInputs given = inputs();
        given.preset = withEverything();
        given.lorebooks = bookOf({lore(1, u"Before."_s, LoreEntry::Position::BeforeChar),
                                  lore(2, u"After."_s, LoreEntry::Position::AfterChar),
                                  lore(3, u"Top."_s, LoreEntry::Position::ExamplesTop),
                                  lore(4, u"Silent."_s, LoreEntry::Position::BeforeChar, {u"volcano"_s})});
        const AssembledPrompt prompt = assemble(given);
        QCOMPARE(shown(prompt),
                 u"s:Main.//Before.//Keeps a light.//After.//Top./Example.|a:Hello.|u:The harbour?|"
                 "a:Closed.|s:Aside.|u:Why?"_s);
        QCOMPARE(prompt.trace.lore.size(), 4);
        // Each character knows where it is from.
        const QList<Span> spans = prompt.messages.first().content.spans();
        QVERIFY(std::ranges::any_of(
            spans, [](const Span &span) { return span.source.kind() == SourceKind::WorldBookBeforeChar; }));
        QVERIFY(std::ranges::none_of(spans, [](const Span &span) { return span.source == Source(); }));
    }

    void keysAndMemoriesAsAnywhere()
    {
        PromptInputs given = inputs();
        given.preset = withEverything();
        LoreEntry memory = lore(5, u"What was."_s, LoreEntry::Position::BeforeChar);
        memory.source = Json::object({{u"stmemorybooks"_s, Json(true)}});
        given.lorebooks =
            bookOf({memory, lore(6, u"Fired."_s, LoreEntry::Position::AfterChar, {u"closed"_s})});
        const AssembledPrompt prompt = assemble(given);
        QCOMPARE(shown(prompt).section(u'|', 0, 0),
                 u"s:Main.//What was.//Keeps a light.//Fired.//Example."_s);
        QVERIFY(std::ranges::any_of(prompt.messages.first().content.spans(), [](const Span &span) {
            return span.source.kind() == SourceKind::MemoryEntry;
        }));
    }

    void withoutMarkersItIsAroundWhatIsThere()
    {
        PromptInputs given = inputs();
        given.preset = ordered("[" + listOf("100000", {"main", "chatHistory"}) + "]");
        given.lorebooks = bookOf({lore(1, u"Before."_s, LoreEntry::Position::BeforeChar),
                                  lore(2, u"After."_s, LoreEntry::Position::AfterChar)});
        QVERIFY(shown(assemble(given)).startsWith(u"s:Before.//Main.//After.|a:Hello."));
        given.preset.reset(); // No Preset
        const QString bare = shown(assemble(given));
        QVERIFY2(bare.startsWith(u"s:Before.//Keeps a light.//Example.//"), qPrintable(bare));
        QVERIFY2(bare.contains(u"//After.|a:Hello."), qPrintable(bare));
        given.card.reset(); // the model alone
        QVERIFY(shown(assemble(given)).startsWith(u"s:Before.//After.|a:Hello."));
    }

    void depthsCountFromTheNewest_data()
    {
        QTest::addColumn<int>("depth");
        QTest::addColumn<QString>("chat");
        QTest::newRow("behind") << 0 << u"a:Hello.|u:The harbour?|a:Closed.|u:Why?|s:Deep."_s;
        QTest::newRow("before the newest") << 1 << u"a:Hello.|u:The harbour?|a:Closed.|s:Deep.|u:Why?"_s;
        QTest::newRow("deeper") << 3 << u"a:Hello.|s:Deep.|u:The harbour?|a:Closed.|u:Why?"_s;
        QTest::newRow("deeper than there is") << 99 << u"s:Deep.|a:Hello.|u:The harbour?|a:Closed.|u:Why?"_s;
    }

    void depthsCountFromTheNewest()
    {
        QFETCH(int, depth);
        QFETCH(QString, chat);
        PromptInputs given = inputs();
        LoreEntry entry = lore(1, u"Deep."_s, LoreEntry::Position::AtDepth);
        entry.depth = depth;
        given.lorebooks = bookOf({entry});
        given.card->description.clear();
        given.card->messageExamples.clear();
        given.card->systemPrompt = u"You are Mira."_s;
        QCOMPARE(shown(assemble(given)), u"s:You are Mira.|"_s + chat);
    }

    void switchedOffItSaysSo()
    {
        PromptInputs given = inputs();
        given.preset = withEverything();
        given.lorebooks = bookOf({lore(1, u"Before."_s, LoreEntry::Position::BeforeChar)});
        given.layout.loreWhereMerged = false;
        const AssembledPrompt prompt = assemble(given);
        QVERIFY(!shown(prompt).contains(u"Before."));
        QVERIFY(prompt.trace.warnings.last().startsWith(u"The lorebooks are not used"));
    }

    void blocksAreJoinedAsWanted_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("joining");
        QTest::addColumn<QString>("messages");
        const auto row = [](const char *name, PromptMode mode, Joining joining, const QString &messages) {
            QTest::newRow(name) << int(mode) << int(joining) << messages;
        };
        const QString chat = u"|a:Hello.|u:The harbour?|a:Closed."_s;
        row("merged", PromptMode::Smelt, Joining::ByForm,
            u"s:Main.//Keeps a light."_s + chat + u"|s:Aside.|u:Why?"_s);
        row("merged, apart", PromptMode::Smelt, Joining::Separate,
            u"s:Main.|s:Keeps a light."_s + chat + u"|s:Aside.|u:Why?"_s);
        row("SillyTavern's", PromptMode::SillyTavern, Joining::ByForm,
            u"s:Main.|s:Keeps a light."_s + chat + u"|u:Why?|s:Aside."_s);
        row("SillyTavern's, a line each", PromptMode::SillyTavern, Joining::SystemNeighbours,
            u"s:Main./Keeps a light."_s + chat + u"|u:Why?|s:Aside."_s);
        row("SillyTavern's, an empty line between", PromptMode::SillyTavern, Joining::OneSystem,
            u"s:Main.//Keeps a light."_s + chat + u"|u:Why?|s:Aside."_s);
    }

    void blocksAreJoinedAsWanted()
    {
        QFETCH(int, mode);
        QFETCH(int, joining);
        QFETCH(QString, messages);
        PromptInputs given = inputs();
        given.mode = PromptMode(mode);
        given.preset =
            ordered("[" + listOf("100001", {"main", "charDescription", "chatHistory", "nsfw"}) + "]");
        given.preset->newChatPrompt.clear();
        given.card->messageExamples.clear();
        given.layout.joining = Joining(joining);
        const AssembledPrompt prompt = assemble(given);
        QCOMPARE(shown(prompt), messages);
        int sum = 0;
        for (const OutboundMessage &message : prompt.messages)
            sum += message.tokens;
        if (PromptMode(mode) == PromptMode::Smelt)
            QCOMPARE(prompt.budget.used, sum);
    }

    void squashedOnlyWhereThePresetWouldNot()
    {
        PromptInputs given = inputs();
        given.mode = PromptMode::SillyTavern;
        given.preset = ordered("[" + listOf("100001", {"main", "charDescription", "chatHistory"}) + "]");
        given.preset->newChatPrompt.clear();
        given.preset->squashSystemMessages = true;
        given.card->messageExamples.clear();
        QVERIFY(shown(assemble(given)).startsWith(u"s:Main./Keeps a light.|"));
        given.layout.joining = Joining::Separate;
        QVERIFY(shown(assemble(given)).startsWith(u"s:Main.|s:Keeps a light.|"));
    }

    void neighboursOfTheChatToo()
    {
        PromptInputs given = inputs();
        given.chat.messages.insert(1, said(false, u"Anyone?"_s));
        given.layout.joining = Joining::Neighbours;
        QVERIFY(shown(assemble(given)).contains(u"|a:Hello./Anyone?|u:"));
    }

    void theOrderThatIsWanted_data()
    {
        using Order = LayoutSettings::Order;
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("order");
        QTest::addColumn<QString>("first");
        const auto row = [](const char *name, PromptMode mode, Order order, const QString &first) {
            QTest::newRow(name) << int(mode) << int(order) << first;
        };
        row("SillyTavern's", PromptMode::SillyTavern, Order::ByForm, u"s:Main."_s);
        row("SillyTavern's, the default", PromptMode::SillyTavern, Order::Default, u"s:Aside."_s);
        row("SillyTavern's, the first", PromptMode::SillyTavern, Order::First, u"s:Keeps a light."_s);
        row("merged", PromptMode::Smelt, Order::ByForm, u"s:Aside."_s);
        row("merged, the one in use", PromptMode::Smelt, Order::InUse, u"s:Main."_s);
        row("merged, the first", PromptMode::Smelt, Order::First, u"s:Keeps a light."_s);
    }

    void theOrderThatIsWanted()
    {
        QFETCH(int, mode);
        QFETCH(int, order);
        QFETCH(QString, first);
        PromptInputs given = inputs();
        given.mode = PromptMode(mode);
        given.preset = ordered("[" + listOf("7", {"charDescription", "chatHistory"}) + "," +
                               listOf("100000", {"nsfw", "chatHistory"}) + "," +
                               listOf("100001", {"main", "chatHistory"}) + "]");
        given.preset->newChatPrompt.clear();
        given.layout.order = LayoutSettings::Order(order);
        QCOMPARE(shown(assemble(given)).section(u'|', 0, 0), first);
    }

    void numbersThatAreText_data()
    {
        QTest::addColumn<QByteArray>("block");
        QTest::addColumn<QString>("usually");
        QTest::addColumn<QString>("read");
        QTest::newRow("position") << QByteArray(R"("injection_position": "1", "injection_depth": 1)")
                                  << u"s:Main.|s:Own.|a:Hello.|u:The harbour?|a:Closed.|u:Why?"_s
                                  << u"s:Main.|a:Hello.|u:The harbour?|a:Closed.|s:Own.|u:Why?"_s;
        QTest::newRow("depth") << QByteArray(R"("injection_position": 1, "injection_depth": "1")")
                               << u"s:Main.|a:Hello.|u:The harbour?|a:Closed.|u:Why?"_s
                               << u"s:Main.|a:Hello.|u:The harbour?|a:Closed.|s:Own.|u:Why?"_s;
        QTest::newRow("numbers") << QByteArray(R"("injection_position": 1, "injection_depth": 1)")
                                 << u"s:Main.|a:Hello.|u:The harbour?|a:Closed.|s:Own.|u:Why?"_s
                                 << u"s:Main.|a:Hello.|u:The harbour?|a:Closed.|s:Own.|u:Why?"_s;
    }

    void numbersThatAreText()
    {
        QFETCH(QByteArray, block);
        QFETCH(QString, usually);
        QFETCH(QString, read);
        PromptInputs given = inputs();
        given.mode = PromptMode::SillyTavern;
        given.card->description.clear();
        given.card->messageExamples.clear();
        given.preset = readPreset(R"({"prompts": [
            {"identifier": "main", "name": "Main", "role": "system", "content": "Main.", "system_prompt": true},
            {"identifier": "own", "name": "Own", "role": "system", "content": "Own.", "system_prompt": false,
             )" + block + R"(},
            {"identifier": "chatHistory", "name": "H", "marker": true, "system_prompt": true}],
            "new_chat_prompt": "", "prompt_order": [)" +
                                      listOf("100001", {"main", "own", "chatHistory"}) + "]}",
                                  u"Test"_s)
                           ->preset;
        const AssembledPrompt prompt = assemble(given);
        QCOMPARE(shown(prompt), usually);
        QCOMPARE(prompt.trace.hasLayoutSwitch, usually != read);
        given.layout.readsTextNumbers = true;
        const AssembledPrompt switched = assemble(given);
        QCOMPARE(shown(switched), read);
        QVERIFY(!switched.trace.hasLayoutSwitch);
        QVERIFY(switched.trace.warnings.isEmpty());
    }

    // A depth with a fraction is none, an order with one is an order of its own.
    // Sent with chat completions too, without the names that text completions stop at.
    void theUsersOwnStopStrings()
    {
        PromptInputs given = inputs();
        given.mode = PromptMode::SillyTavern;
        given.preset = ordered("[" + listOf("100001", {"main", "chatHistory"}) + "]");
        given.settings.stopStrings = {u"END"_s, u"{{user}} said"_s, QString(), u"END"_s};
        given.settings.expandsStopStrings = true;
        QCOMPARE(assemble(given).stop, QStringList({u"END"_s, u"Ada said"_s}));
        given.settings.expandsStopStrings = false;
        QCOMPARE(assemble(given).stop, QStringList({u"END"_s, u"{{user}} said"_s}));
        given.settings.stopStrings = {};
        QVERIFY(assemble(given).stop.isEmpty());
    }

    void fractions_data()
    {
        QTest::addColumn<QByteArray>("block");
        QTest::addColumn<QString>("sent");
        const auto row = [](const char *name, const QByteArray &block, const QString &sent) {
            QTest::newRow(name) << block << sent;
        };
        row("whole", R"("injection_depth": 0, "injection_order": 100)", u"u:Why?|s:Own./Hundred./Note."_s);
        row("depth", R"("injection_depth": 0.5)", u"u:Why?|s:Hundred./Note."_s);
        row("order below", R"("injection_depth": 0, "injection_order": 99.5)",
            u"u:Why?|s:Own.|s:Hundred./Note."_s);
        row("order above", R"("injection_depth": 0, "injection_order": 100.5)",
            u"u:Why?|s:Hundred./Note.|s:Own."_s);
        row("order far below", R"("injection_depth": 0, "injection_order": 9.5)",
            u"u:Why?|s:Own.|s:Hundred./Note."_s);
    }

    void fractions()
    {
        QFETCH(QByteArray, block);
        QFETCH(QString, sent);
        PromptInputs given = inputs();
        given.mode = PromptMode::SillyTavern;
        given.card->description.clear();
        given.card->messageExamples.clear();
        given.chat.header = *parseJson(R"({"chat_metadata": {"note_prompt": "Note.", "note_position": 1,
                                           "note_depth": 0}})");
        given.preset = readPreset(R"({"prompts": [
            {"identifier": "main", "name": "Main", "role": "system", "content": "Main.", "system_prompt": true},
            {"identifier": "own", "name": "Own", "role": "system", "content": "Own.", "system_prompt": false,
             "injection_position": 1, )" +
                                      block + R"(},
            {"identifier": "hundred", "name": "Hundred", "role": "system", "content": "Hundred.",
             "system_prompt": false, "injection_position": 1, "injection_depth": 0},
            {"identifier": "chatHistory", "name": "H", "marker": true, "system_prompt": true}],
            "new_chat_prompt": "", "prompt_order": [)" +
                                      listOf("100001", {"main", "own", "hundred", "chatHistory"}) + "]}",
                                  u"Test"_s)
                           ->preset;
        const AssembledPrompt prompt = assemble(given);
        QVERIFY2(shown(prompt).endsWith(u'|' + sent), qPrintable(shown(prompt)));
        QCOMPARE(prompt.trace.warnings.size(),
                 block.contains("0.5") && block.contains("depth\": 0.5") ? 1 : 0);
        QVERIFY(!prompt.trace.hasLayoutSwitch); // no switch has them read
    }

    void switchesThatAreText_data()
    {
        QTest::addColumn<QByteArray>("enabled");
        QTest::addColumn<bool>("isSent");
        QTest::addColumn<bool>("isRead"); // with the switch of the layout
        QTest::newRow("false") << QByteArray("false") << false << false;
        QTest::newRow("the word false") << QByteArray(R"("false")") << true << false;
        QTest::newRow("the word true") << QByteArray(R"("true")") << true << true;
        QTest::newRow("zero as text") << QByteArray(R"("0")") << true << false;
        QTest::newRow("an empty text") << QByteArray(R"("")") << false << false;
        QTest::newRow("zero") << QByteArray("0") << false << false;
        QTest::newRow("one") << QByteArray("1") << true << true;
    }

    void switchesThatAreText()
    {
        QFETCH(QByteArray, enabled);
        QFETCH(bool, isSent);
        QFETCH(bool, isRead);
        PromptInputs given = inputs();
        given.mode = PromptMode::SillyTavern;
        given.preset = readPreset(R"({"prompts": [
            {"identifier": "main", "name": "Main", "role": "system", "content": "Main.", "system_prompt": true},
            {"identifier": "own", "name": "Own", "role": "system", "content": "Own.", "system_prompt": false},
            {"identifier": "chatHistory", "name": "H", "marker": true, "system_prompt": true}],
            "prompt_order": [{"character_id": 100001, "order": [
                {"identifier": "main", "enabled": true}, {"identifier": "own", "enabled": )" +
                                      enabled + R"(}, {"identifier": "chatHistory", "enabled": true}]}]})",
                                  u"Test"_s)
                           ->preset;
        const auto isOff = [&](const AssembledPrompt &prompt) {
            return std::ranges::any_of(unsentBlocks(given, prompt), [](const UnsentBlock &block) {
                return block.identifier == u"own" && block.why == UnsentBlock::Why::Off;
            });
        };
        const AssembledPrompt prompt = assemble(given);
        QCOMPARE(shown(prompt).contains(u"s:Own."_s), isSent);
        QCOMPARE(prompt.trace.hasLayoutSwitch, isSent != isRead);
        QCOMPARE(prompt.trace.warnings.size(), isSent != isRead ? 1 : 0);
        QCOMPARE(isOff(prompt), !isSent);
        given.layout.readsTextNumbers = true;
        const AssembledPrompt switched = assemble(given);
        QCOMPARE(shown(switched).contains(u"s:Own."_s), isRead);
        QVERIFY(switched.trace.warnings.isEmpty());
        QCOMPARE(isOff(switched), !isRead);
    }

    void switchesOfThePresetThatAreText()
    {
        PromptInputs given = inputs();
        given.mode = PromptMode::SillyTavern;
        given.card->messageExamples.clear();
        const auto withSwitches = [](const QByteArray &squash, const QByteArray &prefill) {
            return readPreset(R"({"squash_system_messages": )" + squash + R"(, "continue_prefill": )" +
                                  prefill +
                                  R"(, "new_chat_prompt": "", "continue_nudge_prompt": "Go on.", "prompts": [
                {"identifier": "main", "name": "Main", "role": "system", "content": "Main.", "system_prompt": true},
                {"identifier": "own", "name": "Own", "role": "system", "content": "Own.", "system_prompt": false},
                {"identifier": "chatHistory", "name": "H", "marker": true, "system_prompt": true}],
                "prompt_order": [)" +
                                  listOf("100001", {"main", "own", "chatHistory"}) + "]}",
                              u"Test"_s)
                ->preset;
        };
        given.preset = withSwitches("false", "false");
        QVERIFY(shown(assemble(given)).startsWith(u"s:Main.|s:Own.|"));
        given.preset = withSwitches(R"("false")", R"("false")");
        const AssembledPrompt squashed = assemble(given);
        QVERIFY2(shown(squashed).startsWith(u"s:Main./Own.|"), qPrintable(shown(squashed)));
        QVERIFY(squashed.trace.hasLayoutSwitch);
        QVERIFY(squashed.trace.warnings.value(0).contains(u"squash_system_messages"));
        given.type = GenerationType::Continue;
        given.userText.clear();
        const AssembledPrompt prefilled = assemble(given);
        QVERIFY2(shown(prefilled).endsWith(u"a:Closed."), qPrintable(shown(prefilled)));
        QVERIFY(prefilled.trace.warnings.value(0).contains(u"continue_prefill"));
        given.layout.readsTextNumbers = true;
        const AssembledPrompt read = assemble(given);
        QVERIFY2(shown(read).startsWith(u"s:Main.|s:Own.|") && shown(read).endsWith(u"s:Go on."),
                 qPrintable(shown(read)));
        QVERIFY(!read.trace.hasLayoutSwitch);
        // What the user has switched since is what it is.
        given.layout.readsTextNumbers = false;
        given.preset = withSwitches(R"("true")", "false");
        given.preset->squashSystemMessages = false;
        QVERIFY(shown(assemble(given)).startsWith(u"s:Main.|s:Own.|"));
    }

    void frameKeysLookAtTheChat()
    {
        PromptInputs given = inputs();
        given.mode = PromptMode::Framing;
        given.userText.clear();
        const auto preset = readPreset(R"({"name": "P", "prompts": [
            {"identifier": "charBefore", "enabled": true, "role": "system", "position": "relative"},
            {"identifier": "chatHistory", "enabled": true, "position": "relative"},
            {"identifier": "hint", "enabled": true, "role": "system", "position": "in-chat", "depth": 1,
             "content": "The volcano sleeps."}]})",
                                       u"P"_s);
        given.preset = preset->preset;
        const auto book = readWorldInfo(R"({"name": "W", "entries": [
            {"id": "a", "name": "A", "enabled": true, "mode": "conditional", "keys": ["volcano"],
             "position": "before_char", "content": "Ash."},
            {"id": "b", "name": "B", "enabled": true, "mode": "conditional", "keys": ["harbour"],
             "position": "before_char", "content": "Piers."}]})",
                                        u"W"_s);
        given.lorebooks = {{book->book}};
        QVERIFY(shown(assemble(given)).startsWith(u"s:Piers.|"));
        given.layout.keysSeeInjected = true;
        QVERIFY(shown(assemble(given)).startsWith(u"s:Ash.|s:Piers.|"));
    }

    void itIsKeptWithItsNames()
    {
        LayoutSettings settings;
        settings.joining = Joining::SystemNeighbours;
        settings.order = LayoutSettings::Order::First;
        settings.loreWhereMerged = false;
        settings.keysSeeInjected = true;
        settings.namesTwice = false;
        settings.readsTextNumbers = true;
        settings.cleansReplies = false;
        settings.joinedInTemplates = {Role::User};
        const Json stored = withLayout(*parseJson(R"({"later": 1})"), settings);
        QCOMPARE(stored.value(u"frame.merge").toText(), u"squash-neighbour-system"_s);
        QCOMPARE(stored.value(u"later").toInt(), 1);
        QCOMPARE(layoutFromJson(stored), settings);
        QCOMPARE(withLayout({}, {}), Json::object());
        // Back to what is usual is written where something stood.
        QCOMPARE(layoutFromJson(withLayout(stored, {})), LayoutSettings());
        QCOMPARE(layoutFromJson(*parseJson(R"({"frame.merge": 7, "frame.promptOrderId": "x",
            "frame.markersFromLore": "no", "template.collapse": true})")),
                 LayoutSettings());
    }
};

} // namespace tst_layout

SNUG_TEST(tst_layout, TestLayout, Core)
#include "tst_layout.moc"
