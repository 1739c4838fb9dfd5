// The chat as it is kept, and what the user does to it, without a session around them.

#include "core/chat/chatedits.h"
#include "core/chat/checkpoint.h"
#include "tests/core/chat/chatfixture.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_chatrecord {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// Notes what the session would have been asked.
struct Edited : ChatFixture
{
    ChatRecord record{fog(), &store, true};
    SessionHooks session = hooks();
    QStringList log;
    ChatEdits edits{
        record,
        session,
        {.makeRoom =
             [this](qsizetype first, bool rowsMove) {
                 log.append(u"room %1%2"_s.arg(first).arg(rowsMove ? u" moves"_s : QString()));
             },
         .makeRoomWithin = [this](qsizetype first,
                                  qsizetype last) { log.append(u"room %1-%2"_s.arg(first).arg(last)); },
         .perform = [this](const UndoStep &step) { return record.perform(step); },
         .expansionAt = [](qsizetype) { return TextExpansion(); },
         .inputs = [this] { return inputs; }}};
};

} // namespace

class TestChatRecord : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void stepsGoThereAndBack()
    {
        ChatFixture fixture;
        ChatRecord record(fixture.fog(), &fixture.store, true);
        QSignalSpy changed(&record, &ChatRecord::changed);
        const Chat before = record.chat();
        QVERIFY(!record.perform({UndoAction::Edit, 1, {ChatChange()}}));
        QVERIFY(!record.history().canUndo());
        QVERIFY(record.perform({UndoAction::Delete, 1, {removeMessages(before, 1, 1)}}));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(record.chat().messages.size(), 2);
        QCOMPARE(record.undo().action, UndoAction::Delete);
        QCOMPARE(record.chat(), before);
        QVERIFY(record.undo().changes.isEmpty());
        QCOMPARE(record.redo().changes.size(), 1);
        QCOMPARE(record.chat().messages.size(), 2);
        QTRY_COMPARE(fixture.store.files.value(u"Fog"_s).messages, record.chat().messages);
    }

    void whatGoesAlongIsOneStep()
    {
        ChatFixture fixture;
        ChatRecord record(fixture.fog(), nullptr, true);
        const Chat before = record.chat();
        const auto note = [](const Chat &chat, const ChatChange &) {
            return setMetadata(chat, u"note_prompt"_s, u"Rain."_s);
        };
        QVERIFY(record.perform({UndoAction::Delete, 1, {removeMessages(before, 1, 1)}}, note));
        QCOMPARE(record.chat().metadata().value(u"note_prompt").toText(), u"Rain."_s);
        QCOMPARE(record.undo().changes.size(), 2);
        QCOMPARE(record.chat(), before);
    }

    // A branch whose name another chat had: taking it back discards it, and not that chat.
    void aFilesNewNameIsTheNameInAllSteps()
    {
        ChatFixture fixture;
        ChatRecord record(fixture.fog(), &fixture.store, true);
        Chat branch = record.chat();
        branch.name = u"Branch"_s;
        QVERIFY(record.perform({UndoAction::Branch, 1, {changeInto(record.chat(), branch)}}));
        QTRY_VERIFY(fixture.store.files.contains(u"Branch"_s));
        Chat renamed = branch;
        renamed.name = u"Branch (2)"_s;
        fixture.store.files.insert(renamed.name, renamed);
        record.takeOver(changeInto(branch, renamed));
        QCOMPARE(record.chat().name, u"Branch (2)"_s);
        QCOMPARE(record.undo().action, UndoAction::Branch);
        QCOMPARE(record.chat().name, u"Fog"_s);
        QTRY_VERIFY(fixture.store.trash.contains(u"Branch (2)"_s));
        QVERIFY(fixture.store.files.contains(u"Branch"_s));
        record.redo();
        QCOMPARE(record.chat().name, u"Branch (2)"_s);
    }

    // The copy ends with the message and names the chat; the chat names the copy and goes on. There and back.
    void aCheckpointIsKeptBesideTheChat()
    {
        Edited fixture;
        const Chat before = fixture.record.chat();
        QVERIFY(!fixture.edits.keepCheckpoint(17, u"Nowhere"_s));
        QVERIFY(fixture.edits.keepCheckpoint(1, u"Before the rain"_s));
        QCOMPARE(fixture.record.chat().name, before.name);
        QCOMPARE(fixture.record.chat().messages.size(), before.messages.size());
        QCOMPARE(fixture.record.chat().messages.at(1).extra.value(u"bookmark_link").toText(),
                 u"Before the rain"_s);
        QTRY_VERIFY(fixture.store.files.contains(u"Before the rain"_s));
        const Chat copy = fixture.store.files.value(u"Before the rain"_s);
        QCOMPARE(copy.messages, before.messages.first(2));
        QCOMPARE(copy.metadata().value(u"main_chat").toText(), before.name);
        QVERIFY(copy.metadata().value(u"integrity").toText() !=
                before.metadata().value(u"integrity").toText());
        QTRY_COMPARE(fixture.store.files.value(before.name).messages, fixture.record.chat().messages);
        QCOMPARE(fixture.record.undo().action, UndoAction::Checkpoint);
        QCOMPARE(fixture.record.chat(), before);
        QTRY_VERIFY(fixture.store.trash.contains(u"Before the rain"_s));
        fixture.record.redo();
        QTRY_VERIFY(fixture.store.files.contains(u"Before the rain"_s));
        QTRY_COMPARE(fixture.store.files.value(before.name).messages, fixture.record.chat().messages);
        QCOMPARE(fixture.record.saver().state().kind, SaveStatus::Kind::Saved);
    }

    void checkpointsHaveNamesOfTheirOwn()
    {
        const auto taken = [](const QString &name) {
            return name == "Fog - Checkpoint #1"_L1 || name == "rain"_L1 || name == "rain (2)"_L1;
        };
        QCOMPARE(checkpointName(u"Fog"_s, taken), u"Fog - Checkpoint #2"_s);
        QCOMPARE(checkpointNameOf(u" rain "_s, taken), u"rain (3)"_s);
        QCOMPARE(checkpointNameOf(u"a/b"_s, taken), u"ab"_s);
        QCOMPARE(checkpointNameOf(u" ../ "_s, taken), QString());
        QCOMPARE(checkpointNameOf(u""_s, taken), QString());
    }

    void whatIsOnTheDiskCanBeTakenBack()
    {
        ChatFixture fixture;
        ChatRecord record(fixture.fog(), &fixture.store, true);
        const Chat before = record.chat();
        Chat other = before;
        other.messages.removeLast();
        record.takeOver(changeInto(before, other));
        QCOMPARE(record.chat(), other);
        QVERIFY(fixture.store.log.isEmpty()); // it is there already
        QVERIFY(!record.undo().changes.isEmpty());
        QCOMPARE(record.chat(), before);
    }

    void editsMakeRoomFirst()
    {
        Edited fixture;
        QVERIFY(fixture.edits.edit(1, u"It is warm."_s));
        QVERIFY(fixture.edits.editReasoning(2, u"A chair."_s));
        QVERIFY(fixture.edits.setHidden(0, 1, true));
        QVERIFY(fixture.edits.change(UndoAction::Memory, {editText(fixture.record.chat(), 1, u"Warm."_s)}));
        QVERIFY(fixture.edits.remove(2, 7));
        QCOMPARE(fixture.log,
                 (QStringList{u"room 1"_s, u"room 2"_s, u"room 0-1"_s, u"room 1-1"_s, u"room 2 moves"_s}));
        QCOMPARE(dialogue(fixture.record.chat()), (QStringList{u"Mira: Come in, Ada."_s, u"Ada: Warm."_s}));
        QVERIFY(fixture.record.chat().messages.at(0).isHidden);
        QVERIFY(!fixture.edits.edit(9, u"Nowhere."_s));
    }

    // A field shows it as a plain space; typing elsewhere in the message does not make it one.
    void anEditLeavesTheRestAsItWas()
    {
        Edited fixture;
        QVERIFY(fixture.edits.change(UndoAction::Edit,
                                     {editText(fixture.record.chat(), 1, u"Vraiment\u00a0?\r\nOui."_s)}));
        QVERIFY(fixture.edits.edit(1, u"Vraiment ?\nOui, Ada."_s));
        QCOMPARE(fixture.record.chat().messages.at(1).text, u"Vraiment\u00a0?\r\nOui, Ada."_s);
    }

    void aBranchIsAnotherFile()
    {
        Edited fixture;
        QVERIFY(!fixture.edits.branch(3));
        QVERIFY(fixture.edits.branch(1));
        QCOMPARE(fixture.record.chat().name, u"Fog - Branch #1"_s);
        QCOMPARE(fixture.record.chat().messages.size(), 2);
        QTRY_VERIFY(fixture.store.files.contains(u"Fog - Branch #1"_s));
        fixture.record.undo();
        QCOMPARE(fixture.record.chat().name, u"Fog"_s);
        QTRY_VERIFY(fixture.store.trash.contains(u"Fog - Branch #1"_s));
    }
};

} // namespace tst_chatrecord

SNUG_TEST(tst_chatrecord, TestChatRecord, Core)
#include "tst_chatrecord.moc"
