#include "core/chat/chatsaver.h"
#include "core/chat/conversation.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_chatsaver {

using namespace Qt::StringLiterals;
using namespace snug;

class TestChatSaver : public QObject
{
    Q_OBJECT

private:
    using Kind = SaveStatus::Kind;

    ChatFixture m_fixture;

    // A chat with its saver, as a session drives them.
    struct Desk
    {
        Conversation conversation;
        MemoryStore store;
        std::unique_ptr<ChatSaver> saver;

        explicit Desk(const Chat &chat, bool hasFile = true)
            : conversation(chat)
        {
            store.answers = false;
            if (hasFile)
                store.files[chat.name] = chat;
            saver = std::make_unique<ChatSaver>(&store, chat, hasFile);
        }
        void apply(const ChatChange &change)
        {
            const ChatChange applied = conversation.apply(change);
            saver->save(conversation.chat(), applied);
        }
        void say(const QString &text)
        {
            Message message = conversation.chat().messages.value(0);
            message.text = text;
            apply(appendMessage(conversation.chat(), message));
        }
    };

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void whatIsAddedAtTheEndIsAppended()
    {
        Desk desk(m_fixture.fog());
        desk.say(u"One"_s);
        QCOMPARE(desk.saver->state().kind, Kind::Saving);
        desk.store.answer();
        QCOMPARE(desk.saver->state().kind, Kind::Saved);
        QCOMPARE(desk.store.log, QStringList{u"append Fog 3"_s});
        QCOMPARE(desk.store.files.value(u"Fog"_s), desk.conversation.chat());
    }

    void anythingElseIsARewrite_data()
    {
        QTest::addColumn<std::function<ChatChange(const Chat &)>>("change");
        const auto row = [](const char *name, const std::function<ChatChange(const Chat &)> &change) {
            QTest::newRow(name) << change;
        };
        row("edit", [](const Chat &chat) { return editText(chat, 1, u"x"_s); });
        row("delete the last", [](const Chat &chat) { return removeMessages(chat, 2, 1); });
        row("insert in the middle",
            [](const Chat &chat) { return insertMessages(chat, 1, {chat.messages.first()}); });
        row("metadata", [](const Chat &chat) { return setMetadata(chat, u"note_prompt"_s, u"x"_s); });
        row("append with metadata", [](const Chat &chat) {
            ChatChange change = appendMessage(chat, chat.messages.first());
            change.header = setMetadata(chat, u"note_prompt"_s, u"x"_s).header;
            return change;
        });
    }

    void anythingElseIsARewrite()
    {
        QFETCH(std::function<ChatChange(const Chat &)>, change);
        Desk desk(m_fixture.fog());
        desk.apply(change(desk.conversation.chat()));
        desk.store.answer();
        QCOMPARE(desk.store.log, QStringList{u"rewrite Fog"_s});
        QCOMPARE(desk.store.files.value(u"Fog"_s), desk.conversation.chat());
    }

    void aNewChatGetsItsFileWithTheFirstChange()
    {
        Desk desk(Chat{.name = u"New"_s, .header = {}, .messages = {}}, false);
        desk.say(u"One"_s);
        desk.say(u"Two"_s);
        desk.store.answer();
        QCOMPARE(desk.store.log, (QStringList{u"rewrite New"_s, u"append New 1"_s}));
        QCOMPARE(desk.store.files.value(u"New"_s), desk.conversation.chat());
    }

    void changesMadeWhileAWriteIsUnderWayAreWrittenTogether()
    {
        Desk desk(m_fixture.fog());
        desk.say(u"One"_s);
        desk.say(u"Two"_s);
        desk.say(u"Three"_s);
        desk.store.answer();
        QCOMPARE(desk.store.log, (QStringList{u"append Fog 3"_s, u"append Fog 4"_s}));
        QCOMPARE(desk.store.files.value(u"Fog"_s), desk.conversation.chat());

        desk.say(u"Four"_s);
        desk.say(u"Five"_s);
        desk.apply(editText(desk.conversation.chat(), 0, u"Hello"_s));
        desk.say(u"Six"_s);
        desk.store.answer();
        QCOMPARE(desk.store.log.sliced(2), (QStringList{u"append Fog 6"_s, u"rewrite Fog"_s}));
        QCOMPARE(desk.store.files.value(u"Fog"_s), desk.conversation.chat());
    }

