// Connections are the user's, and go with him from library to library.

#include "app/chat/chatcontroller.h"
#include "app/library/connectionchoice.h"
#include "app/library/connectionquestion.h"
#include "app/library/librarycontroller.h"
#include "app/library/profilesquestion.h"
#include "app/settings.h"
#include "core/chat/chatsession.h"
#include "core/library/librarylayout.h"
#include "core/library/statefile.h"
#include "core/workspace/connections.h"
#include "core/workspace/librarypreview.h"
#include "core/workspace/workspace.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/dialogs/connectiondialog.h"
#include "widgets/dialogs/servicebox.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>

namespace tst_ownconnectionsinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestOwnConnectionsInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;
    std::unique_ptr<QTemporaryDir> m_folder;
    const AppContext &app() const { return m_program->app(); }
    Connections &model() const { return app().workspace.connections; }
    NoticeBar *notices() const { return app().chatPane.notices(); }
    bool isReady() const
    {
        return app().chat.session() && !app().chat.session()->preview().isBusy() && model().isReady();
    }
    QString ownFile() const { return QFileInfo(m_program->settingsFile()).path() + u"/connections.json"_s; }
    QString theirs() const { return m_folder->filePath(u"SillyTavern"_s); } // a folder that Snug has not seen

    static QByteArray bytesOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static void write(const QString &library, const QList<Connection> &connections, const QString &active)
    {
        ConnectionsFile file;
        file.connections = connections;
        file.activeId = active;
        const auto written = writeStateFile(LibraryLayout(library).connectionsFile(), writeConnections(file));
        QVERIFY(written);
    }

    // The question about the folder's own connections stands alone.
    void leaveProfilesOut()
    {
        QTRY_VERIFY(notices()->isShown(ProfilesQuestion::noticeId()));
        QVERIFY(!notices()->isShown(ConnectionChoice::noticeId()));
        QVERIFY(UserHands::click(notices(), u"Leave Them Out"_s));
    }

    void open(const QString &folder)
    {
        app().libraryController.openFolder(folder);
        QTRY_VERIFY_WITH_TIMEOUT(
            app().library.isOpen() && app().library.layout().root() == folder && isReady(), 20000);
    }

    void restart()
    {
        m_program->restart();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
    }

    static Connection withKey(Connection connection)
    {
        connection.needsKey = true;
        return connection;
    }

    static Connection leadingTo(const QUrl &address, const QString &id = u"mine"_s)
    {
        Connection connection;
        connection.id = id;
        connection.name = u"Home"_s;
        connection.baseUrl = address;
        connection.model = u"m"_s;
        return connection;
    }

    void connectTo(const Connection &connection)
    {
        model().setConnections(model().connections() + QList{connection});
        model().chooseActive(connection.id);
        QTRY_VERIFY(bytesOf(ownFile()).contains(connection.baseUrl.toEncoded()));
    }

    void send(const QString &text)
    {
        auto *draft = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        draft->setPlainText(text);
        draft->setFocus();
        QTest::keyClick(draft, Qt::Key_Return);
    }

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

    void connectedOnceConnectedEverywhere()
    {
        RecordingServer server;
        connectTo(withKey(leadingTo(server.url(u"/v1"_s))));
        model().storeKey(u"mine"_s, Secret("sk-0123456789"));
        open(theirs());
        QCOMPARE(model().active(), u"mine"_s);
        QVERIFY(model().link().isComplete());
        QTRY_COMPARE(model().link().key, Secret("sk-0123456789"));
        QVERIFY(!notices()->isShown(ConnectionChoice::noticeId()));
        QVERIFY(!notices()->isShown(ConnectionQuestion::noticeId()));
        const QString record = LibraryLayout(theirs()).connectionsFile();
        QVERIFY(!QFileInfo::exists(record)); // opening writes nothing, and nothing was sent
        QVERIFY(server.requests().isEmpty());

        // With its first reply it is this library's, whatever the user does elsewhere.
        server.enqueue(RawAnswer::json(
            R"({"choices":[{"index":0,"message":{"content":"Yes."},"finish_reason":"stop"}]})"));
        send(u"Is anybody there?"_s);
        QTRY_VERIFY(bytesOf(record).contains("\"mine\""));
        QVERIFY(bytesOf(record).contains(server.url().toEncoded())); // to be known again elsewhere
        RecordingServer other;
        open(m_program->libraryFolder());
        QCOMPARE(model().active(), u"mine"_s); // its own choice
        connectTo(leadingTo(other.url(u"/v1"_s), u"other"_s));
        open(theirs());
        QCOMPARE(model().active(), u"mine"_s);
        QCOMPARE(model().connections().size(), 3);
    }

    // The way from the banner to a model: the window waits for a new connection, and the banner for its end.
    void theBannerLeadsToANewConnection()
    {
        const QString banner = u"understudy"_s;
        QVERIFY(notices()->isShown(banner));
        QVERIFY(UserHands::click(notices(), u"Connect a Model…"_s));
        QVERIFY(notices()->isShown(banner));
        auto *dialog = app().window.findChild<ConnectionDialog *>();
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        auto *list = dialog->findChild<QListWidget *>();
        QCOMPARE(list->count(), 2);
        QCOMPARE(list->currentRow(), 1);
        QVERIFY(qobject_cast<ServiceBox *>(dialog->focusWidget()));
        dialog->close();
        QCOMPARE(model().connections().size(), 1);
        QVERIFY(notices()->isShown(banner));
        RecordingServer server;
        connectTo(leadingTo(server.url(u"/v1"_s)));
        QVERIFY(!notices()->isShown(banner));
    }

    // What the library brought is not allowed by being deleted and brought back.
    void undoingADeletionAllowsNothing()
    {
        RecordingServer evil;
        RecordingServer mine;
        connectTo(leadingTo(mine.url(u"/v1"_s)));
        write(theirs(), {leadingTo(evil.url(u"/v1"_s), u"theirs"_s)}, u"theirs"_s);
        open(theirs());
        const QList<Connection> all = model().connections();
        QList<Connection> less = all;
        less.removeIf([](const Connection &connection) { return connection.id == u"theirs"_s; });
        model().setConnections(less);
        model().setConnections(all);
        model().chooseActive(u"theirs"_s);
        QVERIFY(!model().link().isComplete());
        QCOMPARE(model().notAllowed(), QStringList{u"theirs"_s});
        QVERIFY(!bytesOf(ownFile()).contains("theirs"));
        // The user's own comes back with its consent.
        less = all;
        less.removeIf([](const Connection &connection) { return connection.id == u"mine"_s; });
        model().setConnections(less);
        model().setConnections(all);
        model().chooseActive(u"mine"_s);
        QVERIFY(model().link().isComplete());
        m_program->restart();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
        QVERIFY(evil.requests().isEmpty() && mine.requests().isEmpty());
    }

    void aKeyGoesWhenTheDeletionStands()
    {
        RecordingServer server;
        connectTo(withKey(leadingTo(server.url(u"/v1"_s))));
        model().storeKey(u"mine"_s, Secret("sk-mine"));
        const auto keyOf = [this](const QString &id) {
            std::optional<QByteArray> key;
            model().withLink(id, {}, this, [&key](const ModelLink &link) { key = link.key.reveal(); });
            return QTest::qWaitFor([&key] { return key.has_value(); }) ? *key : "no answer"_ba;
        };
        app().actions.action(ActionId::Connections)->trigger();
        auto *dialog = app().window.findChild<ConnectionDialog *>();
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        auto *list = dialog->findChild<QListWidget *>();
        list->setFocus();
        dialog->select(u"mine"_s);
        QTest::keyClick(list, Qt::Key_D, Qt::ControlModifier);
        const QString copy = model().connections().last().id;
        QTRY_COMPARE(keyOf(copy), "sk-mine"_ba); // the copy has the key as well
        list->setFocus();
        dialog->select(u"mine"_s);
        QTest::keyClick(list, Qt::Key_Delete);
        QVERIFY(model().active().isEmpty());
        QVERIFY(UserHands::click(dialog, u"Undo"_s));
        QCOMPARE(model().active(), u"mine"_s);
        QCOMPARE(keyOf(u"mine"_s), "sk-mine"_ba);
        list->setFocus();
        dialog->select(u"mine"_s);
        QTest::keyClick(list, Qt::Key_Delete);
        dialog->close(); // and now it stands
        model().setConnections(model().connections() + QList{withKey(leadingTo(server.url(u"/v1"_s)))});
        QCOMPARE(keyOf(u"mine"_s), QByteArray());
        QCOMPARE(keyOf(copy), "sk-mine"_ba);
    }

    void theUnderstudyGoesNowhere()
    {
        QVERIFY(model().isUnderstudy());
        model().chooseActive(u"understudy"_s);
        open(theirs());
        leaveProfilesOut();
        QCOMPARE(model().active(), QString());
        QVERIFY(notices()->isShown(ConnectionChoice::noticeId()));
    }

    // Who said "nobody" is not overruled, but helped.
    void nobodyIsAChoiceToo()
    {
        RecordingServer server;
        connectTo(leadingTo(server.url(u"/v1"_s)));
        write(theirs(), {}, {});
        open(theirs());
        leaveProfilesOut();
        QCOMPARE(model().active(), QString());
        QVERIFY(notices()->isShown(ConnectionChoice::noticeId()));
        QVERIFY(UserHands::click(notices(), u"Use “Home”"_s));
        QCOMPARE(model().active(), u"mine"_s);
        QVERIFY(!notices()->isShown(ConnectionChoice::noticeId()));
    }

    // Looking at the list chooses nobody: what is said stays until somebody answers.
    void nobodyAnswersIsSaidUntilSomebodyDoes()
    {
        open(theirs());
        leaveProfilesOut();
        QVERIFY(notices()->isShown(ConnectionChoice::noticeId()));
        QVERIFY(UserHands::click(notices(), u"Choose a Connection…"_s));
        auto *dialog = app().window.findChild<ConnectionDialog *>();
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        QVERIFY(notices()->isShown(ConnectionChoice::noticeId()));
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!dialog->isVisible());
        QVERIFY(notices()->isShown(ConnectionChoice::noticeId()));
        model().chooseActive(u"understudy"_s);
        QVERIFY(!notices()->isShown(ConnectionChoice::noticeId()));
    }

    // They are in no library: the program alone can lose them, and asks before it does.
    void whatIsNotSavedIsAskedAboutBeforeQuitting()
    {
        connectTo(leadingTo(QUrl(u"http://127.0.0.1:1/v1"_s)));
        const QString away = ownFile() + u".away"_s;
        QVERIFY(QFile::rename(ownFile(), away) && QDir().mkpath(ownFile() + u"/in the way"_s));
        model().setConnections(model().connections() +
                               QList{leadingTo(QUrl(u"http://127.0.0.1:2/v1"_s), u"other"_s)});
        app().window.close();
        const auto question = [&] { return app().window.findChild<QMessageBox *>(u"quitWithUnsavedChat"_s); };
        QTRY_VERIFY_WITH_TIMEOUT(question() && question()->isVisible(), 20000);
        QVERIFY2(question()->text().contains(u"your connections"_s), qPrintable(question()->text()));
        QTest::keyClick(question(), Qt::Key_Escape);
        QTRY_VERIFY(!question());
        QVERIFY(app().window.isVisible());
        QVERIFY(QDir(ownFile()).removeRecursively() && QFile::rename(away, ownFile()));
        model().own().retry();
        QTRY_VERIFY(!model().own().isUnsaved());
        QVERIFY(bytesOf(ownFile()).contains("127.0.0.1:2"));
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

} // namespace tst_ownconnectionsinwindow

SNUG_TEST(tst_ownconnectionsinwindow, TestOwnConnectionsInWindow, Windows)
#include "tst_ownconnectionsinwindow.moc"
