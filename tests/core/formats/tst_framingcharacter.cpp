// SmartTavern's characters, personas and conversations: into the library's values and back.
#include "core/formats/chatjsonl.h"
#include "core/formats/conversation.h"
#include "core/formats/filekind.h"
#include "core/formats/framingcharacter.h"
#include "core/formats/framinglore.h"
#include "core/formats/jsontext.h"
#include "core/formats/personas.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_framingcharacter {

using namespace Qt::StringLiterals;
using namespace snug;

static Json json(const QByteArray &text)
{
    const Result<Json> read = parseJson(text);
    return read ? *read : Json();
}

static Json character()
{
    return json(
        R"({"name": "Mira", "description": "Keeper", "type": "sandbox", "own": 1.50, "message": ["Hello", "Again"],
        "world_book": {"name": "Coast", "extra": true, "entries": [
          {"id": 1, "name": "Pier", "content": "p", "mode": "conditional", "condition": "{{keywords:pier}}", "position": "user", "depth": 2},
          {"id": "x", "name": "Fog", "content": "f", "position": "before_char", "order": 5}]},
        "regex_rules": [{"id": "r"}]})");
}

static Json tree()
{
    return json(R"({"name": "Evening", "description": "d", "roots": ["a"], "nodes": {
        "a": {"pid": null, "role": "system", "content": "Scene"},
        "b": {"pid": "a", "role": "user", "content": "Hi"},
        "c1": {"pid": "b", "role": "assistant", "content": "One", "own": 1},
        "c2": {"pid": "b", "role": "assistant", "content": "Two"},
        "t": {"pid": "c2", "role": "thinking", "content": "Hm"},
        "d": {"pid": "t", "role": "user", "content": "And?"}},
      "children": {"a": ["b"], "b": ["c1", "c2"], "c2": ["t"]}, "active_path": ["a", "b", "c2", "t", "d"]})");
}

// As it comes back from the library's file.
static Chat stored(const Chat &chat)
{
    return readChat(writeChat(chat), chat.name).chat;
}

