// Memories in the whole program: a scene marked with keys, the request looked at, sent to the Understudy over
// real HTTP, the entry kept, and what came of it in the next prompt.

#include "app/chat/chatcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/library/connectionquestion.h"
#include "app/memory/memorycontroller.h"
#include "app/memory/memorydialogs.h"
#include "core/formats/jsontext.h"
#include "core/memory/memorymarks.h"
#include "core/wire/wiretext.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/workspace.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/commandpopup.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/scenestrip.h"
#include "widgets/chat/transcript.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/inspector/memorydesk.h"
#include "widgets/inspector/wirepane.h"
#include "widgets/window/actions.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QDockWidget>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

namespace tst_memoriesinwindow {

using namespace Qt::StringLiterals;
using namespace snug;

static constexpr int messageCount = 60;
static const QString bookName = u"Log of the Widow"_s;

static bool writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) &&
           file.write(bytes) == bytes.size();
}

static QByteArray chatBytes(const QByteArray &metadata)
{
    QByteArray bytes =
        "{\"user_name\":\"Mika\",\"character_name\":\"Keeper\",\"chat_metadata\":{" + metadata + "}}\n";
    for (int i = 0; i < messageCount; ++i)
        bytes += QByteArray("{\"name\":\"") + (i % 2 ? "Mika" : "Keeper") +
                 "\",\"is_user\":" + (i % 2 ? "true" : "false") + ",\"mes\":\"Line " + QByteArray::number(i) +
                 ": the harbour bell rings, and the lantern swings on the Widow.\"" +
                 (i == 7 ? ",\"extra\":{\"known_to\":[\"Keeper\"]}" : "") + "}\n";
    return bytes;
}

// Outside of the class: moc stumbles over such texts.
static const QByteArray theirProfiles =
    R"json({"profiles":[{"name":"Theirs","connection":{"api":"custom","model":"m",)json"
    R"json("endpoint":"http://127.0.0.1:9/v1","apiKey":"sk-very-secret"}}]})json";

static const QByteArray vectorizedBook =
    R"json({"entries":{"0":{"uid":0,"comment":"Near","key":["zzz"],"content":"Wool","vectorized":true},)json"
    R"json("1":{"uid":1,"comment":"Far","key":["zzz"],"content":"Tar","vectorized":true}}})json";
static const QByteArray vectorsOfTwo =
    R"json({"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[0,1]},)json"
    R"json({"index":2,"embedding":[0.9,0.1]}]})json";

class TestMemoriesInWindow : public QObject
{
    Q_OBJECT

private:
    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    NoticeBar *notices() { return app().chatPane.notices(); }
    Transcript *transcript() { return app().chatPane.transcript(); }
    QPlainTextEdit *draft() { return app().chatPane.composer()->findChild<QPlainTextEdit *>(); }
    MemoryDesk *desk() { return app().window.findChild<MemoryDesk *>(); }
    MemoryPane *pane() { return desk()->memory(); }
    MemoryPane *shownPane() { return desk()->current(); }
    QListWidget *waiting() { return desk()->findChild<QListWidget *>(); }

    QStringList waitingTexts()
    {
        QStringList texts;
        for (int row = 0; row < waiting()->count(); ++row)
            texts.append(waiting()->item(row)->text());
        return texts;
    }

    void chooseWaiting(int row)
    {
        const QRect place = waiting()->visualItemRect(waiting()->item(row));
        QTest::mouseClick(waiting()->viewport(), Qt::LeftButton, {}, place.center());
    }

    void click(const QString &text)
    {
        QTRY_VERIFY2(button(text), qPrintable(text));
        QTest::mouseClick(button(text), Qt::LeftButton);
    }

    QPushButton *button(const QString &text)
    {
        for (QPushButton *candidate : shownPane()->findChildren<QPushButton *>()) {
            if (candidate->text() == text && candidate->isVisible())
                return candidate;
        }
        return nullptr;
    }

    Json book()
    {
        QFile file(m_program->libraryFolder() + u"/worlds/"_s + bookName + u".json"_s);
        return file.open(QIODevice::ReadOnly) ? parseJson(file.readAll()).value_or(Json()) : Json();
    }

    LoreTrace loreRow(const QString &title)
    {
        const auto shown = app().chat.shownPrompt();
        const QList<LoreTrace> rows = shown ? shown->prompt.trace.lore : QList<LoreTrace>();
        const auto found = std::ranges::find(rows, title, &LoreTrace::title);
        return found == rows.end() ? LoreTrace() : *found;
    }

