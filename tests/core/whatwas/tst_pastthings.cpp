#include "core/editing/versions.h"
#include "core/formats/chatjsonl.h"
#include "core/library/chatfiles.h"
#include "core/library/deleting.h"
#include "core/library/documentfiles.h"
#include "core/library/librarystore.h"
#include "core/whatwas/filetext.h"
#include "core/whatwas/pastthings.h"
#include "tests/core/library/testfiles.h"
#include "tests/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

namespace tst_pastthings {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

namespace {

const QDateTime Yesterday(QDate(2026, 11, 22), QTime(12, 0), QTimeZone::UTC);
const QByteArray OldChat = "{\"chat_metadata\":{}}\n{\"name\":\"Mira\",\"mes\":\"The old fog.\"}\n";
const QByteArray NewChat = "{\"chat_metadata\":{}}\n{\"name\":\"Mira\",\"mes\":\"The new fog.\"}\n";

} // namespace

class TestPastThings : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<LibraryStore> m_store;
    const ChatReference m_chat{.cardFile = u"Mira.png"_s, .name = u"one"_s};

    const LibraryLayout &layout() const { return m_store->layout(); }

    PastThing only(PastThing::Kind kind, PastThing::End end)
    {
        QList<PastThing> found = listPastThings(layout()).things;
        found.removeIf([&](const PastThing &thing) { return thing.kind != kind || thing.end != end; });
        return found.size() == 1 ? found.first() : PastThing{};
    }

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(makeLibraryFolder(m_dir->path()));
        m_store = *LibraryStore::open(m_dir->path());
        m_store->readAll();
        Card card;
        card.name = u"Mira"_s;
        card.description = u"She keeps the lighthouse."_s;
        QVERIFY(createCard(*m_store, card));
        QVERIFY(put(layout().chat(u"Mira.png", u"one"), NewChat));
        QVERIFY(put(layout().preset(u"Slow Burn"), R"({"temperature":1})"));
    }

    void cleanup() { m_store.reset(); }

    void nothingYet()
    {
        QVERIFY(listPastThings(layout()).things.isEmpty());
        QVERIFY(listPastThings(LibraryLayout(m_dir->filePath(u"nowhere"_s))).things.isEmpty());
    }

    void aDeletedCardAndItsChats()
    {
        QVERIFY(deleteCard(*m_store, u"Mira.png"_s, ChatsOfCard::Delete));
        const PastThing thing = only(PastThing::Kind::Card, PastThing::End::Deleted);
        QVERIFY(thing.size > NewChat.size());
        const auto text = readPastThing(layout(), thing);
        QVERIFY(text);
        QVERIFY2(text->startsWith(u"characters/Mira.png\nchats/Mira/one.jsonl\n"_s), qPrintable(*text));
        QVERIFY(text->contains(u"She keeps the lighthouse."_s));
        QCOMPARE(restorePastThing(*m_store, thing), (QStringList{u"characters/Mira.png"_s, u"chats/Mira"_s}));
        QCOMPARE(bytesOf(layout().chat(u"Mira.png", u"one")), NewChat);
        QVERIFY(listPastThings(layout()).things.isEmpty());
    }

    void anEarlierStateOfAChat()
    {
        QVERIFY(keepChatVersion(layout(), m_chat, OldChat, Yesterday));
        const PastThing thing = only(PastThing::Kind::Chat, PastThing::End::Replaced);
        QCOMPARE(thing.title, u"one"_s);
        QCOMPARE(thing.owner, u"Mira"_s);
        QCOMPARE(thing.when, Yesterday);
        QCOMPARE(readPastThing(layout(), thing), u"Mira:\nThe old fog."_s);
        QCOMPARE(restorePastThing(*m_store, thing), QStringList{u"chats/Mira/one.jsonl"_s});
        QCOMPARE(bytesOf(layout().chat(u"Mira.png", u"one")), OldChat);
        // And the way back.
        const QList<KeptVersion> kept = listChatVersions(layout(), m_chat);
        QCOMPARE(kept.size(), 2);
        QCOMPARE(readChatVersion(layout(), m_chat, kept.first().id), NewChat);
    }

    void aChatWhoseFileIsGone()
    {
        QVERIFY(keepChatVersion(layout(), m_chat, OldChat, Yesterday));
        QVERIFY(QDir(layout().folder(LibraryLayout::Folder::Chats)).removeRecursively());
        QVERIFY(restorePastThing(*m_store, only(PastThing::Kind::Chat, PastThing::End::Replaced)));
        QCOMPARE(bytesOf(layout().chat(u"Mira.png", u"one")), OldChat);
    }

    void anEarlierStateOfAGroupsChat()
    {
        const ChatReference chat{.cardFile = {}, .name = u"Evening: 1"_s};
        QVERIFY(put(layout().groupChat(chat.name), NewChat));
        QVERIFY(keepChatVersion(layout(), chat, OldChat, Yesterday));
        const PastThing thing = only(PastThing::Kind::GroupChat, PastThing::End::Replaced);
        QCOMPARE(thing.title, chat.name);
        QVERIFY(restorePastThing(*m_store, thing));
        QCOMPARE(bytesOf(layout().groupChat(chat.name)), OldChat);
    }

    // Presets and lorebooks are read as what is in them, not as JSON.
    void documentsAreReadAsWhatIsInThem()
    {
        const QByteArray preset =
            QByteArray("{'temperature': 0.5, 'prompts': ["
                       "{'identifier': 'late', 'name': 'Late', 'content': 'Last words.'},"
                       "{'identifier': 'main', 'name': 'Main', 'content': 'First words.'},"
                       "{'identifier': 'loose', 'name': 'Loose', 'content': 'Its own.'}],"
                       "'prompt_order': [{'character_id': 100001, 'order': ["
                       "{'identifier': 'main', 'enabled': true}, {'identifier': 'late', 'enabled': false},"
                       "{'identifier': 'gone', 'enabled': true}]}]}")
                .replace('\'', '"');
        const QString text = fileText(preset);
        QVERIFY2(text.startsWith(u"temperature 0.5, "_s), qPrintable(text));
        QVERIFY(text.contains(u"Main:\nFirst words."_s));
        QVERIFY(text.indexOf(u"Main:"_s) < text.indexOf(u"Late (off):\nLast words."_s));
        QVERIFY(text.indexOf(u"Late"_s) < text.indexOf(u"Loose (off):\nIts own."_s));
        const QByteArray book =
            QByteArray("{'entries': {'0': {'uid': 0, 'key': ['fog', 'mist'], 'comment': 'Weather',"
                       "'content': 'It is thick.'}, '1': {'uid': 1, 'key': [], 'comment': 'Town',"
                       "'constant': true, 'disable': true, 'content': 'It is small.'}}}")
                .replace('\'', '"');
        QCOMPARE(fileText(book), u"Weather [fog, mist]\nIt is thick.\n\nTown (off) [always]\nIt is small."_s);
        QCOMPARE(fileText("{prompts: 3"), u"{prompts: 3"_s); // as it stands
    }

    void anEarlierStateOfAPreset()
    {
        const DocumentKey key{DocumentKind::Preset, u"Slow Burn"_s};
        QVERIFY(keepVersion(layout(), key, R"({"temperature":0.5})", Yesterday));
        const PastThing thing = only(PastThing::Kind::Preset, PastThing::End::Replaced);
        QCOMPARE(thing.title, u"Slow Burn"_s);
        QCOMPARE(readPastThing(layout(), thing), uR"({"temperature":0.5})"_s);
        QVERIFY(restorePastThing(*m_store, thing));
        QCOMPARE(bytesOf(layout().preset(u"Slow Burn")), R"({"temperature":0.5})");
        QCOMPARE(listVersions(layout(), key).size(), 2);
        // Of a preset that was deleted since.
        QVERIFY(deletePreset(*m_store, u"Slow Burn"_s));
        QVERIFY(restorePastThing(*m_store, thing));
        QCOMPARE(bytesOf(layout().preset(u"Slow Burn")), R"({"temperature":0.5})");
    }

    void anEarlierStateOfPersonas()
    {
        QVERIFY(put(layout().settingsFile(),
                    R"({"other":1,"power_user":{"personas":{"a.png":"Ann"},"persona_descriptions":{}}})"));
        QVERIFY(keepVersion(
            layout(), {DocumentKind::Persona, u"settings"_s},
            R"({"personas":{"b.png":"Bea"},"persona_descriptions":{},"default_persona":null})", Yesterday));
        const PastThing thing = only(PastThing::Kind::Persona, PastThing::End::Replaced);
        QVERIFY(restorePastThing(*m_store, thing));
        const QByteArray settings = bytesOf(layout().settingsFile());
        QVERIFY2(settings.contains("Bea") && !settings.contains("Ann"), settings.constData());
        QVERIFY(settings.contains(R"("other":1)"));
    }

    void theNewestIsFirst()
    {
        QVERIFY(keepChatVersion(layout(), m_chat, OldChat, Yesterday));
        QVERIFY(keepChatVersion(layout(), m_chat, "{}\n", Yesterday.addDays(-1)));
        QVERIFY(deletePreset(*m_store, u"Slow Burn"_s));
        const QList<PastThing> things = listPastThings(layout()).things;
        QCOMPARE(things.size(), 3);
        QVERIFY(std::ranges::is_sorted(things, std::ranges::greater(), &PastThing::when));
        QCOMPARE(things.first().kind, PastThing::Kind::Preset);
    }

    void removedForGood()
    {
        QVERIFY(keepChatVersion(layout(), m_chat, OldChat, Yesterday));
        QVERIFY(deletePreset(*m_store, u"Slow Burn"_s));
        for (const PastThing &thing : listPastThings(layout()).things)
            QVERIFY(removePastThing(layout(), thing));
        QVERIFY(listPastThings(layout()).things.isEmpty());
        PastThing elsewhere;
        elsewhere.end = PastThing::End::Replaced;
        elsewhere.id = u"../../../settings.json"_s;
        elsewhere.folder = u"chats/Mira/one"_s;
        QVERIFY(!readPastThing(layout(), elsewhere));
        QVERIFY(!removePastThing(layout(), elsewhere));
    }

    // Folders that a stranger made.
    void namesLeadNowhere_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::newRow("preset up") << u"presets/%2e%2e%2f%2e%2e%2foutside"_s;
        QTest::newRow("character up") << u"chats/%2e%2e/settings"_s;
        QTest::newRow("chat up") << u"chats/Mira/%2e%2e%2f%2e%2e%2foutside"_s;
        QTest::newRow("group chat up") << u"group chats/%2e%2e%2foutside"_s;
        QTest::newRow("no name") << u"presets/%"_s;
    }

    void namesLeadNowhere()
    {
        QFETCH(const QString, folder);
        const QString id = u"20261122T120000000Z-0123456789abcdef"_s;
        QVERIFY(put(layout().snugFolder() + u"/versions/"_s + folder + u'/' + id, "{\"evil\":1}"));
        const auto tree = [&] { return namesIn(layout().root()) + namesIn(layout().root() + u"/chats"_s); };
        const QStringList before = tree();
        for (const PastThing &thing : listPastThings(layout()).things)
            QVERIFY(!restorePastThing(*m_store, thing));
        QCOMPARE(tree(), before);
        QVERIFY(!QFileInfo::exists(m_dir->filePath(u"../outside.json"_s)));
    }
};

} // namespace tst_pastthings

SNUG_TEST(tst_pastthings, TestPastThings, Core)
#include "tst_pastthings.moc"
