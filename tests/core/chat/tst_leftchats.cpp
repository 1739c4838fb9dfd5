#include "core/chat/conversation.h"
#include "core/chat/leftchats.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_leftchats {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

const ChatReference Fog{.cardFile = u"Mira.png"_s, .name = u"Fog"_s};

// A chat with a word that is not saved yet.
struct Desk
{
    ChatFixture fixture;
    LeftChats left;
    MemoryStore *store = nullptr;
    Conversation conversation{fixture.fog()};

    void leave(const QList<StoreOutcome> &outcomes = {}, const ChatReference &reference = Fog)
    {
        auto owned = std::make_unique<MemoryStore>();
        store = owned.get();
        store->answers = false;
        store->outcomes = outcomes;
        store->files[u"Fog"_s] = fixture.fog();
        auto saver = std::make_unique<ChatSaver>(store, fixture.fog(), true);
        const ChatChange change =
            conversation.apply(appendMessage(conversation.chat(), conversation.chat().messages.at(1)));
        saver->save(conversation.chat(), change);
        left.keep({.reference = reference,
                   .owner = u"Mira.png"_s,
                   .chat = conversation.chat(),
                   .store = std::move(owned),
                   .saver = std::move(saver)});
    }
};

const StoreOutcome Full{
    .kind = StoreOutcome::Kind::Failed, .error = {.what = u"the disk is full"_s}, .keptIn = u"/state/Fog"_s};

} // namespace

class TestLeftChats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void theyGoWhenTheyAreSaved()
    {
        Desk desk;
        desk.leave();
        QCOMPARE(desk.left.chats().size(), 1U);
        QSignalSpy changed(&desk.left, &LeftChats::changed);
        desk.store->answer();
        QTRY_VERIFY(desk.left.isEmpty());
        QVERIFY(!changed.isEmpty());
    }

    void oneThatFailsStaysAndIsTriedAgain()
    {
        Desk desk;
        desk.leave({Full});
        desk.store->answer();
        QCOMPARE(desk.left.chats().size(), 1U);
        QCOMPARE(desk.left.chats().front()->saver->state().kind, SaveStatus::Kind::Failed);
        desk.left.retry();
        desk.store->answer();
        QTRY_VERIFY(desk.left.isEmpty());
    }

    void whoOpensItAgainHasAllOfIt()
    {
        Desk desk;
        desk.leave({Full});
        desk.store->answer();
        QVERIFY(!desk.left.take({.cardFile = u"Mira.png"_s, .name = u"Other"_s}));
        auto taken = desk.left.take(Fog);
        QVERIFY(taken && desk.left.isEmpty());
        QCOMPARE(taken->chat, desk.conversation.chat());
        taken->saver->retry();
        desk.store->answer();
        QCOMPARE(desk.store->files.value(u"Fog"_s), desk.conversation.chat());
    }

    void whatAnotherProgramDidIsMergedThereToo()
    {
        Desk desk;
        desk.leave();
        Chat theirs = desk.fixture.fog();
        theirs.messages[0].text = u"Hello."_s;
        desk.store->files[u"Fog"_s] = theirs;
        MemoryStore *store = desk.store;
        store->answer();
        theirs.messages.append(desk.conversation.chat().messages.last());
        QCOMPARE(store->files.value(u"Fog"_s), theirs);
        QTRY_VERIFY(desk.left.isEmpty());
    }

    void wordsOfAChatThatWasBranchedWaitWithTheBranch()
    {
        const ChatReference branch{.cardFile = u"Mira.png"_s, .name = u"Fog - Branch #1"_s};
        Desk desk;
        desk.leave({Full}, branch);
        desk.store->answer();
        QCOMPARE(desk.left.waiting(Fog), desk.conversation.chat());
        QVERIFY(!desk.left.waiting({.cardFile = u"Mira.png"_s, .name = u"Other"_s}));
        QVERIFY(!desk.left.waiting({.cardFile = u"Tomas.png"_s, .name = u"Fog"_s}));
        desk.left.retry();
        desk.store->answer();
        QTRY_VERIFY(!desk.left.waiting(Fog));
    }

    void aChatThatIsDeletedIsForgotten()
    {
        Desk desk;
        desk.leave({Full});
        desk.store->answer();
        desk.left.forget([](const ChatReference &reference) { return reference.name == u"Fog"; });
        QVERIFY(desk.left.isEmpty());
    }
};

} // namespace tst_leftchats

SNUG_TEST(tst_leftchats, TestLeftChats, Core)
#include "tst_leftchats.moc"
