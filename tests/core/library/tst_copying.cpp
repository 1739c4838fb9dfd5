#include "core/formats/jsontext.h"
#include "core/library/atomicwrite.h"
#include "core/library/cardarchives.h"
#include "core/library/chatfiles.h"
#include "core/library/copying.h"
#include "core/library/documentfiles.h"
#include "core/library/groupfiles.h"
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

    // All lines but the first are the same; that one says that it is another chat. Whoever lists both tells
    // them apart, and the original is not touched.
    void aCopiedChatIsAnother()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const auto store = folder.open();
        const QString character = u"Zéphyrine.png"_s;
        const ChatReference original{character, store->contents().chatsOf(character).first().name};
        const QByteArray before = bytesOf(chatPath(folder.layout(), original));
        const auto copy = copyChat(*store, original, {}, u"The long winter"_s);
        QVERIFY(copy);
        QCOMPARE(*copy, (ChatReference{character, u"The long winter (2)"_s}));
        const QByteArray after = bytesOf(chatPath(folder.layout(), *copy));
        QCOMPARE(after.sliced(after.indexOf('\n')), before.sliced(before.indexOf('\n')));
        const auto integrityOf = [](const QByteArray &file) {
            return parseJsonLine(file.first(file.indexOf('\n')))
                ->value(u"chat_metadata")
                .value(u"integrity")
                .toText();
        };
        QVERIFY(!integrityOf(before).isEmpty());
        QVERIFY(!integrityOf(after).isEmpty() && integrityOf(after) != integrityOf(before));
        QCOMPARE(after.size(), before.size());
        QCOMPARE(bytesOf(chatPath(folder.layout(), original)), before);
        QCOMPARE(copyChat(*store, *copy, {}, u"The long winter (2)"_s)->name, u"The long winter (3)"_s);
        // A title may be anything that somebody said.
        QCOMPARE(copyChat(*store, original, {}, u"Who/what\nis *that*? (2)"_s)->name,
                 u"Whowhatis that (2)"_s);
    }

    void aCopiedChatWithoutAHeaderHasTheSameBytes()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const auto store = folder.open();
        const ChatReference torn{u"Zéphyrine.png"_s, u"torn"_s};
        const QByteArray bytes("{\"mes\": \"no header\"}\nnot JSON\n{\"mes\": \"cut o");
        put(chatPath(folder.layout(), torn), bytes);
        const auto copy = copyChat(*store, torn, {}, u"torn"_s);
        QVERIFY(copy);
        QCOMPARE(bytesOf(chatPath(folder.layout(), *copy)), bytes);
        QCOMPARE(bytesOf(chatPath(folder.layout(), torn)), bytes);
    }

    void aGroupListsTheCopyOfItsChat()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const auto store = folder.open();
        const QString group = u"1795299964857"_s;
        const auto before = loadGroup(*store, group)->value;
        const auto copy = copyChat(*store, {{}, before.chats.first()}, group, u"Porridge"_s);
        QVERIFY(copy && copy->isGroup());
        const auto after = loadGroup(*store, group)->value;
        QCOMPARE(after.chats, before.chats + QStringList{copy->name});
        QCOMPARE(after.chatId, before.chatId); // the one that was open still is
        // The group itself, without its chats.
        const auto twin = copyGroup(*store, group, QDateTime::currentDateTime());
        QVERIFY(twin);
        QVERIFY(twin->id != group && twin->chats.isEmpty() && twin->chatId.isEmpty());
        QCOMPARE(twin->name, QString(before.name + u" (2)"));
        QCOMPARE(twin->members, before.members);
        QCOMPARE(copyGroup(*store, twin->id, QDateTime::currentDateTime())->name,
                 QString(before.name + u" (3)"));
        QCOMPARE(loadGroup(*store, group)->value, after);
        // A group that cannot list it has no chat that nobody sees.
        const QStringList files = filesBelow(folder.root());
        QVERIFY(!copyChat(*store, {{}, before.chats.first()}, u"nobody"_s, u"Porridge"_s));
        QCOMPARE(filesBelow(folder.root()), files);
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
