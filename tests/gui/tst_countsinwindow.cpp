// A model whose tokenizer nobody has: the numbers are estimates, say so, and come near what the server
// counts.

#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/formats/jsontext.h"
#include "core/tokens/loadtokenizer.h"
#include "core/workspace/connections.h"
#include "core/workspace/countlearning.h"
#include "core/workspace/workspace.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/inspector/budgetbar.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QApplication>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

namespace tst_countsinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestCountsInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;
    std::unique_ptr<RecordingServer> m_server;
    TokenCounterPtr m_real = loadTokenizer(u"cl100k_base"_s).value();
    int m_reported = 0;

    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    bool isReady()
    {
        return session() && !session()->preview().isBusy() && !session()->reply().isUnderWay() &&
               app().workspace.connections.isReady() && app().workspace.memory.isReady();
    }
    BudgetBar *bar() { return app().inspector.prompt()->findChild<BudgetBar *>(); }
    QString recipe()
    {
        const TokenCounterPtr counter = app().workspace.connections.counter();
        return counter ? recipeOf(*counter) : QString();
    }
    int shownTokens() { return session()->preview().current().prompt.budget.used; }

    // What a server with another vocabulary, and other marks between messages, reads of it.
    int countedByServer(const QByteArray &body) const
    {
        const Json request = parseJson(body).value_or(Json());
        const Json messages = request.value(u"messages");
        int tokens = 7;
        for (const Json &message : messages.items())
            tokens += m_real->count(message.value(u"content").toText()) + 3;
        return tokens;
    }

    // Gives what was shown for it before it went, in `shown`.
    void say(const QString &text, int *shown = nullptr)
    {
        auto *draft = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        draft->setPlainText(text);
        draft->setFocus();
        QTRY_VERIFY(isReady() && session()->preview().current().request->body.contains(text.toUtf8()));
        if (shown)
            *shown = shownTokens();
        const qsizetype before = session()->chat().messages.size();
        QTest::keyClick(draft, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(session()->chat().messages.size(), before + 2, 20000);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
    }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_server = std::make_unique<RecordingServer>();
        m_server->answerWith([this](const RecordedRequest &request) {
            if (!request.startLine.startsWith("POST "))
                return RawAnswer::json("{}", 404);
            m_reported = countedByServer(request.body);
            return RawAnswer::eventStream(
                {"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"灯塔 is lit, and the keeper's "
                 "asleep.\"}}]}\n\n",
                 "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":" + QByteArray::number(m_reported) +
                     ",\"completion_tokens\":9}}\n\ndata: [DONE]\n\n"});
        });
        m_program = std::make_unique<OpenProgram>();
        QVERIFY(QTest::qWaitForWindowExposed(&app().window));
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
        Connection connection;
        connection.id = u"mine"_s;
        connection.name = u"Mine"_s;
        connection.baseUrl = m_server->url(u"/v1"_s);
        connection.model = u"some-model"_s;
        connection.countsTokens = false;
        Connections &all = app().workspace.connections;
        all.setConnections(all.connections() + QList{connection});
        all.chooseActive(u"mine"_s);
        QTRY_VERIFY_WITH_TIMEOUT(all.link().isComplete() && isReady() && all.counter(), 20000);
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        m_server.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void estimatesLearn()
    {
        QTRY_COMPARE(session()->preview().current().prompt.budget.counterName, u"~o200k_base"_s);
        QTRY_VERIFY(bar()->sumText().startsWith(u'~'));
        QCOMPARE(bar()->kindText(), u"estimate · near o200k_base"_s);
        QVERIFY(bar()->countingText().endsWith(
            u"The first reply of a server that counts will show how far off it is."_s));
        QCOMPARE(bar()->textAt({3, 3}), bar()->countingText()); // to those who point at the sum
        for (int turn = 0; turn < 10; ++turn)
            say(u"Turn %1: is 灯塔 lit? приют, 0123456789."_s.arg(turn));
        int shown = 0;
        say(u"And the 11th: приют?"_s, &shown);
        const double off = double(shown) / m_reported - 1;
        QVERIFY2(std::abs(off) <= 0.03, qPrintable(u"%1 shown, %2 read"_s.arg(shown).arg(m_reported)));

        static const QRegularExpression words(
            u"Off by \\d+\\.\\d % over the last 10 replies, as the server counted them\\.$"_s);
        QTRY_VERIFY2(words.match(bar()->countingText()).hasMatch(), qPrintable(bar()->countingText()));
        QVERIFY(bar()->kindText().startsWith(u"estimate · off by "_s));
        QVERIFY(bar()->accessibleDescription().contains(u"over the last 10 replies"_s));
        QVERIFY(bar()->sumText().startsWith(u'~'));
    }

    // What was learnt is there at the next start, before anything is sent.
    void learntCountsStay()
    {
        for (int turn = 0; turn < 3; ++turn)
            say(u"Turn %1: is 灯塔 lit?"_s.arg(turn));
        const QString learnt = recipe();
        QVERIFY(learnt != nearestVocabulary(u"some-model").recipe());
        const int shown = shownTokens();
        m_program->restart();
        QTRY_VERIFY_WITH_TIMEOUT(isReady() && app().workspace.connections.counter(), 20000);
        QTRY_COMPARE(recipe(), learnt);
        QTRY_COMPARE(shownTokens(), shown);
        // Another model of the same connection begins with its own.
        QList<Connection> connections = app().workspace.connections.connections();
        connections.last().model = u"another"_s;
        app().workspace.connections.setConnections(connections);
        QTRY_COMPARE(recipe(), nearestVocabulary(u"another").recipe());
    }

    // A file that makes no sense is put aside, and counting begins anew.
    void damagedCountsAreNoObstacle()
    {
        m_program->quit();
        QFile file(m_program->libraryFolder() + u"/snug/counts.json"_s);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"models\":[{\"connection\":\"mine\",\"model\":\"some-model\",\"vocabulary\":"
                   "\"o200k_base\",\"reports\":[[-5,1e99,\"x\"],7,null,[1,2,3,4,5,6,7,8,9,10,11]]},5,null]}");
        file.close();
        m_program->start();
        QTRY_VERIFY_WITH_TIMEOUT(isReady() && app().workspace.connections.counter(), 20000);
        QVERIFY(shownTokens() > 100);
        m_program->quit();
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("no list");
        file.close();
        m_program->start();
        QTRY_VERIFY_WITH_TIMEOUT(isReady() && app().workspace.connections.counter(), 20000);
        QVERIFY(QFile::exists(file.fileName() + u".damaged"_s));
        say(u"Is the lamp lit?"_s);
        QTRY_VERIFY(recipe() != nearestVocabulary(u"some-model").recipe());
    }
};

} // namespace tst_countsinwindow

SNUG_TEST(tst_countsinwindow, TestCountsInWindow, Windows)
#include "tst_countsinwindow.moc"