    void aFailedSaveKeepsEverythingAndIsTriedAgain_data()
    {
        QTest::addColumn<bool>("byRetry");
        QTest::newRow("the user retries") << true;
        QTest::newRow("the next change retries") << false;
    }

    void aFailedSaveKeepsEverythingAndIsTriedAgain()
    {
        QFETCH(bool, byRetry);
        Desk desk(m_fixture.fog());
        desk.store.outcomes = {
            {StoreOutcome::Kind::Failed, {.what = u"the disk is full"_s}, u"/state/Fog"_s}};
        desk.say(u"One"_s);
        desk.store.answer();
        QCOMPARE(desk.saver->state(),
                 (SaveStatus{Kind::Failed, {.what = u"the disk is full"_s}, u"/state/Fog"_s}));
        QCOMPARE(desk.store.files.value(u"Fog"_s), m_fixture.fog());
        if (byRetry)
            desk.saver->retry();
        else
            desk.say(u"Two"_s);
        QCOMPARE(desk.saver->state().kind, Kind::Saving);
        desk.store.answer();
        QCOMPARE(desk.saver->state().kind, Kind::Saved);
        QCOMPARE(desk.store.files.value(u"Fog"_s), desk.conversation.chat());
    }

    void aFailedSaveIsTriedAgainByItself()
    {
        Desk desk(m_fixture.fog());
        desk.store.answers = true;
        desk.saver->setRetryPause(std::chrono::milliseconds(1));
        desk.store.outcomes = {
            {StoreOutcome::Kind::Failed, {.what = u"the disk is full"_s}, u"/state/Fog"_s}};
        desk.say(u"One"_s);
        QTRY_COMPARE(desk.saver->state().kind, Kind::Saved);
        QCOMPARE(desk.store.log, (QStringList{u"append Fog 3"_s, u"append Fog 3"_s}));
        QCOMPARE(desk.store.files.value(u"Fog"_s), desk.conversation.chat());
    }

    void whatAnotherProgramDidIsMerged()
    {
        Desk desk(m_fixture.fog());
        QSignalSpy merged(desk.saver.get(), &ChatSaver::merged);
        Chat theirs = m_fixture.fog();
        theirs.messages.append(theirs.messages.at(1));
        desk.store.files[u"Fog"_s] = theirs;
        desk.say(u"One"_s);
        const Chat mine = desk.conversation.chat();
        desk.store.answer();
        QCOMPARE(desk.store.log, (QStringList{u"append Fog 3"_s, u"merge Fog"_s}));
        QCOMPARE(desk.saver->state().kind, Kind::Saved);
        QCOMPARE(merged.size(), 1);
        QCOMPARE(merged.first().first().value<Chat>(), mine);
        const Chat file = desk.store.files.value(u"Fog"_s);
        QCOMPARE(merged.first().last().value<ReconciledChat>().merge.chat, file);
        theirs.messages.append(mine.messages.last());
        QCOMPARE(file, theirs);
    }

    // Who hears of the merge has what was said meanwhile, and saves it.
    void whatIsSaidDuringAMergeIsLeftToWhoHearsOfIt()
    {
        Desk desk(m_fixture.fog());
        Chat theirs = m_fixture.fog();
        theirs.messages.append(theirs.messages.at(1));
        desk.store.files[u"Fog"_s] = theirs;
        connect(desk.saver.get(), &ChatSaver::merged, this,
                [&](const Chat &mine, const ReconciledChat &reconciled) {
                    QVERIFY(mine != desk.conversation.chat());
                    desk.saver->rewrite(
                        mergeChats(mine, desk.conversation.chat(), reconciled.merge.chat).chat);
                });
        desk.say(u"One"_s);
        desk.say(u"Two"_s);
        desk.store.answer();
        QCOMPARE(desk.store.log, (QStringList{u"append Fog 3"_s, u"merge Fog"_s, u"rewrite Fog"_s}));
        theirs.messages += desk.conversation.chat().messages.last(2);
        QCOMPARE(desk.store.files.value(u"Fog"_s), theirs);
    }

