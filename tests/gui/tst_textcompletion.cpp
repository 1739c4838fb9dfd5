// The window with a connection that completes text: one prompt, its templates, and whole turns.

#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QAction>
#include <QApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

namespace tst_textcompletion {

using namespace Qt::StringLiterals;
using namespace snug;

static QByteArray piece(const QByteArray &text)
{
    return "data: {\"index\":0,\"content\":\"" + text + "\",\"stop\":false}\n\n";
}

static QByteArray lastPiece()
{
    return "data: {\"index\":0,\"content\":\"\",\"stop\":true,\"stop_type\":\"eos\",\"tokens_evaluated\":9,"
           "\"tokens_predicted\":2}\n\n";
}

class TestTextCompletion : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    const QList<Message> &messages() { return session()->chat().messages; }
    QPlainTextEdit *draft() { return app().chatPane.composer()->findChild<QPlainTextEdit *>(); }
    bool isSettled()
    {
        return session() && !session()->preview().isBusy() && !session()->reply().isUnderWay() &&
               app().workspace.content.isReady();
    }
    QString prompt()
    {
        const auto shown = app().chat.shownPrompt();
        return shown ? shown->prompt.prompt.value_or(TracedText()).text() : QString();
    }
    void connectTo(const QUrl &url)
    {
        Connection connection;
        connection.id = u"text"_s;
        connection.name = u"Text"_s;
        connection.kind = Connection::Kind::LlamaCompletion;
        connection.baseUrl = url;
        connection.contextSize = 8192;
        app().workspace.connections.setConnections(app().workspace.connections.connections() +
                                                   QList{connection});
        app().workspace.connections.chooseActive(connection.id);
        QTRY_VERIFY(isSettled() && !prompt().isEmpty());
    }
    // The items of one of the template menus.
    QList<QAction *> names(const QString &title)
    {
        QMenu *menu = app().window.templateMenu();
        OpenProgram::openMenu(menu);
        for (QAction *action : menu->actions()) {
            if (action->text() == title)
                return action->menu()->actions();
        }
        return {};
    }
    void choose(const QString &title, const QString &name)
    {
        for (QAction *action : names(title)) {
            if (action->text() == name)
                return action->trigger();
        }
        QFAIL(qPrintable(u"no “%1” in %2"_s.arg(name, title)));
    }

