// Nothing goes out that was not asked for, and everything that does is listed: what a server received in a
// whole session of use is what the history holds.

#include "app/chat/chatcontroller.h"
#include "app/memory/memorycontroller.h"
#include "core/chat/chatsession.h"
#include "core/formats/jsontext.h"
#include "core/workspace/connections.h"
#include "core/workspace/memorysetup.h"
#include "core/workspace/requesthistory.h"
#include "core/workspace/workspace.h"
#include "tests/fakes/recordingserver.h"
#include "tests/gui/openprogram.h"
#include "tests/testregistry.h"
#include "widgets/chat/composer.h"
#include "widgets/inspector/historypane.h"
#include "widgets/inspector/inspector.h"
#include "widgets/inspector/memorypane.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/noticebar.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

namespace tst_nothingunlisted {

using namespace Qt::StringLiterals;
using namespace snug;

static bool writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) &&
           file.write(bytes) == bytes.size();
}

// Outside of the class: moc stumbles over such texts.
static const QByteArray vectorizedBook =
    R"json({"entries":{"0":{"uid":0,"comment":"Near","key":["zzz"],"content":"Wool","vectorized":true},)json"
    R"json("1":{"uid":1,"comment":"Far","key":["zzz"],"content":"Tar","vectorized":true}}})json";
static const QByteArray memory = R"json({"title":"A lamp","content":"It burned.","keywords":["lamp"]})json";

// As a llama.cpp server answers.
static RawAnswer answerOf(const RecordedRequest &request)
{
    const QByteArray path = request.startLine.split(' ').value(1);
    if (path == "/v1/models")
        return RawAnswer::json(R"json({"data":[{"id":"m"}]})json");
    if (path == "/props")
        return RawAnswer::json(R"json({"default_generation_settings":{"n_ctx":8192},"model_alias":"m"})json");
    if (path == "/v1/embeddings") {
        const qsizetype count =
            QJsonDocument::fromJson(request.body).object().value(u"input").toArray().size();
        QByteArrayList vectors;
        for (qsizetype i = 0; i < count; ++i)
            vectors.append(
                R"json({"index":%,"embedding":[1,0.5]})json"_ba.replace("%", QByteArray::number(i)));
        return RawAnswer::json("{\"data\":[" + vectors.join(',') + "]}");
    }
    const QByteArray text = request.body.contains("SCENE TRANSCRIPT") ? memory : "Yes."_ba;
    return RawAnswer::eventStream(
        {"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":" +
             jsonStringSpelling(QString::fromUtf8(text)) + "},\"finish_reason\":null}]}\n\n",
         "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n",
         "data: [DONE]\n\n"});
}

