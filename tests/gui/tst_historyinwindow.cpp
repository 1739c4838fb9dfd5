// Every request is kept: from a reply to the bytes that made it, also after the program was closed, and once
// more over the wire.

#include "app/chat/chatcontroller.h"
#include "app/inspector/historycontroller.h"
#include "core/chat/chatsession.h"
#include "core/formats/jsontext.h"
#include "core/workspace/connections.h"
#include "core/workspace/requesthistory.h"
#include "core/workspace/workspace.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/messageaction.h"
#include "widgets/chat/transcript.h"
#include "widgets/dialogs/reportdialog.h"
#include "widgets/inspector/changespane.h"
#include "widgets/inspector/historypane.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/promptlist.h"
#include "widgets/inspector/promptpane.h"
#include "widgets/inspector/wirebody.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTest>
#include <QTextEdit>
#include <QToolButton>

#include <algorithm>

namespace tst_historyinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

class TestHistoryInWindow : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    HistoryPane *pane() { return app().inspector.history(); }
    QListView *list() { return pane()->findChild<QListView *>(u"historyList"_s); }
    QTabWidget *pages() { return pane()->past()->findChild<QTabWidget *>(u"pastPages"_s); }
    QPushButton *button(const QString &text)
    {
        for (QPushButton *each : pane()->past()->findChildren<QPushButton *>()) {
            if (each->text() == text)
                return each;
        }
        return nullptr;
    }
    bool isReady() { return session() && !session()->preview().isBusy(); }
    void send(const QString &text)
    {
        auto *draft = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        QTest::keyClicks(draft, text);
        QTest::keyClick(draft, Qt::Key_Return);
    }
    bool hasAnswered(int messages)
    {
        return isReady() && !session()->reply().isUnderWay() &&
               session()->conversation().size() >= messages && !app().workspace.history.heads().isEmpty() &&
               app().workspace.history.heads().last().result == LedgerResult::Finished;
    }
    QString wireBody() { return pane()->past()->findChild<WireBody *>()->body().text; }

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_program = std::make_unique<OpenProgram>();
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 20000);
    }
    void cleanup()
    {
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void aRequestIsDeletedAndComesBack()
    {
        const int before = int(session()->conversation().size());
        send(u"Is the lamp lit?"_s);
        QTRY_VERIFY_WITH_TIMEOUT(hasAnswered(before + 2), 20000);
        const QString id = app().workspace.history.heads().last().id;
        const qsizetype requests = app().workspace.history.heads().size();
        app().inspector.bringToFront(pane());
        QTRY_VERIFY(list()->model()->rowCount() > 0);
        list()->setFocus();
        list()->setCurrentIndex(list()->model()->index(0, 0));
        auto *undo = pane()->findChild<QToolButton *>(u"historyUndo"_s);
        QVERIFY(undo->isHidden());
        QTest::keyClick(list(), Qt::Key_Delete);
        QTRY_COMPARE(app().workspace.history.heads().size(), requests - 1);
        QVERIFY(!app().workspace.history.find(id));
        QTRY_VERIFY(undo->isVisible());
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(app().workspace.history.heads().size(), requests);
        QCOMPARE(app().workspace.history.heads().last().id, id);
        QVERIFY(undo->isHidden());
        app().history.show(id);
        QTRY_VERIFY(pane()->isShowingRequest());
    }

    void aReplyLeadsToItsRequest()
    {
        const int before = int(session()->conversation().size());
        send(u"Is the lamp lit?"_s);
        QTRY_VERIFY_WITH_TIMEOUT(hasAnswered(before + 2), 20000);
        const QByteArray sent = session()->run().lastSent()->request->body;
        const QString text = session()->chat().messages.last().text;
        const QString id = requestOf(session()->chat().messages.last());
        QVERIFY(!id.isEmpty());

        app().chatPane.transcript()->setFocus();
        app().chatPane.transcript()->setCurrentRow(int(session()->conversation().size()) - 1);
        QTest::keyClick(app().chatPane.transcript(), Qt::Key_Return, Qt::AltModifier);
        QTRY_VERIFY(pane()->isVisible() && pane()->isShowingRequest());
        QCOMPARE(pane()->past()->id(), id);
        QVERIFY(
            pane()->past()->findChild<QLabel *>(u"pastTitle"_s)->text().startsWith(u"Past request: Reply"));
        QCOMPARE(pane()->past()->findChild<PromptList *>()->model()->rowCount(),
                 session()->run().lastSent()->prompt.messages.size());
        pages()->setCurrentIndex(1);
        auto *body = pane()->past()->findChild<WireBody *>();
        QTRY_VERIFY(body->isFilled());
        QCOMPARE(wireBody(), prettyBody(sent).text);
        pages()->setCurrentIndex(2);
        QVERIFY(pages()->currentWidget()->isVisible());
        QVERIFY(qobject_cast<QPlainTextEdit *>(pages()->currentWidget())->toPlainText().contains(text));

        // Back to the list by keyboard, which has it, and there again.
        QTest::keyClick(pane()->past(), Qt::Key_Escape);
        QTRY_VERIFY(list()->isVisible());
        QCOMPARE(list()->model()->rowCount(), 1);
        QTest::keyClick(list(), Qt::Key_Down);
        QTest::keyClick(list(), Qt::Key_Return);
        QTRY_VERIFY(pane()->isShowingRequest());
    }

    // A model that goes on as the user is cut there, and the message's menu shows what it said.
    void whatWasCutIsShown()
    {
        RecordingServer server;
        server.enqueue(RawAnswer::eventStream(
            {"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"It is lit.\\nAda: Then I stay.\"},"
             "\"finish_reason\":\"stop\"}]}\n\n",
             "data: [DONE]\n\n"}));
        Connection connection;
        connection.id = u"there"_s;
        connection.name = u"There"_s;
        connection.baseUrl = server.url(u"/v1"_s);
        app().workspace.connections.setConnections(app().workspace.connections.connections() +
                                                   QList{connection});
        app().workspace.connections.chooseActive(connection.id);
        QTRY_VERIFY(isReady());
        const int before = int(session()->conversation().size());
        send(u"Is the lamp lit?"_s);
        QTRY_VERIFY_WITH_TIMEOUT(hasAnswered(before + 2), 20000);
        QCOMPARE(session()->chat().messages.last().text, u"It is lit."_s);

        const int row = app().chat.known()->rowCount() - 1;
        QVERIFY(menuActionsFor(app().chat.known()->index(row, 0)).contains(MessageAction::Cut));
        app().chatPane.transcript()->perform(MessageAction::Cut, row);
        const QList<ReportDialog *> reports = app().window.findChildren<ReportDialog *>();
        const auto found = std::ranges::find(reports, u"What Was Cut"_s, &QWidget::windowTitle);
        QVERIFY(found != reports.end() && (*found)->isVisible());
        ReportDialog *report = *found;
        const QString shown = report->findChild<QPlainTextEdit *>()->toPlainText();
        QVERIFY2(shown.endsWith(u"Ada: Then I stay."), qPrintable(shown));
        report->close();
    }

    void itIsThereAfterTheProgramWasClosed()
    {
        const int before = int(session()->conversation().size());
        send(u"Is the lamp lit?"_s);
        QTRY_VERIFY_WITH_TIMEOUT(hasAnswered(before + 2), 20000);
        const QByteArray sent = session()->run().lastSent()->request->body;
        const QString id = requestOf(session()->chat().messages.last());
        m_program->restart();
        QTRY_VERIFY_WITH_TIMEOUT(isReady() && app().workspace.history.find(id), 20000);
        QCOMPARE(app().workspace.history.find(id)->result, LedgerResult::Finished);
        QCOMPARE(requestOf(session()->chat().messages.last()), id);
        app().history.show(id);
        QTRY_VERIFY(pane()->isShowingRequest());
        pages()->setCurrentIndex(1);
        QTRY_VERIFY(pane()->past()->findChild<WireBody *>()->isFilled());
        QCOMPARE(wireBody(), prettyBody(sent).text);

        // Sent once more it is one more request, and the chat has not changed.
        const qsizetype messages = session()->conversation().size();
        QTest::mouseClick(button(u"Send Again"_s), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(app().workspace.history.heads().size(), 2, 20000);
        QTRY_COMPARE_WITH_TIMEOUT(app().workspace.history.heads().last().result, LedgerResult::Finished,
                                  20000);
        QCOMPARE(app().workspace.history.heads().last().kind, LedgerKind::Again);
        auto *answer = qobject_cast<QPlainTextEdit *>(pages()->widget(2));
        QTRY_VERIFY(answer->toPlainText().startsWith(u"Sent again: done"));
        QVERIFY(!button(u"Export…"_s)->hasFocus()); // the next key is none of its
        QCOMPARE(session()->conversation().size(), messages);
        std::optional<LedgerEntry> again;
        app().workspace.history.fetch(app().workspace.history.heads().last().id, this,
                                      [&](const Result<LedgerEntry> &entry) { again = entry.value(); });
        QTRY_VERIFY(again);
        QCOMPARE(again->request.body, sent);
        QVERIFY(!again->answer.received.isEmpty());
    }

    void sinceTheLastRequest()
    {
        ChangesPane *changes = app().inspector.changes();
        auto *cache = app().inspector.prompt()->findChild<QLabel *>(u"cacheText"_s);
        app().inspector.bringToFront(changes);
        QVERIFY(changes->findChild<QLabel *>(u"noChanges"_s)->text().startsWith(u"Nothing has been sent"));
        const int before = int(session()->conversation().size());
        send(u"Is the lamp lit?"_s);
        QTRY_VERIFY_WITH_TIMEOUT(hasAnswered(before + 2), 20000);
        const auto texts = [changes] {
            QStringList sentences;
            for (const PromptChange &change : changes->changes()) {
                if (change.kind != PromptChange::Kind::Overhead)
                    sentences.append(changeText(change, CountKind::Exact));
            }
            return sentences;
        };
        // The reply came behind what was sent. (It may have made an entry fire as well.)
        QTRY_VERIFY_WITH_TIMEOUT(!texts().isEmpty(), 10000);
        QVERIFY2(texts().last().startsWith(u"1 message(s) added at the end"),
                 qPrintable(texts().join(u'\n')));
        QVERIFY(!cache->isVisible()); // the Understudy keeps nothing

        // A message in the middle is edited.
        const QString edited = u"message 1 of %1 changed"_s.arg(session()->chat().messages.at(1).name);
        QVERIFY(session()->edits().edit(1, u"Quite another text."_s));
        const auto rowOfEdit = [&] {
            const QStringList all = texts();
            return std::ranges::find_if(all, [&](const QString &text) { return text.startsWith(edited); }) -
                   all.begin();
        };
        QTRY_VERIFY_WITH_TIMEOUT(rowOfEdit() < texts().size(), 10000);
        auto *list = changes->findChild<QListView *>(u"changes"_s);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Home);
        for (qsizetype i = 0; i < rowOfEdit(); ++i)
            QTest::keyClick(list, Qt::Key_Down);
        auto *text = changes->findChild<QTextEdit *>(u"changeText"_s);
        QVERIFY(text->toPlainText().contains(u"Quite"));
        QVERIFY(!app().inspector.prompt()->list()->breakRect().isValid());

        // From the past request to the comparison with it.
        app().history.show(app().workspace.history.heads().first().id);
        QTRY_VERIFY(pane()->isShowingRequest());
        QTest::mouseClick(button(u"Compare"_s), Qt::LeftButton);
        QTRY_VERIFY(changes->isVisible());
        QCOMPARE(changes->wanted(), app().workspace.history.heads().first().id);
        QTRY_VERIFY(rowOfEdit() < texts().size());
    }

    void filterScopeAndExport()
    {
        const int before = int(session()->conversation().size());
        send(u"Is the lamp lit?"_s);
        QTRY_VERIFY_WITH_TIMEOUT(hasAnswered(before + 2), 20000);
        app().inspector.bringToFront(pane());
        QCOMPARE(list()->model()->rowCount(), 1);
        app().inspector.focusFilter();
        auto *filter = pane()->findChild<QLineEdit *>(u"historyFilter"_s);
        QVERIFY(filter->hasFocus());
        QTest::keyClicks(filter, u"zzz"_s);
        QCOMPARE(list()->model()->rowCount(), 0);
        filter->clear();
        QTest::keyClicks(filter, u"understudy"_s);
        QCOMPARE(list()->model()->rowCount(), 1);

        const QString file = m_program->libraryFolder() + u"/request.json"_s;
        app().history.exportTo(app().workspace.history.heads().first().id, file);
        QTRY_VERIFY(QFile::exists(file));
        QFile exported(file);
        QVERIFY(exported.open(QIODevice::ReadOnly));
        const auto document = parseJson(exported.readAll());
        QVERIFY(document);
        QCOMPARE(document->value(u"request").value(u"body").toText().toUtf8(),
                 session()->run().lastSent()->request->body);
        QCOMPARE(document->value(u"answer").value(u"text").toText(), session()->chat().messages.last().text);
    }
};

} // namespace tst_historyinwindow

SNUG_TEST(tst_historyinwindow, TestHistoryInWindow, Windows)
#include "tst_historyinwindow.moc"
