// What libraries, damaged lists, other computers and other Snugs say of the user's connections.

#include "app/chat/chatcontroller.h"
#include "app/library/connectionchoice.h"
#include "app/library/connectionquestion.h"
#include "app/library/profilesquestion.h"
#include "app/settings.h"
#include "core/chat/chatsession.h"
#include "core/library/librarylayout.h"
#include "core/library/statefile.h"
#include "core/workspace/connections.h"
#include "core/workspace/librarypreview.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/connectionhands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/dialogs/connectiondialog.h"
#include "widgets/window/noticebar.h"

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>

namespace tst_connectionsmoveover {

using namespace Qt::StringLiterals;
using namespace snug;

class TestConnectionsMoveOver : public QObject, ConnectionHands
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(copyFolder(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/sillytavern-user-folder"), theirs()));
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    // Of a version that kept them in each library.
    void whatWasMadeInALibraryMovesOver()
    {
        RecordingServer server;
        const Connection old = leadingTo(server.url(u"/v1"_s), u"old"_s);
        Connection second = leadingTo(QUrl(u"https://second.example/v1"_s), u"second"_s);
        second.contextSize = 4096;
        {
            m_program->quit();
            Settings settings(m_program->settingsFile());
            ConnectionConsents consents(&settings);
            consents.allow(old);
            consents.allow(second);
        }
        write(m_program->libraryFolder(), {old, second}, u"old"_s);
        const QString file = LibraryLayout(m_program->libraryFolder()).connectionsFile();
        const QByteArray before = bytesOf(file);
        m_program->start();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
        QCOMPARE(model().active(), u"old"_s);
        QVERIFY(!notices()->isShown(ConnectionQuestion::noticeId()));
        QTRY_VERIFY(bytesOf(ownFile()).contains("second.example"));
        QCOMPARE(bytesOf(file), before); // older versions go on with it
        open(theirs());
        QCOMPARE(model().active(), u"old"_s);
        QCOMPARE(model().connections().size(), 3);
        QCOMPARE(model().connections().last().contextSize, std::optional(4096));
        QVERIFY(server.requests().isEmpty());
    }

    // Of a copy of a library: the same id, another place, its own key.
    void twoOfOneIdGoOnAsTwo()
    {
        RecordingServer first;
        RecordingServer second;
        const Connection here = withKey(leadingTo(first.url(u"/v1"_s)));
        const Connection there = withKey(leadingTo(second.url(u"/v1"_s)));
        m_program->quit();
        {
            Settings settings(m_program->settingsFile());
            ConnectionConsents consents(&settings);
            consents.allow(here);
            consents.allow(there);
        }
        write(m_program->libraryFolder(), {here}, u"mine"_s);
        write(theirs(), {there}, u"mine"_s);
        m_program->start();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
        QCOMPARE(model().link().connection.baseUrl, first.url(u"/v1"_s));
        model().storeKey(u"mine"_s, Secret("sk-first"));
        open(theirs());
        QCOMPARE(model().connections().size(), 3);
        QVERIFY(model().active() != u"mine"_s && !model().active().isEmpty());
        QCOMPARE(model().link().connection.baseUrl, second.url(u"/v1"_s));
        QVERIFY(model().link().isComplete());
        QVERIFY(model().link().key.isEmpty()); // the first one's is not its own
        QVERIFY(!notices()->isShown(ConnectionQuestion::noticeId()));
        open(m_program->libraryFolder());
        QCOMPARE(model().link().connection.baseUrl, first.url(u"/v1"_s));
        QTRY_COMPARE(model().link().key, Secret("sk-first"));
    }

    void aStrangersAddressUnderTheUsersIdWaits()
    {
        RecordingServer mine;
        RecordingServer evil;
        connectTo(withKey(leadingTo(mine.url(u"/v1"_s))));
        model().storeKey(u"mine"_s, Secret("sk-mine"));
        write(theirs(), {withKey(leadingTo(evil.url(u"/v1"_s)))}, u"mine"_s);
        open(theirs());
        QTRY_VERIFY(notices()->isShown(ConnectionQuestion::noticeId()));
        QVERIFY(notices()->textOf(ConnectionQuestion::noticeId()).contains(evil.url().toString()));
        QVERIFY(!model().link().isComplete());
        QVERIFY(model().link().key.isEmpty());
        const QString brought = model().active();
        QVERIFY(brought != u"mine"_s);
        send(u"Is anybody there?"_s);
        QTRY_COMPARE(app().chat.session()->reply().phase, ReplyState::Phase::Failed);
        QVERIFY(evil.requests().isEmpty() && mine.requests().isEmpty());
        QVERIFY(!bytesOf(ownFile()).contains(evil.url().toEncoded()));

        QVERIFY(UserHands::click(notices(), u"Use Them"_s));
        QVERIFY(model().link().isComplete());
        QVERIFY(model().link().key.isEmpty());
        QTRY_VERIFY(bytesOf(ownFile()).contains(evil.url().toEncoded()));
        QVERIFY(bytesOf(ownFile()).contains(mine.url().toEncoded()));
        open(m_program->libraryFolder());
        QCOMPARE(model().link().connection.baseUrl, mine.url(u"/v1"_s));
        QVERIFY(evil.requests().isEmpty() && mine.requests().isEmpty());
    }

    void whatWasDeletedIsMissedEverywhere()
    {
        RecordingServer server;
        RecordingServer other;
        connectTo(leadingTo(server.url(u"/v1"_s)));
        open(theirs());
        model().chooseActive(u"mine"_s);
        QTRY_VERIFY(bytesOf(LibraryLayout(theirs()).connectionsFile()).contains("\"mine\""));
        open(m_program->libraryFolder());
        connectTo(leadingTo(other.url(u"/v1"_s), u"other"_s));
        QList<Connection> left = model().connections();
        left.removeIf([](const Connection &connection) { return connection.id == u"mine"_s; });
        model().setConnections(left);
        open(theirs());
        leaveProfilesOut();
        QCOMPARE(model().connections().size(), 2);
        QCOMPARE(model().active(), QString()); // nobody takes its place unasked
        QVERIFY(!notices()->isShown(ConnectionQuestion::noticeId()));
        QVERIFY(notices()->isShown(ConnectionChoice::noticeId()));
        restart();
        QCOMPARE(model().connections().size(), 2);
        QVERIFY(server.requests().isEmpty() && other.requests().isEmpty());
    }

    void anEditIsThereInAllLibraries()
    {
        RecordingServer before;
        RecordingServer after;
        connectTo(leadingTo(before.url(u"/v1"_s)));
        open(theirs());
        model().chooseActive(u"mine"_s);
        open(m_program->libraryFolder());
        QList<Connection> all = model().connections();
        all.last().baseUrl = after.url(u"/v1"_s);
        model().setConnections(all);
        open(theirs());
        QCOMPARE(model().connections().size(), 2);
        QCOMPARE(model().link().connection.baseUrl, after.url(u"/v1"_s));
        QVERIFY(model().link().isComplete());
        QVERIFY(!notices()->isShown(ConnectionQuestion::noticeId()));
    }

    void aDamagedListIsSaid_data()
    {
        QTest::addColumn<bool>("hasCopy");
        QTest::newRow("with a copy") << true;
        QTest::newRow("without one") << false;
    }

    void aDamagedListIsSaid()
    {
        QFETCH(const bool, hasCopy);
        RecordingServer server;
        connectTo(leadingTo(server.url(u"/v1"_s)));
        m_program->quit();
        QFile file(ownFile());
        QVERIFY(file.resize(20));
        if (!hasCopy)
            QVERIFY(QFile::remove(lastGoodCopy(ownFile())));
        m_program->start();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
        const QString id = u"damaged:"_s + ownFile();
        QTRY_VERIFY(notices()->isShown(id));
        QVERIFY(notices()->textOf(id).contains(u"connections.json.damaged"_s));
        QCOMPARE(model().active(), QString());
        // Without a copy the library's own word brings it back; the user has allowed it here.
        QCOMPARE(model().connections().last().baseUrl, server.url(u"/v1"_s));
        QCOMPARE(bytesOf(ownFile() + u".damaged"_s).size(), 20);
        if (hasCopy) { // and it is said again until somebody is chosen
            restart();
            QTRY_VERIFY(notices()->isShown(id));
            QCOMPARE(model().active(), QString());
        }
        QVERIFY(UserHands::click(notices(), u"Use “Home”"_s));
        QCOMPARE(model().active(), u"mine"_s);
        restart();
        QVERIFY(!notices()->isShown(id));
        QCOMPARE(model().active(), u"mine"_s);
        QVERIFY(server.requests().isEmpty());
    }

    void aListFromAnotherComputerWaits()
    {
        RecordingServer server;
        connectTo(leadingTo(server.url(u"/v1"_s)));
        m_program->quit();
        QVERIFY(QFile::remove(m_program->settingsFile())); // the consents are gone, the list is not
        m_program->start();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
        QTRY_VERIFY(notices()->isShown(ConnectionQuestion::noticeId()));
        QVERIFY(!model().link().isComplete());
        QCOMPARE(model().activeName(), u"Home"_s);
        open(theirs());
        QCOMPARE(model().active(), QString()); // the last used is not allowed here
    }

    void anotherSnugIsFollowed()
    {
        RecordingServer server;
        {
            Settings settings(m_program->settingsFile());
            ConnectionConsents consents(&settings);
            OwnConnections other(settings.ownConnectionsFile(), OwnConnections::Access::ReadAndWrite);
            QTRY_VERIFY(other.isRead());
            consents.allow(leadingTo(server.url(u"/v1"_s)));
            other.change({.put = {leadingTo(server.url(u"/v1"_s))}});
        }
        QTRY_COMPARE(model().connections().size(), 2);
        QTRY_VERIFY(model().notAllowed().isEmpty());
        QVERIFY(!notices()->isShown(ConnectionQuestion::noticeId()));
        model().chooseActive(u"mine"_s);
        QVERIFY(model().link().isComplete());
        {
            OwnConnections other(ownFile(), OwnConnections::Access::ReadAndWrite);
            QTRY_VERIFY(other.isRead());
            other.change({.removed = {u"mine"_s}});
        }
        QTRY_COMPARE(model().active(), QString());
        QCOMPARE(model().connections().size(), 1);
    }

    void commandsOnlyRead()
    {
        RecordingServer server;
        connectTo(leadingTo(server.url(u"/v1"_s)));
        open(theirs());
        const QString chat =
            app().library.layout().chat(app().chat.reference()->cardFile, app().chat.reference()->name);
        QVERIFY(QFileInfo::exists(chat));
        m_program->quit();
        const QByteArray own = bytesOf(ownFile());
        const QByteArray settingsBefore = bytesOf(m_program->settingsFile());
        QString asked;
        {
            Settings settings(m_program->settingsFile(), Settings::Repair::No);
            LibraryPreview preview({.library = theirs(), .outsideFolders = {}, .chat = chat}, settings);
            bool isDone = false;
            QObject::connect(&preview, &LibraryPreview::ready, &preview, [&](const PreparedPrompt &prepared) {
                isDone = true;
                asked = prepared.request ? prepared.request->url.toString() : u"nobody"_s;
            });
            preview.start();
            QTRY_VERIFY_WITH_TIMEOUT(isDone, 20000);
        }
        QVERIFY2(asked.startsWith(server.url().toString()), qPrintable(asked));
        QCOMPARE(bytesOf(ownFile()), own);
        QCOMPARE(bytesOf(m_program->settingsFile()), settingsBefore);
        QVERIFY(!QFileInfo::exists(LibraryLayout(theirs()).connectionsFile()));
        m_program->start();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
    }
};

} // namespace tst_connectionsmoveover

SNUG_TEST(tst_connectionsmoveover, TestConnectionsMoveOver, Windows)
#include "tst_connectionsmoveover.moc"
