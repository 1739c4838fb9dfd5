#include "core/chat/chatmessage.h"
#include "core/chat/unsenttexts.h"
#include "core/formats/chatjsonl.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <sys/stat.h>

namespace tst_unsenttexts {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::test;

class TestUnsentTexts : public QObject
{
    Q_OBJECT

    ChatFixture m_fixture;
    QDateTime m_begun = m_fixture.now.addSecs(60);

    Message reply(const QString &text) const
    {
        return replyMessage({.name = u"Mira"_s, .forcedAvatar = {}, .originalAvatar = {}},
                            {.text = text,
                             .reasoning = {},
                             .started = m_begun,
                             .firstArrived = m_fixture.now,
                             .finished = m_fixture.now,
                             .api = {},
                             .model = {},
                             .usage = {}});
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void theyAreReadAsTheyWereWritten()
    {
        const Chat chat = m_fixture.fog();
        UnsentTexts texts{.draft = u"Come\n“in”\u2028"_s, .sentAs = u"2026"_s};
        QCOMPARE(*readUnsentTexts(writeUnsentTexts(texts)), texts);
        texts.rewriting = rewritingOf(chat, 1, u"It is warm."_s);
        texts.setAside = {rewritingOf(chat, 0, u"Come in.\nQuick."_s), rewritingOf(chat, 2, u"Stand."_s)};
        texts.reply = partialReplyOf({replaceMessage(chat, 2, reply(u"Sit"_s))});
        QCOMPARE(*readUnsentTexts(writeUnsentTexts(texts)), texts);
        QVERIFY(!texts.isEmpty());
        texts = {};
        QVERIFY(texts.isEmpty());
        texts.setAside = {rewritingOf(chat, 0, u"x"_s)};
        QVERIFY(!texts.isEmpty());
    }

    void whatMakesNoSenseIsSaid_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        for (const char *bytes : {"", "{", "[]", "{}", "{\"unsent\":2}", "null"})
            QTest::addRow("%s", bytes) << QByteArray(bytes);
    }

    void whatMakesNoSenseIsSaid()
    {
        QFETCH(QByteArray, bytes);
        QVERIFY(!readUnsentTexts(bytes));
    }

    void aDraftThatWasSentIsNotOffered()
    {
        Chat chat = m_fixture.fog();
        const UnsentTexts texts{.draft = u"Sit."_s, .sentAs = u"2026-11-23T10:00:00.000Z"_s};
        QCOMPARE(unsentDraft(texts, chat), u"Sit."_s); // killed before the message was on the disk
        Message sent = chat.messages.at(1);
        sent.sendDate = texts.sentAs;
        chat.messages.append(sent);
        QCOMPARE(unsentDraft(texts, chat), QString());
        chat.messages.append(reply(u"Yes."_s));
        QCOMPARE(unsentDraft(texts, chat), QString());
    }

    void aRewritingGoesOnWhereItsMessageIs()
    {
        Chat chat = m_fixture.fog();
        const UnsentTexts::Rewriting rewriting = rewritingOf(chat, 1, u"x"_s);
        QCOMPARE(rewrittenRow(rewriting, chat), 1);
        chat.messages.prepend(chat.messages.last());
        QCOMPARE(rewrittenRow(rewriting, chat), 2);
        chat.messages[2].text = u"Changed."_s;
        QCOMPARE(rewrittenRow(rewriting, chat), -1);
    }

    void aPartialReplyTakesItsPlace()
    {
        const Chat chat = m_fixture.fog();
        const Message message = reply(u"Sit"_s);
        const auto appended = partialReplyOf({appendMessage(chat, message)});
        ChatChange change = withPartialReply(chat, appended);
        QCOMPARE(change.index, 3);
        QCOMPARE(encodeMessageLine(change.inserted.first()), encodeMessageLine(message));
        const auto swiped =
            partialReplyOf({replaceMessage(chat, 2,
                                           withNewSwipe(chat.messages.at(2), {.text = u"Sit"_s,
                                                                              .reasoning = {},
                                                                              .started = m_begun,
                                                                              .firstArrived = {},
                                                                              .finished = {},
                                                                              .api = {},
                                                                              .model = {},
                                                                              .usage = {}}))});
        change = withPartialReply(chat, swiped);
        QCOMPARE(change.index, 2);
        QCOMPARE(change.removed, QList<Message>{chat.messages.at(2)});
        QCOMPARE(change.inserted.first().text, u"Sit"_s);

        // Something has happened since: nothing is put over it.
        Chat changed = chat;
        changed.messages[2].text = u"Changed."_s;
        change = withPartialReply(changed, swiped);
        QCOMPARE(change.index, 3);
        QVERIFY(change.removed.isEmpty());
    }

    void aReplyThatIsThereIsNotOffered()
    {
        Chat chat = m_fixture.fog();
        const auto partial = partialReplyOf({appendMessage(chat, reply(u"Sit"_s))});
        chat.messages.append(reply(u"Sit down, it is warm here."_s));
        QVERIFY(withPartialReply(chat, partial).isEmpty());
        chat.messages.append(chat.messages.at(1));
        QVERIFY(withPartialReply(chat, partial).isEmpty());
    }

