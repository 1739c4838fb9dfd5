// Who decides where prompts and keys go: the user, on this computer, and never a file.

#include "app/chat/chatcontroller.h"
#include "app/library/connectionquestion.h"
#include "core/chat/chatsession.h"
#include "core/workspace/connections.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/workspace.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/openprogram.h"
#include "widgets/chat/composer.h"
#include "widgets/dialogs/connectiondialog.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QFrame>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace snug;

static QByteArray fileBytes(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

static bool writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) &&
           file.write(bytes) == bytes.size();
}

// Outside of the class: moc stumbles over such texts.
static QByteArray connectionsLeadingTo(const QUrl &url)
{
    return R"json({"active":"theirs","connections":[{"id":"theirs","name":"Theirs","kind":"openai","baseUrl":")json" +
           url.toEncoded() + R"json(","model":"m","needsKey":true,"embeddingModel":"m"}]})json";
}

static QByteArray profileLeadingTo(const QUrl &url)
{
    return R"json({"extension_settings":{"STMemoryBooks":{"profiles":[{"name":"Rememberer",)json"
           R"json("connection":{"api":"custom","model":"m","endpoint":")json" +
           url.toEncoded() + R"json(","apiKey":"sk-very-secret"}}]}}})json";
}

class TestConnectionsInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;
    const AppContext &app() const { return m_program->app(); }
    Connections &model() { return app().workspace.connections; }
    ChatSession *session() { return app().chat.session(); }
    NoticeBar *notices() { return app().chatPane.notices(); }
    QString connectionsFile() { return m_program->libraryFolder() + u"/snug/connections.json"_s; }
    bool isAsked() { return notices()->isShown(ConnectionQuestion::noticeId()); }
    bool isReady() { return session() && !session()->preview().isBusy() && app().workspace.memory.isReady(); }

    void open() { QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000); }

    QPushButton *button(const QWidget *in, const QString &text)
    {
        for (QPushButton *each : in->findChildren<QPushButton *>()) {
            if (each->text().remove(u'&') == text && each->isVisible())
                return each;
        }
        return nullptr;
    }

    void answer(const QString &text)
    {
        QPushButton *wanted = button(notices(), text);
        QVERIFY(wanted);
        QTest::mouseClick(wanted, Qt::LeftButton);
    }

    void send(const QString &text)
    {
        auto *draft = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        draft->setPlainText(text);
        draft->setFocus();
        QTest::keyClick(draft, Qt::Key_Return);
    }

    ConnectionDialog *dialog()
    {
        app().actions.action(ActionId::Connections)->trigger();
        return app().window.findChild<ConnectionDialog *>();
    }

    static QLineEdit *addressField(const ConnectionDialog *in)
    {
        for (QLineEdit *field : in->findChildren<QLineEdit *>()) {
            if (field->placeholderText().startsWith(u"http"))
                return field;
        }
        return nullptr;
    }

    Connection mine(const RecordingServer &server)
    {
        Connection connection;
        connection.id = u"mine"_s;
        connection.name = u"Mine"_s;
        connection.baseUrl = server.url(u"/v1"_s);
        connection.model = u"m"_s;
        connection.needsKey = true;
        return connection;
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_program = std::make_unique<OpenProgram>();
        open();
    }
    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void aLibraryFromElsewhereAsksOnce_data()
    {
        QTest::addColumn<bool>("isTaken");
        QTest::newRow("taken") << true;
        QTest::newRow("left out") << false;
    }
    void aLibraryFromElsewhereAsksOnce()
    {
        QFETCH(bool, isTaken);
        RecordingServer theirs;
        RecordingServer rememberer;
        m_program->quit();
        QVERIFY(writeFile(connectionsFile(), connectionsLeadingTo(theirs.url(u"/v1"_s))));
        QVERIFY(writeFile(m_program->libraryFolder() + u"/settings.json"_s,
                          profileLeadingTo(rememberer.url(u"/v1"_s))));
        m_program->start();
        open();
        QTRY_VERIFY(isAsked());
        const QString question = notices()->textOf(ConnectionQuestion::noticeId());
        QTRY_VERIFY(notices()->textOf(ConnectionQuestion::noticeId()).contains(rememberer.url().toString()));
        QVERIFY2(notices()->textOf(ConnectionQuestion::noticeId()).contains(theirs.url().toString()),
                 qPrintable(question));

        // Until the answer nothing is sent, and nobody else answers silently either.
        QVERIFY(!model().link().isComplete());
        QCOMPARE(model().activeName(), u"Theirs"_s);
        const int before = int(session()->conversation().size());
        send(u"Is anybody there?"_s);
        QTRY_COMPARE(session()->conversation().size(), before + 1);
        QTRY_COMPARE(session()->reply().phase, ReplyState::Phase::Failed);
        QVERIFY(theirs.requests().isEmpty() && rememberer.requests().isEmpty());
        QVERIFY(app().workspace.memory.settings().profiles.last().connectionId.isEmpty());
        QCOMPARE(fileBytes(connectionsFile()), connectionsLeadingTo(theirs.url(u"/v1"_s)));

        answer(isTaken ? u"Use Them"_s : u"Leave Them Out"_s);
        QVERIFY(!isAsked());
        // Without it nobody answers unasked.
        QCOMPARE(model().link().isComplete(), isTaken);
        QCOMPARE(model().active().isEmpty(), !isTaken);
        QCOMPARE(app().workspace.memory.settings().profiles.last().connectionId.isEmpty(), !isTaken);
        QCOMPARE(model().connections().size(), isTaken ? 3 : 2);
        QVERIFY(app().workspace.memory.settings().profiles.last().apiKey.isEmpty());

        m_program->restart();
        open();
        QTRY_COMPARE(model().active().isEmpty(), !isTaken);
        QVERIFY(!isAsked());
        QVERIFY(theirs.requests().isEmpty() && rememberer.requests().isEmpty());
        QVERIFY(!model().link().connection.measuresTexts);
    }

    void anotherHostUnderTheSameIdIsAnother()
    {
        RecordingServer before;
        RecordingServer after;
        model().setConnections(model().connections() + QList{mine(before)});
        model().chooseActive(u"mine"_s);
        model().storeKey(u"mine"_s, Secret("zk-SECRET-0123456789"));
        QCOMPARE(model().link().key, Secret("zk-SECRET-0123456789"));
        QVERIFY(!isAsked());
        m_program->quit();
        QByteArray bytes = fileBytes(connectionsFile());
        QVERIFY(bytes.contains(before.url().toEncoded()));
        QVERIFY(
            writeFile(connectionsFile(), bytes.replace(before.url().toEncoded(), after.url().toEncoded())));
        m_program->start();
        open();
        QTRY_VERIFY(isAsked());
        QVERIFY(!model().link().isComplete());
        QVERIFY(model().link().key.isEmpty());
        // What was left out is asked again by whoever chooses it: its menu does not say where it leads.
        const QString brought = model().active();
        QVERIFY(brought != u"mine"_s);
        answer(u"Leave Them Out"_s);
        QTRY_VERIFY(model().active().isEmpty());
        model().chooseActive(brought);
        QVERIFY(isAsked());
        QVERIFY(!model().link().isComplete());
        // The user's own stays what it was.
        model().chooseActive(u"mine"_s);
        QCOMPARE(model().link().connection.baseUrl, before.url(u"/v1"_s));
        QVERIFY(after.requests().isEmpty() && before.requests().isEmpty());
    }

    void aKeyStaysWhereItWasGiven_data()
    {
        QTest::addColumn<bool>("isMoved");
        QTest::newRow("used there, too") << true;
        QTest::newRow("left out") << false;
    }
    void aKeyStaysWhereItWasGiven()
    {
        QFETCH(bool, isMoved);
        RecordingServer before;
        RecordingServer after;
        model().setConnections(model().connections() + QList{mine(before)});
        model().chooseActive(u"mine"_s);
        model().storeKey(u"mine"_s, Secret("zk-SECRET-0123456789"));
        ConnectionDialog *connections = dialog();
        QVERIFY(QTest::qWaitForWindowExposed(connections));
        connections->select(u"mine"_s);
        QTest::mouseClick(button(connections, u"Test"_s), Qt::LeftButton);
        QTRY_COMPARE(before.requests().size(), 1);
        QCOMPARE(before.requests().last().header("authorization"), "Bearer zk-SECRET-0123456789");

        const QString ownFile = model().own().path();
        const QByteArray onDisk = fileBytes(ownFile);
        QLineEdit *address = addressField(connections);
        address->setFocus();
        address->selectAll();
        QTest::keyClicks(address, after.url(u"/v1"_s).toString());
        QVERIFY(QTest::qWaitFor([] { return true; }));
        QCOMPARE(fileBytes(ownFile), onDisk); // not with each letter
        QCOMPARE(model().link().connection.baseUrl, before.url(u"/v1"_s));
        auto *question = connections->findChild<QFrame *>(u"connectionQuestion"_s);
        QVERIFY(!question->isVisible());
        QTest::keyClick(address, Qt::Key_Return);
        QCOMPARE(model().link().connection.baseUrl, after.url(u"/v1"_s));
        QVERIFY(model().link().key.isEmpty());
        QCOMPARE(model().connections().size(), 2); // Enter pressed no other button
        QTRY_VERIFY(question->isVisible());

        QTest::mouseClick(button(question, isMoved ? u"Use It Here"_s : u"Leave It Out"_s), Qt::LeftButton);
        QVERIFY(!question->isVisible());
        QTRY_COMPARE(model().link().key.isEmpty(), !isMoved);
        QTRY_VERIFY(button(connections, u"Test"_s)->isEnabled());
        QTest::mouseClick(button(connections, u"Test"_s), Qt::LeftButton);
        QTRY_COMPARE(after.requests().size(), 1);
        QCOMPARE(after.requests().last().header("authorization"),
                 isMoved ? "Bearer zk-SECRET-0123456789"_ba : QByteArray());
        QVERIFY(after.requests().last().startLine.startsWith("GET /v1/models"));
        QCOMPARE(before.requests().size(), 1);
        connections->close();
    }

    void nobodyTakesTheirTextsWithoutBeingAllowed()
    {
        // Even where the file says so.
        RecordingServer server;
        m_program->quit();
        QVERIFY(
            writeFile(connectionsFile(),
                      connectionsLeadingTo(server.url(u"/v1"_s)).replace("\"openai\"", "\"llama-server\"")));
        m_program->start();
        open();
        QTRY_VERIFY(isAsked());
        answer(u"Use Them"_s);
        QTRY_VERIFY(model().link().isComplete());
        QVERIFY(!model().link().connection.measuresTexts);
        QVERIFY(!model().link().connection.countsTokens);
    }
};

QTEST_MAIN(TestConnectionsInWindow)
#include "tst_connectionsinwindow.moc"
