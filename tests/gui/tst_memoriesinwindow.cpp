// Memories in the whole program: a scene marked with keys, the request looked at, sent to the Understudy over
// real HTTP, the entry kept, and what came of it in the next prompt.

#include "app/chat/chatcontroller.h"
#include "app/library/connectionquestion.h"
#include "app/memory/memorycontroller.h"
#include "app/memory/memorydialogs.h"
#include "core/formats/jsontext.h"
#include "core/memory/memorymarks.h"
#include "core/workspace/connections.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/workspace.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/memoryhands.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/commandpopup.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/scenestrip.h"
#include "widgets/chat/transcript.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/inspector/memorydesk.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QDir>
#include <QDirIterator>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

namespace tst_memoriesinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// Outside of the class: moc stumbles over such texts.
const QByteArray theirProfiles =
    R"json({"profiles":[{"name":"Theirs","connection":{"api":"custom","model":"m",)json"
    R"json("endpoint":"http://127.0.0.1:9/v1","apiKey":"sk-very-secret"}}]})json";

} // namespace

class TestMemoriesInWindow : public QObject, MemoryHands
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }

    void cleanup()
    {
        if (m_program)
            m_program->quit();
        m_program.reset();
    }

    void memoryAndSidePromptAreInTheNextPrompt()
    {
        open();
        // Marked with keys, from message 3 to 20.
        transcript()->setFocus();
        transcript()->setCurrentRow(3);
        QTest::keyClick(transcript(), Qt::Key_BracketLeft, Qt::ControlModifier);
        transcript()->setCurrentRow(20);
        QTest::keyClick(transcript(), Qt::Key_BracketRight, Qt::ControlModifier);
        QCOMPARE(memoryMarksOf(session()->chat()).markers, (SceneMarkers{3, 20}));
        QVERIFY(app().chatPane.scene()->isVisible());
        QVERIFY(!transcript()->sceneHandle(SceneMarks::Handle::Start).isNull());

        type(u"/creatememory"_s);
        QCOMPARE(draft()->toPlainText(), QString());
        QTRY_COMPARE(pane()->state(), MemoryPane::State::Request);
        QVERIFY(app().window.chatPage()->memoryDock()->isVisible());
        QVERIFY(!session()->reply().isUnderWay()); // the command was no message
        QVERIFY(button(u"Send"_s));
        QTest::mouseClick(button(u"Send"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"memory"_s), 20000);

        const Json entry = book().value(u"entries").value(u"1");
        QVERIFY(entry.value(u"stmemorybooks").toBool());
        QVERIFY2(entry.value(u"comment").toText().startsWith(u"001 - "_s),
                 qPrintable(entry.value(u"comment").toText()));
        QCOMPARE(entry.value(u"STMB_start").toInt(), 3);
        QCOMPARE(entry.value(u"STMB_end").toInt(), 20);
        QVERIFY(entry.value(u"content").toText().contains(u"Line 3"_s));
        QCOMPARE(book().value(u"entries").value(u"0").value(u"theirs").spelling(), "1.50");
        QCOMPARE(memoryMarksOf(session()->chat()).place.highestProcessed, 20);
        QTRY_COMPARE_WITH_TIMEOUT(stretches(u"memory.entry"_s).size(), 1, 20000);
        QVERIFY(stretches(u"memory.entry"_s).first().contains(bookName + u": 001 - "_s));

        // At the built-in's own place, among the examples, only lines with a speaker's name are sent.
        const Json place =
            Json::object({{u"lorebook"_s,
                           Json::object({{u"constVectMode"_s, Json(u"blue"_s)}, {u"position"_s, Json(1)}})}});
        const Json moved = Json::object({{u"key"_s, Json(u"cast"_s)}, {u"settings"_s, place}});
        app().workspace.memory.setSidePrompts(
            withSidePrompt(app().workspace.memory.sidePrompts(), moved, QDateTime::currentDateTimeUtc())
                .file);
        type(u"/sideprompt \"Cast of Characters\" 0-30"_s);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"side-prompt-cast"_s), 20000);
        const Json kept = book().value(u"entries").value(u"2");
        QCOMPARE(kept.value(u"comment").toText(), u"Cast of Characters (STMB SidePrompt)"_s);
        QCOMPARE(kept.value(u"STMB_sp_cast_lastMsgId").toInt(), 30);
        QTRY_COMPARE_WITH_TIMEOUT(stretches(u"memory.side_prompt"_s).size(), 1, 20000);
        QCOMPARE(stretches(u"memory.entry"_s).size(), 1);
    }

    void undoTakesTheMemoryBack()
    {
        open("{\"autoHideMode\":\"last\",\"unhiddenEntriesCount\":1,\"askBeforeSending\":false}");
        type(u"/scenememory 3-9"_s);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"memory"_s), 20000);
        QVERIFY(session()->chat().messages.at(3).isHidden && session()->chat().messages.at(8).isHidden);
        QVERIFY(!session()->chat().messages.at(9).isHidden);
        QVERIFY(book().value(u"entries").contains(u"1"));
        for (QPushButton *undo : notices()->findChildren<QPushButton *>()) {
            if (undo->text() == u"Undo")
                QTest::mouseClick(undo, Qt::LeftButton);
        }
        QTRY_VERIFY(!book().value(u"entries").contains(u"1"));
        QTRY_VERIFY(!session()->chat().messages.at(3).isHidden);
        QVERIFY(!memoryMarksOf(session()->chat()).place.highestProcessed);
    }

    void bytesShownAreBytesSent()
    {
        RecordingServer server;
        const QByteArray memory = R"({"title":"A lamp","content":"It burned.","keywords":["lamp"]})";
        const QByteArray delta = R"(data: {"choices":[{"index":0,"delta":{"content":)" +
                                 jsonStringSpelling(QString::fromUtf8(memory)) +
                                 R"(},"finish_reason":null}]})";
        server.enqueue(RawAnswer::eventStream(
            {delta + "\n\n",
             "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n",
             "data: [DONE]\n\n"}));
        open();
        Connection connection;
        connection.id = u"there"_s;
        connection.name = u"There"_s;
        connection.baseUrl = server.url(u"/v1"_s);
        connection.model = u"m"_s;
        app().workspace.connections.setConnections(app().workspace.connections.connections() +
                                                   QList{connection});
        app().workspace.connections.chooseActive(connection.id);
        type(u"/scenememory 0-10"_s);
        QTRY_COMPARE(pane()->state(), MemoryPane::State::Request);
        QVERIFY(server.requests().isEmpty());
        const QByteArray shown = app().memories.making().shownRequest().body;
        QVERIFY(shown.contains("=== SCENE TRANSCRIPT ==="));
        QVERIFY(!shown.contains("Line 7:")); // not everybody knows it
        QVERIFY(shown.contains("Line 8:"));
        QTest::mouseClick(button(u"Send"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"memory"_s), 20000);
        QCOMPARE(server.requests().size(), 1);
        QCOMPARE(server.requests().first().body, shown);
        QCOMPARE(book().value(u"entries").value(u"1").value(u"content").toText(), u"It burned."_s);
    }

    void brokenAnswerIsRepairedInThePreview()
    {
        RecordingServer server;
        const QString broken = u"{title: 'A lamp', content: 'It burned', keywords: ['lamp'"_s;
        server.enqueue(saying(broken));
        open("{\"askBeforeSending\":false}");
        connectTo(server);
        type(u"/scenememory 0-10"_s);
        QTRY_COMPARE_WITH_TIMEOUT(pane()->state(), MemoryPane::State::Failure, 20000);
        QVERIFY(notices()->isShown(u"memory"_s));
        QCOMPARE(pane()->answer(), broken);
        app().window.chatPage()->memoryDock()->show();
        app().window.chatPage()->memoryDock()->raise();
        QTRY_VERIFY(button(u"Use Repaired"_s));
        QTest::mouseClick(button(u"Use Repaired"_s), Qt::LeftButton);
        QCOMPARE(pane()->state(), MemoryPane::State::Memory);
        QCOMPARE(pane()->draft(), (MemoryDraft{u"A lamp"_s, u"It burned"_s, {u"lamp"_s}}));
        QTest::mouseClick(button(u"Keep Memory"_s), Qt::LeftButton);
        QTRY_VERIFY(book().value(u"entries").contains(u"1"));
        QTRY_COMPARE(pane()->state(), MemoryPane::State::Nothing);
    }

    void scriptsActOnTheAnswerAndItIsKept()
    {
        RecordingServer server;
        const QString answer =
            u"{\"title\":\"A lamp\",\"content\":\"The lamp burned\",\"keywords\":[\"sea\"]}"_s;
        server.enqueue(saying(answer));
        open("{\"askBeforeSending\":false,\"useRegex\":true,\"selectedRegexIncoming\":[\"r1\"]}");
        connectTo(server);
        type(u"/scenememory 0-10"_s);
        QTRY_VERIFY_WITH_TIMEOUT(book().value(u"entries").contains(u"1"), 20000);
        QCOMPARE(book().value(u"entries").value(u"1").value(u"content").toText(), u"The lantern burned");
        QTRY_COMPARE(pane()->state(), MemoryPane::State::Nothing);
    }

    void commandsAreOfferedAndExplained()
    {
        open("{}", "\"x\":1");
        auto *popup = app().window.findChild<CommandPopup *>();
        draft()->setFocus();
        QTest::keyClicks(draft(), u"/sce"_s);
        QTRY_VERIFY(popup->isVisible());
        QCOMPARE(popup->count(), 1);
        QTest::keyClick(draft(), Qt::Key_Tab);
        QCOMPARE(draft()->toPlainText(), u"/scenememory "_s);
        QTest::keyClicks(draft(), u"9-3"_s);
        QTest::keyClick(draft(), Qt::Key_Return);
        QTRY_VERIFY(notices()->isShown(u"memory-command"_s));
        QVERIFY(!notices()->textOf(u"memory-command"_s).isEmpty());
        QCOMPARE(draft()->toPlainText(), u"/scenememory 9-3"_s); // to be corrected
        QCOMPARE(session()->conversation().size(), messageCount);

        draft()->setPlainText(u"/sideprompt \"pl"_s);
        QTRY_VERIFY(popup->isVisible());
        QTest::keyClick(draft(), Qt::Key_Tab);
        QCOMPARE(draft()->toPlainText(), u"/sideprompt \"Plotpoints\" "_s);

        // Without a lorebook one is offered.
        type(u"/scenememory 3-9"_s);
        QTRY_VERIFY(notices()->textOf(u"memory-command"_s).contains(u"lorebook"_s));
        QVERIFY(session()->chat().metadata().value(u"world_info").isUndefined());
        type(u"/nothing of ours"_s);
        QTRY_VERIFY(notices()->isShown(u"slash-command"_s)); // refused, and there to be corrected
        QCOMPARE(draft()->toPlainText(), u"/nothing of ours"_s);
        QCOMPARE(session()->conversation().size(), messageCount);
    }

    void memoriesComeByThemselves()
    {
        open("{\"autoSummaryEnabled\":true,\"autoSummaryInterval\":10,\"autoSummaryBuffer\":2}");
        // Two after each memory, one when its interval is over.
        Json prompts = app().workspace.memory.sidePrompts();
        for (const QString &key : {u"plotpoints"_s, u"status"_s, u"assess"_s})
            prompts = withEnabled(prompts, key, true);
        const Json interval =
            Json::object({{u"onInterval"_s, Json::object({{u"visibleMessages"_s, Json(5)}})},
                          {u"commands"_s, Json::array()}});
        prompts =
            withSidePrompt(prompts, Json::object({{u"key"_s, Json(u"assess"_s)}, {u"triggers"_s, interval}}),
                           QDateTime::currentDateTimeUtc())
                .file;
        app().workspace.memory.setSidePrompts(prompts);
        QTRY_VERIFY(!session()->preview().isBusy());
        session()->send(u"Is anybody there?"_s);
        QTRY_COMPARE_WITH_TIMEOUT(session()->conversation().size(), messageCount + 2, 20000);
        QTRY_COMPARE_WITH_TIMEOUT(book().value(u"entries").size(), 1 + 4, 20000);
        const Json memory = entryNamed(u"001 - "_s);
        QCOMPARE(memory.value(u"STMB_start").toInt(), 0);
        QCOMPARE(memory.value(u"STMB_end").toInt(), messageCount + 1 - 2);
        QCOMPARE(memoryMarksOf(session()->chat()).place.highestProcessed, messageCount - 1);
        QVERIFY(entryNamed(u"Plotpoints (STMB"_s).value(u"STMB_sp_plotpoints_lastMsgId").isUndefined());
        QVERIFY(entryNamed(u"Plotpoints (STMB"_s).value(u"STMB_sp_plotpoints_lastRunAt").isString());
        QVERIFY(entryNamed(u"Status (STMB"_s).isObject());
        const Json assess = entryNamed(u"Assess (STMB"_s);
        QCOMPARE(assess.value(u"STMB_sp_assess_lastMsgId").toInt(), messageCount + 1);
        QVERIFY(!app().memories.making().isBusy());
        QTRY_VERIFY(!app().memories.sidePrompts().isBusy());
    }

    void whatIsKeptIsListedAndOpens()
    {
        open("{\"askBeforeSending\":false}");
        type(u"/scenememory 3-9"_s);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"memory"_s), 20000);
        app().window.chatPage()->memoryDock()->show();
        app().window.chatPage()->memoryDock()->raise(); // in front of the inspector, where it is seen
        auto *kept = app().memoryDesk.findChild<QListWidget *>(u"keptMemories"_s);
        QTRY_COMPARE(kept->count(), 1);
        QVERIFY2(kept->item(0)->text().endsWith(u"messages 3 to 9"), qPrintable(kept->item(0)->text()));
        kept->setFocus();
        kept->setCurrentRow(0);
        QTest::keyClick(kept, Qt::Key_Return);
        QTRY_VERIFY(app().lorebookEditor.editor() && app().lorebookEditor.editor()->isVisible());
    }

    void largeRequestsWaitToBeSent()
    {
        open("{\"askBeforeSending\":false,\"tokenWarningThreshold\":1000}");
        type(u"/scenememory 0-59"_s);
        QTRY_COMPARE_WITH_TIMEOUT(pane()->state(), MemoryPane::State::Request, 20000);
        app().window.chatPage()->memoryDock()->show();
        app().window.chatPage()->memoryDock()->raise();
        QTRY_VERIFY(button(u"Send Anyway"_s));
        QTest::mouseClick(button(u"Send Anyway"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"memory"_s), 20000);
        type(u"/scenememory 50-55"_s); // shares messages with it
        QTRY_VERIFY(notices()->textOf(u"memory"_s).contains(u"0-59"_s));
        QVERIFY(!app().memories.making().isBusy());
    }

    void keysOfProfilesNeverComeIntoFiles()
    {
        open();
        const QString path = m_program->libraryFolder() + u"/theirs.json"_s;
        QVERIFY(writeFile(path, theirProfiles));
        app().memoryDialogs.importProfiles(path);
        QTRY_COMPARE(app().workspace.memory.settings().profiles.size(), 2);
        QVERIFY(app().workspace.memory.settings().profiles.at(1).connectionId.isEmpty()); // before the answer
        QCOMPARE(app().workspace.connections.connections().size(), 1);
        app().workspace.memory.allowWaiting();
        QVERIFY(!notices()->isShown(ConnectionQuestion::noticeId()));
        const MemoryProfile profile = app().workspace.memory.settings().profiles.at(1);
        QVERIFY(profile.apiKey.isEmpty());
        QVERIFY(!profile.connectionId.isEmpty());
        std::optional<ModelLink> link;
        app().workspace.connections.withLink(profile.connectionId, profile.model, this,
                                             [&](const ModelLink &given) { link = given; });
        QTRY_VERIFY(link);
        QCOMPARE(link->key.reveal(), "sk-very-secret");
        QCOMPARE(link->connection.baseUrl, QUrl(u"http://127.0.0.1:9/v1"_s));
        m_program->quit();
        QVERIFY(QFile::remove(path));
        QDirIterator files(m_program->libraryFolder(), QDir::Files, QDirIterator::Subdirectories);
        int count = 0;
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(!file.readAll().contains("sk-very-secret"), qPrintable(file.fileName()));
            ++count;
        }
        QVERIFY(count > 5);
        QFile settings(m_program->libraryFolder() + u"/snug/memory-books.json"_s);
        QVERIFY(settings.open(QIODevice::ReadOnly));
        QVERIFY(settings.readAll().contains("Theirs"));
    }

    void sceneMovesWithDeletedMessages()
    {
        open();
        type(u"/scenememory 3-9"_s);
        QTRY_COMPARE(pane()->state(), MemoryPane::State::Request);
        QTest::mouseClick(button(u"Discard"_s), Qt::LeftButton);
        QCOMPARE(pane()->state(), MemoryPane::State::Nothing);
        session()->edits().remove(0, 1);
        QCOMPARE(memoryMarksOf(session()->chat()).markers, (SceneMarkers{2, 8}));
        session()->undo();
        QCOMPARE(memoryMarksOf(session()->chat()).markers, (SceneMarkers{3, 9}));
        QCOMPARE(session()->conversation().size(), messageCount);
    }
};

} // namespace tst_memoriesinwindow

SNUG_TEST(tst_memoriesinwindow, TestMemoriesInWindow, Windows)
#include "tst_memoriesinwindow.moc"
