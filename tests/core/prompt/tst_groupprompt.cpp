// What a group changes about the prompt: docs/sillytavern/groups.md.

#include "core/prompt/assemble.h"
#include "core/prompt/groupinputs.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_groupprompt {

using namespace Qt::StringLiterals;
using namespace snug;

static PromptBlock block(const QString &identifier, const QString &content = {})
{
    PromptBlock result;
    result.identifier = identifier;
    result.name = identifier;
    result.content = content;
    result.systemPrompt = true;
    result.marker = content.isEmpty();
    return result;
}

static Preset preset(const QList<PromptBlock> &blocks)
{
    Preset result;
    result.name = u"Default"_s;
    result.prompts = blocks;
    result.newChatPrompt = u"[alone]"_s;
    result.newGroupChatPrompt = u"[together: {{group}}]"_s;
    result.groupNudgePrompt = u"[now {{char}}]"_s;
    result.newExampleChatPrompt = u"[example]"_s;
    result.impersonationPrompt = u"[as {{user}}]"_s;
    PromptOrder order;
    for (const PromptBlock &each : blocks)
        order.items.append({each.identifier, true, {}});
    result.orders = {order};
    return result;
}

static Card card(const QString &name)
{
    Card result;
    result.name = name;
    return result;
}

static Message said(const QString &name, const QString &text)
{
    Message message;
    message.name = name;
    message.text = text;
    message.isUser = name == u"Oren";
    if (!message.isUser)
        message.originalAvatar = name + u".png"_s;
    return message;
}

// Mira, Tomas and the muted Ada; Mira speaks.
static PromptInputs table(const QList<PromptBlock> &blocks,
                          Group::Generation generation = Group::Generation::Swap)
{
    Group group;
    group.members = {u"Mira.png"_s, u"Tomas.png"_s, u"Ada.png"_s};
    group.mutedMembers = {u"Ada.png"_s};
    group.generation = generation;
    PromptInputs inputs;
    inputs.mode = PromptMode::SillyTavern;
    inputs.preset = preset(blocks);
    inputs.userName = u"Oren"_s;
    inputs.group = groupInputs(group, [](const QString &avatar) { return card(avatar.chopped(4)); });
    inputsForSpeaker(inputs, u"Mira.png"_s);
    inputs.chat.messages = {said(u"Mira"_s, u"Hm."_s), said(u"Oren"_s, u"Yes?"_s)};
    return inputs;
}

static Card &cardOf(PromptInputs &inputs, const QString &name)
{
    for (GroupMember &member : inputs.group->members) {
        if (member.card.name == name)
            return member.card;
    }
    qFatal("no such member");
}

static void describeAll(PromptInputs &inputs)
{
    for (GroupMember &member : inputs.group->members)
        member.card.description = u"{{char}} is here."_s;
    inputsForSpeaker(inputs, inputs.avatar);
}

static PromptInputs withHistory(PromptInputs inputs)
{
    inputs.preset->prompts.append(block(u"chatHistory"_s));
    inputs.preset->orders.first().items.append({u"chatHistory"_s, true, {}});
    return inputs;
}

static QStringList contents(const PromptInputs &inputs)
{
    QStringList result;
    for (const OutboundMessage &each : assemble(inputs).messages)
        result.append(each.content.text());
    return result;
}

class LetterCounter : public TokenCounter
{
public:
    int count(QStringView text) const override { return static_cast<int>(text.size()); }
    CountKind kind() const override { return CountKind::Exact; }
    QString name() const override { return u"letters"_s; }
};

