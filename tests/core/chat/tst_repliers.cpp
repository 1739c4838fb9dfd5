// Who answers where several are there: members of a group, or characters on one card.

#include "core/chat/repliers.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_repliers {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// Ada is the user.
PromptInputs scene()
{
    PromptInputs inputs;
    Card card;
    card.name = u"Mira"_s;
    inputs.card = card;
    Persona ada;
    ada.name = u"Ada"_s;
    inputs.persona = ada;
    inputs.knowledge.isEnabled = true;
    inputs.scene.cast = {u"Mira"_s, u"Bob"_s, u"Carl"_s, u"Ada"_s};
    return inputs;
}

PromptInputs group()
{
    PromptInputs inputs = scene();
    inputs.card.reset();
    inputs.scene.cast.clear();
    GroupInputs members;
    members.settings.activation = Group::Activation::List;
    for (const QString &name : {u"Mira"_s, u"Bob"_s}) {
        GroupMember member;
        member.avatar = name + u".png"_s;
        member.card.name = name;
        members.members.append(member);
    }
    inputs.group = members;
    return inputs;
}

Chat chatWith(const QString &name, bool isUser)
{
    Message message;
    message.name = name;
    message.isUser = isUser;
    message.text = u"Hm."_s;
    Chat chat;
    chat.messages = {message};
    return chat;
}

QStringList names(const SpeakerQueue &queue)
{
    QStringList result;
    for (const MemberTurn &turn : queue.speakers)
        result.append(turn.name);
    return result;
}

} // namespace

class TestRepliers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void inAScene_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("writer");
        QTest::addColumn<QString>("replier");
        QTest::newRow("as the card says") << u"Hello."_s << QString() << QString() << QString();
        QTest::newRow("whom the user asks") << u"Hello."_s << u"Carl"_s << QString() << u"Carl"_s;
        QTest::newRow("whom it is told in private")
            << u"__known_to_chars__Bob__ Hello."_s << QString() << QString() << u"Bob"_s;
        QTest::newRow("told in private, though another is asked")
            << u"__known_to_chars__Bob__ Hello."_s << u"Carl"_s << QString() << u"Bob"_s;
        QTest::newRow("not whom the user plays") << u"Hello."_s << QString() << u"Mira"_s << u"Bob"_s;
    }

    void inAScene()
    {
        QFETCH(QString, text);
        QFETCH(QString, asked);
        QFETCH(QString, writer);
        PromptInputs inputs = scene();
        inputs.userText = text;
        inputs.scene.asked = asked;
        inputs.scene.writer = writer;
        chooseReplier(inputs, {});
        QTEST(inputs.scene.replier, "replier");
    }

    void whoSpokeLastGoesOn()
    {
        PromptInputs inputs = scene();
        inputs.type = GenerationType::Swipe;
        chooseReplier(inputs, chatWith(u"Bob"_s, false));
        QCOMPARE(inputs.scene.replier, u"Bob"_s);
        inputs.type = GenerationType::Normal;
        chooseReplier(inputs, chatWith(u"Bob"_s, false));
        QCOMPARE(inputs.scene.replier, QString());
        inputs.knowledge.isEnabled = false;
        inputs.type = GenerationType::Swipe;
        chooseReplier(inputs, chatWith(u"Bob"_s, false));
        QCOMPARE(inputs.scene.replier, QString());
    }

    void withoutTextItIsAboutTheLastMessage()
    {
        Chat chat = chatWith(u"Ada"_s, true);
        chat.messages.last().extra.set(u"known_to"_s, QStringList{u"Bob"_s, u"Ada"_s});
        PromptInputs inputs = scene();
        QCOMPARE(askedPrivately(inputs, chat), QStringList{u"Bob"_s});
        inputs.userText = u"Aloud."_s;
        QCOMPARE(askedPrivately(inputs, chat), QStringList());
        inputs.userText.clear();
        inputs.type = GenerationType::Continue;
        QCOMPARE(askedPrivately(inputs, chat), QStringList());
    }

    void inAGroup_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("inScene");
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("writer");
        QTest::addColumn<QStringList>("speakers");
        const QString none;
        QTest::newRow("all in order")
            << u"Hello."_s << none << none << none << QStringList{u"Mira"_s, u"Bob"_s};
        QTest::newRow("only the one asked")
            << u"Hello."_s << none << u"Bob.png"_s << none << QStringList{u"Bob"_s};
        QTest::newRow("only the one asked in the scene")
            << u"Hello."_s << u"Bob"_s << none << none << QStringList{u"Bob"_s};
        QTest::newRow("only the one told in private")
            << u"__known_to_chars__Bob__ Hello."_s << none << none << none << QStringList{u"Bob"_s};
        QTest::newRow("not whom the user plays")
            << u"Hello."_s << none << none << u"Mira"_s << QStringList{u"Bob"_s};
    }

    void inAGroup()
    {
        QFETCH(QString, text);
        QFETCH(QString, inScene);
        QFETCH(QString, asked);
        QFETCH(QString, writer);
        PromptInputs inputs = group();
        inputs.userText = text;
        inputs.scene.asked = inScene;
        inputs.scene.writer = writer;
        QTEST(names(speakersFor(inputs, {}, asked)), "speakers");
    }

    void byItselfNobodyIsAsked()
    {
        PromptInputs inputs = group();
        inputs.scene.asked = u"Bob"_s;
        QCOMPARE(names(speakersFor(inputs, {}, {})), QStringList{u"Bob"_s});
        QCOMPARE(names(speakersFor(inputs, {}, {}, true)), (QStringList{u"Mira"_s, u"Bob"_s}));
        QCOMPARE(memberNamed(inputs, u"Bob"_s), u"Bob.png"_s);
        QCOMPARE(memberNamed(inputs, u"Zoe"_s), QString());
        QCOMPARE(memberNamed(scene(), u"Bob"_s), QString());
    }
};

} // namespace tst_repliers

SNUG_TEST(tst_repliers, TestRepliers, Core)
#include "tst_repliers.moc"
