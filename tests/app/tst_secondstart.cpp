// Snug started again: the window that is there takes what the second was started with.

#include "app/window/secondstart.h"
#include "core/library/librarystore.h"
#include "tests/testregistry.h"

#include <QDir>
#include <QFile>
#include <QLocalServer>
#include <QLocalSocket>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QtConcurrentRun>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace tst_secondstart {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

// As a process leaves it that was killed.
bool leaveStale(const QString &address)
{
    const QByteArray path = QFile::encodeName(address);
    sockaddr_un place{};
    place.sun_family = AF_UNIX;
    qstrncpy(place.sun_path, path.constData(), sizeof(place.sun_path));
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    const bool isBound = ::bind(socket, reinterpret_cast<const sockaddr *>(&place), sizeof(place)) == 0;
    ::close(socket);
    return isBound && QFile::exists(address);
}

} // namespace

class TestSecondStart : public QObject
{
    Q_OBJECT

private:
    QStringList addresses() const { return {m_folder->filePath(u"a"_s), m_folder->filePath(u"b"_s)}; }
    // From another thread, as from another process: the window goes on meanwhile.
    bool handOver(const StartRequest &request)
    {
        const QFuture<bool> done =
            QtConcurrent::run([request, where = addresses()] { return handOverStart(where, request); });
        return QTest::qWaitFor([&] { return done.isFinished(); }, 20000) && done.result();
    }

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aWindowTakesIt()
    {
        QList<StartRequest> received;
        const SecondStarts window(addresses(), [&](const StartRequest &request) {
            received.append(request);
            return true;
        });
        QVERIFY(window.isListening());
        QVERIFY(handOver({.folder = u"/a library"_s,
                          .filesToImport = {u"/tmp/Žofie.png"_s, u"/b"_s},
                          .sharedPrompts = {u"/c"_s},
                          .activationToken = "token"}));
        QCOMPARE(received.size(), 1);
        QCOMPARE(received.first().folder, u"/a library"_s);
        QCOMPARE(received.first().filesToImport, QStringList({u"/tmp/Žofie.png"_s, u"/b"_s}));
        QCOMPARE(received.first().sharedPrompts, QStringList(u"/c"_s));
        QCOMPARE(received.first().activationToken, "token"_ba);
    }

    void theWindowWhoseItIsTakesIt()
    {
        int asked = 0;
        QString taken;
        const SecondStarts first(addresses(), [&](const StartRequest &) {
            ++asked;
            return false;
        });
        const SecondStarts second(addresses(), [&](const StartRequest &request) {
            taken = request.folder;
            return true;
        });
        QVERIFY(second.isListening());
        QVERIFY(handOver({.folder = u"/other"_s}));
        QCOMPARE(asked, 1);
        QCOMPARE(taken, u"/other"_s);
    }

    void withoutAWindowItStarts()
    {
        QVERIFY(!handOver({}));
        const SecondStarts unwilling(addresses(), [](const StartRequest &) { return false; });
        QVERIFY(!handOver({}));
    }

    void aKilledOneIsNoObstacle()
    {
        QVERIFY(leaveStale(addresses().first()));
        QVERIFY(!handOver({}));
        const SecondStarts window(addresses(), [](const StartRequest &) { return true; });
        QVERIFY(window.isListening());
        QVERIFY(handOver({}));
    }

    // It accepts, as the system does for it, and never answers.
    void aHungOneIsNoObstacle()
    {
        QLocalServer hung;
        QVERIFY(hung.listen(addresses().first()));
        QVERIFY(!handOverStart(addresses(), {}));
        const SecondStarts window(addresses(), [](const StartRequest &) { return true; });
        QVERIFY(window.isListening());
        QVERIFY(QFile::exists(addresses().last()));
    }

    void onlyTheUserMayAsk()
    {
        const SecondStarts window(addresses(), [](const StartRequest &) { return true; });
        const QFileDevice::Permissions others = QFileDevice::ReadGroup | QFileDevice::WriteGroup |
                                                QFileDevice::ReadOther | QFileDevice::WriteOther;
        QCOMPARE(QFile::permissions(addresses().first()) & others, QFileDevice::Permissions());
    }

    void whatIsNoRequestIsRefused_data()
    {
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("noise") << QByteArray(64, 'x');
        QTest::newRow("too long") << QByteArray::fromHex("736e74017fffffff");
        QTest::newRow("too short a body") << QByteArray::fromHex("736e740100000004ffffffff");
        QTest::newRow("a list without an end") << QByteArray::fromHex("736e74010000000800000000ffffff00");
    }
    void whatIsNoRequestIsRefused()
    {
        QFETCH(const QByteArray, message);
        int asked = 0;
        const SecondStarts window(addresses(), [&](const StartRequest &) {
            ++asked;
            return true;
        });
        QLocalSocket socket;
        socket.connectToServer(addresses().first());
        QVERIFY(socket.waitForConnected());
        socket.write(message);
        QTRY_COMPARE(socket.state(), QLocalSocket::UnconnectedState);
        QVERIFY(!socket.readAll().contains('1'));
        QCOMPARE(asked, 0);
        QVERIFY(handOver({}));
    }

    void relativePathsAreRefused()
    {
        const SecondStarts window(addresses(), [](const StartRequest &) { return true; });
        QVERIFY(!handOver({.folder = u"library"_s}));
        QVERIFY(!handOver({.filesToImport = {u"/a"_s, u"b"_s}}));
    }

    void twoProcesses()
    {
        const QDir home(m_folder->path());
        const QString runtime = home.filePath(u"run"_s);
        QVERIFY(QDir().mkdir(runtime));
        QVERIFY(QFile::setPermissions(runtime, QFileDevice::ReadOwner | QFileDevice::WriteOwner |
                                                   QFileDevice::ExeOwner));
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"HOME"_s, home.path());
        for (const QString &folder : {u"CONFIG"_s, u"DATA"_s, u"CACHE"_s, u"STATE"_s})
            environment.insert(u"XDG_%1_HOME"_s.arg(folder), home.filePath(folder.toLower()));
        environment.insert(u"XDG_RUNTIME_DIR"_s, runtime);
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        const QString library = home.filePath(u"library"_s);
        const QString book = home.filePath(u"Harbour lights.json"_s);
        QVERIFY(makeLibraryFolder(library));
        QFile file(book);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"entries": {"0": {"uid": 0, "key": ["lamp"], "content": "It is lit."}}})");
        file.close();

        QProcess first;
        first.setProcessEnvironment(environment);
        first.start(QStringLiteral(SNUG_PROGRAM), {library});
        QVERIFY(first.waitForStarted());
        const auto isListening = [&] {
            return !QDir(runtime).entryList({u"snug-*-0"_s}, QDir::System | QDir::Files).isEmpty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isListening(), 60000);
        const auto startAgain = [&](const QStringList &arguments) {
            QProcess second;
            second.setProcessEnvironment(environment);
            second.start(QStringLiteral(SNUG_PROGRAM), arguments);
            const bool isOver = second.waitForFinished(60000);
            return isOver && second.exitStatus() == QProcess::NormalExit ? second.exitCode() : -1;
        };
        QCOMPARE(startAgain({}), 0);
        QCOMPARE(startAgain({library}), 0);
        QCOMPARE(startAgain({book}), 0);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(library + u"/worlds/Harbour lights.json"_s), 60000);
        QCOMPARE(first.state(), QProcess::Running);
        first.terminate();
        QVERIFY(first.waitForFinished());
    }
};

} // namespace tst_secondstart
SNUG_TEST(tst_secondstart, TestSecondStart, Core)
#include "tst_secondstart.moc"