    std::unique_ptr<OpenProgram> m_program;

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); // offscreen
        m_program = std::make_unique<OpenProgram>();
        QVERIFY(QTest::qWaitForWindowExposed(&app().window));
        QTRY_VERIFY(isSettled());
    }

    void cleanup()
    {
        m_program->quit();
        m_program.reset();
    }

    void theServerItselfCounts()
    {
        RecordingServer server;
        server.tokenizeWith([](const QString &text) { return int(text.size()) * 2; });
        connectTo(server.url());
        const auto budget = [this] {
            const auto shown = app().chat.shownPrompt();
            return shown ? shown->prompt.budget : Budget();
        };
        QTRY_VERIFY(isSettled() && budget().kind == CountKind::Exact);
        QCOMPARE(budget().counterName, u"Text's tokenizer"_s);
        QCOMPARE(budget().used, prompt().size() * 2);
        const int before = server.tokenized();
        draft()->insertPlainText(u"Listen."_s);
        QTRY_VERIFY(isSettled() && prompt().contains(u"Listen.") && budget().kind == CountKind::Exact);
        QCOMPARE(budget().used, prompt().size() * 2);
        QVERIFY(server.tokenized() > before);
        QVERIFY2(server.tokenized() - before < 12, "what stays is not asked again");
        QVERIFY(server.requests().isEmpty());
    }

    void onePromptIsShown()
    {
        connectTo(QUrl(u"http://127.0.0.1:1"_s));
        draft()->insertPlainText(u"Listen."_s);
        QTRY_VERIFY(isSettled() && prompt().contains(u"Listen."));
        QVERIFY2(prompt().startsWith(u"<|im_start|>system\n"), qPrintable(prompt().left(80)));
        QVERIFY(prompt().endsWith(u"<|im_start|>user\nListen.<|im_end|>\n<|im_start|>assistant\n"));
        QVERIFY(prompt().contains(u"keeper of its fog signal"));
        auto *list = app().inspector.findChild<PromptList *>();
        QCOMPARE(list->model()->rowCount(), 1);
        const QModelIndex row = list->model()->index(0, 0);
        QTRY_COMPARE(row.data().toString(), prompt());
        QCOMPARE(row.data(OutboundModel::SourceNameRole).toString(), u"The whole prompt"_s);
        QCOMPARE(row.data(OutboundModel::RoleNameRole).toString(), u"text"_s);
        const auto *model = qobject_cast<const OutboundModel *>(list->model());
        QVERIFY(model);
        QCOMPARE(row.data(OutboundModel::TokensRole).toInt() + model->separators(),
                 app().chat.shownPrompt()->prompt.budget.used);
        // The mode's button leads to the templates: there is no other form.
        auto *button = app().inspector.findChild<QPushButton *>(u"promptMode"_s);
        QVERIFY(!button->menu());
        app().workspace.connections.chooseActive(u"understudy"_s);
        QTRY_VERIFY(isSettled() && !app().chat.shownPrompt()->prompt.prompt);
        QTRY_VERIFY(button->menu());
        QVERIFY(list->model()->rowCount() > 3);
    }

    void templatesAreChosenAndRemembered()
    {
        connectTo(QUrl(u"http://127.0.0.1:1"_s));
        choose(u"&Instruct Template"_s, u"Alpaca"_s);
        QTRY_VERIFY2(isSettled() && prompt().contains(u"### Response:"), qPrintable(prompt()));
        QVERIFY(prompt().startsWith(u"You write Mira Okafor")); // as settings.json says
        choose(u"&System Prompt"_s, u"No System Prompt"_s);
        QTRY_VERIFY(isSettled() && !prompt().contains(u"You write Mira Okafor"));
        m_program->restart();
        QTRY_VERIFY(isSettled() && prompt().contains(u"### Response:"));
        QVERIFY(!prompt().contains(u"You write Mira Okafor"));
        choose(u"&Instruct Template"_s, u"No Instruct Template"_s);
        QTRY_VERIFY(isSettled() && prompt().endsWith(u"\nMira Okafor:"));
    }

    void whatArrivesIsWhatTheInspectorShows()
    {
        RecordingServer server;
        server.enqueue(RawAnswer::eventStream({piece("*She "), piece("nods.*"), lastPiece()}));
        server.enqueue(RawAnswer::eventStream({piece("*She waits.*"), lastPiece()}));
        server.enqueue(RawAnswer::eventStream({piece(" Then goes."), lastPiece()}));
        connectTo(server.url());
        draft()->insertPlainText(u"Ünïcode, \"quotes\" and 茶."_s);
        QTRY_VERIFY(isSettled() && prompt().contains(u"茶"));
        const WireRequest shown = *app().chat.shownPrompt()->request;
        const QString text = prompt();
        draft()->setFocus();
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_COMPARE(server.requests().size(), 1);
        QCOMPARE(server.requests().first().startLine, "POST /completion HTTP/1.1");
        QCOMPARE(server.requests().first().body, shown.body);
        for (const WireHeader &header : shown.headers)
            QCOMPARE(server.requests().first().header(header.name), header.value + header.secret.reveal());
        const QJsonObject body = QJsonDocument::fromJson(shown.body).object();
        QCOMPARE(body[u"prompt"].toString(), text);
        QCOMPARE(body[u"stop"].toArray().first().toString(), u"\nAda:"_s);
        QTRY_COMPARE(messages().last().text, u"*She nods.*"_s);
        QTRY_VERIFY(isSettled());

        QVERIFY(session()->generate(GenerationType::Swipe));
        QTRY_COMPARE(server.requests().size(), 2);
        QCOMPARE(QJsonDocument::fromJson(server.requests().at(1).body)[u"prompt"].toString(), text);
        QTRY_COMPARE(messages().last().text, u"*She waits.*"_s);
        QCOMPARE(messages().last().swipes.size(), 2);
        QTRY_VERIFY(isSettled());

        QVERIFY(session()->generate(GenerationType::Continue));
        QTRY_COMPARE(server.requests().size(), 3);
        QVERIFY(QJsonDocument::fromJson(server.requests().at(2).body)[u"prompt"].toString().endsWith(
            u"<|im_start|>assistant\n*She waits.*"_s));
        QTRY_COMPARE(messages().last().text, u"*She waits.* Then goes."_s);
    }

    void stopKeepsWhatHasArrived()
    {
        RecordingServer server;
        RawAnswer answer = RawAnswer::eventStream({piece("*She ")});
        answer.closes = false;
        server.enqueue(answer);
        connectTo(server.url());
        QVERIFY(session()->send(u"Hm."_s));
        QTRY_COMPARE(session()->reply().text, u"*She "_s);
        app().actions.action(ActionId::Stop)->trigger();
        QTRY_VERIFY(!session()->reply().isUnderWay());
        QVERIFY(messages().last().text.startsWith(u"*She"));
    }
};

} // namespace tst_textcompletion

SNUG_TEST(tst_textcompletion, TestTextCompletion, Windows)
#include "tst_textcompletion.moc"