    void aChangeThatIsNoticedIsTakenOver()
    {
        Desk desk(m_fixture.fog());
        QSignalSpy merged(desk.saver.get(), &ChatSaver::merged);
        QSignalSpy states(desk.saver.get(), &ChatSaver::stateChanged);
        desk.saver->noteOutsideChange(m_fixture.fog());
        desk.store.answer();
        QVERIFY(merged.isEmpty()); // the same text
        desk.store.files[u"Fog"_s].messages.removeLast();
        desk.saver->noteOutsideChange(m_fixture.fog());
        desk.store.answer();
        QCOMPARE(merged.size(), 1);
        QCOMPARE(merged.first().last().value<ReconciledChat>().merge.chat.messages,
                 m_fixture.fog().messages.first(2));
        QVERIFY(states.isEmpty());
    }

    void aFileThatIsGoneIsWrittenWithTheNextChange()
    {
        Desk desk(m_fixture.fog());
        desk.store.remove(u"Fog"_s);
        desk.saver->noteOutsideChange(m_fixture.fog());
        desk.store.answer();
        QCOMPARE(desk.saver->state().kind, Kind::Gone);
        QVERIFY(desk.store.files.isEmpty());
        desk.say(u"One"_s);
        desk.store.answer();
        QCOMPARE(desk.saver->state().kind, Kind::Saved);
        QCOMPARE(desk.store.files.value(u"Fog"_s), desk.conversation.chat());
    }

    void aMergeThatFailsIsTriedAgain()
    {
        Desk desk(m_fixture.fog());
        Chat theirs = m_fixture.fog();
        theirs.messages[0].text = u"Hello."_s;
        desk.store.files[u"Fog"_s] = theirs;
        desk.store.outcomes = {{.kind = StoreOutcome::Kind::Failed, .error = {.what = u"no"_s}}};
        desk.say(u"One"_s);
        desk.store.answer();
        QCOMPARE(desk.saver->state().kind, Kind::Failed);
        QCOMPARE(desk.store.files.value(u"Fog"_s), theirs);
        desk.saver->retry();
        desk.store.answer();
        QCOMPARE(desk.saver->state().kind, Kind::Saved);
        theirs.messages.append(desk.conversation.chat().messages.last());
        QCOMPARE(desk.store.files.value(u"Fog"_s), theirs);
    }

    // Nobody hears the answers any more.
    void whatWaitsWhenItGoesIsMergedToo()
    {
        Desk desk(m_fixture.fog());
        Chat theirs = m_fixture.fog();
        theirs.messages[0].text = u"Hello."_s;
        desk.store.files[u"Fog"_s] = theirs;
        desk.say(u"One"_s);
        desk.apply(editText(desk.conversation.chat(), 1, u"It is warm."_s));
        desk.saver.reset();
        desk.store.answer();
        const QList<Message> file = desk.store.files.value(u"Fog"_s).messages;
        QCOMPARE(file.size(), 4);
        QCOMPARE(file.at(0).text, u"Hello."_s);
        QCOMPARE(file.at(1).text, u"It is warm."_s);
        QCOMPARE(file.at(3).text, u"One"_s);
    }

    void closingHandsEverythingToTheStore()
    {
        Desk desk(m_fixture.fog());
        desk.say(u"One"_s);
        desk.say(u"Two"_s);
        desk.saver.reset();
        desk.store.answer();
        QCOMPARE(desk.store.files.value(u"Fog"_s), desk.conversation.chat());
    }

    void withoutAStoreEverythingCountsAsSaved()
    {
        Conversation conversation(m_fixture.fog());
        ChatSaver saver(nullptr, conversation.chat(), true);
        saver.save(conversation.chat(), conversation.apply(removeMessages(conversation.chat(), 0, 1)));
        QCOMPARE(saver.state().kind, Kind::Saved);
    }
};

} // namespace tst_chatsaver

SNUG_TEST(tst_chatsaver, TestChatSaver, Core)
#include "tst_chatsaver.moc"
