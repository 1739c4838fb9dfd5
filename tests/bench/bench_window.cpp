// Times the window: processor time of its thread, and every event that held it up. A line of JSON;
// packaging/dev-bench.sh prints the ratios to the anchor. Offscreen, on the sample library of the tests.
//
//   bench_window ROW   a row of the table at the end
#include "app/cases/promptjson.h"
#include "app/chat/chatcontroller.h"
#include "app/editors/lorebookeditorcontroller.h"
#include "app/guistops.h"
#include "core/chat/chatsession.h"
#include "core/formats/chatjsonl.h"
#include "core/formats/jsontext.h"
#include "core/freedmemory.h"
#include "core/ledger/sharedprompt.h"
#include "core/library/library.h"
#include "core/workspace/activecontent.h"
#include "core/workspace/connections.h"
#include "core/workspace/workspace.h"
#include "tests/gui/openprogram.h"
#include "widgets/chat/composer.h"
#include "widgets/chat/transcript.h"
#include "widgets/editors/forms/fieldedit.h"
#include "widgets/editors/lore/lorebookeditor.h"
#include "widgets/editors/lore/loreentryform.h"
#include "widgets/editors/text/macrotextedit.h"
#include "widgets/inspector/sharedpromptwindow.h"
#include "widgets/window/chatpane.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/palette.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMainWindow>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QThread>
#include <QTimeZone>
#include <QTimer>
#include <QTreeWidget>
#include <QUrl>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <ctime>

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

constexpr int longestWait = 120'000;

double processorTime(clockid_t clock = CLOCK_THREAD_CPUTIME_ID) // milliseconds
{
    timespec time = {};
    clock_gettime(clock, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

// Megabytes of this process.
double memory(QByteArrayView which = "Rss:")
{
    QFile file(u"/proc/self/smaps_rollup"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : file.readAll().split('\n')) {
        if (line.startsWith(which))
            return line.simplified().split(' ').at(1).toDouble() / 1024;
    }
    return 0;
}

struct Stops
{
    void add(const GuiStop &stop)
    {
        ++over16;
        over50 += stop.milliseconds > 50;
        longest = std::max(longest, stop.milliseconds);
        if (stop.milliseconds > 50)
            WatchedApplication::sayStop(stop);
    }
    void writeTo(QJsonObject &row) const
    {
        row[u"stops_over_16_ms"_s] = over16;
        row[u"stops_over_50_ms"_s] = over50;
        row[u"longest_stop_ms"_s] = longest;
    }
    int over16 = 0;
    int over50 = 0;
    double longest = 0;
};

Stops stops;

// As the program runs: QTest's own waiting sleeps between turns of the loop.
bool wait(const std::function<bool()> &isDone)
{
    if (isDone())
        return true;
    QEventLoop loop;
    QTimer look;
    const QDeadlineTimer deadline(longestWait);
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (isDone() || deadline.hasExpired())
            loop.quit();
    });
    look.start(5);
    loop.exec();
    return isDone();
}

bool isSettled(const OpenProgram &program)
{
    ChatSession *session = program.app().chat.session();
    return session && !session->preview().isBusy() && !session->reply().isUnderWay() &&
           program.app().workspace.content.isReady();
}

QPlainTextEdit *draftOf(const OpenProgram &program)
{
    return program.app().chatPane.composer()->findChild<QPlainTextEdit *>();
}

// Processor time of this thread for a key and all that follows it, the median.
double keyTime(QWidget *field, const std::function<bool()> &isDone)
{
    QList<double> times;
    for (int i = 0; i < 60; ++i) {
        const double before = processorTime();
        QTest::keyClick(field, i % 6 == 5 ? ' ' : 'a');
        QTest::qWait(40);
        if (!wait(isDone))
            return -1;
        times.append(processorTime() - before);
    }
    std::ranges::sort(times);
    return times.at(times.size() / 2);
}

