// What a reply asks in lines above the chat, answered by mouse.

#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFile>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_replyquestions {

using namespace Qt::StringLiterals;
using namespace snug;

class TestReplyQuestions : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;
    std::unique_ptr<RecordingServer> m_server;
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    NoticeBar *notices() { return app().chatPane.notices(); }
    bool isReady() { return session() && !session()->preview().isBusy() && app().workspace.memory.isReady(); }

    qsizetype asked() const
    {
        return std::ranges::count_if(m_server->requests(), [](const RecordedRequest &request) {
            return request.startLine.startsWith("POST ");
        });
    }

    void send(const QString &text)
    {
        auto *draft = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        draft->setPlainText(text);
        draft->setFocus();
        QTest::keyClick(draft, Qt::Key_Return);
    }

    // With a time to wait in seconds, unless that is empty.
    static RawAnswer refused(const QByteArray &status, const QByteArray &body, const QByteArray &wait = {})
    {
        const QByteArray after = wait.isEmpty() ? QByteArray() : "Retry-After: " + wait + "\r\n";
        return {.pieces = {"HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\n" + after +
                           "Connection: close\r\nContent-Length: " + QByteArray::number(body.size()) +
                           "\r\n\r\n" + body}};
    }

    static RawAnswer reply(const QByteArray &words)
    {
        return RawAnswer::eventStream({"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + words +
                                       "\"}}]}\n\ndata: [DONE]\n\n"});
    }

    void answer(const QString &text)
    {
        for (QPushButton *each : notices()->findChildren<QPushButton *>()) {
            if (each->text().remove(u'&') == text && each->isVisible()) {
                QTest::mouseClick(each, Qt::LeftButton);
                return;
            }
        }
        QFAIL("no such button");
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_server = std::make_unique<RecordingServer>();
        m_program = std::make_unique<OpenProgram>();
        QVERIFY(QTest::qWaitForWindowExposed(&app().window));
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
        Connection connection;
        connection.id = u"mine"_s;
        connection.name = u"Mine"_s;
        connection.baseUrl = m_server->url(u"/v1"_s);
        connection.model = u"m"_s;
        Connections &all = app().workspace.connections;
        all.setConnections(all.connections() + QList{connection});
        all.chooseActive(u"mine"_s);
        QTRY_VERIFY_WITH_TIMEOUT(all.link().isComplete() && isReady(), 20000);
        app().workspace.limits.untilQuiet = std::chrono::milliseconds(700);
        app().workspace.limits.untilRetry = std::chrono::milliseconds(900);
        app().chat.startNew(app().chat.reference()->cardFile); // a session with these limits
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        m_server.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void silenceIsAsked()
    {
        const QByteArray words =
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Come in.\"}}]}\n\n";
        RawAnswer open = RawAnswer::eventStream({});
        open.closes = false;
        m_server->enqueue(open);
        send(u"Hello?"_s);
        QTRY_VERIFY(notices()->isShown(u"quiet"_s));
        QCOMPARE(notices()->textOf(u"quiet"_s), u"Mine has sent nothing for a minute."_s);
        answer(u"Wait"_s);
        QVERIFY(!notices()->isShown(u"quiet"_s));
        QVERIFY(session()->reply().isUnderWay());
        QTRY_VERIFY(notices()->isShown(u"quiet"_s)); // asks again
        m_server->writeToAll(words);
        QTRY_COMPARE(session()->reply().text, u"Come in."_s);
        QVERIFY(!notices()->isShown(u"quiet"_s)); // by itself
        QTRY_VERIFY(notices()->isShown(u"quiet"_s));
        answer(u"Stop"_s);
        QVERIFY(!notices()->isShown(u"quiet"_s));
        QVERIFY(!session()->reply().isUnderWay());
        QCOMPARE(session()->chat().messages.last().text, u"Come in."_s);
        QCOMPARE(asked(), 1);
    }

    void aWaitCountsDownAndCanBeCancelled()
    {
        m_server->enqueue(refused("429 Too Many Requests", R"({"error":{"message":"Slow down."}})", "40"));
        send(u"Hello?"_s);
        QTRY_VERIFY(notices()->isShown(u"wait"_s));
        QCOMPARE(notices()->textOf(u"wait"_s), u"Mine asks you to wait. Trying again in 40 s (1 of 5)."_s);
        const QList<QPushButton *> before = notices()->findChildren<QPushButton *>();
        QTRY_COMPARE(notices()->textOf(u"wait"_s),
                     u"Mine asks you to wait. Trying again in 39 s (1 of 5)."_s);
        QCOMPARE(notices()->findChildren<QPushButton *>(), before); // nothing under the pointer has gone
        answer(u"Cancel"_s);
        QVERIFY(!notices()->isShown(u"wait"_s));
        QVERIFY(session()->reply().hasFailed()); // can still be tried again
        QVERIFY(!session()->run().waiting().isWaiting());
        QCOMPARE(asked(), 1);
    }

    void aWaitCanBeCutShort()
    {
        m_server->enqueue(refused("429 Too Many Requests", R"({"error":{"message":"Slow down."}})", "125"));
        m_server->enqueue(reply("Come in."));
        send(u"Hello?"_s);
        QTRY_VERIFY(notices()->isShown(u"wait"_s));
        QCOMPARE(notices()->textOf(u"wait"_s),
                 u"Mine asks you to wait. Trying again in 2 min 5 s (1 of 5)."_s);
        answer(u"Try Now"_s);
        QTRY_COMPARE(session()->chat().messages.last().text, u"Come in."_s);
        QVERIFY(!notices()->isShown(u"wait"_s));
        QCOMPARE(asked(), 2);
    }

    void aServerThatIsFullIsAskedAgain()
    {
        m_server->enqueue(refused("503 Service Unavailable", R"({"error":{"message":"Full."}})"));
        m_server->enqueue(reply("Come in."));
        send(u"Hello?"_s);
        QTRY_VERIFY(notices()->isShown(u"wait"_s));
        QCOMPARE(notices()->textOf(u"wait"_s),
                 u"Mine has no room at the moment. Trying again in 1 s (1 of 5)."_s);
        QTRY_COMPARE(session()->chat().messages.last().text, u"Come in."_s);
        QVERIFY(!notices()->isShown(u"wait"_s));
        QCOMPARE(asked(), 2);
    }

    void hiddenIsCancelled()
    {
        m_server->enqueue(refused("429 Too Many Requests", R"({"error":{"message":"Slow down."}})", "40"));
        send(u"Hello?"_s);
        QTRY_VERIFY(notices()->isShown(u"wait"_s));
        QTest::mouseClick(notices()->findChild<QToolButton *>(), Qt::LeftButton);
        QVERIFY(!session()->run().waiting().isWaiting());
        QVERIFY(!notices()->isShown(u"wait"_s));
    }

    void moneyIsNotWaitedFor()
    {
        m_server->enqueue(refused("429 Too Many Requests",
                                  R"({"error":{"code":"insufficient_quota","message":"None left."}})", "40"));
        send(u"Hello?"_s);
        QTRY_VERIFY(session()->reply().hasFailed());
        QVERIFY(!notices()->isShown(u"wait"_s));
        QCOMPARE(asked(), 1);
    }

    void whatIsTooLongIsMadeToFit()
    {
        m_server->enqueue(refused(
            "400 Bad Request",
            R"({"error":{"type":"exceed_context_size_error","message":"too long","n_prompt_tokens":9000,"n_ctx":4096}})"));
        m_server->enqueue(reply("Come in."));
        send(u"Hello?"_s);
        QTRY_VERIFY(notices()->isShown(u"tooLong"_s));
        QVERIFY(notices()->textOf(u"tooLong"_s).startsWith(u"The prompt is longer than the 4,096 tokens"_s));
        app().window.chatPage()->inspectorDock()->hide();
        answer(u"Use 4,096 Tokens"_s);
        QVERIFY(!notices()->isShown(u"tooLong"_s));
        QTRY_COMPARE(session()->chat().messages.last().text, u"Come in."_s);
        QCOMPARE(session()->run().lastSent()->prompt.budget.context, 4096);
        QCOMPARE(app().workspace.connections.link().connection.contextSize, 4096);
        QCOMPARE(asked(), 2);
    }

    void whatIsTooLongIsShown()
    {
        m_server->enqueue(refused("400 Bad Request",
                                  R"({"error":{"code":"context_length_exceeded","message":"too long"}})"));
        send(u"Hello?"_s);
        QTRY_VERIFY(notices()->isShown(u"tooLong"_s));
        app().window.chatPage()->inspectorDock()->hide();
        answer(u"Show the Prompt"_s);
        QVERIFY(app().inspector.prompt()->isVisible());
        QVERIFY(session()->reply().hasFailed());
    }

    // The service does not say how much it takes: what the model is known to take, or less than was sent.
    void whatIsTooLongIsLowered_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("modelTakes");
        QTest::newRow("not known") << u"nobody-knows"_s << 0;
        QTest::newRow("known, less than was sent") << u"gpt-3.5-turbo"_s << 16385;
        QTest::newRow("known, more than was sent") << u"gpt-4.1"_s << 0;
    }
    void whatIsTooLongIsLowered()
    {
        QFETCH(QString, model);
        QFETCH(int, modelTakes);
        Connections &all = app().workspace.connections;
        QList<Connection> connections = all.connections();
        Connection &own = connections.last();
        own.kind = Connection::Kind::ChatService;
        own.service = ChatService::OpenAi;
        own.model = model;
        own.contextSize = 40'000;
        all.setConnections(connections);
        QTRY_VERIFY_WITH_TIMEOUT(all.link().isComplete() && isReady(), 20000);
        const RawAnswer tooLong = refused(
            "400 Bad Request", R"({"error":{"code":"context_length_exceeded","message":"too long"}})");
        m_server->enqueue(reply("Come in."));
        m_server->enqueue(tooLong);
        m_server->enqueue(reply("Sit."));
        send(u"Hello? "_s.repeated(12'000));
        QTRY_COMPARE_WITH_TIMEOUT(session()->chat().messages.last().text, u"Come in."_s, 20000);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
        send(u"And then?"_s);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"tooLong"_s), 20000);
        const Budget sent = session()->run().lastSent()->prompt.budget;
        QVERIFY2(sent.used > 17'000, qPrintable(QString::number(sent.used)));
        const auto lowered = [](const Budget &budget) {
            return budget.reserved + budget.used * 3 / 4 / 100 * 100;
        };
        const int first = modelTakes > 0 ? modelTakes : lowered(sent);
        QVERIFY(notices()->textOf(u"tooLong"_s).contains(QLocale().toString(first)));
        answer(u"Use %1 Tokens"_s.arg(QLocale().toString(first)));
        QCOMPARE(all.link().connection.contextSize, first);
        QTRY_COMPARE_WITH_TIMEOUT(session()->chat().messages.last().text, u"Sit."_s, 20000);
        QVERIFY(session()->run().lastSent()->prompt.budget.used < sent.used * 3 / 4);
        QCOMPARE(asked(), 3);
    }

    void aQueueIsShown()
    {
        Connections &all = app().workspace.connections;
        QList<Connection> connections = all.connections();
        Connection &horde = connections.last();
        horde.kind = Connection::Kind::TextService;
        horde.textService = TextService::Horde;
        horde.baseUrl = m_server->url(u"/api"_s);
        all.setConnections(connections);
        int looks = 0;
        m_server->answerWith([&looks](const RecordedRequest &request) {
            if (request.startLine.startsWith("POST /api/v2/generate/text/async "))
                return RawAnswer::json(R"({"id":"job-1","kudos":12})", 202);
            if (!request.startLine.startsWith("GET /api/v2/generate/text/status/job-1 "))
                return RawAnswer::json("{}", 404);
            return RawAnswer::json(
                ++looks == 1
                    ? R"({"done":false,"queue_position":7,"wait_time":48,"is_possible":true,"generations":[]})"
                    : R"({"done":true,"is_possible":true,"generations":[{"text":"Come in.","state":"ok"}]})");
        });
        QTRY_VERIFY_WITH_TIMEOUT(all.link().isComplete() && isReady(), 20000);
        send(u"Hello?"_s);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"queue"_s), 20000);
        QCOMPARE(notices()->textOf(u"queue"_s),
                 u"Place 7 in the queue of Mine, about 48 s to wait. It costs 12 kudos."_s);
        QVERIFY(session()->reply().isUnderWay());
        QTRY_COMPARE_WITH_TIMEOUT(session()->chat().messages.last().text, u"Come in."_s, 20000);
        QVERIFY(!notices()->isShown(u"queue"_s));
        QCOMPARE(looks, 2);
    }

    // What Claude signs goes back with the next request; once it is refused, no more.
    void refusedThoughtsAreLeftOut()
    {
        Connections &all = app().workspace.connections;
        QList<Connection> connections = all.connections();
        Connection &claude = connections.last();
        claude.kind = Connection::Kind::ChatService;
        claude.service = ChatService::Claude;
        claude.model = u"claude-opus-4-8"_s;
        claude.request.effort = Effort::Medium;
        all.setConnections(connections);
        QTRY_VERIFY_WITH_TIMEOUT(all.link().isComplete() && isReady(), 20000);
        QFile file(QStringLiteral(SNUG_SOURCE_DIR) +
                   u"/tests/conformance/wire/anthropic/messages-stream-adaptive-summarized.txt"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const RawAnswer thoughtful{.pieces = {file.readAll()}};
        m_server->enqueue(thoughtful);
        send(u"Hello?"_s);
        QTRY_VERIFY(session()->chat().messages.last().text.endsWith(u"The sea answers."_s));
        QVERIFY(!m_server->requests().last().body.contains("\"signature\":"));
        m_server->enqueue(refused(
            "400 Bad Request",
            R"({"error":{"type":"invalid_request_error","message":"Invalid signature in thinking block"}})"));
        m_server->enqueue(thoughtful);
        send(u"And then?"_s);
        QTRY_COMPARE(asked(), 3);
        QTRY_VERIFY(!session()->reply().isUnderWay() && !session()->reply().hasFailed());
        QCOMPARE(notices()->textOf(u"refusedKey"_s),
                 u"For claude-opus-4-8, Mine does not accept the thoughts of earlier replies. They are left "
                 "out from now on. The request was sent again."_s);
        QVERIFY(m_server->requests().at(1).body.contains("\"signature\":"));
        QVERIFY(!m_server->requests().last().body.contains("\"signature\":"));
        QVERIFY(session()->chat().messages.last().text.endsWith(u"The sea answers."_s));
    }

    // One key after the other; the last answer is the reply.
    void refusedKeysAreLeftOutAndTheRequestGoesOutAgain()
    {
        Connections &all = app().workspace.connections;
        QTRY_VERIFY_WITH_TIMEOUT(all.link().isComplete() && isReady(), 20000);
        const auto refusal = [](const char *key) {
            return refused(
                "400 Bad Request",
                QByteArray(R"({"error":{"message":"Not known here","type":"invalid_request_error",)"
                           R"("code":"unsupported_parameter","param":")") +
                    key + "\"}}");
        };
        m_server->enqueue(refusal("temperature"));
        m_server->enqueue(refusal("top_p"));
        m_server->enqueue(reply("Well."));
        send(u"Hello?"_s);
        QTRY_COMPARE(session()->chat().messages.last().text, u"Well."_s);
        QCOMPARE(asked(), 3);
        QVERIFY(m_server->requests().at(0).body.contains("\"temperature\":"));
        QVERIFY(!m_server->requests().at(1).body.contains("\"temperature\":"));
        QVERIFY(m_server->requests().at(1).body.contains("\"top_p\":"));
        QVERIFY(!m_server->requests().at(2).body.contains("\"top_p\":"));
        QVERIFY(notices()->textOf(u"refusedKey"_s).contains(u"Mine does not accept “top_p”"_s));

        // What it refuses again although it is not there is the user's to see.
        m_server->enqueue(refusal("top_p"));
        send(u"And?"_s);
        QTRY_VERIFY(session()->reply().hasFailed());
        QCOMPARE(asked(), 4);
        answer(u"Keep Sending It"_s);
        m_server->enqueue(reply("So."));
        QVERIFY(session()->retry());
        QTRY_COMPARE(session()->chat().messages.last().text, u"So."_s);
        QVERIFY(m_server->requests().last().body.contains("\"top_p\":"));
        QVERIFY(!m_server->requests().last().body.contains("\"temperature\":"));
    }

    void silenceEndsWithTheChat()
    {
        m_server->enqueue(RawAnswer::silence());
        send(u"Hello?"_s);
        QTRY_VERIFY(notices()->isShown(u"quiet"_s));
        app().chat.close();
        QVERIFY(!notices()->isShown(u"quiet"_s));
    }

    // Said while one types, not after one has sent.
    void whatIsTooLongIsSaidBesideSend()
    {
        auto *words = app().chatPane.composer()->findChild<QLabel *>(u"tooLong"_s);
        QVERIFY(words && !words->isVisible());
        auto *field = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        field->setFocus();
        QGuiApplication::clipboard()->setText(u"A very long story. "_s.repeated(60'000));
        QTest::keySequence(field, QKeySequence::Paste);
        QTRY_VERIFY_WITH_TIMEOUT(words->isVisible(), 20000);
        QVERIFY2(words->text().startsWith(u"Your message does not fit: "), qPrintable(words->text()));
        QTest::keySequence(field, QKeySequence::SelectAll);
        QTest::keyClicks(field, u"Short."_s);
        QTRY_VERIFY_WITH_TIMEOUT(!words->isVisible(), 20000);
        QCOMPARE(asked(), 0);
        field->clear();
    }

    void theNewestMessageIsNotLeftOutUnasked()
    {
        const qsizetype before = session()->chat().messages.size();
        send(u"A very long story. "_s.repeated(60'000));
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"unsent"_s), 20000);
        QVERIFY(session()->reply().hasFailed());
        QCOMPARE(session()->chat().messages.size(), before + 1); // it is kept
        QCOMPARE(asked(), 0);
        QVERIFY(session()->retry());
        QTRY_VERIFY_WITH_TIMEOUT(session()->reply().hasFailed(), 20000);
        QVERIFY(notices()->isShown(u"unsent"_s));
        QCOMPARE(asked(), 0);
        m_server->enqueue(RawAnswer::eventStream(
            {"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"What?\"}}]}\n\ndata: [DONE]\n\n"}));
        answer(u"Send Without It"_s);
        QTRY_COMPARE(session()->chat().messages.last().text, u"What?"_s);
        QVERIFY(!notices()->isShown(u"unsent"_s));
        QCOMPARE(asked(), 1);
    }
};

} // namespace tst_replyquestions

SNUG_TEST(tst_replyquestions, TestReplyQuestions, Windows)
#include "tst_replyquestions.moc"