class TestGroupPrompt : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void names_data()
    {
        QTest::addColumn<QString>("speaker");
        QTest::addColumn<QString>("text");
        QTest::newRow("the first speaks")
            << u"Mira"_s << u"Mira|Mira, Tomas, Ada|Mira, Tomas, Ada|Mira, Tomas|Tomas|Oren"_s;
        QTest::newRow("another speaks")
            << u"Tomas"_s << u"Tomas|Mira, Tomas, Ada|Mira, Tomas, Ada|Mira, Tomas|Mira|Oren"_s;
        QTest::newRow("a muted one speaks")
            << u"Ada"_s << u"Ada|Mira, Tomas, Ada|Mira, Tomas, Ada|Mira, Tomas|Mira, Tomas|Oren"_s;
    }

    void names()
    {
        QFETCH(QString, speaker);
        QFETCH(QString, text);
        PromptInputs inputs = table({block(
            u"main"_s, u"{{char}}|{{group}}|{{charIfNotGroup}}|{{groupNotMuted}}|{{notChar}}|{{user}}"_s)});
        inputsForSpeaker(inputs, speaker + u".png"_s);
        QCOMPARE(contents(inputs).first(), text);
        inputs.group.reset();
        QCOMPARE(contents(inputs).first(), u"%1|%1|%1|%1|Oren|Oren"_s.arg(speaker));
    }

    void joining_data()
    {
        QTest::addColumn<Group::Generation>("generation");
        QTest::addColumn<QString>("speaker");
        QTest::addColumn<QString>("description");
        using enum Group::Generation;
        QTest::newRow("swap") << Swap << u"Tomas"_s << u"Tomas is here."_s;
        QTest::newRow("join") << Append << u"Tomas"_s << u"Mira is here.\nTomas is here."_s;
        QTest::newRow("join, muted speaker")
            << Append << u"Ada"_s << u"Mira is here.\nTomas is here.\nAda is here."_s;
        QTest::newRow("join all") << AppendMuted << u"Mira"_s
                                  << u"Mira is here.\nTomas is here.\nAda is here."_s;
    }

    void joining()
    {
        QFETCH(Group::Generation, generation);
        QFETCH(QString, speaker);
        QFETCH(QString, description);
        PromptInputs inputs =
            table({block(u"charDescription"_s), block(u"main"_s, u"<{{description}}>"_s)}, generation);
        inputsForSpeaker(inputs, speaker + u".png"_s);
        describeAll(inputs);
        const AssembledPrompt prompt = assemble(inputs);
        QCOMPARE(prompt.messages.value(0).content.text(), description);
        QCOMPARE(prompt.messages.value(1).content.text(), u"<%1>"_s.arg(description));
        // Each member's part comes from that member's card.
        if (generation != Group::Generation::Swap)
            QVERIFY(prompt.messages.value(0).content.spans().first().source.path().contains(u"card Mira"_s));
    }

    // Whom a group's file names twice is there twice.
    void listedTwice()
    {
        PromptInputs inputs = table(
            {block(u"charDescription"_s), block(u"main"_s, u"{{group}}|{{groupNotMuted}}|{{notChar}}"_s)},
            Group::Generation::Append);
        Group group = inputs.group->settings;
        group.members = {u"Tomas.png"_s, u"Mira.png"_s, u"Gone.png"_s, u"Tomas.png"_s, u"Ada.png"_s};
        inputs.group = groupInputs(group, [](const QString &avatar) {
            return avatar == u"Gone.png" ? std::nullopt : std::optional(card(avatar.chopped(4)));
        });
        QCOMPARE(inputs.group->members.size(), 3);
        inputsForSpeaker(inputs, u"Mira.png"_s);
        describeAll(inputs);
        cardOf(inputs, u"Tomas"_s).depthPrompt = {.text = u"Deep."_s, .depth = 0};
        const QStringList sent = contents(inputs);
        QCOMPARE(sent.value(0), u"Tomas is here.\nMira is here.\nTomas is here."_s);
        QCOMPARE(sent.value(1), u"Tomas, Mira, Tomas, Ada|Tomas, Mira, Tomas|Tomas, Tomas"_s);
        const AssembledPrompt history = assemble(withHistory(inputs));
        QVERIFY(std::ranges::any_of(history.messages, [](const OutboundMessage &message) {
            return message.content.text() == u"Deep.\nDeep."_s;
        }));
    }

    void prefixAndSuffix()
    {
        PromptInputs inputs =
            table({block(u"charDescription"_s), block(u"charPersonality"_s), block(u"scenario"_s)},
                  Group::Generation::Append);
        describeAll(inputs);
        inputs.group->settings.joinPrefix = u"[{{char}}: <fieldname>]\n"_s;
        inputs.group->settings.joinSuffix = u"\n[/<FIELDNAME>]"_s;
        cardOf(inputs, u"Tomas"_s).personality = u"  gruff\r\n"_s;
        cardOf(inputs, u"Tomas"_s).description.clear();
        cardOf(inputs, u"Mira"_s).scenario = u"{{notChar}} left."_s;
        QCOMPARE(contents(inputs), QStringList({u"[Mira: Description]\nMira is here.\n[/Description]"_s,
                                                u"[Tomas: Personality]\ngruff\n[/Personality]"_s,
                                                u"[Mira: Scenario]\nTomas left.\n[/Scenario]"_s}));
    }

    void chatsOwnTextsWinOverTheJoined()
    {
        PromptInputs inputs = table({block(u"scenario"_s)}, Group::Generation::Append);
        cardOf(inputs, u"Mira"_s).scenario = u"a lighthouse"_s;
        cardOf(inputs, u"Tomas"_s).scenario = u"a ship"_s;
        QCOMPARE(contents(inputs), QStringList{u"a lighthouse\na ship"_s});
        inputs.chat.header = Json::object(
            {{u"chat_metadata"_s, Json::object({{u"scenario"_s, Json(u"a train with {{char}}"_s)}})}});
        QCOMPARE(contents(inputs), QStringList{u"a train with Mira"_s});
    }

    void speakersOwnTexts()
    {
        PromptInputs inputs = table({block(u"main"_s, u"main"_s), block(u"jailbreak"_s, u"late"_s)},
                                    Group::Generation::AppendMuted);
        cardOf(inputs, u"Mira"_s).systemPrompt = u"of Mira"_s;
        cardOf(inputs, u"Tomas"_s).systemPrompt = u"of {{char}}: {{original}}"_s;
        cardOf(inputs, u"Tomas"_s).postHistoryInstructions = u"end of {{char}}"_s;
        inputsForSpeaker(inputs, u"Tomas.png"_s);
        QCOMPARE(contents(inputs), QStringList({u"of Tomas: main"_s, u"end of Tomas"_s}));
        inputsForSpeaker(inputs, u"Mira.png"_s);
        QCOMPARE(contents(inputs), QStringList({u"of Mira"_s, u"late"_s}));
    }

    void macrosInTheTypedTextSeeTheJoinedCards()
    {
        PromptInputs inputs = table({block(u"chatHistory"_s)}, Group::Generation::Append);
        describeAll(inputs);
        inputs.preset->groupNudgePrompt.clear();
        inputs.userText = u"Who? {{description}}"_s;
        QVERIFY(contents(inputs).contains(u"Who? Mira is here.\nTomas is here."_s));
    }

    void variablesAreCountedOnce()
    {
        PromptInputs inputs = table({block(u"main"_s, u"{{getvar::n}}"_s), block(u"charDescription"_s)},
                                    Group::Generation::Append);
        cardOf(inputs, u"Mira"_s).description = u"{{incvar::n}}"_s;
        cardOf(inputs, u"Tomas"_s).description = u"{{incvar::n}}"_s;
        QCOMPARE(contents(inputs), QStringList({u"2"_s, u"1\n2"_s}));
    }

    void depthPrompts_data()
    {
        QTest::addColumn<Group::Generation>("generation");
        QTest::addColumn<QString>("speaker");
        QTest::addColumn<QStringList>("chat");
        using enum Group::Generation;
        const QString start = u"[together: Mira, Tomas, Ada]"_s;
        QTest::newRow("swap") << Swap << u"Tomas"_s
                              << QStringList{start, u"Mira: Hm."_s, u"deep Tomas"_s, u"Yes?"_s,
                                             u"[now Tomas]"_s};
        QTest::newRow("join") << Append << u"Mira"_s
                              << QStringList{start, u"Mira: Hm."_s, u"deep Mira\ndeep Tomas"_s, u"Yes?"_s,
                                             u"[now Mira]"_s};
        QTest::newRow("join all leaves the muted out")
            << AppendMuted << u"Mira"_s
            << QStringList{start, u"Mira: Hm."_s, u"deep Mira\ndeep Tomas"_s, u"Yes?"_s, u"[now Mira]"_s};
        QTest::newRow("join, muted speaker")
            << Append << u"Ada"_s
            << QStringList{start, u"Mira: Hm."_s, u"deep Mira\ndeep Tomas\ndeep Ada"_s, u"Yes?"_s,
                           u"[now Ada]"_s};
    }

    void depthPrompts()
    {
        QFETCH(Group::Generation, generation);
        QFETCH(QString, speaker);
        QFETCH(QStringList, chat);
        PromptInputs inputs = table({block(u"chatHistory"_s)}, generation);
        for (GroupMember &member : inputs.group->members)
            member.card.depthPrompt = {.text = u"deep {{char}}"_s, .depth = 1};
        inputsForSpeaker(inputs, speaker + u".png"_s);
        QCOMPARE(contents(inputs), chat);
    }

    void depthPromptsAreScanned()
    {
        LoreEntry entry;
        entry.keys = {u"anchor"_s};
        entry.content = u"Lore."_s;
        Lorebook book;
        book.name = u"Sea"_s;
        book.entries = {entry};
        PromptInputs inputs = table({block(u"worldInfoBefore"_s)}, Group::Generation::Append);
        inputs.preset->orders.first().items.append({u"chatHistory"_s, false, {}});
        cardOf(inputs, u"Tomas"_s).depthPrompt = {.text = u"The anchor of {{char}}."_s};
        inputs.lorebooks = {{book, ActiveLorebook::Scope::Global}};
        QCOMPARE(contents(inputs), QStringList());
        inputs.settings.note.isScanned = true;
        QCOMPARE(contents(inputs), QStringList{u"Lore."_s});
        inputs.group->settings.generation = Group::Generation::Swap; // then it is Mira's alone that counts
        QCOMPARE(contents(inputs), QStringList());
    }

    void loreLooksIntoTheJoinedDescription()
    {
        LoreEntry entry;
        entry.keys = {u"Tomas"_s};
        entry.content = u"Lore."_s;
        entry.matchCharacterDescription = true;
        Lorebook book;
        book.name = u"Sea"_s;
        book.entries = {entry};
        PromptInputs inputs = table({block(u"worldInfoBefore"_s)}, Group::Generation::Append);
        inputs.lorebooks = {{book, ActiveLorebook::Scope::Global}};
        describeAll(inputs);
        QVERIFY(contents(inputs).contains(u"Lore."_s));
        inputs.group->settings.generation = Group::Generation::Swap;
        QVERIFY(!contents(inputs).contains(u"Lore."_s));
    }

    void historyNames_data()
    {
        QTest::addColumn<Preset::NamesBehavior>("behavior");
        QTest::addColumn<QStringList>("texts");
        QTest::addColumn<QStringList>("names");
        using enum Preset::NamesBehavior;
        QTest::newRow("none") << None << QStringList{u"Hm."_s, u"It rains."_s, u"Yes?"_s, u"No."_s}
                              << QStringList{{}, {}, {}, {}};
        QTest::newRow("default: everybody but the user")
            << Default << QStringList{u"Mira: Hm."_s, u"Narrator: It rains."_s, u"Yes?"_s, u"Old me: No."_s}
            << QStringList{{}, {}, {}, {}};
        QTest::newRow("completion") << Completion
                                    << QStringList{u"Hm."_s, u"It rains."_s, u"Yes?"_s, u"No."_s}
                                    << QStringList{u"Mira"_s, u"Narrator"_s, u"Oren"_s, u"Old_me"_s};
        QTest::newRow("content") << Content
                                 << QStringList{u"Mira: Hm."_s, u"It rains."_s, u"Oren: Yes?"_s,
                                                u"Old me: No."_s}
                                 << QStringList{{}, {}, {}, {}};
    }

    void historyNames()
    {
        QFETCH(Preset::NamesBehavior, behavior);
        QFETCH(QStringList, texts);
        QFETCH(QStringList, names);
        PromptInputs inputs = table({block(u"chatHistory"_s)});
        inputs.preset->namesBehavior = behavior;
        inputs.preset->newGroupChatPrompt.clear();
        inputs.preset->groupNudgePrompt.clear();
        Message narrator = said(u"Narrator"_s, u"It rains."_s);
        narrator.extra = Json::object({{u"type"_s, Json(u"narrator"_s)}});
        Message formerPersona = said(u"Old me"_s, u"No."_s);
        formerPersona.isUser = true;
        inputs.chat.messages.insert(1, narrator);
        inputs.chat.messages.append(formerPersona);
        const AssembledPrompt prompt = assemble(inputs);
        QStringList isTexts;
        QStringList isNames;
        for (const OutboundMessage &message : prompt.messages) {
            isTexts.append(message.content.text());
            isNames.append(message.name);
        }
        QCOMPARE(isTexts, texts);
        QCOMPARE(isNames, names);
    }

    void examples_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("lines");
        const QString user = u"example_user|"_s;
        const QString character = u"example_assistant|"_s;
        QTest::newRow("speaker and user") << u"<START>\n{{user}}: Hi.\n{{char}}: Hm."_s
                                          << QStringList{user + u"Oren: Hi."_s, character + u"Mira: Hm."_s};
        QTest::newRow("another member") << u"<START>\nTomas: Aye.\n{{user}}: Hi."_s
                                        << QStringList{character + u"Tomas: Aye."_s, user + u"Oren: Hi."_s};
        QTest::newRow("a muted member counts")
            << u"<START>\nAda: Oh.\nand more"_s << QStringList{character + u"Ada: Oh.\nand more"_s};
        QTest::newRow("two members in a row are one speech")
            << u"<START>\nMira: Hm.\nTomas: Aye."_s << QStringList{character + u"Tomas: Mira: Hm.\n Aye."_s};
        QTest::newRow("the other's name stays until the block ends")
            << u"<START>\nTomas: Aye.\n{{user}}: Hi.\nMira: Hm.\n<START>\nMira: Ho."_s
            << QStringList{character + u"Tomas: Aye."_s, user + u"Oren: Hi."_s,
                           character + u"Tomas: Mira: Hm."_s, character + u"Mira: Ho."_s};
    }

    void examples()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, lines);
        PromptInputs inputs = table({block(u"dialogueExamples"_s)});
        inputs.card->messageExamples = text;
        QStringList is;
        for (const OutboundMessage &message : assemble(inputs).messages) {
            if (!message.name.isEmpty())
                is.append(message.name + u'|' + message.content.text());
        }
        QCOMPARE(is, lines);
    }

    void joinedExamplesBeginTheirOwnBlocks()
    {
        PromptInputs inputs = table({block(u"dialogueExamples"_s)}, Group::Generation::Append);
        cardOf(inputs, u"Mira"_s).messageExamples = u"{{char}}: Hm."_s;
        cardOf(inputs, u"Tomas"_s).messageExamples = u"<START>\n{{char}}: Aye."_s;
        QCOMPARE(contents(inputs),
                 QStringList({u"[example]"_s, u"Mira: Hm."_s, u"[example]"_s, u"Tomas: Aye."_s}));
        inputs.group->settings.joinPrefix = u"({{char}})\n"_s; // in front of the tag: a block of its own
        QCOMPARE(contents(inputs), QStringList({u"[example]"_s, u"[example]"_s, u"Mira: Hm.\n(Tomas)"_s,
                                                u"[example]"_s, u"Tomas: Aye."_s}));
    }

    void nudge_data()
    {
        QTest::addColumn<GenerationType>("type");
        QTest::addColumn<QStringList>("expected");
        using enum GenerationType;
        const QString start = u"[together: Mira, Tomas, Ada]"_s;
        QTest::newRow("normal") << Normal << QStringList{start,    u"Mira: Hm."_s,  u"Yes?"_s,
                                                         u"low"_s, u"[now Mira]"_s, u"late"_s};
        QTest::newRow("impersonate: none")
            << Impersonate
            << QStringList{start, u"Mira: Hm."_s, u"Yes?"_s, u"low"_s, u"late"_s, u"[as Oren]"_s};
        QTest::newRow("quiet") << Quiet << QStringList{start,           u"Mira: Hm."_s, u"Yes?"_s,   u"low"_s,
                                                       u"[now Mira]"_s, u"late"_s,      u"quietly"_s};
        QTest::newRow("continue") << Continue
                                  << QStringList{start,     u"Mira: Hm."_s, u"low"_s,  u"[now Mira]"_s,
                                                 u"late"_s, u"Yes?"_s,      u"go on"_s};
    }

    void nudge()
    {
        QFETCH(GenerationType, type);
        QFETCH(QStringList, expected);
        PromptBlock low = block(u"low"_s, u"low"_s);
        low.systemPrompt = false;
        low.placement = PromptBlock::Placement::InChat;
        low.depth = 0;
        PromptInputs inputs = table({block(u"chatHistory"_s), block(u"jailbreak"_s, u"late"_s), low});
        inputs.preset->continueNudgePrompt = u"go on"_s;
        if (type == GenerationType::Quiet) // with another type it would be a hint for the reply
            inputs.quietPrompt = u"quietly"_s;
        inputs.type = type;
        QCOMPARE(contents(inputs), expected);
        inputs.preset->squashSystemMessages = true; // the nudge stays apart
        QVERIFY(type == GenerationType::Impersonate || contents(inputs).contains(u"[now Mira]"_s));
    }

    void emptyTextIsTheUsersWhereSomebodyAsks()
    {
        PromptInputs inputs = table({block(u"chatHistory"_s)});
        inputs.preset->sendIfEmpty = u"[go on, {{char}}]"_s;
        QCOMPARE(contents(inputs).mid(1),
                 QStringList({u"Mira: Hm."_s, u"Yes?"_s, u"[go on, Mira]"_s, u"[now Mira]"_s}));
        inputs.isAsked = false;
        QCOMPARE(contents(inputs).mid(1), QStringList({u"Mira: Hm."_s, u"Yes?"_s, u"[now Mira]"_s}));
        inputs.chat.messages.append(said(u"Tomas"_s, u"Aye."_s));
        QCOMPARE(contents(inputs).mid(1), QStringList({u"Mira: Hm."_s, u"Yes?"_s, u"Tomas: Aye."_s,
                                                       u"[go on, {{char}}]"_s, u"[now Mira]"_s}));
    }

    void nudgeIsReservedBeforeTheHistory_data()
    {
        QTest::addColumn<int>("context");
        QTest::addColumn<QStringList>("expected");
        // With letters for tokens each message counts its letters + 5, and the reply 3.
        // [t] 8, [now Mira] 15, Mira: Hm. 14, Yes? 9: 46 and 3.
        QTest::newRow("all fits") << 49 << QStringList{u"[t]"_s, u"Mira: Hm."_s, u"Yes?"_s, u"[now Mira]"_s};
        QTest::newRow("one short: the oldest goes")
            << 48 << QStringList{u"[t]"_s, u"Yes?"_s, u"[now Mira]"_s};
        QTest::newRow("no message fits") << 30 << QStringList{u"[t]"_s, u"[now Mira]"_s};
    }

    void nudgeIsReservedBeforeTheHistory()
    {
        QFETCH(int, context);
        QFETCH(QStringList, expected);
        PromptInputs inputs = table({block(u"chatHistory"_s)});
        inputs.preset->newGroupChatPrompt = u"[t]"_s;
        inputs.preset->maxTokens = 0;
        inputs.contextSize = context;
        inputs.counter = std::make_shared<LetterCounter>();
        QCOMPARE(contents(inputs), expected);
    }

    void missingCardsAndSpeakers()
    {
        PromptInputs inputs = table({block(u"charDescription"_s), block(u"main"_s, u"{{group}} {{char}}"_s)},
                                    Group::Generation::Append);
        Group group = inputs.group->settings;
        group.members.append(u"Gone.png"_s);
        inputs.group = groupInputs(group, [](const QString &avatar) -> std::optional<Card> {
            return avatar == u"Gone.png" ? std::nullopt : std::optional(card(avatar.chopped(4)));
        });
        QCOMPARE(inputs.group->members.size(), 3);
        describeAll(inputs);
        inputsForSpeaker(inputs, u"Gone.png"_s);
        QVERIFY(!inputs.card);
        QCOMPARE(contents(inputs), QStringList({u"Mira is here.\nTomas is here."_s, u"Mira, Tomas, Ada "_s}));
    }

    void withoutAPresetSpeakersAreNamed()
    {
        PromptInputs inputs = table({});
        inputs.mode = PromptMode::Auto;
        inputs.preset.reset();
        QCOMPARE(contents(inputs).last(), u"Yes?"_s);
        QVERIFY(contents(inputs).contains(u"Mira: Hm."_s));
    }
};

} // namespace tst_groupprompt

SNUG_TEST(tst_groupprompt, TestGroupPrompt, Core)
#include "tst_groupprompt.moc"
