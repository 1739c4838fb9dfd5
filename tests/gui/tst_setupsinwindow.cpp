// Two set-ups beside each other in the whole program: chosen, compared, asked, and one reply taken.

#include "app/chat/chatcontroller.h"
#include "app/inspector/setupscontroller.h"
#include "core/chat/chatsession.h"
#include "core/workspace/connections.h"
#include "core/workspace/requesthistory.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/inspector/changespane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"

#include <QAction>
#include <QComboBox>
#include <QLocale>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_setupsinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestSetupsInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    SetupsWindow *window() { return app().setups.window(); }
    QString reply(int side)
    {
        return window()->findChild<QPlainTextEdit *>(u"setupReply%1"_s.arg(side))->toPlainText();
    }
    QPushButton *button(const QString &name) { return window()->findChild<QPushButton *>(name); }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY_WITH_TIMEOUT(session() && !session()->preview().isBusy(), 20000);
        QVERIFY(app().actions.action(ActionId::CompareSetups)->isEnabled());
        app().actions.action(ActionId::CompareSetups)->trigger();
        QTRY_VERIFY(!window()->facts(1).isEmpty());
    }
    void cleanup()
    {
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void withoutLorebooksThePromptIsAnother()
    {
        QTRY_VERIFY(window()->changes()->changes().isEmpty());
        QCOMPARE(window()->facts(0), window()->facts(1));
        auto *books = window()->findChild<QToolButton *>(u"setupBooks1"_s);
        const QString before = window()->facts(1);
        // All that are in effect are switched off, one after the other.
        for (bool isAny = true; isAny;) {
            isAny = false;
            for (QAction *book : books->menu()->actions().mid(2)) {
                if (book->isChecked()) {
                    isAny = true;
                    book->trigger();
                    break;
                }
            }
        }
        QCOMPARE(books->text(), u"none"_s);
        QTRY_VERIFY(!window()->changes()->changes().isEmpty());
        QVERIFY(window()->facts(1) != before);
        QCOMPARE(window()->facts(0), before);
        for (const PromptChange &change : window()->changes()->changes())
            QVERIFY(change.kind != PromptChange::Kind::Added);
        // The prompt of the chat stays what it was.
        QCOMPARE(app().setups.prepared(0).prompt.messages, session()->preview().current().prompt.messages);
    }

    void typingIsFollowed()
    {
        auto *draft = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        const QString before = window()->facts(0);
        QTest::keyClicks(draft, u"Is the lamp lit?"_s);
        QTRY_VERIFY(window()->facts(0) != before && window()->facts(0) == window()->facts(1));
    }

    void oneReplyIsTaken()
    {
        auto *draft = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        const qsizetype before = session()->conversation().size();
        QTest::keyClicks(draft, u"Is the lamp lit?"_s);
        QTRY_VERIFY(app().setups.prepared(1).inputs.userText == u"Is the lamp lit?"_s);
        QVERIFY(!button(u"setupTake0"_s)->isEnabled());
        button(u"setupSend"_s)->click();
        QVERIFY(button(u"setupStop"_s)->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(button(u"setupTake0"_s)->isEnabled() && button(u"setupTake1"_s)->isEnabled(),
                                 30000);
        QVERIFY(!reply(0).isEmpty() && !reply(1).isEmpty());
        QCOMPARE(session()->conversation().size(), before); // nothing is in the chat
        const QList<LedgerHead> heads = app().workspace.history.heads();
        QVERIFY(std::ranges::count(heads, LedgerKind::Compared, &LedgerHead::kind) >= 2);
        const QString text = reply(1);
        button(u"setupTake1"_s)->click();
        QCOMPARE(session()->conversation().size(), before + 2);
        QCOMPARE(session()->chat().messages.at(before).text, u"Is the lamp lit?"_s);
        QVERIFY(session()->chat().messages.at(before).isUser);
        QCOMPARE(session()->chat().messages.last().text, text);
        QVERIFY(draft->toPlainText().isEmpty());
        QVERIFY(!button(u"setupTake1"_s)->isEnabled());
        button(u"setupTake0"_s)->click(); // the chat has gone on
        QCOMPARE(session()->conversation().size(), before + 2);
        QVERIFY(session()->undo());
        QCOMPARE(session()->conversation().size(), before);
    }

    void escStopsAndThenCloses()
    {
        QVERIFY(QTest::qWaitForWindowActive(window()));
        button(u"setupSend"_s)->click();
        QVERIFY(button(u"setupStop"_s)->isEnabled());
        QTest::keyClick(window(), Qt::Key_Escape);
        QTRY_VERIFY(!button(u"setupStop"_s)->isEnabled());
        QVERIFY(window()->isVisible());
        QTest::keyClick(window(), Qt::Key_Escape);
        QVERIFY(!window()->isVisible());
    }

    void ctrlQQuitsFromHereToo()
    {
        QVERIFY(QTest::qWaitForWindowActive(window()));
        QTest::keyClick(window(), Qt::Key_Q, Qt::ControlModifier);
        QTRY_VERIFY(!app().window.isVisible());
    }

    void anotherPresetAndModel()
    {
        QList<Connection> connections = app().workspace.connections.connections();
        Connection other;
        other.id = u"other"_s;
        other.name = u"Elsewhere"_s;
        other.kind = Connection::Kind::OpenAiChat;
        other.baseUrl = QUrl(u"http://127.0.0.1:1/v1"_s);
        other.model = u"gpt-4o"_s;
        other.contextSize = 2048;
        app().workspace.connections.setConnections(connections + QList{other});
        auto *model = window()->findChild<QComboBox *>(u"setupModel1"_s);
        QTRY_VERIFY(model->findData(u"other"_s) > 0);
        OpenProgram::choose(model, model->findData(u"other"_s));
        QTRY_COMPARE(app().setups.prepared(1).prompt.budget.context, 2048);
        QTRY_COMPARE(app().setups.prepared(1).prompt.budget.kind, CountKind::Exact);
        QVERIFY(app().setups.prepared(1).request->body.contains("gpt-4o"));
        QVERIFY(!app().setups.prepared(0).request->body.contains("gpt-4o"));
        QTRY_VERIFY(window()->facts(1).contains(QLocale().toString(2048)));
    }
};

} // namespace tst_setupsinwindow

SNUG_TEST(tst_setupsinwindow, TestSetupsInWindow, Windows)
#include "tst_setupsinwindow.moc"
