// A process that is killed at any moment loses nothing that it said it had saved.
//
// The program starts itself as the writer: it appends messages in a loop and says the number of each
// once it is on the disk. The test kills it after a number of acknowledgements that differs from run
// to run, and reads the file.
#include "core/library/chatfiles.h"
#include "core/library/librarystore.h"
#include "tests/core/library/testlibrary.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QTest>

#include <cstdio>

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int Runs = 20;
const ChatReference Reference{u"Mira.png"_s, u"one"_s};

int writeUntilKilled(const QString &root)
{
    auto store = LibraryStore::open(root);
    if (!store)
        return 1;
    auto chat = loadChat(**store, Reference);
    if (!chat)
        return 1;
    FileVersion version = chat->version;
    for (int number = int(chat->chat.messages.size());; ++number) {
        Message message;
        message.name = u"Mira"_s;
        message.text = QString::number(number) + u' ' + QString(1 + number % 3'000, u'é');
        // Every now and then the whole file is rewritten, as an edit does.
        chat->chat.messages.append(message);
        const auto saved = number % 7 == 6 ? rewriteChat(**store, Reference, chat->chat, version)
                                           : appendMessages(**store, Reference, {message}, version);
        if (!saved || saved->conflict)
            return 1;
        version = saved->version;
        std::printf("%d\n", number);
        std::fflush(stdout);
    }
}

} // namespace

class TestKilledWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingAcknowledgedIsLost()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        QVERIFY(put(folder.layout().chat(Reference.cardFile, Reference.name), "{\"chat_metadata\":{}}"));
        QRandomGenerator random(20'261'121);
        qsizetype present = 0;
        for (int run = 0; run < Runs; ++run) {
            QProcess writer;
            writer.start(QCoreApplication::applicationFilePath(), {u"--write"_s, folder.root()});
            QVERIFY(writer.waitForStarted());
            const int enough = random.bounded(1, 25);
            int acknowledged = -1;
            for (int line = 0; line < enough;) {
                QVERIFY(writer.canReadLine() || writer.waitForReadyRead());
                while (writer.canReadLine()) {
                    acknowledged = writer.readLine().trimmed().toInt();
                    ++line;
                }
            }
            writer.kill();
            QVERIFY(writer.waitForFinished());
            QCOMPARE(writer.exitStatus(), QProcess::CrashExit);
            while (writer.canReadLine())
                acknowledged = writer.readLine().trimmed().toInt();

            const auto store = folder.open();
            const auto chat = loadChat(*store, Reference);
            QVERIFY(chat);
            QVERIFY2(chat->warnings.isEmpty(), qPrintable(QString::number(run)));
            QVERIFY(chat->chat.messages.size() > acknowledged);
            QVERIFY(chat->chat.messages.size() > present);
            present = chat->chat.messages.size();
            for (qsizetype i = 0; i < present; ++i)
                QCOMPARE(chat->chat.messages[i].text.section(u' ', 0, 0).toLongLong(), i);
        }
    }

    // Half a line was another program's, which ends it after all: it is neither moved away nor written
    // behind.
    void halfALineIsItsWriters()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const auto store = folder.open();
        const QByteArray whole("{\"chat_metadata\":{}}\n{\"name\":\"A\",\"mes\":\"one\"}");
        const QByteArray last("\n{\"name\":\"B\",\"mes\":\"two\"}");
        const QString path = chatPath(folder.layout(), Reference);
        QVERIFY(put(path, whole + last.first(9)));
        const auto chat = loadChat(*store, Reference);
        QVERIFY(chat);
        QVERIFY(put(path, whole + last));
        Message message;
        message.text = u"after"_s;
        const auto saved = appendMessages(*store, Reference, {message}, chat->version);
        QVERIFY(saved && saved->conflict);
        QCOMPARE(bytesOf(path), whole + last);
        QVERIFY(!QFile::exists(path + u".torn"_s));
        QCOMPARE(loadChat(*store, Reference)->chat.messages.size(), 2);
    }

    // Whatever the disk was left with: a chat cut anywhere in its last line still opens, with all
    // lines before it, and can be written to.
    void aChatCutAnywhereOpens()
    {
        const TestLibrary folder(TestLibrary::Content::Empty);
        const auto store = folder.open();
        const QByteArray whole("{\"chat_metadata\":{}}\n{\"name\":\"A\",\"mes\":\"one\"}");
        const QByteArray last("\n{\"name\":\"Zéphyrine\",\"mes\":\"\\\"two\\\"\",\"extra\":{\"a\":[1,{}]}}");
        for (qsizetype cut = 0; cut <= last.size(); ++cut) {
            const ChatReference reference{u"Mira.png"_s, u"cut%1"_s.arg(cut)};
            const QString path = chatPath(folder.layout(), reference);
            QVERIFY(put(path, whole + last.first(cut)));
            const auto chat = loadChat(*store, reference);
            QVERIFY(chat);
            QCOMPARE(chat->chat.messages.size(), cut == last.size() ? 2 : 1);
            QVERIFY(chat->warnings.isEmpty());
            const bool isTorn = cut > 1 && cut < last.size();
            QCOMPARE(chat->tornBytes, isTorn ? cut - 1 : 0);
            QCOMPARE(bytesOf(path), whole + last.first(cut)); // opening writes nothing
            QVERIFY(!QFile::exists(path + u".torn"_s));
            Message message;
            message.text = u"after"_s;
            const auto saved = appendMessages(*store, reference, {message}, chat->version);
            QVERIFY(saved && !saved->conflict);
            QCOMPARE(QFile::exists(path + u".torn"_s), isTorn);
            if (isTorn)
                QCOMPARE(bytesOf(path + u".torn"_s), last.mid(1, cut - 1));
            const auto again = loadChat(*store, reference);
            QCOMPARE(again->chat.messages.last().text, u"after"_s);
            QCOMPARE(again->chat.messages.size(), chat->chat.messages.size() + 1);
        }
    }
};

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    if (application.arguments().value(1) == u"--write")
        return writeUntilKilled(application.arguments().value(2));
    TestKilledWriter test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_killedwriter.moc"