    void repliesOfSeveralAreKeptTogether()
    {
        const Chat chat = m_fixture.fog();
        const auto partial = partialReplyOf({appendMessage(chat, reply(u"Sit"_s)),
                                             {.index = 4, .inserted = {reply(u"Tea"_s), reply(u"Bread"_s)}}});
        const ChatChange change = withPartialReply(chat, partial);
        QCOMPARE(change.index, 3);
        QCOMPARE(change.inserted.size(), 3);
        QCOMPARE(change.inserted.last().text, u"Bread"_s);
    }

    void whatCannotBeReadIsPutAside_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("garbage") << QByteArray("\xff\xfe what");
        QTest::newRow("zeros") << QByteArray(64, '\0');
        QTest::newRow("cut") << writeUnsentTexts({.draft = u"It rained"_s}).chopped(5);
        QTest::newRow("a list") << QByteArray("[1]");
        QTest::newRow("a pipe") << QByteArray();
    }

    void whatCannotBeReadIsPutAside()
    {
        QFETCH(QByteArray, bytes);
        const TestLibrary folder(TestLibrary::Content::Empty);
        const ChatReference reference{.cardFile = u"Mira.png"_s, .name = u"one"_s};
        const QString file = unsentTextsFile(folder.layout(), reference);
        QVERIFY(put(file, bytes));
        if (bytes.isEmpty())
            QVERIFY(QFile::remove(file) && ::mkfifo(QFile::encodeName(file).constData(), 0600) == 0);
        QVERIFY(put(file + u".damaged"_s, "an older one"));
        const auto kept = loadUnsentTexts(folder.layout(), reference);
        QVERIFY(kept && kept->texts.isEmpty() && kept->problem);
        QVERIFY(kept->problem->hint.contains(u"one.json.damaged2"));
        QVERIFY(!QFileInfo::exists(file));
        QCOMPARE(bytesOf(file + u".damaged"_s), "an older one");
        if (!bytes.isEmpty())
            QCOMPARE(bytesOf(file + u".damaged2"_s), bytes);
        QVERIFY(!loadUnsentTexts(folder.layout(), reference)->problem);
    }

    void whatWasTypedIntoAChatThatWasOnlyBegunIsForTheNextOne()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const ChatReference begun{.cardFile = u"Mira.png"_s, .name = u"one"_s};
        const ChatReference next{.cardFile = u"Mira.png"_s, .name = u"two"_s};
        const UnsentTexts texts{.isOfBegunChat = true, .draft = u"It rained"_s};
        QVERIFY(put(unsentTextsFile(folder.layout(), begun), writeUnsentTexts(texts)));
        auto kept = loadUnsentTexts(folder.layout(), next);
        QCOMPARE(kept->texts, texts);
        QCOMPARE(kept->otherFile, unsentTextsFile(folder.layout(), begun));
        QVERIFY(put(folder.layout().chat(u"Mira.png", u"two"), "{}")); // not for one that is under way
        kept = loadUnsentTexts(folder.layout(), next);
        QVERIFY(kept->texts.isEmpty() && kept->otherFile.isEmpty());
    }

    void chatsWithoutAFileAreFound()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const ChatReference begun{.cardFile = u"Mira.png"_s, .name = u"Mira - 2026: a/b"_s};
        const ChatReference saved{.cardFile = u"Mira.png"_s, .name = u"one"_s};
        const ChatReference deleted{.cardFile = u"Mira.png"_s, .name = u"two"_s};
        for (const ChatReference &reference : {begun, saved, deleted}) {
            const UnsentTexts texts{.isOfBegunChat = reference != deleted, .draft = u"x"_s};
            QVERIFY(put(unsentTextsFile(folder.layout(), reference), writeUnsentTexts(texts)));
        }
        QVERIFY(put(folder.layout().chat(u"Mira.png", u"one"), "{}"));
        for (const QString &copy :
             {u"Mira.sync-conflict-20261121-101500-ABC"_s, u"Mira (conflicted copy 2026-11-21)"_s,
              u"Mira (Ada's conflicted copy 2026-11-21)"_s, u"Mira_conflict-20261121-101500"_s}) {
            const UnsentTexts texts{.isOfBegunChat = true, .draft = u"sent long ago"_s};
            QVERIFY(put(unsentTextsFile(folder.layout(), {.cardFile = u"Mira.png"_s, .name = copy}),
                        writeUnsentTexts(texts)));
        }
        QCOMPARE(chatsOnlyBegun(folder.layout(), u"Mira.png"_s), QList<ChatReference>{begun});
        QVERIFY(chatsOnlyBegun(folder.layout(), u"Ada.png"_s).isEmpty());
    }
};

} // namespace tst_unsenttexts

SNUG_TEST(tst_unsenttexts, TestUnsentTexts, Core)
#include "tst_unsenttexts.moc"
