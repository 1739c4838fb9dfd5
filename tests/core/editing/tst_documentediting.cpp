// A document that is edited: saved, taken back, begun anew.

#include "core/editing/documenteditor.h"
#include "core/editing/drafts.h"
#include "core/editing/versions.h"
#include "core/formats/cardpng.h"
#include "core/formats/preset.h"
#include "core/library/library.h"
#include "tests/core/editing/presetdesk.h"
#include "tests/core/library/diskfull.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_documentediting {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace snug::presetdesk;

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
