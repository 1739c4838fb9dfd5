#include "core/editing/documenteditor.h"
#include "core/editing/drafts.h"
#include "core/editing/versions.h"
#include "core/formats/cardpng.h"
#include "core/formats/preset.h"
#include "core/library/atomicwrite.h"
#include "core/library/documentfiles.h"
#include "core/library/library.h"
#include "tests/core/library/diskfull.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QSaveFile>
#include <QSignalSpy>
#include <QTest>

namespace tst_documentediting {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QString Name = u"Slow Burn"_s;

const PromptBlock &blockOf(const Preset &preset, const QString &identifier)
{
    const auto found = std::ranges::find(preset.prompts, identifier, &PromptBlock::identifier);
    if (found == preset.prompts.end())
        qFatal("no block %ls", qUtf16Printable(identifier));
    return *found;
}

Preset withText(Preset preset, const QString &identifier, const QString &text)
{
    std::ranges::find(preset.prompts, identifier, &PromptBlock::identifier)->content = text;
    return preset;
}

// A library with its thread and one preset of it that is edited.
struct Desk
{
    Library library;
    std::unique_ptr<DocumentEditor<Preset>> editing;
    QList<Error> failures;
    int saves = 0;
    int merges = 0;
    int conflicts = 0;
    int deletions = 0;
    int restored = 0;

    explicit Desk(const TestLibrary &folder, const QString &name = Name)
    {
        library.watcher().setQuietTime(20ms);
        QSignalSpy opened(&library, &Library::opened);
        library.open(folder.root());
        if (!opened.wait())
            qFatal("the library does not open");
        editing = std::make_unique<DocumentEditor<Preset>>(&library, presetFormat());
        editing->setPauses(1h);
        QObject::connect(editing.get(), &DocumentEditing::failed, editing.get(),
                         [this](const Error &error) { failures.append(error); });
        QObject::connect(editing.get(), &DocumentEditing::saved, editing.get(), [this] { ++saves; });
        QObject::connect(editing.get(), &DocumentEditing::mergedWithFile, editing.get(),
                         [this] { ++merges; });
        QObject::connect(editing.get(), &DocumentEditing::conflicted, editing.get(), [this] { ++conflicts; });
        QObject::connect(editing.get(), &DocumentEditing::fileDeleted, editing.get(),
                         [this] { ++deletions; });
        QObject::connect(editing.get(), &DocumentEditing::draftRestored, editing.get(),
                         [this] { ++restored; });
        editing->open(name);
        if (!QTest::qWaitFor([this] { return editing->isOpen() || !failures.isEmpty(); }))
            qFatal("the preset does not open");
    }

    QString text(const QString &identifier) const { return blockOf(editing->value(), identifier).content; }
    void type(const QString &identifier, const QString &text)
    {
        editing->change(withText(editing->value(), identifier, text), u"Type"_s, identifier);
    }
    // Everything that was asked of the disk is there.
    void settle()
    {
        bool isDone = false;
        library.perform([](LibraryStore &) -> Result<void> { return {}; }, &library,
                        [&isDone](const Result<void> &) { isDone = true; });
        if (!QTest::qWaitFor([&isDone] { return isDone; }))
            qFatal("no answer from the disk thread");
    }
};

// What another program does to the file, as this one reads it afterwards; not with a file that Snug would
// take for what a killed Snug has left.
void writeOutside(const TestLibrary &folder, const QString &identifier, const QString &text)
{
    const QString path = folder.layout().preset(Name);
    const auto reading = readPreset(bytesOf(path), Name);
    const QByteArray bytes = writePreset(withText(reading->preset, identifier, text));
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        qFatal("not written");
}

QString textInFile(const TestLibrary &folder, const QString &identifier)
{
    return blockOf(readPreset(bytesOf(folder.layout().preset(Name)), Name)->preset, identifier).content;
}

const DocumentKey Key{DocumentKind::Preset, Name};

} // namespace