class TestNothingUnlisted : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<OpenProgram> m_program;
    RecordingServer *m_server = nullptr;

    const AppContext &app() const { return m_program->app(); }
    ChatSession *session() { return app().chat.session(); }
    MemoryPane *memoryPane() { return app().window.findChild<MemoryPane *>(); }

    void open()
    {
        m_program = std::make_unique<OpenProgram>(OpenProgram::Content::Empty);
        m_program->quit();
        const QDir folder(m_program->libraryFolder());
        QVERIFY(QFile::copy(QStringLiteral(SNUG_SOURCE_DIR "/tests/data/sillytavern-user-folder/characters/"
                                                           "Zéphyrine.png"),
                            folder.filePath(u"characters/Keeper.png"_s)));
        QVERIFY(writeFile(folder.filePath(u"worlds/Log.json"_s), vectorizedBook));
        QByteArray chat = "{\"user_name\":\"Mika\",\"character_name\":\"Keeper\",\"chat_metadata\":{\"world_"
                          "info\":\"Log\"}}\n";
        for (int i = 0; i < 12; ++i)
            chat += QByteArray("{\"name\":\"") + (i % 2 ? "Mika" : "Keeper") +
                    "\",\"is_user\":" + (i % 2 ? "true" : "false") + ",\"mes\":\"Line " +
                    QByteArray::number(i) + "\"}\n";
        QVERIFY(writeFile(folder.filePath(u"chats/Keeper/Evening.jsonl"_s), chat));
        QVERIFY(writeFile(folder.filePath(u"snug/session.json"_s),
                          "{\"card\":\"Keeper.png\",\"chat\":\"Evening\"}"));
        m_program->start();
        QVERIFY(QTest::qWaitForWindowExposed(&app().window));
        QTRY_VERIFY_WITH_TIMEOUT(isQuiet() && app().workspace.memory.isReady(), 20000);
    }

    void connectTo(RecordingServer &server, bool isAllowedAll)
    {
        m_server = &server;
        server.answerWith(answerOf);
        server.tokenizeWith([](const QString &text) { return int(text.size() / 4) + 1; });
        Connection connection;
        connection.id = u"there"_s;
        connection.name = u"There"_s;
        connection.kind = Connection::Kind::LlamaServer;
        connection.baseUrl = server.url();
        connection.countsTokens = isAllowedAll;
        connection.measuresTexts = isAllowedAll;
        app().workspace.connections.setConnections(app().workspace.connections.connections() +
                                                   QList{connection});
        app().workspace.connections.chooseActive(connection.id);
    }

    bool isQuiet() { return session() && !session()->preview().isBusy() && !session()->reply().isUnderWay(); }

    void type(const QString &text)
    {
        auto *draft = app().chatPane.composer()->findChild<QPlainTextEdit *>();
        draft->setPlainText(text);
        draft->setFocus();
        QTest::keyClick(draft, Qt::Key_Escape); // the list of commands
        QTest::keyClick(draft, Qt::Key_Return);
    }

    // What was sent, as the server has it.
    QMap<QString, int> received()
    {
        QMap<QString, int> counts{{u"counting"_s, m_server->tokenized()},
                                  {u"embeddings"_s, 0},
                                  {u"models"_s, 0},
                                  {u"facts"_s, 0},
                                  {u"replies"_s, 0}};
        for (const RecordedRequest &request : m_server->requests()) {
            const QByteArray path = request.startLine.split(' ').value(1);
            ++counts[path == "/v1/embeddings"         ? u"embeddings"_s
                     : path == "/v1/models"           ? u"models"_s
                     : path == "/props"               ? u"facts"_s
                     : path == "/v1/chat/completions" ? u"replies"_s
                                                      : QString::fromLatin1(path)];
        }
        return counts;
    }

    // And as the history says.
    static QMap<QString, int> listed(const QList<LedgerHead> &heads)
    {
        QMap<QString, int> counts{
            {u"counting"_s, 0}, {u"embeddings"_s, 0}, {u"models"_s, 0}, {u"facts"_s, 0}, {u"replies"_s, 0}};
        for (const LedgerHead &head : heads) {
            counts[head.kind == LedgerKind::Counting      ? u"counting"_s
                   : head.kind == LedgerKind::Embeddings  ? u"embeddings"_s
                   : head.kind == LedgerKind::ModelList   ? u"models"_s
                   : head.kind == LedgerKind::ServerFacts ? u"facts"_s
                                                          : u"replies"_s] += head.requests;
        }
        return counts;
    }

    QPushButton *memoryButton(const QString &text)
    {
        for (QPushButton *candidate : memoryPane()->findChildren<QPushButton *>()) {
            if (candidate->text() == text && candidate->isVisible())
                return candidate;
        }
        return nullptr;
    }

    void useEverything()
    {
        Connection connection = app().workspace.connections.link().connection;
        app().workspace.connections.test(connection);
        QTRY_VERIFY(received().value(u"facts"_s) == 1);
        const int before = int(session()->conversation().size());
        type(u"Hello there."_s);
        QTRY_VERIFY_WITH_TIMEOUT(isQuiet() && session()->conversation().size() == before + 2, 20000);
        QVERIFY(session()->swipe(session()->conversation().size() - 1, 1));
        QTRY_VERIFY_WITH_TIMEOUT(isQuiet() && received().value(u"replies"_s) == 2, 20000);
        type(u"/scenememory 0-10"_s);
        QTRY_VERIFY_WITH_TIMEOUT(memoryButton(u"Send"_s), 20000);
        QTest::mouseClick(memoryButton(u"Send"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(app().chatPane.notices()->isShown(u"memory"_s), 20000);
        type(u"/sideprompt \"Cast of Characters\" 0-10"_s);
        QTRY_COMPARE_WITH_TIMEOUT(received().value(u"replies"_s), 4, 20000);
        QTRY_VERIFY_WITH_TIMEOUT(isQuiet(), 20000);
    }

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s)); }
    void cleanup()
    {
        m_program->quit();
        m_program.reset();
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    void theServersLogIsTheHistory()
    {
        open();
        RecordingServer server;
        connectTo(server, true);
        useEverything();
        // Once it is quiet: all that changed meanwhile is measured together.
        QTRY_VERIFY_WITH_TIMEOUT(received().value(u"embeddings"_s) > 0, 20000);
        QTRY_VERIFY_WITH_TIMEOUT(received().value(u"counting"_s) > 0, 20000);
        QTRY_COMPARE_WITH_TIMEOUT(listed(app().workspace.history.heads()), received(), 20000);
        QVERIFY(!received().contains(u"/health"_s));

        // Thousands of counted texts are one line, apart from the chats.
        HistoryPane *pane = app().inspector.history();
        app().inspector.bringToFront(pane);
        auto *scope = pane->findChild<QComboBox *>();
        auto *list = pane->findChild<QListView *>(u"historyList"_s);
        scope->setCurrentIndex(1);
        QTRY_COMPARE(list->model()->rowCount(), 4);
        scope->setCurrentIndex(2);
        const auto heads = app().workspace.history.heads();
        QCOMPARE(std::ranges::count(heads, LedgerKind::Counting, &LedgerHead::kind), 1);
        QTRY_COMPARE(list->model()->rowCount(), int(std::ranges::count_if(heads, [](const LedgerHead &head) {
                         return isBesideReplies(head.kind);
                     })));

        // It is on the disk as well.
        const QMap<QString, int> all = received();
        m_program->quit();
        m_program->start();
        QTRY_COMPARE_WITH_TIMEOUT(listed(app().workspace.history.heads()).value(u"replies"_s), 4, 20000);
        const QMap<QString, int> kept = listed(app().workspace.history.heads());
        QVERIFY(kept.value(u"counting"_s) >= all.value(u"counting"_s));
        QCOMPARE(kept.value(u"models"_s), all.value(u"models"_s));
        QCOMPARE(kept.value(u"facts"_s), all.value(u"facts"_s));
        QVERIFY(kept.value(u"embeddings"_s) >= all.value(u"embeddings"_s));
    }

    void nothingGoesOutUnasked()
    {
        open();
        RecordingServer server;
        connectTo(server, false);
        QTRY_VERIFY_WITH_TIMEOUT(isQuiet(), 20000);
        QVERIFY(server.requests().isEmpty()); // connecting alone asks nothing
        useEverything();
        const QMap<QString, int> expected{
            {u"counting"_s, 0}, {u"embeddings"_s, 0}, {u"models"_s, 1}, {u"facts"_s, 1}, {u"replies"_s, 4}};
        QCOMPARE(received(), expected);
        QTRY_COMPARE(listed(app().workspace.history.heads()), expected);
    }
};

} // namespace tst_nothingunlisted

SNUG_TEST(tst_nothingunlisted, TestNothingUnlisted, Windows)
#include "tst_nothingunlisted.moc"
