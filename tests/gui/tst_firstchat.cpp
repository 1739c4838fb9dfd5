// A whole first evening by mouse and keys: choose somebody, type, watch the prompt, send, stream, swipe,
// edit, take back, close, start again.

#include "app/chat/chatcontroller.h"
#include "core/chat/chatsession.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/transcript.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/outboundmodel.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/library/librarypane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_firstchat {

using namespace Qt::StringLiterals;
using namespace snug;

class TestFirstChat : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    const QList<Message> &messages() { return session()->chat().messages; }
    QPlainTextEdit *draft() { return app().chatPane.composer()->findChild<QPlainTextEdit *>(); }
    void trigger(ActionId id) { app().actions.action(id)->trigger(); }
    bool isSettled()
    {
        return session() && !session()->preview().isBusy() && app().workspace.content.isReady();
    }
    bool isQuiet() { return session() && !session()->reply().isUnderWay() && !session()->preview().isBusy(); }

    void type(const QString &text)
    {
        draft()->setFocus();
        QTest::keyClicks(draft(), text);
    }

    // Sends what is typed and waits for the whole reply.
    void sendAndWait(const QString &text)
    {
        const qsizetype before = messages().size();
        type(text);
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_COMPARE(messages().size(), before + 2);
        QTRY_VERIFY(isQuiet());
    }

    QString wholePrompt()
    {
        QString all;
        if (const auto shown = app().chat.shownPrompt()) {
            for (const OutboundMessage &message : shown->prompt.messages)
                all += message.content.text() + u'\n';
        }
        return all;
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
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void theFirstWindowShowsAStoryUnderWay()
    {
        QCOMPARE(app().chat.reference()->cardFile, u"Mira Okafor.png"_s);
        QCOMPARE(messages().size(), 5);
        QVERIFY(app().chatPane.notices()->textOf(u"understudy"_s).contains(u"not a model"));
        QVERIFY(wholePrompt().contains(u"keeper of its fog signal"));
        QVERIFY(wholePrompt().contains(u"Ada flies the mail plane"));
    }

    void choosingSomebodyOpensTheirGreeting()
    {
        QListView *cast = nullptr;
        for (QListView *view : app().window.findChildren<QListView *>()) {
            if (view->accessibleName() == u"Characters")
                cast = view;
        }
        QVERIFY(cast);
        QModelIndex tomas;
        for (int row = 0; row < cast->model()->rowCount(); ++row) {
            if (cast->model()->index(row, 0).data().toString() == u"Tomas Reyl")
                tomas = cast->model()->index(row, 0);
        }
        QVERIFY(tomas.isValid());
        QTest::mouseClick(cast->viewport(), Qt::LeftButton, {}, cast->visualRect(tomas).center());
        QTRY_VERIFY(app().chat.reference() && app().chat.reference()->cardFile == u"Tomas Reyl.png");
        QTRY_COMPARE(messages().size(), 1);
        QVERIFY(messages().first().text.contains(u"capital, Ada.")); // {{user}} is expanded in what is shown
        QVERIFY(messages().first().swipes.first().text.contains(u"{{user}}")); // and kept in the file
        QTRY_VERIFY(wholePrompt().contains(u"surveyed this coast"));
    }

    void thePromptFollowsTheTyping()
    {
        type(u"Listen."_s);
        QTRY_VERIFY(wholePrompt().endsWith(u"Keep to what Mira Okafor can see and know now.\n"_s) &&
                    wholePrompt().contains(u"\nListen.\n"));
        const PreparedPrompt shown = *app().chat.shownPrompt();
        const OutboundMessage &typed = shown.prompt.messages.at(shown.prompt.messages.size() - 2);
        QCOMPARE(typed.content.text(), u"Listen."_s);
        QCOMPARE(typed.content.spans().first().source.type(), u"new.user"_s);
        QVERIFY(shown.request->body.contains("Listen."));
    }

    void aTurnStreamsAndIsKept()
    {
        sendAndWait(u"\"Which page is it?\""_s);
        QCOMPARE(messages().at(5).text, u"\"Which page is it?\""_s);
        QVERIFY(messages().at(5).isUser);
        const QString reply = messages().at(6).text;
        QVERIFY(reply.size() > 40);
        QVERIFY(draft()->toPlainText().isEmpty());
        QVERIFY(usageOf(messages().at(6)));

        m_program->restart();
        QTRY_VERIFY(isSettled());
        QCOMPARE(messages().size(), 7);
        QCOMPARE(messages().at(6).text, reply);
    }

    void swipesStandBesideEachOther()
    {
        sendAndWait(u"Go on."_s);
        const QString first = messages().last().text;
        app().chatPane.transcript()->setFocus();
        app().chatPane.transcript()->setCurrentRow(int(messages().size()) - 1);
        QTest::keyClick(app().chatPane.transcript(), Qt::Key_Right); // no key alone asks the model
        QVERIFY(isQuiet());
        QTest::keyClick(app().chatPane.transcript(), Qt::Key_Right, Qt::AltModifier);
        QTRY_COMPARE(messages().last().swipes.size(), 2);
        QTRY_VERIFY(isQuiet());
        const QString second = messages().last().text;
        QVERIFY(second != first);
        QTest::keyClick(app().chatPane.transcript(), Qt::Key_Left);
        QTRY_COMPARE(messages().last().text, first);
        QTest::keyClick(app().chatPane.transcript(), Qt::Key_Right); // what is there already
        QTRY_COMPARE(messages().last().text, second);
    }

    void everyStepCanBeTakenBack()
    {
        const QList<Message> before = messages();
        sendAndWait(u"Go on."_s);
        QVERIFY(session()->edits().edit(0, u"Something else."_s));
        QVERIFY(session()->edits().setHidden(1, 1, true));
        trigger(ActionId::DeleteMessage);
        QTRY_VERIFY(messages().size() < 7);
        while (session()->record().history().canUndo())
            trigger(ActionId::Undo);
        QCOMPARE(messages(), before);
        while (session()->record().history().canRedo())
            trigger(ActionId::Redo);
        QCOMPARE(messages().first().text, u"Something else."_s);
        QVERIFY(messages().at(1).isHidden);
        QTRY_VERIFY(!wholePrompt().contains(u"I never left"));
    }

    void editingInPlaceChangesThePrompt()
    {
        Transcript *transcript = app().chatPane.transcript();
        transcript->setFocus();
        transcript->setCurrentRow(4);
        QTest::keyClick(transcript, Qt::Key_F2);
        auto *editor = transcript->findChild<QPlainTextEdit *>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, u"Mira says nothing."_s);
        QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(messages().at(4).text, u"Mira says nothing."_s);
        QTRY_VERIFY(wholePrompt().contains(u"Mira says nothing."));
    }

    void personaPresetAndLoreChangeFromTheWindow()
    {
        app().workspace.content.choices().choosePersona(u"wren.png"_s);
        QTRY_VERIFY(wholePrompt().contains(u"Wren writes for a mainland newspaper"));
        QVERIFY(!wholePrompt().contains(u"mail plane between the islands"));
        app().workspace.content.choices().choosePreset({});
        QTRY_VERIFY(isSettled() && !wholePrompt().contains(u"You write Mira Okafor's side"));
        QVERIFY(app().chat.shownPrompt()->prompt.mode == PromptMode::Smelt);
    }

    void framingIsChosenWithTheMouseAndCopiedByKey()
    {
        auto *button = app().inspector.findChild<QPushButton *>(u"promptMode"_s);
        auto *more = app().inspector.prompt()->findChild<QToolButton *>(u"morePrompt"_s);
        QVERIFY(button && more);
        const auto choose = [&](const QString &words) { // where there is room for it, and where not
            if (button->isVisible())
                OpenProgram::chooseFromMenu(button->menu(), {words});
            else
                OpenProgram::chooseFromMenu(more->menu(), {u"Layout: "_s + button->text(), words});
        };
        choose(u"Framing (SmartTavern)"_s);
        QTRY_VERIFY(isSettled() && app().chat.shownPrompt()->prompt.mode == PromptMode::Framing);
        QTRY_COMPARE(button->text(), u"Framing (SmartTavern)"_s);
        type(u"Is the lamp lit?"_s);
        QTRY_VERIFY(isSettled() && wholePrompt().contains(u"Is the lamp lit?"));
        QTest::keyClick(draft(), Qt::Key_J, Qt::ControlModifier | Qt::AltModifier);
        const QJsonArray copied =
            QJsonDocument::fromJson(QGuiApplication::clipboard()->text().toUtf8()).array();
        QCOMPARE(copied.size(), app().chat.shownPrompt()->prompt.messages.size());
        for (const QJsonValue &message : copied) {
            QCOMPARE(message.toObject().keys(), (QStringList{u"content"_s, u"role"_s, u"source"_s}));
            QVERIFY(!message["source"_L1]["type"_L1].toString().isEmpty());
        }
        QVERIFY(std::ranges::any_of(copied, [](const QJsonValue &message) {
            return message["content"_L1].toString() == u"Is the lamp lit?" &&
                   message["source"_L1]["type"_L1].toString() == u"history.user";
        }));
        choose(u"Automatic"_s);
        QTRY_VERIFY(isSettled() && app().chat.shownPrompt()->prompt.mode == PromptMode::SillyTavern);
    }

    void whatArrivesIsWhatTheInspectorShows()
    {
        RecordingServer server;
        server.enqueue(RawAnswer::eventStream(
            {"data: {\"choices\":[{\"delta\":{\"content\":\"*She nods.*\"}}]}\n\n",
             "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"}));
        Connection connection;
        connection.id = u"recording"_s;
        connection.name = u"Recording"_s;
        connection.kind = Connection::Kind::OpenAiChat;
        connection.baseUrl = server.url(u"/v1"_s);
        connection.model = u"gpt-4o"_s;
        app().workspace.connections.setConnections(app().workspace.connections.connections() +
                                                   QList{connection});
        app().workspace.connections.chooseActive(connection.id);
        draft()->setFocus();
        draft()->insertPlainText(u"Ünïcode, \"quotes\" and 茶."_s);
        QTRY_VERIFY(isQuiet() && app().workspace.connections.counter() != nullptr);
        QTRY_VERIFY(isQuiet() && wholePrompt().contains(u"茶"));
        const WireRequest shown = *app().chat.shownPrompt()->request;
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_COMPARE(server.requests().size(), 1);
        QCOMPARE(server.requests().first().body, shown.body);
        QCOMPARE(server.requests().first().startLine, "POST /v1/chat/completions HTTP/1.1");
        for (const WireHeader &header : shown.headers)
            QCOMPARE(server.requests().first().header(header.name), header.value + header.secret.reveal());
        QTRY_COMPARE(messages().last().text, u"*She nods.*"_s);
        QTRY_VERIFY(isQuiet());
        QCOMPARE(app().chat.shownPrompt()->prompt.budget.kind,
                 CountKind::Exact); // gpt-4o's own tokenizer
    }

    // Clicked once more, the open chat is not read again: what is sent meanwhile would be lost.
    void lettersGoToTheComposer()
    {
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        auto *edit = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        const QList<Message> before = session()->chat().messages;
        app().chatPane.transcript()->setFocus();
        QTest::keyClicks(app().chatPane.transcript(), u"c"_s);
        QVERIFY(edit->hasFocus());
        QTest::keyClicks(edit, u"h, here we are"_s);
        QCOMPARE(edit->toPlainText(), u"ch, here we are"_s);
        QCOMPARE(session()->chat().messages, before);
        QVERIFY(!session()->reply().isUnderWay());
        // And where a chat is opened.
        app().chatPane.transcript()->setFocus();
        app().actions.action(ActionId::NewChat)->trigger();
        QTRY_VERIFY(session() && session()->chat().messages != before);
        QTRY_VERIFY(edit->hasFocus());
        app().chatPane.transcript()->setFocus();
        QTest::keyClick(app().chatPane.transcript(), Qt::Key_Escape);
        QVERIFY(edit->hasFocus());
    }

    void theOpenChatStaysWhenItIsClicked()
    {
        QListView *chats = nullptr;
        for (QListView *view : app().window.findChildren<QListView *>()) {
            if (view->accessibleName() == u"Chats")
                chats = view;
        }
        QVERIFY(chats);
        QTRY_COMPARE(chats->model()->rowCount(), 1);
        const ChatSession *before = session();
        QTest::mouseClick(chats->viewport(), Qt::LeftButton, {},
                          chats->visualRect(chats->model()->index(0, 0)).center());
        sendAndWait(u"Are you there?"_s); // at once, and the reply comes
        QCOMPARE(session(), before);
        QCOMPARE(messages().at(5).text, u"Are you there?"_s);
        QVERIFY(session()->edits().edit(0, u"Written anew."_s)); // the whole file is
        QTRY_COMPARE(session()->record().saver().state().kind, SaveStatus::Kind::Saved);
        m_program->restart();
        QTRY_VERIFY(isSettled());
        QCOMPARE(messages().size(), 7);
        QCOMPARE(messages().first().text, u"Written anew."_s);
        QCOMPARE(messages().at(5).text, u"Are you there?"_s);
    }

    void aRefusedConnectionKeepsEverything()
    {
        Connection connection;
        connection.id = u"nobody"_s;
        connection.name = u"Nobody"_s;
        connection.kind = Connection::Kind::LlamaServer;
        connection.baseUrl = QUrl(u"http://127.0.0.1:1"_s);
        app().workspace.connections.setConnections(app().workspace.connections.connections() +
                                                   QList{connection});
        app().workspace.connections.chooseActive(connection.id);
        type(u"Hello?"_s);
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_VERIFY(session()->reply().hasFailed());
        QVERIFY(session()->reply().error.what.contains(u"127.0.0.1:1"));
        QVERIFY(!session()->reply().error.hint.isEmpty());
        QCOMPARE(messages().last().text, u"Hello?"_s); // what was said is kept, and saved
        app().workspace.connections.chooseActive(u"understudy"_s);
        QVERIFY(session()->retry());
        QTRY_VERIFY(session()->reply().hasFailed() || messages().size() == 7); // the same request, once more
    }

    void aDraftSurvivesTheNight()
    {
        type(u"Half a sent"_s);
        m_program->restart();
        QTRY_VERIFY(isSettled());
        QTRY_COMPARE(draft()->toPlainText(), u"Half a sent"_s);
    }

    void panesFoldByKeyAndStayFolded()
    {
        app().window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&app().window));
        draft()->setFocus();
        QTest::keyClick(draft(), Qt::Key_F9);
        QTRY_VERIFY(!app().actions.action(ActionId::ShowLibrary)->isChecked());
        m_program->restart();
        QTRY_VERIFY(isSettled());
        QVERIFY(!app().actions.action(ActionId::ShowLibrary)->isChecked());
        QVERIFY(app().actions.action(ActionId::ShowInspector)->isChecked());
    }
};

} // namespace tst_firstchat

SNUG_TEST(tst_firstchat, TestFirstChat, Windows)
#include "tst_firstchat.moc"