class TestDocumentEditing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void aChangeIsSaved()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const QByteArray before = bytesOf(folder.layout().preset(Name));
        Desk desk(folder);
        QVERIFY(!desk.editing->isEdited());
        QVERIFY(!desk.editing->canUndo());
        desk.type(u"main"_s, u"Write well."_s);
        QVERIFY(desk.editing->isEdited());
        QCOMPARE(bytesOf(folder.layout().preset(Name)), before);
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QVERIFY(!desk.editing->isEdited());
        QCOMPARE(textInFile(folder, u"main"_s), u"Write well."_s);
        // Undone after the save, it is edited again, and saving that gives the very bytes of before.
        desk.editing->undo();
        QVERIFY(desk.editing->isEdited());
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 2);
        QCOMPARE(bytesOf(folder.layout().preset(Name)), before);
        QCOMPARE(desk.failures.size(), 0);
    }

    void whatIsTypedWhileSavingIsNotLost()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        desk.type(u"main"_s, u"one"_s);
        desk.editing->save();
        QVERIFY(desk.editing->isSaving());
        desk.type(u"main"_s, u"one two"_s);
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 2);
        QVERIFY(!desk.editing->isEdited());
        QCOMPARE(textInFile(folder, u"main"_s), u"one two"_s);
        desk.editing->undo();
        QCOMPARE(desk.text(u"main"_s), u"one"_s);
    }

    void savingWithoutChangesDoesNothing()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        desk.editing->save();
        desk.settle();
        QCOMPARE(desk.saves, 0);
        QVERIFY(listVersions(folder.layout(), Key).isEmpty());
    }

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

    void anUnreadableFileIsNotOverwritten()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        desk.library.watcher().stop();
        desk.type(u"main"_s, u"ours"_s);
        QVERIFY(put(folder.layout().preset(Name), "{\"prompts\": [half"));
        desk.editing->save();
        QTRY_VERIFY(!desk.failures.isEmpty());
        QCOMPARE(desk.failures.first().file, u"Slow Burn.json"_s);
        QCOMPARE(bytesOf(folder.layout().preset(Name)), "{\"prompts\": [half"_ba);
        QVERIFY(desk.editing->isEdited());
        QVERIFY(!desk.editing->isSaving());
    }

    void aFullDiskFailsAndCanBeTriedAgain()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        desk.type(u"main"_s, u"ours"_s);
        {
            const DiskFull full(64);
            desk.editing->save();
            QTRY_COMPARE(desk.failures.size(), 1);
        }
        QVERIFY(desk.editing->isEdited());
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QCOMPARE(textInFile(folder, u"main"_s), u"ours"_s);
    }

    void revertingCanBeUndone()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        const QString before = desk.text(u"main"_s);
        desk.type(u"main"_s, u"ours"_s);
        desk.editing->revert();
        QTRY_COMPARE(desk.text(u"main"_s), before);
        QVERIFY(!desk.editing->isEdited());
        desk.editing->undo();
        QCOMPARE(desk.text(u"main"_s), u"ours"_s);
        QVERIFY(desk.editing->isEdited());
    }

    void versionsAreListedReadAndRestored()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder);
        const QString first = desk.text(u"main"_s);
        for (const QString &text : {u"one"_s, u"two"_s}) {
            desk.type(u"main"_s, text);
            desk.editing->save();
            QTRY_VERIFY(!desk.editing->isSaving() && !desk.editing->isEdited());
        }
        std::optional<QList<KeptVersion>> versions;
        desk.editing->versions().list(this, [&](const QList<KeptVersion> &found) { versions = found; });
        QTRY_VERIFY(versions);
        QCOMPARE(versions->size(), 2);
        std::optional<QString> text;
        desk.editing->versions().read(versions->first().id, this, [&](const Result<DocumentValue> &value) {
            text = blockOf(value->as<Preset>(), u"main"_s).content;
        });
        QTRY_COMPARE(text, u"one"_s);
        desk.editing->versions().restore(versions->last());
        QTRY_COMPARE(desk.text(u"main"_s), first);
        QVERIFY(desk.editing->isEdited());
        QVERIFY(desk.editing->undoText().startsWith(u"&Undo Restore"));
        desk.editing->undo();
        QCOMPARE(desk.text(u"main"_s), u"two"_s);
        QVERIFY(!desk.editing->isEdited());
    }

    void whatIsNotThereFails()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Desk desk(folder, u"No Such"_s);
        QVERIFY(!desk.editing->isOpen());
        QCOMPARE(desk.failures.first().file, u"No Such.json"_s);
    }

    // A card is edited without its picture: the draft does not hold it, saving keeps it.
    void aCardKeepsItsPicture()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        Library library;
        QSignalSpy opened(&library, &Library::opened);
        library.open(folder.root());
        QVERIFY(opened.wait());
        const QString file = library.contents().cards.first().file;
        const QByteArray before = bytesOf(folder.layout().card(file));
        {
            DocumentEditor<Card> editing(&library, cardFormat());
            editing.open(file);
            QTRY_VERIFY(editing.isOpen());
            Card card = editing.value();
            card.personality = u"stubborn"_s;
            editing.change(card, u"Type"_s);
        }
        DocumentEditor<Card> editing(&library, cardFormat());
        QSignalSpy saved(&editing, &DocumentEditing::saved);
        editing.open(file);
        QTRY_VERIFY(editing.isOpen());
        QCOMPARE(editing.value().personality, u"stubborn"_s);
        const auto draft = readDraft(folder.layout(), editing.key());
        QVERIFY((*draft)->edited.startsWith('{'));
        editing.save();
        QTRY_COMPARE(saved.size(), 1);
        QCOMPARE(readCardPng(bytesOf(folder.layout().card(file)))->card.personality, u"stubborn"_s);
        editing.undo();
        editing.undo();
        editing.save();
        QTRY_VERIFY(!editing.isEdited() && !editing.isSaving());
        QCOMPARE(readCardPng(bytesOf(folder.layout().card(file)))->card, readCardPng(before)->card);
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

    void aNewOneHasNoFileUntilItIsSaved()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const QString fresh = u"Fresh"_s;
        Desk desk(folder);
        const Preset value = withText(desk.editing->value(), u"main"_s, u"New"_s);
        desk.editing->openNew(fresh, value);
        QVERIFY(desk.editing->isOpen() && desk.editing->isEdited() && !desk.editing->canUndo());
        desk.editing->close();
        desk.settle();
        QVERIFY(hasDraft(folder.layout(), {DocumentKind::Preset, fresh}));
        QVERIFY(!QFile::exists(folder.layout().preset(fresh)));
        desk.editing->open(fresh);
        QTRY_VERIFY(desk.editing->isOpen());
        QCOMPARE(desk.text(u"main"_s), u"New"_s);
        desk.editing->save();
        QTRY_COMPARE(desk.saves, 1);
        QVERIFY(QFile::exists(folder.layout().preset(fresh)));
        QVERIFY(!desk.editing->isEdited());
        QCOMPARE(desk.failures.size(), 0);
    }
};

} // namespace tst_documentediting

SNUG_TEST(tst_documentediting, TestDocumentEditing, Core)
#include "tst_documentediting.moc"
