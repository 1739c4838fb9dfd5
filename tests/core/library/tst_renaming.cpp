#include "core/library/chatfiles.h"
#include "core/library/documentfiles.h"
#include "core/library/renaming.h"
#include "core/library/settingsfiles.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_renaming {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

static Chat boundTo(const QString &book)
{
    Chat chat;
    chat.name = u"Evening"_s;
    chat.header = Json::object();
    Json metadata = Json::object();
    metadata.set(u"world_info"_s, Json(book));
    chat.header.set(u"chat_metadata"_s, metadata);
    Message message;
    message.name = u"Ada"_s;
    message.text = u"world_info"_s;
    chat.messages = {message};
    return chat;
}

class TestRenaming : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void presetsMoveWithTheirBytes()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const auto store = folder.open();
        const QByteArray bytes = bytesOf(folder.layout().preset(u"Slow Burn"));
        QVERIFY(editSettings(*store,
                             [](SillyTavernSettings &settings) { settings.presetName = u"Slow Burn"_s; }));
        const auto renamed = renamePreset(*store, u"Slow Burn"_s, u" Slow / Fire "_s);
        QVERIFY(renamed);
        QVERIFY(!renamed->name.contains(u'/'));
        QCOMPARE(bytesOf(folder.layout().preset(renamed->name)), bytes);
        QVERIFY(!QFile::exists(folder.layout().preset(u"Slow Burn")));
        QCOMPARE(store->contents().settings.presetName, renamed->name);
        QVERIFY(!std::ranges::contains(store->contents().presets, u"Slow Burn"_s, &PresetSummary::name));
        QVERIFY(std::ranges::contains(store->contents().presets, renamed->name, &PresetSummary::name));
    }

    void nothingIsReplaced()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const auto store = folder.open();
        const QStringList before = filesBelow(folder.root());
        const QByteArray bytes = bytesOf(folder.layout().preset(u"Default"));
        QVERIFY(!renamePreset(*store, u"Slow Burn"_s, u"Default"_s));
        QVERIFY(!renamePreset(*store, u"Slow Burn"_s, u"  "_s));
        QVERIFY(!renamePreset(*store, u"nobody's"_s, u"Mine"_s));
        QCOMPARE(renamePreset(*store, u"Slow Burn"_s, u"Slow Burn"_s)->name, u"Slow Burn"_s);
        QCOMPARE(filesBelow(folder.root()), before);
        QCOMPARE(bytesOf(folder.layout().preset(u"Default")), bytes);
    }

    // Whoever refers to a lorebook says the new name afterwards.
    void lorebooksAreFollowed()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        auto store = folder.open();
        QVERIFY(createLorebook(*store, {.name = u"Roads"_s, .entries = {}, .source = {}}));
        QVERIFY(createLorebook(*store, {.name = u"Rivers"_s, .entries = {}, .source = {}}));
        Card card;
        card.name = u"Ada"_s;
        card.linkedLorebook = u"Roads"_s;
        const QString ada = *createCard(*store, card);
        card.name = u"Bea"_s;
        card.linkedLorebook = u"Rivers"_s;
        const QString bea = *createCard(*store, card);
        const auto bound = createChat(*store, ada, boundTo(u"Roads"_s));
        const auto other = createChat(*store, bea, boundTo(u"Rivers"_s));
        QVERIFY(bound && other);
        Persona persona;
        persona.name = u"Wren"_s;
        persona.lorebook = u"Roads"_s;
        QVERIFY(createPersona(*store, persona));
        QVERIFY(editSettings(*store, [](SillyTavernSettings &settings) {
            settings.lore.globalBooks = {u"Rivers"_s, u"Roads"_s};
            settings.lore.characterBooks = {{.card = u"Bea"_s, .books = {u"Roads"_s}}};
        }));
        const QByteArray untouched = bytesOf(chatPath(folder.layout(), other->reference));

        const auto renamed = renameLorebook(*store, u"Roads"_s, u"Paths"_s);
        QVERIFY(renamed);
        QCOMPARE(renamed->name, u"Paths"_s);
        QCOMPARE(renamed->problems, QList<Error>());
        QCOMPARE(renamed->followed, 3); // Ada's card, the settings, the chat
        QCOMPARE(loadCard(*store, ada)->value.linkedLorebook, u"Paths"_s);
        QCOMPARE(loadCard(*store, bea)->value.linkedLorebook, u"Rivers"_s);
        const SillyTavernSettings settings = store->contents().settings;
        QCOMPARE(settings.lore.globalBooks, (QStringList{u"Rivers"_s, u"Paths"_s}));
        QCOMPARE(settings.lore.characterBooks.first().books, QStringList{u"Paths"_s});
        QCOMPARE(settings.personas.first().lorebook, u"Paths"_s);
        const auto chat = loadChat(*store, bound->reference);
        QVERIFY(chat);
        QCOMPARE(chat->chat.metadata().value(u"world_info").toText(), u"Paths"_s);
        QCOMPARE(chat->chat.messages.first().text, u"world_info"_s);
        QCOMPARE(bytesOf(chatPath(folder.layout(), other->reference)), untouched);
        QVERIFY(QFile::exists(folder.layout().lorebook(u"Paths")));
        QVERIFY(!QFile::exists(folder.layout().lorebook(u"Roads")));
    }

    // A chat that is damaged, or whose header is not one, is left alone and hinders nothing.
    void strangeChatsAreLeftAlone()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        auto store = folder.open();
        const QString chats = folder.layout().chatFolder(u"Zéphyrine.png") + u'/';
        QVERIFY(QDir().mkpath(chats));
        const QList<QByteArray> contents{QByteArray(), QByteArray(5000, '\0'), "world_info\n",
                                         R"({"chat_metadata": {"world_info": ["Storm Week"]}})",
                                         QByteArray(200000, 'w') + "world_info"};
        for (qsizetype i = 0; i < contents.size(); ++i) {
            QFile file(chats + u"strange%1.jsonl"_s.arg(i));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(contents[i]) == contents[i].size());
        }
        store->lookAgain({folder.layout().chatFolder(u"Zéphyrine.png")});
        QVERIFY(renameLorebook(*store, u"Storm Week"_s, u"Calm"_s));
        for (qsizetype i = 0; i < contents.size(); ++i)
            QCOMPARE(bytesOf(chats + u"strange%1.jsonl"_s.arg(i)), contents[i]);
    }

    void charactersKeepTheirFileAndChats()
    {
        const TestLibrary folder(TestLibrary::Content::UserFolder);
        const auto store = folder.open();
        const QStringList before = filesBelow(folder.root());
        const auto earlier = renameCharacter(*store, u"Zéphyrine.png"_s, u" Zoé "_s);
        QVERIFY(earlier);
        QCOMPARE(*earlier, u"Zéphyrine"_s);
        QCOMPARE(loadCard(*store, u"Zéphyrine.png"_s)->value.name, u"Zoé"_s);
        QCOMPARE(filesBelow(folder.root()), before);
        QVERIFY(!renameCharacter(*store, u"Zéphyrine.png"_s, u" "_s));
        QVERIFY(!renameCharacter(*store, u"nobody.png"_s, u"A"_s));
    }

    void personasKeepTheirPicture()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const auto store = folder.open();
        Persona persona;
        persona.name = u"Wren"_s;
        const QString avatar = *createPersona(*store, persona);
        QCOMPARE(renamePersona(*store, avatar, u"Robin"_s), u"Wren"_s);
        QCOMPARE(store->contents().settings.personas.first().name, u"Robin"_s);
        QVERIFY(!renamePersona(*store, u"nobody.png"_s, u"A"_s));
    }
};

} // namespace tst_renaming

SNUG_TEST(tst_renaming, TestRenaming, Core)

#include "tst_renaming.moc"