// The anchor of keys: a field alone in a window.
double bareKeyTime()
{
    QMainWindow window;
    auto *field = new QPlainTextEdit;
    window.setCentralWidget(field);
    window.resize(900, 120);
    window.show();
    field->setFocus();
    QTest::qWait(200);
    return keyTime(field, [] { return true; });
}

void keyRow(const OpenProgram &program, QJsonObject &row)
{
    row[u"key_ms"_s] = keyTime(draftOf(program), [&] { return isSettled(program); });
    row[u"bare_key_ms"_s] = bareKeyTime();
}

QJsonObject smallChat()
{
    const OpenProgram program;
    QJsonObject row;
    if (!wait([&] { return isSettled(program); }))
        return row;
    QTest::qWait(1000);
    stops = {};
    keyRow(program, row);
    return row;
}

QString words(int count, int seed)
{
    static const QStringList some =
        u"the harbour bell river she says quietly stone key winter light map of old "
        "walls and a letter nobody opened"_s.split(u' ');
    QString text;
    for (int i = 0; i < count; ++i)
        text += some.at((i * 7 + seed * 13 + i / 5) % some.size()) + (i % 40 == 39 ? u'\n' : u' ');
    return text;
}

QJsonObject longChat()
{
    OpenProgram program;
    QJsonObject row;
    if (!wait([&] { return isSettled(program); }))
        return row;
    program.quit();
    const QString path = program.libraryFolder() + u"/chats/Mira Okafor/Six days of fog.jsonl"_s;
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite))
        return row;
    const QByteArray before = file.readAll().trimmed();
    file.resize(0);
    file.write(before);
    const QDateTime firstDay(QDate(2026, 1, 1), QTime(), QTimeZone::UTC);
    for (int i = 0; i < 100'000; ++i) {
        Message message;
        message.isUser = i % 2 == 1;
        message.name = message.isUser ? u"You"_s : u"Mira Okafor"_s;
        message.text = words(70, i);
        message.sendDate = firstDay.addSecs(qint64(i) * 60).toString(Qt::ISODateWithMs);
        message.swipes = {{.text = message.text, .info = Json::object()}};
        file.write('\n' + encodeMessageLine(message)); // what is measured is the program's memory alone
    }
    file.close();
    stops = {};
    QElapsedTimer timer;
    timer.start();
    const double own = processorTime();
    program.start();
    if (!wait([&] {
            ChatSession *session = program.app().chat.session();
            return session && session->chat().messages.size() > 100'000;
        }))
        return row;
    row[u"open_wall_ms"_s] = double(timer.elapsed());
    if (!wait([&] { return isSettled(program); }))
        return row;
    row[u"open_own_ms"_s] = processorTime() - own;
    QTest::qWait(3000);
    row[u"memory_mb"_s] = memory();
    keyRow(program, row);
    row[u"memory_after_keys_mb"_s] = memory();
    row[u"private_mb"_s] = memory("Anonymous:");
    return row;
}

// Ctrl+K in a library of 10,000 chats: what it costs the window until something can be typed.
QJsonObject palette()
{
    OpenProgram program;
    QJsonObject row;
    if (!wait([&] { return isSettled(program); }))
        return row;
    program.quit();
    for (int i = 0; i < 10'000; ++i) {
        QFile file(program.libraryFolder() +
                   u"/chats/Mira Okafor/Mira Okafor - 2026-01-%1@%2h%3m00s.jsonl"_s.arg(i / 1440 + 1)
                       .arg(i / 60 % 24)
                       .arg(i % 60));
        Message message;
        message.name = u"Mira Okafor"_s;
        message.text = words(70, i);
        message.sendDate = u"2026-01-01T00:00:00.000Z"_s;
        if (!file.open(QIODevice::WriteOnly) || file.write(encodeMessageLine(message)) < 0)
            return row;
    }
    program.start();
    if (!wait([&] { return isSettled(program) && program.app().library.contents().chatsAreComplete; }))
        return row;
    QTest::qWait(3000);
    const auto *palette = program.app().window.findChild<CommandPalette *>();
    const qsizetype nothing = palette->list()->topLevelItemCount();
    stops = {};
    const double before = processorTime();
    QTest::keyClick(&program.app().window, Qt::Key_K, Qt::ControlModifier);
    row[u"open_ms"_s] = processorTime() - before;
    if (!wait([&] { return palette->isVisible() && palette->list()->topLevelItemCount() > nothing; }))
        return row;
    QTest::qWait(2000); // until the chats are in it
    row[u"settled_ms"_s] = processorTime() - before;
    return row;
}

