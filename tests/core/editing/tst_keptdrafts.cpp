// The draft of what is not saved yet: written after a pause, put back, and never lost.

#include "core/editing/documenteditor.h"
#include "core/editing/drafts.h"
#include "core/editing/versions.h"
#include "core/formats/preset.h"
#include "core/library/atomicwrite.h"
#include "core/library/library.h"
#include "tests/core/editing/presetdesk.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_keptdrafts {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace snug::presetdesk;

class TestKeptDrafts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void aPauseKeepsADraft()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        desk.editing->setPauses(10ms);
        desk.type(u"main"_s, u"half a th"_s);
        QTRY_VERIFY(!listDrafts(folder.layout()).isEmpty());
        // Typing after it is another step.
        desk.type(u"main"_s, u"half a thought"_s);
        desk.editing->undo();
        QCOMPARE(desk.text(u"main"_s), u"half a th"_s);
        desk.editing->undo();
        QVERIFY(!desk.editing->isEdited());
        QTRY_VERIFY(listDrafts(folder.layout()).isEmpty());
        QCOMPARE(desk.failures.size(), 0);
    }

    void theNextStartPutsTheDraftBack()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const QByteArray before = bytesOf(folder.layout().preset(Name));
        {
            Desk desk(folder);
            desk.type(u"main"_s, u"unsaved"_s);
        } // goes with unsaved changes
        QCOMPARE(bytesOf(folder.layout().preset(Name)), before);
        QCOMPARE(listDrafts(folder.layout()).first().key, Key);
        Desk desk(folder);
        QCOMPARE(desk.restored, 1);
        QCOMPARE(desk.text(u"main"_s), u"unsaved"_s);
        QVERIFY(desk.editing->isEdited());
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QVERIFY(listDrafts(folder.layout()).isEmpty());
        QCOMPARE(textInFile(folder, u"main"_s), u"unsaved"_s);
    }

    void closingTheLibraryKeepsTheDraft()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        desk.type(u"main"_s, u"unsaved"_s);
        desk.library.close();
        QVERIFY(!desk.editing->isOpen());
        QTRY_VERIFY(!listDrafts(folder.layout()).isEmpty());
    }

    void aRestoredDraftCanBeTakenBack()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        {
            Desk desk(folder);
            desk.type(u"main"_s, u"unsaved"_s);
        }
        Desk desk(folder);
        desk.editing->undo();
        QVERIFY(!desk.editing->isEdited());
        desk.editing->setPauses(1ms);
        desk.editing->redo();
        desk.editing->undo();
        QTRY_VERIFY(listDrafts(folder.layout()).isEmpty());
    }

    // The states in which a crash can leave the disk during a save, one after the other.
    void aCrashWhileSavingLosesNothing_data()
    {
        QTest::addColumn<bool>("isVersionKept");
        QTest::addColumn<bool>("isFileWritten");
        QTest::addColumn<bool>("isDraftRemoved");
        QTest::newRow("before anything") << false << false << false;
        QTest::newRow("version kept") << true << false << false;
        QTest::newRow("file written") << true << true << false;
        QTest::newRow("draft removed") << true << true << true;
    }

    void aCrashWhileSavingLosesNothing()
    {
        QFETCH(bool, isVersionKept);
        QFETCH(bool, isFileWritten);
        QFETCH(bool, isDraftRemoved);
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const LibraryLayout layout = folder.layout();
        const QByteArray before = bytesOf(layout.preset(Name));
        {
            Desk desk(folder);
            desk.type(u"main"_s, u"unsaved"_s);
        }
        const QByteArray after =
            writePreset(withText(readPreset(before, Name)->preset, u"main"_s, u"unsaved"_s));
        if (isVersionKept)
            QVERIFY(keepVersion(layout, Key, before, QDateTime::currentDateTimeUtc()));
        if (isFileWritten)
            QVERIFY(writeFileDurably(layout.preset(Name), after));
        if (isDraftRemoved)
            QVERIFY(removeDraft(layout, Key));

        Desk desk(folder);
        QCOMPARE(desk.text(u"main"_s), u"unsaved"_s);
        QCOMPARE(desk.editing->isEdited(), !isFileWritten);
        QCOMPARE(desk.restored, isFileWritten ? 0 : 1);
        QCOMPARE(desk.conflicts, 0);
        desk.editing->save();
        desk.settle();
        QCOMPARE(bytesOf(layout.preset(Name)), after);
        QVERIFY(listDrafts(layout).isEmpty());
        QCOMPARE(listVersions(layout, Key).size(), 1);
        QCOMPARE(desk.failures.size(), 0);
    }

    void aDraftMeetsAFileThatHasChangedSince()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        {
            Desk desk(folder);
            desk.type(u"main"_s, u"ours"_s);
        }
        writeOutside(folder, u"jailbreak"_s, u"theirs"_s);
        Desk desk(folder);
        QTRY_COMPARE(desk.merges, 1);
        QCOMPARE(desk.text(u"main"_s), u"ours"_s);
        QCOMPARE(desk.text(u"jailbreak"_s), u"theirs"_s);
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QCOMPARE(textInFile(folder, u"main"_s), u"ours"_s);
        QCOMPARE(textInFile(folder, u"jailbreak"_s), u"theirs"_s);
    }

    void aDraftWhoseBaseIsLostIsAskedAbout()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        {
            Desk desk(folder);
            desk.type(u"main"_s, u"ours"_s);
        }
        const QString drafts = folder.layout().snugFolder() + u"/drafts/presets/Slow Burn"_s;
        for (const QString &name : namesIn(drafts)) {
            if (name.startsWith(u"base"))
                QVERIFY(QFile::remove(drafts + u'/' + name));
        }
        writeOutside(folder, u"jailbreak"_s, u"theirs"_s);
        Desk desk(folder);
        QTRY_COMPARE(desk.conflicts, 1);
        QCOMPARE(desk.editing->conflict()->conflicts.size(), 1);
        QCOMPARE(desk.text(u"main"_s), u"ours"_s);
        desk.editing->resolve({QString()});
        QTRY_COMPARE(desk.merges, 1);
        QCOMPARE(desk.text(u"jailbreak"_s), u"theirs"_s);
        QVERIFY(desk.text(u"main"_s) != u"ours"_s);
        QVERIFY(!desk.editing->isEdited());
        desk.editing->undo();
        QCOMPARE(desk.text(u"main"_s), u"ours"_s);
    }

    void aDraftOfAFileThatIsGoneMakesItAgain()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        {
            Desk desk(folder);
            desk.type(u"main"_s, u"ours"_s);
        }
        QVERIFY(QFile::remove(folder.layout().preset(Name)));
        Desk desk(folder);
        QCOMPARE(desk.restored, 1);
        QCOMPARE(desk.text(u"main"_s), u"ours"_s);
        QVERIFY(desk.editing->isEdited());
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QCOMPARE(textInFile(folder, u"main"_s), u"ours"_s);
    }

    void aDamagedDraftIsSaid()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const QString path = folder.layout().snugFolder() + u"/drafts/presets/Slow Burn/edited"_s;
        QVERIFY(put(path, "nonsense"));
        Desk desk(folder);
        QTRY_COMPARE(desk.failures.size(), 1);
        QVERIFY(desk.editing->isOpen());
        QVERIFY(!desk.editing->isEdited());
        QCOMPARE(bytesOf(path), "nonsense"_ba);
    }

    // Somebody removes the draft under an open document: it is there again, without another key.
    void aRemovedDraftIsWrittenAgain()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        desk.editing->setPauses(1ms, 20ms);
        desk.type(u"main"_s, u"Unsaved"_s);
        QTRY_VERIFY(hasDraft(folder.layout(), Key));
        QVERIFY(removeDraft(folder.layout(), Key));
        QTRY_VERIFY(hasDraft(folder.layout(), Key));
        // One of an earlier run, too.
        desk.editing->close();
        QVERIFY(!desk.editing->isOpen());
        desk.editing->open(Name);
        QTRY_COMPARE(desk.restored, 1);
        QVERIFY(removeDraft(folder.layout(), Key));
        QTRY_VERIFY(hasDraft(folder.layout(), Key));
        // Reverted, there is nothing to keep.
        desk.editing->revert();
        QTRY_VERIFY(!hasDraft(folder.layout(), Key));
        QVERIFY(!desk.editing->isEdited());
        QCOMPARE(desk.failures.size(), 0);
    }

    // It is said once, and no further key is needed.
    void aDraftThatCouldNotBeWrittenIsWrittenLater()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const QString drafts = folder.layout().snugFolder() + u"/drafts"_s;
        Desk desk(folder);
        QVERIFY(put(drafts, "in the way"));
        desk.editing->setPauses(1ms, 20ms);
        desk.type(u"main"_s, u"Unsaved"_s);
        QTRY_COMPARE(desk.failures.size(), 1);
        QTRY_VERIFY(desk.library.saveState().pending == 0 && !desk.library.saveState().failures.isEmpty());
        desk.type(u"main"_s, u"Unsaved still"_s);
        desk.settle();
        QVERIFY(QFile::remove(drafts));
        QTRY_VERIFY_WITH_TIMEOUT(hasDraft(folder.layout(), Key), 20000);
        QTRY_VERIFY(desk.library.saveState().failures.isEmpty());
        QCOMPARE(desk.failures.size(), 1);
    }

    void closedItKeepsADraft()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        desk.type(u"main"_s, u"Unsaved"_s);
        desk.editing->close();
        QVERIFY(!desk.editing->isOpen());
        desk.settle();
        QVERIFY(hasDraft(folder.layout(), Key));
        QVERIFY(textInFile(folder, u"main"_s) != u"Unsaved");
        desk.editing->open(Name);
        QTRY_VERIFY(desk.editing->isOpen());
        QCOMPARE(desk.text(u"main"_s), u"Unsaved"_s);
        // Closed while it is saved, it leaves none.
        desk.editing->save();
        desk.editing->close();
        desk.settle();
        QVERIFY(!hasDraft(folder.layout(), Key));
        QCOMPARE(textInFile(folder, u"main"_s), u"Unsaved"_s);
        QVERIFY(!desk.editing->isSavePending());
        // What is opened and closed at once stays closed.
        desk.editing->open(Name);
        desk.editing->close();
        desk.settle();
        QVERIFY(!desk.editing->isOpen());
        QCOMPARE(desk.failures.size(), 0);
    }
};

} // namespace tst_keptdrafts

SNUG_TEST(tst_keptdrafts, TestKeptDrafts, Core)
#include "tst_keptdrafts.moc"
