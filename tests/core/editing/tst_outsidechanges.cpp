// What others do to the file of a document that is edited: merged, or asked about.

#include "core/editing/documenteditor.h"
#include "core/formats/preset.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "tests/core/editing/presetdesk.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_outsidechanges {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace snug::presetdesk;

class TestOutsideChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void aChangeFromOutsideComesIn()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        const QString before = desk.text(u"main"_s);
        writeOutside(folder, u"main"_s, u"theirs"_s);
        QTRY_COMPARE(desk.text(u"main"_s), u"theirs"_s);
        QVERIFY(!desk.editing->isEdited());
        desk.editing->undo();
        QCOMPARE(desk.text(u"main"_s), before);
        QVERIFY(desk.editing->isEdited());
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QCOMPARE(textInFile(folder, u"main"_s), before);
        QCOMPARE(desk.conflicts, 0);
    }

    void aChangeFromOutsideIsMergedWhileEdited()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        desk.type(u"main"_s, u"ours"_s);
        writeOutside(folder, u"jailbreak"_s, u"theirs"_s);
        QTRY_COMPARE(desk.merges, 1);
        QCOMPARE(desk.text(u"main"_s), u"ours"_s);
        QCOMPARE(desk.text(u"jailbreak"_s), u"theirs"_s);
        QVERIFY(desk.editing->isEdited());
        QCOMPARE(textInFile(folder, u"main"_s), blockOf(desk.editing->savedValue(), u"main"_s).content);
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QCOMPARE(textInFile(folder, u"main"_s), u"ours"_s);
        QCOMPARE(textInFile(folder, u"jailbreak"_s), u"theirs"_s);
        // The merge was one step.
        desk.editing->undo();
        QVERIFY(desk.text(u"jailbreak"_s) != u"theirs"_s);
        QCOMPARE(desk.text(u"main"_s), u"ours"_s);
    }

    // Nobody has told of the change yet when the save comes.
    void aSaveMergesWhatItFinds()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        desk.library.watcher().stop();
        desk.type(u"main"_s, u"ours"_s);
        writeOutside(folder, u"jailbreak"_s, u"theirs"_s);
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QCOMPARE(textInFile(folder, u"main"_s), u"ours"_s);
        QCOMPARE(textInFile(folder, u"jailbreak"_s), u"theirs"_s);
    }

    // Another room of this program, in whose lineage of versions the save would be welcome.
    void ourOwnOtherWritersAreNotOverwritten()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        desk.type(u"main"_s, u"ours"_s);
        desk.library.perform(
            [](LibraryStore &store) {
                const auto loaded = loadPreset(store, Name);
                return savePreset(store, Name, withText(loaded->value, u"jailbreak"_s, u"theirs"_s),
                                  loaded->version);
            },
            &desk.library, [](const SaveResult &) {});
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QCOMPARE(textInFile(folder, u"main"_s), u"ours"_s);
        QCOMPARE(textInFile(folder, u"jailbreak"_s), u"theirs"_s);
    }

    void aConflictIsAskedAbout_data()
    {
        QTest::addColumn<bool>("takesTheirs");
        QTest::newRow("ours") << false;
        QTest::newRow("theirs") << true;
    }

    void aConflictIsAskedAbout()
    {
        QFETCH(bool, takesTheirs);
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        desk.type(u"main"_s, u"ours"_s);
        desk.type(u"nsfw"_s, u"ours too"_s);
        writeOutside(folder, u"main"_s, u"theirs"_s);
        QTRY_COMPARE(desk.conflicts, 1);
        QVERIFY(desk.editing->conflict());
        QCOMPARE(desk.editing->conflict()->conflicts.size(), 1);
        const MergeConflict conflict = desk.editing->conflict()->conflicts.first();
        QCOMPARE(conflict.path, u"prompts[main].content"_s);
        QCOMPARE(conflict.ours.toText(), u"ours"_s);
        QCOMPARE(conflict.theirs.toText(), u"theirs"_s);
        QCOMPARE(desk.text(u"main"_s), u"ours"_s);
        // A save asks again, and writes nothing.
        desk.editing->save();
        QCOMPARE(desk.conflicts, 2);
        desk.settle();
        QCOMPARE(textInFile(folder, u"main"_s), u"theirs"_s);
        // Answered, what was asked for is done.
        desk.editing->resolve(takesTheirs ? QSet<QString>{conflict.path} : QSet<QString>());
        QTRY_COMPARE(desk.saves, 1);
        QVERIFY(!desk.editing->conflict());
        QCOMPARE(textInFile(folder, u"main"_s), takesTheirs ? u"theirs"_s : u"ours"_s);
        QCOMPARE(textInFile(folder, u"nsfw"_s), u"ours too"_s);
        QVERIFY(!desk.editing->isEdited());
    }

    void takingBackWhatMeetsEndsAConflict()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        desk.type(u"main"_s, u"ours"_s);
        writeOutside(folder, u"main"_s, u"theirs"_s);
        QTRY_COMPARE(desk.conflicts, 1);
        desk.editing->undo();
        QTRY_COMPARE(desk.text(u"main"_s), u"theirs"_s);
        QVERIFY(!desk.editing->conflict());
        QVERIFY(!desk.editing->isEdited());
    }

    void aConflictSurvivesACrash()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        {
            Desk desk(folder);
            desk.type(u"main"_s, u"ours"_s);
            writeOutside(folder, u"main"_s, u"theirs"_s);
            QTRY_COMPARE(desk.conflicts, 1);
        }
        Desk desk(folder);
        QTRY_COMPARE(desk.conflicts, 1);
        QCOMPARE(desk.editing->conflict()->conflicts.first().path, u"prompts[main].content"_s);
        QCOMPARE(desk.text(u"main"_s), u"ours"_s);
    }

    void aDeletedFileIsMadeAgainOnRequest()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        QVERIFY(QFile::remove(folder.layout().preset(Name)));
        QTRY_COMPARE(desk.deletions, 1);
        QVERIFY(desk.editing->isEdited());
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QVERIFY(QFileInfo::exists(folder.layout().preset(Name)));
        QVERIFY(!desk.editing->isEdited());
    }
};

} // namespace tst_outsidechanges

SNUG_TEST(tst_outsidechanges, TestOutsideChanges, Core)
#include "tst_outsidechanges.moc"