    Json entryNamed(const QString &beginning)
    {
        const Json entries = book().value(u"entries");
        for (const Json::Member &entry : entries.members()) {
            if (entry.value.value(u"comment").toText().startsWith(beginning))
                return entry.value;
        }
        return {};
    }

    void type(const QString &command)
    {
        draft()->setPlainText(command);
        draft()->setFocus();
        QTest::keyClick(draft(), Qt::Key_Escape); // the list of commands
        QTest::keyClick(draft(), Qt::Key_Return);
    }

    bool isSettled()
    {
        return session() && !session()->preview().isBusy() && app().workspace.content.isReady() &&
               app().workspace.memory.isReady() && session()->conversation().size() >= messageCount &&
               app().workspace.connections.link().isComplete();
    }

    void open(const QByteArray &settings = "{}",
              const QByteArray &metadata = "\"world_info\":\"Log of the Widow\"")
    {
        m_program = std::make_unique<OpenProgram>(OpenProgram::Content::Empty);
        m_program->quit();
        const QDir folder(m_program->libraryFolder());
        QVERIFY(QFile::copy(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/sillytavern-user-folder/characters/"
                                                           "Zéphyrine.png"),
                            folder.filePath(u"characters/Keeper.png"_s)));
        QVERIFY(QFile::copy(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/bench/preset.json"),
                            folder.filePath(u"OpenAI Settings/Sea.json"_s)));
        QVERIFY(writeFile(
            folder.filePath(u"worlds/"_s + bookName + u".json"_s),
            "{\"entries\":{\"0\":{\"uid\":0,\"comment\":\"Bell\",\"key\":[\"zzz\"],\"theirs\":1.50}}}"));
        QVERIFY(writeFile(folder.filePath(u"chats/Keeper/Evening.jsonl"_s), chatBytes(metadata)));
        QVERIFY(writeFile(folder.filePath(u"settings.json"_s),
                          "{\"world_info_settings\":{\"world_info_depth\":4,\"world_info_budget\":50},"
                          "\"extension_settings\":{\"regex\":[{\"id\":\"r1\",\"scriptName\":\"Lantern\","
                          "\"findRegex\":\"/lamp/g\",\"replaceString\":\"lantern\",\"placement\":[2],"
                          "\"disabled\":true}]}}"));
        QVERIFY(
            writeFile(folder.filePath(u"snug/memory-books.json"_s), "{\"moduleSettings\":" + settings + "}"));
        QVERIFY(writeFile(folder.filePath(u"snug/session.json"_s),
                          "{\"card\":\"Keeper.png\",\"chat\":\"Evening\",\"preset\":\"Sea\"}"));
        m_program->start();
        QVERIFY(QTest::qWaitForWindowExposed(&app().window));
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(), 20000);
    }

    void connectTo(const RecordingServer &server)
    {
        Connection connection;
        connection.id = u"there"_s;
        connection.name = u"There"_s;
        connection.baseUrl = server.url(u"/v1"_s);
        app().workspace.connections.setConnections(app().workspace.connections.connections() +
                                                   QList{connection});
        app().workspace.connections.chooseActive(connection.id);
    }

    static RawAnswer saying(const QString &text)
    {
        return RawAnswer::eventStream(
            {"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":" + jsonStringSpelling(text) +
                 "},\"finish_reason\":null}]}\n\n",
             "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n",
             "data: [DONE]\n\n"});
    }

    // Every stretch of the shown prompt whose source is of this type.
    QStringList stretches(const QString &type)
    {
        QStringList texts;
        const auto shown = app().chat.shownPrompt();
        for (const OutboundMessage &message : shown ? shown->prompt.messages : QList<OutboundMessage>()) {
            for (const Span &span : message.content.spans()) {
                for (Source source = span.source; source.kind() != SourceKind::Unknown;
                     source = source.parent()) {
                    if (source.type() == type)
                        texts.append(source.label() + u": "_s +
                                     message.content.text().mid(span.start, span.length));
                    if (!source.hasParent())
                        break;
                }
            }
        }
        return texts;
    }

    std::unique_ptr<OpenProgram> m_program;

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

    // What was asked for before there was a lorebook goes on with the one that is chosen.
    void aChosenLorebookIsUsedAtOnce()
    {
        open("{\"askBeforeSending\":false}", "\"x\":1");
        type(u"/nextmemory"_s);
        QTRY_VERIFY(notices()->isShown(u"memory-command"_s));
        for (QPushButton *choose : notices()->findChildren<QPushButton *>()) {
            if (choose->text() == u"Choose One…")
                QTest::mouseClick(choose, Qt::LeftButton);
        }
        QTRY_VERIFY(qobject_cast<QMenu *>(QApplication::activePopupWidget()));
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QTest::keyClick(menu, Qt::Key_Down); // the only one there is
        QCOMPARE(menu->activeAction()->text(), bookName);
        QTest::keyClick(menu, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"memory"_s), 20000);
        QCOMPARE(session()->chat().metadata().value(u"world_info").toText(), bookName);
        QTRY_VERIFY_WITH_TIMEOUT(stretches(u"memory.entry"_s).size() == 1, 20000);
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

    void withoutALorebookOneIsAskedOrMade_data()
    {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<bool>("isMade");
        QTest::newRow("asked for") << QByteArray("{\"askBeforeSending\":false}") << false;
        QTest::newRow("made") << QByteArray("{\"askBeforeSending\":false,\"autoCreateLorebook\":true}")
                              << true;
    }

    void withoutALorebookOneIsAskedOrMade()
    {
        QFETCH(QByteArray, settings);
        QFETCH(bool, isMade);
        open(settings, "\"x\":1");
        type(u"/nextmemory"_s);
        if (!isMade) {
            QTRY_VERIFY(notices()->isShown(u"memory-command"_s));
            for (QPushButton *make : notices()->findChildren<QPushButton *>()) {
                if (make->text() == u"Make a Lorebook")
                    QTest::mouseClick(make, Qt::LeftButton);
            }
        }
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"memory"_s), 20000);
        const QString bound = session()->chat().metadata().value(u"world_info").toText();
        QVERIFY2(bound.startsWith(u"LTM - "_s), qPrintable(bound));
        QVERIFY(QFile::exists(m_program->libraryFolder() + u"/worlds/"_s + bound + u".json"_s));
        QTRY_VERIFY_WITH_TIMEOUT(stretches(u"memory.entry"_s).size() == 1, 20000);
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

    void aBookThatWasMadeForAMemoryGoesWithIt()
    {
        open("{\"askBeforeSending\":false,\"autoCreateLorebook\":true}", "\"x\":1");
        type(u"/nextmemory"_s);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"memory"_s), 20000);
        const QString bound = session()->chat().metadata().value(u"world_info").toText();
        const QString file = m_program->libraryFolder() + u"/worlds/"_s + bound + u".json"_s;
        QVERIFY(QFile::exists(file));
        for (QPushButton *undo : notices()->findChildren<QPushButton *>()) {
            if (undo->text() == u"Undo")
                QTest::mouseClick(undo, Qt::LeftButton);
        }
        QTRY_VERIFY(!QFile::exists(file)); // it is in the trash
        QTRY_VERIFY(session()->chat().metadata().value(u"world_info").toText().isEmpty());
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

    void sidePromptWaitsInThePreview()
    {
        open("{\"showMemoryPreviews\":true}");
        type(u"/sideprompt Status 0-5"_s);
        QTRY_COMPARE_WITH_TIMEOUT(shownPane()->state(), MemoryPane::State::Memory, 20000);
        QVERIFY(!book().value(u"entries").contains(u"1"));
        QTRY_VERIFY(app().window.chatPage()->memoryDock()->isVisible());
        QVERIFY(!button(u"Keep Memory"_s));
        click(u"Keep"_s);
        QTRY_VERIFY(entryNamed(u"Status (STMB"_s).isObject());
        QTRY_VERIFY(!app().memories.sidePrompts().isBusy());
        QVERIFY(notices()->isShown(u"side-prompt-status"_s));
        QCOMPARE(waitingTexts(), QStringList());
        QVERIFY(!waiting()->isVisible());
        QCOMPARE(shownPane(), pane());
        QCOMPARE(pane()->state(), MemoryPane::State::Nothing);
    }

    // A side prompt's answer came into the form of the memory that waited: the memory was gone, and what was
    // kept was the wrong text.
    void aMemoryAndSidePromptsWaitBesideEachOther()
    {
        RecordingServer server;
        server.enqueue(saying(u"{\"title\":\"A lamp\",\"content\":\"It burned\",\"keywords\":[\"lamp\"]}"_s));
        server.enqueue(saying(u"They are well."_s));
        server.enqueue(saying(u"A bell, a lantern."_s));
        open("{\"askBeforeSending\":false,\"showMemoryPreviews\":true}");
        connectTo(server);
        type(u"/scenememory 0-10"_s);
        QTRY_COMPARE_WITH_TIMEOUT(pane()->state(), MemoryPane::State::Memory, 20000);
        QTest::keyClicks(pane()->findChild<QLineEdit *>(u"title"_s), u"!"_s);
        const MemoryDraft draft{u"A lamp!"_s, u"It burned"_s, {u"lamp"_s}};
        QCOMPARE(pane()->draft(), draft);

        type(u"/sideprompt Status 0-5"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!app().memories.sidePrompts().isBusy() && waiting()->count() == 2, 20000);
        type(u"/sideprompt Plotpoints 0-6"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!app().memories.sidePrompts().isBusy() && waiting()->count() == 3, 20000);
        QCOMPARE(waitingTexts(), (QStringList{u"Memory of messages 0-10: waits for you"_s,
                                              u"Side prompt Status over messages 0-5: waits for you"_s,
                                              u"Side prompt Plotpoints over messages 0-6: waits for you"_s}));
        QCOMPARE(shownPane(), pane()); // nothing took its place
        QCOMPARE(pane()->draft(), draft);
        QCOMPARE(server.requests().size(), 3);

        chooseWaiting(1);
        QVERIFY(shownPane() != pane());
        QCOMPARE(shownPane()->draft().content, u"They are well."_s);
        QCOMPARE(shownPane()->findChild<WirePane *>()->request().body, server.requests().at(1).body);
        QCOMPARE(pane()->findChild<WirePane *>()->request().body, server.requests().at(0).body);
        auto *content = shownPane()->findChild<QPlainTextEdit *>(u"content"_s);
        content->moveCursor(QTextCursor::End);
        QTest::keyClicks(content, u" All."_s);
        click(u"Keep"_s);
        QTRY_COMPARE(entryNamed(u"Status (STMB"_s).value(u"content").toText(), u"They are well. All."_s);
        QTRY_COMPARE(waiting()->count(), 2);
        QCOMPARE(book().value(u"entries").size(), 2); // the memory and the other one were not kept with it

        QCOMPARE(pane()->draft(), draft);
        chooseWaiting(1);
        QCOMPARE(shownPane()->draft().content, u"A bell, a lantern."_s);
        click(u"Discard"_s);
        QTRY_COMPARE(waiting()->count(), 1);
        QCOMPARE(shownPane(), pane());
        click(u"Keep Memory"_s);
        QTRY_VERIFY(entryNamed(u"001 - A lamp!"_s).isObject());
        QCOMPARE(entryNamed(u"001 - "_s).value(u"content").toText(), u"It burned"_s);
        QTRY_COMPARE(waiting()->count(), 0);
        QVERIFY(!entryNamed(u"Plotpoints (STMB"_s).isObject());
        QVERIFY(app().chatPane.scene()->accessibleName().startsWith(u"Scene: "_s)); // nothing waits
    }

    void askAgainAsksTheSidePromptOnceMore()
    {
        RecordingServer server;
        server.enqueue(saying(u"First."_s));
        server.enqueue(saying(u"Second."_s));
        open("{\"showMemoryPreviews\":true}");
        connectTo(server);
        type(u"/sideprompt Status 0-5"_s);
        QTRY_COMPARE_WITH_TIMEOUT(shownPane()->state(), MemoryPane::State::Memory, 20000);
        QCOMPARE(shownPane()->draft().content, u"First."_s);
        click(u"Ask Again"_s);
        QTRY_COMPARE_WITH_TIMEOUT(shownPane()->draft().content, u"Second."_s, 20000);
        QCOMPARE(server.requests().size(), 2);
        const auto asked = [&](int request) { // up to the time of day
            const QByteArray &body = server.requests().at(request).body;
            return body.first(std::max<qsizetype>(body.indexOf("Compiled at"), 0));
        };
        QVERIFY(!asked(0).isEmpty());
        QCOMPARE(asked(1), asked(0));
        QCOMPARE(waiting()->count(), 1);
        click(u"Keep"_s);
        QTRY_COMPARE(entryNamed(u"Status (STMB"_s).value(u"content").toText(), u"Second."_s);
    }

    // Each is told by itself, and can be asked again there and in its place.
    void aFailedSidePromptCanBeAskedAgain()
    {
        RecordingServer server;
        server.enqueue(RawAnswer::json(R"({"error":{"message":"out of lamps"}})", 400));
        server.enqueue(RawAnswer::json(R"({"error":{"message":"out of lamps"}})", 400));
        server.enqueue(saying(u"They are well."_s));
        open();
        connectTo(server);
        type(u"/sideprompt Status 0-5"_s);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"side-prompt-status"_s), 20000);
        QVERIFY2(notices()->textOf(u"side-prompt-status"_s).contains(u"Status"_s),
                 qPrintable(notices()->textOf(u"side-prompt-status"_s)));
        QCOMPARE(shownPane()->state(), MemoryPane::State::Failure);
        app().window.chatPage()->memoryDock()->show();
        app().window.chatPage()->memoryDock()->raise();
        click(u"Ask Again"_s);
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 2, 20000);
        QTRY_VERIFY_WITH_TIMEOUT(notices()->isShown(u"side-prompt-status"_s), 20000);
        QVERIFY(OpenProgram::click(notices(), u"Ask Again"_s));
        QTRY_VERIFY_WITH_TIMEOUT(entryNamed(u"Status (STMB"_s).isObject(), 20000); // no preview is wanted
        QTRY_VERIFY(notices()->textOf(u"side-prompt-status"_s).contains(u"is kept in"_s));
        QCOMPARE(waiting()->count(), 0);
    }

    void nothingWaitsInAnotherChat()
    {
        RecordingServer server;
        server.enqueue(saying(u"They are well."_s));
        open("{\"showMemoryPreviews\":true}");
        connectTo(server);
        type(u"/sideprompt Status 0-5"_s);
        QTRY_COMPARE_WITH_TIMEOUT(waiting()->count(), 1, 20000);
        QTRY_COMPARE_WITH_TIMEOUT(shownPane()->state(), MemoryPane::State::Memory, 20000);
        app().actions.action(ActionId::NewChat)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(session() && session()->chat().name != u"Evening", 20000);
        QCOMPARE(waiting()->count(), 0);
        QCOMPARE(shownPane(), pane());
        QCOMPARE(pane()->state(), MemoryPane::State::Nothing);
        QVERIFY(!app().chatPane.scene()->isVisible());
    }

    // The strip's Cancel ends what runs and nothing else.
    void cancelLeavesWhatWaits()
    {
        RecordingServer server;
        server.enqueue(saying(u"They are well."_s));
        server.enqueue(RawAnswer::silence());
        open("{\"showMemoryPreviews\":true}");
        connectTo(server);
        type(u"/sideprompt Status 0-5"_s);
        QTRY_COMPARE_WITH_TIMEOUT(shownPane()->state(), MemoryPane::State::Memory, 20000);
        const auto cancel = [this]() -> QToolButton * {
            for (QToolButton *candidate : app().chatPane.scene()->findChildren<QToolButton *>()) {
                if (candidate->text() == u"Cancel" && candidate->isVisible())
                    return candidate;
            }
            return nullptr;
        };
        QVERIFY(!cancel());
        type(u"/sideprompt Plotpoints 0-6"_s);
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 2, 20000);
        QCOMPARE(waiting()->count(), 2);
        QTRY_VERIFY(cancel());
        QTest::mouseClick(cancel(), Qt::LeftButton);
        QTRY_COMPARE(waiting()->count(), 1);
        QCOMPARE(shownPane()->draft().content, u"They are well."_s);
        QVERIFY(!app().memories.sidePrompts().isBusy());
        QVERIFY(!cancel());
    }

    void anIntervalWithoutALorebookSaysSoOnce()
    {
        open("{}", "\"x\":1");
        const Json interval =
            Json::object({{u"onInterval"_s, Json::object({{u"visibleMessages"_s, Json(5)}})}});
        app().workspace.memory.setSidePrompts(
            withSidePrompt(withEnabled(app().workspace.memory.sidePrompts(), u"status"_s, true),
                           Json::object({{u"key"_s, Json(u"status"_s)}, {u"triggers"_s, interval}}),
                           QDateTime::currentDateTimeUtc())
                .file);
        type(u"Is anybody there?"_s);
        QTRY_COMPARE_WITH_TIMEOUT(session()->conversation().size(), messageCount + 2, 20000);
        QTRY_VERIFY(notices()->isShown(u"memory-command"_s));
        QVERIFY(notices()->textOf(u"memory-command"_s).contains(u"interval"_s));
        notices()->dismiss(u"memory-command"_s);
        QTRY_VERIFY(!session()->preview().isBusy());
        type(u"Nobody?"_s);
        QTRY_COMPARE_WITH_TIMEOUT(session()->conversation().size(), messageCount + 4, 20000);
        QTest::qWait(600); // longer than it looks for what is due
        QVERIFY(!notices()->isShown(u"memory-command"_s));
    }

    void vectorizedEntriesComeBySimilarity()
    {
        RecordingServer server;
        server.enqueue(RawAnswer::json(vectorsOfTwo));
        open();
        const QString path = m_program->libraryFolder() + u"/worlds/"_s + bookName + u".json"_s;
        QVERIFY(writeFile(path, vectorizedBook));
        QTRY_COMPARE_WITH_TIMEOUT(loreRow(u"Near"_s).title, u"Near"_s, 20000);
        QVERIFY(!loreRow(u"Near"_s).fired); // the Understudy measures nothing
        Connection connection;
        connection.id = u"there"_s;
        connection.name = u"There"_s;
        connection.baseUrl = server.url(u"/v1"_s);
        connection.model = u"m"_s;
        connection.measuresTexts = true;
        app().workspace.connections.setConnections(app().workspace.connections.connections() +
                                                   QList{connection});
        app().workspace.connections.chooseActive(connection.id);
        QTRY_VERIFY_WITH_TIMEOUT(loreRow(u"Near"_s).fired, 20000);
        QCOMPARE(loreRow(u"Near"_s).gate, LoreGate::Similar);
        QVERIFY(loreReason(loreRow(u"Near"_s)).contains(u"rank 1 of 2"_s));
        QVERIFY(!loreRow(u"Far"_s).fired);
        QCOMPARE(server.requests().size(), 1);
        QVERIFY(server.requests().first().startLine.contains("/v1/embeddings"));
        QVERIFY(server.requests().first().body.contains("Line 59"));
        QTRY_VERIFY(QFile::exists(m_program->libraryFolder() + u"/snug/vectors/"_s + bookName + u".json"_s));

        // The next query: the server has no vectors any more, and keys alone count.
        server.enqueue(RawAnswer::json("{}", 404));
        session()->edits().edit(messageCount - 1, u"Something else."_s);
        QTRY_VERIFY_WITH_TIMEOUT(!loreRow(u"Near"_s).fired, 20000);
        QCOMPARE(server.requests().size(), 2);
        QVERIFY(!server.requests().last().body.contains("Wool")); // entries were measured once
    }

    void damagedVectorsAreKeptAsideAndMeasuredAgain()
    {
        RecordingServer server;
        server.enqueue(RawAnswer::json(vectorsOfTwo));
        open();
        const QString path = m_program->libraryFolder() + u"/snug/vectors/"_s + bookName + u".json"_s;
        QVERIFY(QDir().mkpath(QFileInfo(path).path()) && writeFile(path, "{\"model\": \"m\", \"vec"));
        QVERIFY(
            writeFile(m_program->libraryFolder() + u"/worlds/"_s + bookName + u".json"_s, vectorizedBook));
        QTRY_COMPARE_WITH_TIMEOUT(loreRow(u"Near"_s).title, u"Near"_s, 20000);
        Connection connection;
        connection.id = u"there"_s;
        connection.name = u"There"_s;
        connection.baseUrl = server.url(u"/v1"_s);
        connection.model = u"m"_s;
        connection.measuresTexts = true;
        app().workspace.connections.setConnections(app().workspace.connections.connections() +
                                                   QList{connection});
        app().workspace.connections.chooseActive(connection.id);
        QTRY_VERIFY_WITH_TIMEOUT(loreRow(u"Near"_s).fired, 20000);
        QVERIFY2(notices()->textOf(u"error"_s).contains(bookName + u".json.damaged"_s),
                 qPrintable(notices()->textOf(u"error"_s)));
        QFile aside(path + u".damaged"_s);
        QVERIFY(aside.open(QIODevice::ReadOnly));
        QCOMPARE(aside.readAll(), QByteArray("{\"model\": \"m\", \"vec"));
        QTRY_VERIFY(QFile::exists(path));
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
