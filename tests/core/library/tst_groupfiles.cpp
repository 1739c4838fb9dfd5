#include "core/formats/groupfile.h"
#include "core/library/chatfiles.h"
#include "core/library/deleting.h"
#include "core/library/groupfiles.h"
#include "tests/core/library/testlibrary.h"
#include "tests/testregistry.h"

#include <QDateTime>
#include <QTest>

namespace tst_groupfiles {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

static const QString nightShift = u"1795299964857"_s;

class TestGroupFiles : public QObject
{
    Q_OBJECT

    std::unique_ptr<TestLibrary> m_folder;
    std::unique_ptr<LibraryStore> m_store;

    QString path(const QString &file) const { return m_store->layout().group(file); }
    bool hasChat(const QString &name) const { return QFileInfo::exists(m_store->layout().groupChat(name)); }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning();
        m_store.reset();
        m_folder = std::make_unique<TestLibrary>(TestLibrary::Content::UserFolder);
        m_store = m_folder->open();
    }
    void cleanup() { m_store.reset(); }

    void nothingChangedNothingWritten()
    {
        const QByteArray before = bytesOf(path(nightShift));
        const auto group = editGroup(*m_store, nightShift, [](Group &) {});
        QVERIFY(group);
        QCOMPARE(group->name, u"The Night Shift"_s);
        QCOMPARE(bytesOf(path(nightShift)), before);
    }

    void anEditKeepsTheRest()
    {
        const QByteArray before = bytesOf(path(nightShift));
        const auto group = editGroup(*m_store, nightShift, [](Group &edited) {
            edited.mutedMembers.clear();
            edited.activation = Group::Activation::Pooled;
        });
        QVERIFY(group);
        const QByteArray after = bytesOf(path(nightShift));
        QVERIFY(after.contains("\"activation_strategy\": 3"));
        QVERIFY(after.contains("\"date_added\": 1795299964855.629")); // number spelling too
        QVERIFY(editGroup(*m_store, nightShift, [](Group &edited) {
            edited.mutedMembers = {u"Bartholomew Bart Quill.png"_s};
            edited.activation = Group::Activation::Natural;
        }));
        QCOMPARE(bytesOf(path(nightShift)), before);
        QCOMPARE(m_store->contents().groups.first().file, nightShift);
    }

    void aNewGroupIsReadBack()
    {
        Group group;
        group.name = u"The Two"_s;
        group.members = {u"Zéphyrine.png"_s, u"ياسمين.png"_s};
        const QDateTime now = QDateTime::fromMSecsSinceEpoch(1795299964857); // taken
        const auto made = createGroup(*m_store, group, now);
        QVERIFY(made);
        QCOMPARE(made->id, u"1795299964858"_s);
        QCOMPARE(made->members, group.members);
        const auto &groups = m_store->contents().groups;
        QVERIFY(std::ranges::contains(groups, made->id, &GroupSummary::file));

        const auto chat =
            createGroupChat(*m_store, made->id, Chat{.name = u"First"_s, .header = {}, .messages = {}});
        QVERIFY(chat);
        QCOMPARE(*chat, u"First"_s);
        const auto again =
            createGroupChat(*m_store, made->id, Chat{.name = u"First"_s, .header = {}, .messages = {}});
        QVERIFY(again);
        QVERIFY(*again != u"First");
        const auto now2 = loadGroup(*m_store, made->id);
        QVERIFY(now2);
        QCOMPARE(now2->value.chats, (QStringList{*chat, *again}));
        QCOMPARE(now2->value.chatId, *again);
    }

    // A checkpoint is listed once; the open chat stays open.
    void aChatIsListed()
    {
        const auto before = loadGroup(*m_store, nightShift);
        QVERIFY(before);
        for (int i = 0; i < 2; ++i)
            QVERIFY(listGroupChat(*m_store, nightShift, u"Before the rain"_s));
        const auto now = loadGroup(*m_store, nightShift);
        QVERIFY(now);
        QCOMPARE(now->value.chats, before->value.chats + QStringList{u"Before the rain"_s});
        QCOMPARE(now->value.chatId, before->value.chatId);
        QVERIFY(!listGroupChat(*m_store, u"nobody"_s, u"Before the rain"_s));
    }

    void aDeletedGroupComesBackWithItsChats()
    {
        const auto group = loadGroup(*m_store, nightShift);
        QVERIFY(group);
        const QByteArray before = bytesOf(path(nightShift));
        const auto gone = deleteGroup(*m_store, nightShift);
        QVERIFY(gone);
        QCOMPARE(gone->title, u"The Night Shift"_s);
        QVERIFY(!QFileInfo::exists(path(nightShift)));
        for (const QString &chat : group->value.chats)
            QVERIFY(!hasChat(chat));
        QVERIFY(hasChat(u"2026-11-21@22h26m20s428ms"_s)); // another group's
        QVERIFY(restoreDeleted(*m_store, gone->id));
        QCOMPARE(bytesOf(path(nightShift)), before);
        for (const QString &chat : group->value.chats)
            QVERIFY(hasChat(chat));
    }

    void aDeletedChatLeavesTheGroupsList()
    {
        const QString branch = u"2026-11-21@22h26m04s850ms - Branch #1"_s;
        const QByteArray before = bytesOf(path(nightShift));
        const auto gone = deleteGroupChat(*m_store, nightShift, branch);
        QVERIFY(gone);
        QVERIFY(!hasChat(branch));
        auto group = loadGroup(*m_store, nightShift);
        QCOMPARE(group->value.chats, QStringList{u"2026-11-21@22h26m04s850ms"_s});
        QCOMPARE(group->value.chatId, u"2026-11-21@22h26m04s850ms"_s);
        QVERIFY(restoreDeleted(*m_store, gone->id));
        QVERIFY(hasChat(branch));
        QCOMPARE(bytesOf(path(nightShift)), before);
    }

    void anUnreadableGroupCanBeThrownAway()
    {
        put(path(u"broken"_s), "{\"members\": 3");
        const auto refused = editGroup(*m_store, u"broken"_s, [](Group &group) { group.name = u"x"_s; });
        QVERIFY(!refused);
        QVERIFY(refused.error().line().contains(u"broken.json"_s));
        QCOMPARE(bytesOf(path(u"broken"_s)), QByteArray("{\"members\": 3"));
        QVERIFY(deleteGroup(*m_store, u"broken"_s));
        QVERIFY(!QFileInfo::exists(path(u"broken"_s)));
    }

    // A group file from elsewhere must not name files outside of its folder.
    void chatNamesStayInTheirFolder()
    {
        Group group;
        group.chats = {u"../worlds/x"_s, QString(), u"One"_s};
        group.chatId = u"Two"_s;
        QCOMPARE(chatNames(group), (QStringList{u"One"_s, u"Two"_s}));
    }
};

} // namespace tst_groupfiles

SNUG_TEST(tst_groupfiles, TestGroupFiles, Core)
#include "tst_groupfiles.moc"
