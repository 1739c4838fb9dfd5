// What a reply asks in lines above the chat, answered by mouse.

#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

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
        QCOMPARE(notices()->textOf(u"quiet"_s), u"Nothing has come from Mine for a minute."_s);
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

    void silenceEndsWithTheChat()
    {
        m_server->enqueue(RawAnswer::silence());
        send(u"Hello?"_s);
        QTRY_VERIFY(notices()->isShown(u"quiet"_s));
        app().chat.close();
        QVERIFY(!notices()->isShown(u"quiet"_s));
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
