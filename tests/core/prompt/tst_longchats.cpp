// Of a long chat only the newest messages are read for a prompt, and what is known of it is kept between
// keys. Neither changes a prompt: random chats are assembled so, and with every message read and nothing
// known.

#include "core/prompt/assemble.h"
#include "core/prompt/unsentnewest.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
#include <QTest>

#include <string>

namespace tst_longchats {

using namespace Qt::StringLiterals;
using namespace snug;

class Dice
{
public:
    explicit Dice(quint32 seed)
        : m_random(seed)
    {
    }
    int below(int n) { return m_random.bounded(n); }
    bool once(int in) { return below(in) == 0; }
    QString words(int most)
    {
        static const QStringList all{u"harbour"_s, u"fog"_s,      u"{{user}}"_s,        u"a\r\nb"_s,
                                     u"lamp"_s,    u"{{char}}"_s, u"{{lastMessage}}"_s, u"Mira: "_s};
        QStringList some;
        for (int i = below(most); i >= 0; --i)
            some.append(all.at(below(int(all.size()))));
        return some.join(u' ');
    }

private:
    QRandomGenerator m_random;
};

static Json extraOf(Dice &dice)
{
    Json extra = Json::object();
    if (dice.once(4))
        extra.set(u"reasoning"_s, Json(dice.once(3) ? QString(QChar(0x200b)) : dice.words(3)));
    if (dice.once(12))
        extra.set(u"memory"_s, Json(dice.words(3)));
    if (dice.once(9))
        extra.set(u"type"_s, Json(u"narrator"_s));
    if (dice.once(9))
        extra.set(u"file"_s, Json::object({{u"url"_s, Json(dice.once(2) ? u"/user/files/a"_s : u"/b"_s)},
                                           {u"name"_s, Json(u"notes"_s)}}));
    if (dice.once(9)) {
        extra.set(u"title"_s, Json(u"a picture"_s));
        extra.set(u"append_title"_s, Json(true));
    }
    return extra;
}

static Message randomMessage(Dice &dice)
{
    Message message;
    message.isUser = dice.once(2);
    message.name = message.isUser ? u"Ada"_s : dice.once(3) ? u"Tomas"_s : u"Mira"_s;
    message.text = dice.once(15) ? QString() : dice.words(12);
    message.isHidden = dice.once(8);
    if (dice.once(5))
        message.forcedAvatar = u"img/a.png"_s;
    if (dice.once(2))
        message.extra = extraOf(dice);
    if (dice.once(6))
        message.extra.set(u"known_to"_s, Json(QStringList{u"Ada"_s, u"Mira"_s}));
    return message;
}

static Preset preset()
{
    Preset made;
    made.name = u"Default"_s;
    made.maxTokens = 20;
    made.continueNudgePrompt = u"Go on from {{lastChatMessage}}"_s;
    PromptOrder order;
    for (const QString &identifier :
         {u"main"_s, u"charDescription"_s, u"worldInfoAfter"_s, u"chatHistory"_s, u"deep"_s}) {
        PromptBlock block;
        block.identifier = identifier;
        block.name = identifier;
        block.content = identifier == u"main"   ? u"Write. {{summary}} {{lastUserMessage}}"_s
                        : identifier == u"deep" ? u"Deep."_s
                                                : QString();
        block.marker = block.content.isEmpty();
        if (identifier == u"deep") {
            block.placement = PromptBlock::Placement::InChat;
            block.depth = 3;
        }
        made.prompts.append(block);
        order.items.append({identifier, true, {}});
    }
    made.orders = {order};
    return made;
}

static Lorebook book()
{
    Lorebook made;
    made.name = u"Harbour"_s;
    for (const QString &key : {u"fog"_s, u"lamp"_s, u"never said"_s}) {
        LoreEntry entry;
        entry.uid = int(made.entries.size());
        entry.title = key;
        entry.keys = {key};
        entry.content = u"Of "_s + key;
        entry.depth = 200;
        entry.position = key == u"fog" ? LoreEntry::Position::AtDepth : LoreEntry::Position::AfterChar;
        made.entries.append(entry);
    }
    return made;
}

static PromptInputs inputs(Dice &dice)
{
    PromptInputs made;
    made.mode = PromptMode::SillyTavern;
    made.card.emplace();
    made.card->name = u"Mira"_s;
    made.card->description = u"A keeper."_s;
    made.userName = u"Ada"_s;
    made.preset = preset();
    made.lorebooks.append({book()});
    made.settings.lore.depth = 4;
    made.attachments.insert(u"/user/files/a"_s, u"What is in the file."_s);
    for (int i = 40 + dice.below(160); i > 0; --i)
        made.chat.messages.append(randomMessage(dice));
    return made;
}

// One of the things a user does between two keys.
static void edit(PromptInputs &made, Dice &dice)
{
    QList<Message> &messages = made.chat.messages;
    Message *any = messages.isEmpty() ? nullptr : &messages[dice.below(int(messages.size()))];
    switch (dice.below(14)) {
    case 0:
        made.userText = dice.once(3) ? QString() : dice.words(4);
        break;
    case 1:
        messages.append(randomMessage(dice));
        break;
    case 2:
        if (any)
            messages.removeLast();
        break;
    case 3:
        if (any)
            *any = randomMessage(dice);
        break;
    case 4:
        if (any)
            any->isHidden = !any->isHidden;
        break;
    case 5:
        if (any)
            any->extra = extraOf(dice);
        break;
    case 6:
        made.contextSize = dice.once(6) ? 0 : 40 + dice.below(400);
        break;
    case 7:
        made.settings.replies.reasoning = {.isAdded = dice.once(2), .most = dice.below(4)};
        break;
    case 8:
        made.settings.note.text = u"A note."_s;
        made.settings.note.interval = dice.below(4);
        made.settings.note.depth = dice.below(100);
        break;
    case 9:
        made.preset->namesBehavior = static_cast<Preset::NamesBehavior>(dice.below(3));
        break;
    case 10:
        made.settings.lore.depth = dice.below(150);
        break;
    case 11:
        made.preset->prompts.last().depth = dice.below(120);
        break;
    case 12:
        made.knowledge.isEnabled = !made.knowledge.isEnabled;
        break;
    default:
        made.type = QList{GenerationType::Normal, GenerationType::Continue, GenerationType::Regenerate,
                          GenerationType::Swipe, GenerationType::Impersonate}
                        .at(dice.below(5));
        made.preset->continuePrefill = dice.once(2);
        break;
    }
}

// A script of the history makes the assembly read all of it; this one is for a depth that no chat has.
static PromptInputs readWhole(PromptInputs made)
{
    RegexScript script;
    script.name = u"of nothing"_s;
    script.find = u"/x/"_s;
    script.promptOnly = true;
    script.placements = {int(RegexScript::Placement::UserInput)};
    script.minDepth = 1'000'000;
    made.regexScripts = {script};
    made.chatCache.reset();
    return made;
}

class TestLongChats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void readOrNotItIsTheSame_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 6; ++seed)
            QTest::addRow("%u", seed) << seed;
    }
    void readOrNotItIsTheSame()
    {
        QFETCH(quint32, seed);
        Dice dice(seed);
        PromptInputs made = inputs(dice);
        made.contextSize = 200;
        const ChatCachePtr cache = std::make_shared<ChatCache>();
        for (int round = 0; round < 20; ++round) {
            const AssembledPrompt expected = assemble(readWhole(made));
            PromptInputs warm = made;
            warm.chatCache = cache;
            const std::string number = std::to_string(round);
            const char *where = number.c_str();
            for (const PromptInputs &each : {made, warm, warm}) {
                const AssembledPrompt prompt = assemble(each);
                QCOMPARE(prompt.messages.size(), expected.messages.size());
                QCOMPARE(prompt.trace.dropped.size(), expected.trace.dropped.size());
                QVERIFY2(prompt.trace.dropped == expected.trace.dropped, where);
                QCOMPARE(prompt.trace.warnings, expected.trace.warnings);
                QVERIFY2(prompt.trace.loreEvidence == expected.trace.loreEvidence, where);
                QVERIFY2(prompt == expected, where);
                QVERIFY2(unsentNewest(each, prompt) == unsentNewest(each, expected), where);
            }
            edit(made, dice);
        }
    }

    void onlyWhatIsNeededIsRead()
    {
        Dice dice(5);
        PromptInputs made = inputs(dice);
        made.contextSize = 200;
        for (int i = 0; i < 3'000; ++i)
            made.chat.messages.prepend(randomMessage(dice));
        made.userText = u"fog"_s;
        const AssembledPrompt prompt = assemble(made);
        QVERIFY(prompt.trace.dropped.late());
        QVERIFY(prompt.trace.dropped.late()->size() > 2'000);
        QVERIFY(!assemble(readWhole(made)).trace.dropped.late());
        // Another key is about the same lines, which nobody has to compare.
        made.userText += u"s"_s;
        const AssembledPrompt next = assemble(made);
        QVERIFY(prompt.trace.dropped.late()->isSameAs(*next.trace.dropped.late()));
        made.chat.messages.first().text += u'!';
        QVERIFY(!prompt.trace.dropped.late()->isSameAs(*assemble(made).trace.dropped.late()));
    }

    void theNewestIsMissedAmongThoseNotRead()
    {
        Dice dice(6);
        PromptInputs made = inputs(dice);
        while (made.chat.messages.size() < 250)
            made.chat.messages.append(randomMessage(dice));
        for (Message &message : made.chat.messages)
            message.isUser = false;
        made.chat.messages[20].isUser = true;
        made.chat.messages[20].isHidden = false;
        made.chat.messages[20].text = u"Long ago."_s;
        made.contextSize = 60;
        made.chat.messages.append(randomMessage(dice));
        made.chat.messages.last() = made.chat.messages.at(20);
        made.chat.messages.last().isUser = false;
        made.chat.messages.last().text = QString(4'000, u'x');
        const AssembledPrompt prompt = assemble(made);
        QVERIFY(prompt.trace.dropped.late());
        QVERIFY(unsentNewest(made, prompt));
    }

    void keptListsAreNotChanged()
    {
        ChatCache cache;
        QList<Message> messages(3);
        messages[1].isHidden = true;
        const ChatFactsPtr before = cache.factsOf(messages);
        QCOMPARE(before->visible, (QList<int>{0, 2}));
        QCOMPARE(cache.factsOf(messages), before);
        messages[1].isHidden = false;
        QCOMPARE(cache.factsOf(messages)->visible, (QList<int>{0, 1, 2}));
        QCOMPARE(before->visible, (QList<int>{0, 2}));
    }
};

} // namespace tst_longchats

SNUG_TEST(tst_longchats, TestLongChats, Core)
#include "tst_longchats.moc"
