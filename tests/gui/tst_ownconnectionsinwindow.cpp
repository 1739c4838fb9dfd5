// Connections are the user's, and go with him from library to library.

#include "app/chat/chatcontroller.h"
#include "app/library/connectionchoice.h"
#include "app/library/connectionquestion.h"
#include "app/library/profilesquestion.h"
#include "app/settings.h"
#include "core/chat/chatsession.h"
#include "core/library/librarylayout.h"
#include "core/workspace/connections.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/connectionhands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/dialogs/connectiondialog.h"
#include "widgets/dialogs/servicebox.h"
#include "widgets/window/actions.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QListWidget>
#include <QMessageBox>
#include <QRegularExpression>
#include <QTest>

namespace tst_ownconnectionsinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestOwnConnectionsInWindow : public QObject, ConnectionHands
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
};

} // namespace tst_ownconnectionsinwindow

SNUG_TEST(tst_ownconnectionsinwindow, TestOwnConnectionsInWindow, Windows)
#include "tst_ownconnectionsinwindow.moc"
