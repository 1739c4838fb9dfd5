#include "core/chat/chatmessage.h"
#include "core/chat/chatmodel.h"
#include "core/chat/chatsession.h"
#include "core/chat/conversation.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/testregistry.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

namespace tst_chatmodel {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// Rows as somebody sees them who only believes the model's signals.
class Mirror : public QObject
{
public:
    explicit Mirror(const QAbstractItemModel &model)
        : m_model(model)
    {
        for (int row = 0; row < model.rowCount(); ++row)
            texts.append(read(row));
        connect(&model, &QAbstractItemModel::rowsInserted, this,
                [this](const QModelIndex &, int first, int last) {
                    for (int row = first; row <= last; ++row)
                        texts.insert(row, read(row));
                });
        connect(&model, &QAbstractItemModel::rowsRemoved, this,
                [this](const QModelIndex &, int first, int last) { texts.remove(first, last - first + 1); });
        connect(&model, &QAbstractItemModel::dataChanged, this,
                [this](const QModelIndex &first, const QModelIndex &last) {
                    for (int row = first.row(); row <= last.row(); ++row)
                        texts[row] = read(row);
                });
        connect(&model, &QAbstractItemModel::modelReset, this, [this] { ++resets; });
    }

    QString read(int row) const
    {
        const QModelIndex index = m_model.index(row, 0);
        return u"%1 %2 %3 %4 %5 %6"_s.arg(
            index.data(StableIdRole).toString(), index.data(Qt::AccessibleTextRole).toString(),
            index.data(IsHiddenRole).toString(), index.data(SwipeIndexRole).toString(),
            index.data(IsStreamingRole).toString(), index.data(RevisionRole).toString());
    }
    QStringList now() const
    {
        QStringList list;
        for (int row = 0; row < m_model.rowCount(); ++row)
            list.append(read(row));
        return list;
    }

    QStringList texts;
    int resets = 0;

private:
    const QAbstractItemModel &m_model;
};

} // namespace

// As SillyTavern writes what somebody without a card says.
static Message windsMessage()
{
    return writtenMessage(
        WrittenKind::Character,
        {.name = u"Wind"_s, .forcedAvatar = u"img/ai4.png"_s, .originalAvatar = u"img/ai4.png"_s}, u"Whoo."_s,
        {}, false);
}

class TestChatModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void roles()
    {
        ChatFixture fixture;
        Chat chat = fixture.fog();
        chat.messages[1].forcedAvatar = u"/thumbnail?type=persona&file=Zo%C3%AB.png"_s;
        chat.messages[2].extra.set(u"type"_s, u"narrator"_s);
        chat.messages[2].isHidden = true;
        chat.messages[2].extra.set(u"reasoning"_s, u"Hm."_s);
        chat.messages[2].extra.set(u"token_count"_s, 12);
        ChatSession session(chat, fixture.hooks(), nullptr, false);
        ChatModel model(&session);
        const QAbstractItemModelTester tester(&model);
        const int before = model.index(0).data(RevisionRole).toInt();
        model.setDefaultAvatars(u"User Avatars/me.png"_s, u"characters/Mira.png"_s);
        QVERIFY(model.index(0).data(RevisionRole).toInt() != before); // what is laid out is laid out again

        const QModelIndex greeting = model.index(0);
        QCOMPARE(greeting.data(SpeakerNameRole).toString(), u"Mira"_s);
        QCOMPARE(greeting.data(TextRole).toString(), u"Come in, Ada."_s);
        QCOMPARE(greeting.data(Qt::DisplayRole).toString(), u"Come in, Ada."_s);
        QCOMPARE(greeting.data(Qt::AccessibleTextRole).toString(), u"Mira: Come in, Ada."_s);
        QCOMPARE(greeting.data(SwipeIndexRole).toInt(), 0);
        QCOMPARE(greeting.data(SwipeCountRole).toInt(), 2);
        QCOMPARE(greeting.data(AvatarRole).toString(), u"characters/Mira.png"_s);
        QCOMPARE(greeting.data(DateRole).toDateTime(), fixture.now);
        QVERIFY(!greeting.data(IsUserRole).toBool());
        QVERIFY(!greeting.data(UsageRole).isValid());
        QVERIFY(!greeting.data(ErrorRole).isValid());

        QVERIFY(session.edits().change(UndoAction::Write, {appendMessage(session.chat(), windsMessage())}));
        QCOMPARE(model.index(3).data(AvatarRole).toString(), QString()); // letters, not the character's face

        QVERIFY(model.index(1).data(IsUserRole).toBool());
        QCOMPARE(model.index(1).data(SwipeCountRole).toInt(), 1);
        QCOMPARE(model.index(1).data(AvatarRole).toString(), u"User Avatars/Zoë.png"_s);

        const QModelIndex narrator = model.index(2);
        QVERIFY(narrator.data(IsNarratorRole).toBool());
        QVERIFY(narrator.data(IsHiddenRole).toBool());
        QCOMPARE(narrator.data(ReasoningRole).toString(), u"Hm."_s);
        QCOMPARE(narrator.data(TokenCountRole).toInt(), 12);
        QCOMPARE(model.rowOf(narrator.data(StableIdRole).toULongLong()), 2);
        QCOMPARE(model.rowOf(4711), -1);
    }

    void aStreamingReplyIsARowThatBecomesAMessage()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        ChatModel model(&session);
        const QAbstractItemModelTester tester(&model);
        const Mirror mirror(model);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        fixture.transport.enqueue({.pieces = {"t Once\n"}, .holdsOpen = true});

        session.send(u"Tell."_s);
        QCOMPARE(model.rowCount(), 5); // the message and the reply under way
        QCOMPARE(inserted.size(), 2);
        const QPersistentModelIndex reply = model.index(4);
        QCOMPARE(reply.data(SpeakerNameRole).toString(), u"Mira"_s);
        QVERIFY(reply.data(IsStreamingRole).toBool());
        const quint64 id = reply.data(StableIdRole).toULongLong();
        const int revision = reply.data(RevisionRole).toInt();
        QTRY_COMPARE(reply.data(TextRole).toString(), u"Once"_s);
        QVERIFY(reply.data(RevisionRole).toInt() > revision);

        fixture.transport.more("t  upon.\nu 40 3\nstop\n");
        QTRY_VERIFY(!session.reply().isUnderWay());
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(inserted.size(), 2);
        QCOMPARE(removed.size(), 0);
        QCOMPARE(reply.data(TextRole).toString(), u"Once upon."_s);
        QCOMPARE(reply.data(StableIdRole).toULongLong(), id);
        QVERIFY(!reply.data(IsStreamingRole).toBool());
        QCOMPARE(reply.data(UsageRole).value<TokenUsage>().prompt, 40);
        QCOMPARE(reply.data(TokenCountRole).toInt(), 3);
        QCOMPARE(mirror.texts, mirror.now());
        QCOMPARE(mirror.resets, 0);
    }

    void aSwipeUnderWayCoversTheMessage()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        ChatModel model(&session);
        const QAbstractItemModelTester tester(&model);
        fixture.transport.enqueue({.pieces = {"t Lie\n"}, .holdsOpen = true});
        session.swipe(2, 1);
        QCOMPARE(model.rowCount(), 3);
        const QModelIndex row = model.index(2);
        QCOMPARE(row.data(TextRole).toString(), QString());
        QCOMPARE(row.data(SwipeIndexRole).toInt(), 1);
        QCOMPARE(row.data(SwipeCountRole).toInt(), 2);
        QTRY_COMPARE(row.data(TextRole).toString(), u"Lie"_s);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        session.undo(); // stops it and takes it back
        QCOMPARE(row.data(TextRole).toString(), u"Sit."_s);
        QVERIFY(!row.data(IsStreamingRole).toBool());
        QVERIFY(std::ranges::all_of(changed, [](const QList<QVariant> &arguments) {
            return arguments.at(0).toModelIndex().row() == 2 && arguments.at(1).toModelIndex().row() == 2;
        }));
    }

    void aFailureStandsWhereTheReplyWouldBe()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        ChatModel model(&session);
        const QAbstractItemModelTester tester(&model);
        const Mirror mirror(model);
        fixture.transport.enqueue(ScriptedAnswer::failing(ExchangeEnd::Kind::Refused));
        session.send(u"Hello?"_s);
        QTRY_VERIFY(session.reply().hasFailed());
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(model.index(4).data(ErrorRole).value<Error>().what,
                 u"The server at 127.0.0.1:8080 did not answer"_s);
        QVERIFY(!model.index(4).data(IsStreamingRole).toBool());
        QCOMPARE(model.index(4).data(Qt::AccessibleTextRole).toString(),
                 u"Mira: The server at 127.0.0.1:8080 did not answer"_s);
        session.edits().edit(0, u"Do come in."_s); // the line goes with the next thing one does
        QCOMPARE(model.rowCount(), 4);

        fixture.transport.enqueue({.pieces = {"t Half\n"}, .end = {ExchangeEnd::Kind::Broken, {}}});
        session.send({});
        QTRY_VERIFY(session.reply().hasFailed());
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(model.index(4).data(TextRole).toString(), u"Half"_s);
        QVERIFY(model.index(4).data(ErrorRole).isValid());
        fixture.transport.enqueue(ScriptedAnswer::whole("t Whole\nstop\n"));
        session.retry();
        QVERIFY(model.index(4).data(IsStreamingRole).toBool());
        QTRY_VERIFY(!session.reply().isUnderWay());
        QCOMPARE(model.index(4).data(TextRole).toString(), u"Whole"_s);
        QVERIFY(!model.index(4).data(ErrorRole).isValid());
        QCOMPARE(mirror.texts, mirror.now());
    }

    void aBranchRemovesOnlyItsTail()
    {
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        ChatModel model(&session);
        const QAbstractItemModelTester tester(&model);
        const Mirror mirror(model);
        const quint64 id = model.index(2).data(StableIdRole).toULongLong();
        session.edits().branch(1);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(mirror.texts, mirror.now());
        session.undo();
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(2).data(StableIdRole).toULongLong(), id);
        QCOMPARE(mirror.texts, mirror.now());
        QCOMPARE(mirror.resets, 0);
    }

    // Whatever happens in whatever order, the signals alone tell the whole truth.
    void randomUse_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 12; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }

    void randomUse()
    {
        QFETCH(quint32, seed);
        QRandomGenerator random(seed);
        ChatFixture fixture;
        ChatSession session(fixture.fog(), fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        ChatModel model(&session);
        const QAbstractItemModelTester tester(&model);
        const Mirror mirror(model);
        const auto row = [&] { return qsizetype(random.bounded(int(session.chat().messages.size()) + 1)); };
        const auto script = [&] {
            switch (random.bounded(4)) {
            case 0:
                return ScriptedAnswer::whole("t One\nt  two\nstop\n");
            case 1:
                return ScriptedAnswer{.pieces = {"t Half\n"}, .end = {ExchangeEnd::Kind::Broken, {}}};
            case 2:
                return ScriptedAnswer::failing(ExchangeEnd::Kind::Refused);
            default:
                return ScriptedAnswer{.pieces = {"r Hm\n", "t Open\n"}, .holdsOpen = true};
            }
        };
        for (int i = 0; i < 120; ++i) {
            fixture.transport.enqueue(script());
            switch (random.bounded(14)) {
            case 0:
            case 1:
                session.send(u"Text %1"_s.arg(i));
                break;
            case 2:
                session.generate(GenerationType::Regenerate);
                break;
            case 3:
                session.generate(GenerationType::Continue);
                break;
            case 4:
                session.swipe(row(), random.bounded(2) ? 1 : -1);
                break;
            case 5:
                session.stop();
                break;
            case 6:
                session.retry();
                break;
            case 7:
                session.edits().edit(row(), u"Edit %1"_s.arg(i));
                break;
            case 8:
                session.edits().setHidden(row(), row(), random.bounded(2) == 0);
                break;
            case 9:
                session.edits().remove(row(), 1 + random.bounded(2));
                break;
            case 10:
                session.edits().branch(row());
                break;
            case 11:
                session.undo();
                break;
            case 12:
                session.redo();
                break;
            default:
                session.generate(GenerationType::Impersonate);
                break;
            }
            for (int turns = random.bounded(6); turns > 0; --turns)
                QCoreApplication::sendPostedEvents();
            QCOMPARE(mirror.texts, mirror.now());
        }
        session.stop();
        QCOMPARE(mirror.texts, mirror.now());
        QCOMPARE(mirror.resets, 0);
        while (session.undo())
            QCOMPARE(mirror.texts, mirror.now());
        QCOMPARE(session.chat(), fixture.fog());
    }

    void tenThousandMessages()
    {
        ChatFixture fixture;
        Chat chat = fixture.fog();
        for (int i = 0; i < 10'000; ++i) {
            Message message = chat.messages.at(1 + i % 2);
            message.text = u"Message %1"_s.arg(i);
            chat.messages.append(message);
        }
        ChatSession session(chat, fixture.hooks(), nullptr, false);
        session.setLink(fixture.link());
        ChatModel model(&session);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        fixture.transport.enqueue(ScriptedAnswer::whole("t One\nt  two\nstop\n"));
        session.generate(GenerationType::Regenerate);
        QTRY_VERIFY(!session.reply().isUnderWay());
        QVERIFY(session.edits().remove(5000, 10));
        QCOMPARE(model.rowCount(), 9'993);
        for (const QList<QVariant> &arguments : std::as_const(changed))
            QCOMPARE(arguments.at(0).toModelIndex().row(), 10'002);
    }
};

} // namespace tst_chatmodel

SNUG_TEST(tst_chatmodel, TestChatModel, Windows)
#include "tst_chatmodel.moc"