// A lorebook of 20 MB, in effect and open in its editor: keys in the text of an entry, and a save.
QJsonObject lorebook()
{
    OpenProgram program;
    QJsonObject row;
    if (!wait([&] { return isSettled(program); }))
        return row;
    program.quit();
    Json entries = Json::object();
    for (int i = 0; i < 10'000; ++i)
        entries.set(QString::number(i), Json::object({{u"uid"_s, Json(i)},
                                                      {u"key"_s, Json(QStringList{u"word%1"_s.arg(i)})},
                                                      {u"comment"_s, Json(u"Entry %1"_s.arg(i))},
                                                      {u"content"_s, Json(words(330, i))},
                                                      {u"order"_s, Json(100)},
                                                      {u"displayIndex"_s, Json(i)}}));
    QFile file(program.libraryFolder() + u"/worlds/Large.json"_s);
    const QByteArray bytes = writeJson(Json::object({{u"entries"_s, entries}}), {.indent = 4});
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return row;
    file.close();
    row[u"megabytes"_s] = double(bytes.size()) / 1e6;
    program.start();
    if (!wait([&] { return isSettled(program); }))
        return row;
    program.app().workspace.content.choices().setGlobalBook(u"Large"_s, true);
    QTest::qWait(2000);
    if (!wait([&] { return isSettled(program); }))
        return row;
    LorebookEditorController &controller = program.app().lorebookEditor;
    stops = {};
    double before = processorTime();
    controller.open(u"Large"_s, 5000);
    if (!wait([&] { return controller.document().isOpen() && isSettled(program); }))
        return row;
    QTest::qWait(2000);
    row[u"open_own_ms"_s] = processorTime() - before;
    row[u"open_longest_stop_ms"_s] = stops.longest;
    stops = {};
    QPlainTextEdit *text = controller.editor()->form()->fieldEdit(LoreField::Content)->text();
    if (!text)
        return row;
    text->setFocus();
    row[u"key_ms"_s] = keyTime(text, [&] { return isSettled(program); });
    row[u"key_longest_stop_ms"_s] = stops.longest;
    if (!wait([&] { return controller.document().isEdited() && isSettled(program); }))
        return row;
    QTest::qWait(7000); // the draft
    row[u"draft_longest_stop_ms"_s] = stops.longest;
    before = processorTime();
    QElapsedTimer timer;
    timer.start();
    QTest::keySequence(controller.editor(), QKeySequence::Save);
    if (!wait([&] { return !controller.document().isEdited(); }))
        return row;
    row[u"save_wall_ms"_s] = double(timer.elapsed());
    QTest::qWait(2000);
    row[u"save_own_ms"_s] = processorTime() - before;
    row[u"bare_key_ms"_s] = bareKeyTime();
    return row;
}

SharedPromptWindow *sharedWindow()
{
    const QWidgetList all = QApplication::topLevelWidgets();
    for (QWidget *each : all) {
        if (auto *found = qobject_cast<SharedPromptWindow *>(each); found && found->isVisible())
            return found;
    }
    return nullptr;
}

void drop(QWidget &window, const QString &path)
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    const QPoint place = window.rect().center();
    QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QDropEvent event(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
}

// As much text as a shared prompt may have: written, read and opened.
QJsonObject sharedPrompt()
{
    AssembledPrompt prompt;
    for (int i = 0; i < 4'000; ++i) {
        const Source source(SourceKind::HistoryUser, QString::number(i), u"Ada"_s);
        prompt.messages.append({.role = i % 2 == 0 ? Role::User : Role::Assistant,
                                .content = TracedText(words(80, i), source),
                                .tokens = 100,
                                .source = source});
    }
    QJsonObject row;
    double before = processorTime();
    const QByteArray bytes = sharedPromptFile({.prompt = prompt, .program = u"Snug"_s}, promptJson(prompt));
    row[u"write_ms"_s] = processorTime() - before;
    row[u"megabytes"_s] = double(bytes.size()) / 1e6;
    before = processorTime();
    if (!parseJson(bytes))
        return {};
    row[u"parse_ms"_s] = processorTime() - before;
    before = processorTime();
    if (!readSharedPrompt(bytes))
        return {};
    row[u"read_ms"_s] = processorTime() - before;
    const OpenProgram program;
    QFile file(program.libraryFolder() + u"/prompt.json"_s);
    if (!wait([&] { return isSettled(program); }) || !file.open(QIODevice::WriteOnly) ||
        file.write(bytes) != bytes.size())
        return {};
    file.close();
    QTest::qWait(1000);
    stops = {};
    before = processorTime();
    drop(program.app().window, file.fileName());
    if (!wait([] { return sharedWindow(); }))
        return {};
    QTest::qWait(2000);
    row[u"open_own_ms"_s] = processorTime() - before;
    delete sharedWindow();
    return row;
}

QJsonObject start()
{
    QJsonObject row;
    double before = processorTime();
    {
        QMainWindow window;
        window.setCentralWidget(new QLabel(u"Snug"_s));
        window.show();
        if (!QTest::qWaitForWindowExposed(&window))
            return row;
        row[u"bare_window_ms"_s] = processorTime() - before;
    }
    before = processorTime();
    const OpenProgram program;
    row[u"window_ms"_s] = processorTime() - before;
    if (!wait([&] { return isSettled(program); }))
        return row;
    QTest::qWait(500);
    row[u"settled_ms"_s] = processorTime() - before;
    return row;
}

// Answers each request to a chat with a stream of pieces of five letters.
class Stream : public QThread
{
public:
    Stream(int pieces, int perSecond, const QByteArray &piece)
        : m_pieces(pieces)
        , m_perSecond(perSecond)
        , m_piece(piece)
    {
    }
    int port() const { return m_port; }

private:
    void run() override
    {
        QTcpServer server;
        server.listen(QHostAddress::LocalHost);
        m_port = server.serverPort();
        while (!isInterruptionRequested()) {
            if (!server.waitForNewConnection(50))
                continue;
            const std::unique_ptr<QTcpSocket> socket(server.nextPendingConnection());
            QByteArray request;
            while (request.indexOf("\r\n\r\n") < 0 && socket->waitForReadyRead(5000))
                request += socket->readAll();
            if (request.contains("/chat/completions"))
                answer(*socket);
            else
                socket->write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            socket->waitForBytesWritten(1000);
            socket->disconnectFromHost();
        }
    }
    void answer(QTcpSocket &socket) const
    {
        socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
        const QByteArray event =
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + m_piece + "\"}}]}\n\n";
        const QByteArray paragraph =
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\\n\\n\"}}]}\n\n";
        QElapsedTimer timer;
        timer.start();
        int sent = 0;
        while (sent < m_pieces && socket.state() == QAbstractSocket::ConnectedState &&
               !isInterruptionRequested()) {
            const int due = m_perSecond == 0 ? sent + 200 : int(timer.elapsed() * m_perSecond / 1000);
            for (; sent < std::min(due, m_pieces); ++sent)
                socket.write(sent % 80 == 79 ? paragraph : event);
            socket.waitForBytesWritten(1000);
            if (m_perSecond > 0)
                msleep(2);
        }
        socket.write("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: "
                     "[DONE]\n\n");
        while (socket.bytesToWrite() > 0 && socket.waitForBytesWritten(60'000)) {
        }
    }

    int m_pieces;
    int m_perSecond;
    QByteArray m_piece;
    std::atomic<int> m_port = 0;
};

// How often something is painted: what a reply costs hangs on how many pictures the machine had time for.
class Pictures : public QObject
{
public:
    explicit Pictures(QObject *what) { what->installEventFilter(this); }
    int count() const { return m_count; }

private:
    bool eventFilter(QObject *, QEvent *event) override
    {
        m_count += event->type() == QEvent::Paint;
        return false;
    }
    int m_count = 0;
};

QJsonObject reply(int pieces, int perSecond, const QByteArray &piece)
{
    const OpenProgram program;
    QJsonObject row;
    if (!wait([&] { return isSettled(program); }))
        return row;
    Stream stream(pieces, perSecond, piece);
    stream.start();
    if (!wait([&] { return stream.port() > 0; }))
        return row;
    Connection connection;
    connection.id = u"stream"_s;
    connection.name = u"Stream"_s;
    connection.kind = Connection::Kind::OpenAiChat;
    connection.baseUrl = QUrl(u"http://127.0.0.1:%1/v1"_s.arg(stream.port()));
    connection.model = u"stream"_s;
    connection.contextSize = 8192;
    Connections &connections = program.app().workspace.connections;
    connections.setConnections(connections.connections() + QList{connection});
    connections.chooseActive(connection.id);
    QTest::qWait(1000);
    if (!wait([&] { return isSettled(program); }))
        return row;
    ChatSession *session = program.app().chat.session();
    const qsizetype before = session->chat().messages.size();
    QTest::keyClicks(draftOf(program), u"Go on."_s);
    QTest::qWait(500);
    stops = {};
    QTest::keyClick(draftOf(program), Qt::Key_Return);
    wait([&] { return session->reply().isUnderWay(); });
    const Pictures pictures(program.app().chatPane.transcript()->viewport());
    QElapsedTimer timer;
    timer.start();
    const double own = processorTime();
    wait([&] { return !session->reply().isUnderWay(); });
    row[u"seconds"_s] = double(timer.elapsed()) / 1000;
    row[u"own_ms"_s] = processorTime() - own;
    row[u"pictures"_s] = pictures.count();
    row[u"own_ms_a_picture"_s] = (processorTime() - own) / std::max(1, pictures.count());
    row[u"own_ms_a_second"_s] = (processorTime() - own) * 1000 / double(timer.elapsed());
    QTest::qWait(1500);
    const QList<Message> &messages = session->chat().messages;
    row[u"letters"_s] = messages.size() > before ? double(messages.last().text.size()) : 0;
    row[u"memory_mb"_s] = memory();
    stream.requestInterruption();
    stream.wait();
    return row;
}

struct Row
{
    const char *name;
    QJsonObject (*measure)();
};

constexpr Row rows[] = {
    {"start", start},
    {"key", smallChat},
    {"long-chat", longChat},
    {"palette", palette},
    {"lorebook", lorebook},
    {"shared-prompt", sharedPrompt},
    {"stream", [] { return reply(20'000, 2'000, "word "); }},
    {"megabyte", [] { return reply(20'000, 0, QByteArray("word ").repeated(10)); }},
    {"endless", [] { return reply(20'000, 0, QByteArray("word ").repeated(100)); }},
    {"tiny-deltas", [] { return reply(200'000, 0, "a"); }},
};

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QByteArray wanted = argc == 2 ? argv[1] : "";
    keepLittleFreedMemory(); // as the program does
    WatchedApplication application(argc, argv, [](const GuiStop &stop) { stops.add(stop); });
    for (const Row &row : rows) {
        if (wanted != row.name)
            continue;
        QJsonObject result = row.measure();
        if (result.isEmpty())
            return 1;
        stops.writeTo(result);
        std::printf("%s\n", QJsonDocument(result).toJson(QJsonDocument::Compact).constData());
        return 0;
    }
    std::fputs("usage: bench_window ROW\n", stderr);
    return 2;
}
