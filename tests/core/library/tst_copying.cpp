#include "core/formats/jsontext.h"
#include "core/library/atomicwrite.h"
#include "core/library/cardarchives.h"
#include "core/library/copying.h"
#include "core/library/documentfiles.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_copying {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestCopying : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void copiesHaveTheSameBytesUnderTheNextName()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const auto store = folder.open();
        const LibraryLayout layout = folder.layout();
        QCOMPARE(copyPreset(*store, u"Slow Burn"_s), u"Slow Burn (2)"_s);
        QCOMPARE(bytesOf(layout.preset(u"Slow Burn (2)")), bytesOf(layout.preset(u"Slow Burn")));
        QCOMPARE(copyLorebook(*store, u"茶屋の暦"_s), u"茶屋の暦 (2)"_s);
        QCOMPARE(bytesOf(layout.lorebook(u"茶屋の暦 (2)")), bytesOf(layout.lorebook(u"茶屋の暦")));
        QCOMPARE(copyCard(*store, u"Zéphyrine.png"_s), u"Zéphyrine (2).png"_s);
        QCOMPARE(bytesOf(layout.card(u"Zéphyrine (2).png")), bytesOf(layout.card(u"Zéphyrine.png")));
        // They are in the lists at once.
        const LibraryContents &contents = store->contents();
        QVERIFY(std::ranges::contains(contents.presets, u"Slow Burn (2)"_s, &PresetSummary::name));
        QVERIFY(std::ranges::contains(contents.lorebooks, u"茶屋の暦 (2)"_s, &LorebookSummary::name));
        QVERIFY(std::ranges::contains(contents.cards, u"Zéphyrine (2).png"_s, &CardSummary::file));
    }

    void aCopyOfACopyIsTheNextOne()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const auto store = folder.open();
        QCOMPARE(copyPreset(*store, u"Slow Burn"_s), u"Slow Burn (2)"_s);
        QCOMPARE(copyPreset(*store, u"Slow Burn (2)"_s), u"Slow Burn (3)"_s);
    }

    void theArchiveOfACardIsCopiedWithIt()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const auto store = folder.open();
        const QString archive = cardArchivePath(folder.layout(), u"Zéphyrine.png");
        QVERIFY(QDir().mkpath(QFileInfo(archive).path()));
        QVERIFY(writeFileDurably(archive, "archive"));
        QCOMPARE(copyCard(*store, u"Zéphyrine.png"_s), u"Zéphyrine (2).png"_s);
        QCOMPARE(bytesOf(cardArchivePath(folder.layout(), u"Zéphyrine (2).png")), QByteArray("archive"));
    }

    void templatesSayTheirNewName()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const auto store = folder.open();
        using Folder = LibraryLayout::Folder;
        const QString path = folder.layout().folder(Folder::Context) + u'/';
        QVERIFY(QDir().mkpath(path));
        QVERIFY(writeFileDurably(path + u"Plain.json"_s, R"({"name": "Plain", "unknown": [1.0]})"));
        store->lookAgain({folder.layout().folder(Folder::Context)});
        QCOMPARE(copyTextTemplate(*store, Folder::Context, u"Plain"_s), u"Plain (2)"_s);
        const auto copy = parseJson(bytesOf(path + u"Plain (2).json"_s));
        QVERIFY(copy);
        QCOMPARE(copy->value(u"name").toText(), u"Plain (2)"_s);
        QVERIFY(copy->value(u"unknown").isArray());
    }

    void aCopiedPersonaIsAnother()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const auto store = folder.open();
        const QList<Persona> before = store->contents().personas;
        const Persona original = before.first();
        const auto copy = copyPersona(*store, original.avatar);
        QVERIFY(copy && *copy != original.avatar);
        const QList<Persona> after = store->contents().personas;
        QCOMPARE(after.size(), before.size() + 1);
        const auto made = std::ranges::find(after, *copy, &Persona::avatar);
        QVERIFY(made != after.cend());
        QCOMPARE(made->name, QString(original.name + u" (2)"_s));
        QCOMPARE(made->description, original.description);
        QCOMPARE(made->connections, QList<Persona::Connection>());
        QCOMPARE(bytesOf(folder.layout().avatar(*copy)), bytesOf(folder.layout().avatar(original.avatar)));
        QCOMPARE(std::ranges::find(after, original.avatar, &Persona::avatar)->source, original.source);
    }

    void whatIsNotThereIsAnErrorThatNamesIt()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const auto store = folder.open();
        const auto copy = copyPreset(*store, u"Nobody's"_s);
        QVERIFY(!copy);
        QVERIFY2(copy.error().line().contains(u"Nobody's"_s), qPrintable(copy.error().line()));
        QVERIFY(!copyCard(*store, u"nobody.png"_s));
        QCOMPARE(filesBelow(folder.root()), QStringList());
    }
};

} // namespace tst_copying

SNUG_TEST(tst_copying, TestCopying, Core)

#include "tst_copying.moc"