class TestFramingCharacter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void kinds()
    {
        QCOMPARE(fileKindOf(character()), FileKind::FramingCharacter);
        QCOMPARE(fileKindOf(tree()), FileKind::Conversation);
        QCOMPARE(fileKindOf(json(R"({"name": "U", "description": "d", "persona_name": "U"})")),
                 FileKind::FramingPersona);
        QCOMPARE(fileKindOf(json(R"({"name": "U", "description": "d"})")), FileKind::Card);
    }

    void characterIntoACardAndBack()
    {
        const CardReading reading = framingCardFromJson(character());
        QVERIFY(reading.warnings.isEmpty());
        // Through the file, as the library keeps it.
        const auto card = readCard(writeCard(reading.card));
        QVERIFY(card);
        QCOMPARE(card->card.firstMessage, u"Hello"_s);
        QCOMPARE(card->card.alternateGreetings, QStringList{u"Again"_s});
        QVERIFY(card->card.book);
        QCOMPARE(card->card.book->entries.size(), 2);
        QCOMPARE(card->card.book->entries[0].role, Role::User);
        QCOMPARE(framingLoreOf(card->card.book->entries[0]).value(u"condition").toText(),
                 u"{{keywords:pier}}"_s);
        QVERIFY(!card->card.book->entries[1].disabled);
        QCOMPARE(writeJsonLine(writtenFramingCharacter(card->card)), writeJsonLine(character()));
    }

    void editsReachTheCharacter()
    {
        Card card = readCard(writeCard(framingCardFromJson(character()).card))->card;
        card.description = u"New"_s;
        card.book->entries[0].content = u"q"_s;
        card.alternateGreetings.clear();
        card = readCard(writeCard(card))->card;
        const Json written = writtenFramingCharacter(card);
        QCOMPARE(written.value(u"description").toText(), u"New"_s);
        QCOMPARE(written.value(u"message").size(), 1);
        QCOMPARE(written.value(u"own").spelling(), "1.50");
        const Json entry = written.value(u"world_book").value(u"entries").at(0);
        QCOMPARE(entry.value(u"content").toText(), u"q"_s);
        QCOMPARE(entry.value(u"condition").toText(), u"{{keywords:pier}}"_s);
        QVERIFY(written.value(u"world_book").contains(u"extra"));
    }

    void anyCardAsACharacter()
    {
        Card card;
        card.name = u"Tomas"_s;
        card.description = u"Pilot"_s;
        card.scenario = u"Night"_s;
        card.firstMessage = u"Ahoy"_s;
        const Json written = writtenFramingCharacter(card);
        QVERIFY(isFramingCharacter(written));
        QCOMPARE(written.value(u"scenario").toText(), u"Night"_s);
        const Card back = framingCardFromJson(written).card;
        QCOMPARE(back.firstMessage, u"Ahoy"_s);
        QCOMPARE(back.scenario, u"Night"_s);
    }

    void personaAndBack()
    {
        const QByteArray file =
            R"({"name": "User", "description": "d", "persona_name": "User", "persona_badge": ""})";
        const auto reading = readPersonas(file);
        QVERIFY(reading);
        QCOMPARE(writtenFramingPersona(reading->personas.first()), json(file));
        Persona edited = reading->personas.first();
        edited.name = u"Ada"_s;
        edited.depth = 7;
        const Json written = writtenFramingPersona(edited);
        QCOMPARE(written.value(u"name").toText(), u"Ada"_s);
        QVERIFY(!written.contains(u"depth"));
    }

    void conversationIntoAChatAndBack()
    {
        const ConversationReading reading = chatFromConversation(tree(), u"Ada"_s, u"Mira"_s);
        QVERIFY(reading.warnings.isEmpty());
        const Chat chat = stored(reading.chat);
        QCOMPARE(chat.messages.size(), 5);
        QVERIFY(chat.messages[0].isNarrator());
        QCOMPARE(chat.messages[1].name, u"Ada"_s);
        QCOMPARE(chat.messages[2].swipes.size(), 2);
        QCOMPARE(chat.messages[2].activeSwipe, 1);
        QVERIFY(chat.messages[3].isHidden);
        QCOMPARE(writtenConversation(chat), tree());
    }

    void newMessagesGrowTheTree()
    {
        Chat chat = stored(chatFromConversation(tree(), u"Ada"_s, u"Mira"_s).chat);
        chat.messages[1].text = u"Hello"_s;
        chat.messages.removeLast();
        Message reply;
        reply.name = u"Mira"_s;
        reply.text = u"Well"_s;
        chat.messages.append(reply);
        const Json written = writtenConversation(stored(chat));
        QCOMPARE(written.value(u"nodes").size(), 7);
        QCOMPARE(written.value(u"nodes").value(u"b").value(u"content").toText(), u"Hello"_s);
        const QString added = written.value(u"active_path").at(4).toText();
        QCOMPARE(written.value(u"nodes").value(added).value(u"pid").toText(), u"t"_s);
        QCOMPARE(written.value(u"children").value(u"t").at(0).toText(), added);
        QCOMPARE(written.value(u"nodes").value(u"c1").value(u"own").toInt(), 1);
    }

    // Who knows a message, and who said it, come back.
    void secretsSurviveTheTree()
    {
        Chat chat;
        chat.header =
            Json::object({{u"user_name"_s, Json(u"Dora"_s)}, {u"character_name"_s, Json(u"Alice"_s)}});
        Message open;
        open.name = u"Alice"_s;
        open.text = u"Welcome."_s;
        Message secret;
        secret.name = u"Bob"_s;
        secret.text = u"Between us."_s; // no tag in it, as in a chain of private replies
        secret.extra.set(u"known_to"_s, Json(QStringList{u"Bob"_s, u"Alice"_s}));
        Message played = secret;
        played.isUser = true;
        played.name = u"Carl"_s;
        chat.messages = {open, secret, played};
        const Json written = writtenConversation(chat);
        const Chat back = chatFromConversation(written, u"Dora"_s, u"Alice"_s).chat;
        QCOMPARE(back.messages.size(), 3);
        for (qsizetype i = 0; i < 3; ++i) {
            QCOMPARE(back.messages[i].name, chat.messages[i].name);
            QCOMPARE(back.messages[i].isUser, chat.messages[i].isUser);
            QCOMPARE(back.messages[i].extra.value(u"known_to").toTextList(),
                     chat.messages[i].extra.value(u"known_to").toTextList());
        }
        QVERIFY(!back.messages[0].extra.contains(u"known_to"));
        // Told to everybody since: the tree says so too.
        Chat told = stored(back);
        told.messages[1].extra.set(u"known_to"_s, Json(QStringList()));
        const Chat later = chatFromConversation(writtenConversation(told), u"Dora"_s, u"Alice"_s).chat;
        QVERIFY(!later.messages[1].extra.contains(u"known_to"));
        QCOMPARE(later.messages[1].name, u"Bob"_s);
    }

    void aSwipeIsAnotherBranch()
    {
        Chat chat = stored(chatFromConversation(tree(), u"Ada"_s, u"Mira"_s).chat);
        chat.messages.resize(3);
        Message &message = chat.messages[2];
        message.activeSwipe = 0;
        message.text = message.swipes[0].text;
        message.extra = message.swipes[0].info.value(u"extra");
        QCOMPARE(writtenConversation(chat).value(u"active_path").toTextList(),
                 (QStringList{u"a"_s, u"b"_s, u"c1"_s}));
    }

    void brokenTrees_data()
    {
        QTest::addColumn<QByteArray>("tree");
        QTest::addColumn<int>("messages");
        QTest::addColumn<int>("warnings");
        QTest::newRow("nothing in it") << QByteArray(R"({"nodes": {}, "root": "a"})") << 0 << 0;
        QTest::newRow("no path: the newest answers")
            << QByteArray(
                   R"({"root": "a", "nodes": {"a": {"pid": null}, "b": {"pid": "a"}, "c": {"pid": "a"}}})")
            << 2 << 0;
        QTest::newRow("a path that breaks off")
            << QByteArray(R"({"nodes": {"a": {"pid": null}, "b": {"pid": "x"}}, "active_path": ["a", "b"]})")
            << 1 << 1;
        QTest::newRow("a circle") << QByteArray(
                                         R"({"root": "a", "nodes": {"a": {"pid": "b"}, "b": {"pid": "a"}}})")
                                  << 2 << 0;
        QTest::newRow("nodes that are none") << QByteArray(R"({"root": "a", "nodes": {"a": 5}})") << 1 << 0;
    }

    void brokenTrees()
    {
        QFETCH(QByteArray, tree);
        const ConversationReading reading = chatFromConversation(json(tree), u"A"_s, u"M"_s);
        QTEST(static_cast<int>(reading.chat.messages.size()), "messages");
        QTEST(static_cast<int>(reading.warnings.size()), "warnings");
    }

    void aChatOfItsOwnBecomesATree()
    {
        Chat chat;
        chat.name = u"Night"_s;
        for (const bool isUser : {true, false}) {
            Message message;
            message.isUser = isUser;
            message.text = isUser ? u"a"_s : u"b"_s;
            chat.messages.append(message);
        }
        const Json written = writtenConversation(chat);
        QVERIFY(isConversation(written));
        const Chat back = chatFromConversation(written, {}, {}).chat;
        QCOMPARE(back.messages.size(), 2);
        QCOMPARE(back.messages[1].text, u"b"_s);
    }
};

} // namespace tst_framingcharacter

SNUG_TEST(tst_framingcharacter, TestFramingCharacter, Core)
#include "tst_framingcharacter.moc"
