#include "core/wire/wiretext.h"
#include "tests/testregistry.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace tst_wiretext {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

WireRequest request(const QByteArray &body)
{
    return {"POST",
            QUrl(u"https://api.example.org/v1/chat/completions"_s),
            {WireHeader{"Authorization", "Bearer ", Secret("sk-verysecret")},
             WireHeader{"Content-Type", "application/json"}},
            body};
}

} // namespace

class TestWireText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void textHidesTheKey()
    {
        QCOMPARE(wireText(request("{\"a\":1}")), u"POST https://api.example.org/v1/chat/completions\n"
                                                 "Authorization: Bearer ••••\n"
                                                 "Content-Type: application/json\n"
                                                 "\n"
                                                 "{\"a\":1}"_s);
    }

    void passwordInTheAddressIsHidden()
    {
        WireRequest secret = request({});
        secret.url.setUserInfo(u"ann:hunter2"_s);
        for (const QString &text : {wireText(secret), curlCommand(secret)}) {
            QVERIFY(!text.contains(u"hunter2"_s));
            QVERIFY(!text.contains(u"ann"_s));
            QVERIFY(text.contains(u"https://••••@api.example.org"_s));
        }
    }

    void credentialsInTheAddressAreHidden()
    {
        WireRequest secret = request({});
        secret.url.setQuery(u"key=QKEY99&sig=SIGSECRETVALUE&api-version=1&X-Token=t0ken&p=%7E"
                            "0123456789abcdef0123"_s);
        for (const QString &text : {wireText(secret), curlCommand(secret)}) {
            for (const QString &hidden : {u"QKEY99"_s, u"SIGSECRET"_s, u"t0ken"_s, u"0123456789"_s})
                QVERIFY2(!text.contains(hidden), qPrintable(text));
            QVERIFY(text.contains(u"key=••••&sig=••••&api-version=1&X-Token=••••&p=••••"_s));
        }
    }

    void curl()
    {
        QCOMPARE(curlCommand(request("{\"it\":\"isn't\"}")),
                 u"curl --no-buffer 'https://api.example.org/v1/chat/completions' \\\n"
                 "  --header \"Authorization: Bearer $SNUG_API_KEY\" \\\n"
                 "  --header 'Content-Type: application/json' \\\n"
                 "  --data-raw '{\"it\":\"isn'\\''t\"}'"_s);
        QCOMPARE(curlCommand({"GET", QUrl(u"http://h/models"_s)}), u"curl --no-buffer 'http://h/models'"_s);
        QCOMPARE(curlCommand({"DELETE", QUrl(u"http://h/x"_s)}),
                 u"curl --no-buffer --request 'DELETE' 'http://h/x'"_s);
    }

    // The shell itself takes the command apart; a function in curl's place prints the arguments.
    void shellSeesTheSameBytes_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("plain") << QByteArray("{}");
        QTest::newRow("quotes") << QByteArray("'\"`'' \\' $HOME $(date) `date`");
        QTest::newRow("newlines") << QByteArray("a\nb\n\n");
        QTest::newRow("unicode") << QByteArray("\xF0\x9F\xA6\x8A \xE7\x81\xAF\xE5\x8F\xB0");
        QTest::newRow("leading @") << QByteArray("@/etc/passwd");
        QTest::newRow("leading dash") << QByteArray("--help");
        QTest::newRow("exclamation, glob, tilde") << QByteArray("!x * ? [a] ~ # ; & | < >");
        QTest::newRow("backslash at the end") << QByteArray("a\\");
    }

    void shellSeesTheSameBytes()
    {
        QFETCH(QByteArray, body);
        QProcess shell;
        shell.setProcessEnvironment([] {
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(u"SNUG_API_KEY"_s, u"k$'\"y"_s);
            return environment;
        }());
        shell.start(u"sh"_s,
                    {u"-c"_s, u"curl() { printf '%s\\0' \"$@\"; }\n"_s + curlCommand(request(body))});
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.readAllStandardError(), "");
        QList<QByteArray> arguments = shell.readAllStandardOutput().split('\0');
        arguments.removeLast();
        QCOMPARE(arguments, (QList<QByteArray>{"--no-buffer", "https://api.example.org/v1/chat/completions",
                                               "--header", "Authorization: Bearer k$'\"y", "--header",
                                               "Content-Type: application/json", "--data-raw", body}));
    }

    // A paste is keys: what is copied holds nothing that a terminal acts on, and sends the same bytes.
    void pastedItIsInert_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("delete erases the quote")
            << QByteArray("{\"a\":\"") + QByteArray(400, '\x7f') + "; touch X #\"}";
        QTest::newRow("end of a bracketed paste") << QByteArray("{\"a\":\"\x1b[201~; touch X\"}");
        QTest::newRow("C1") << QByteArray("a\xc2\x9b\x32\x30\x31~b\xc2\x85");
        QTest::newRow("carriage return") << QByteArray("'\r; touch X\r");
        QTest::newRow("tab completes") << QByteArray("a\t\tb");
        QTest::newRow("all of C0") << [] {
            QByteArray all;
            for (char c = 1; c < ' '; ++c)
                all += c;
            return all;
        }();
        QTest::newRow("directions and separators") << QByteArray("a\u202e\u2066\u2028\u2029\ufeffb");
        QTest::newRow("no UTF-8") << QByteArray("\xff\xfe'\\n%s\x80");
        QTest::newRow("what printf reads") << QByteArray("%s %% %d \\n \\0101 \\\\ '\x7f");
        QTest::newRow("dashes first") << QByteArray("--help\x7f");
        QTest::newRow("file first") << QByteArray("@/etc/passwd\x7f");
        QTest::newRow("line ends at the end") << QByteArray("a\x7f\n\n");
        QTest::newRow("history") << QByteArray("!! !$ \x7f!x");
        QTest::newRow("larger than an argument may be") << QByteArray("it's ").repeated(60'000);
    }

    void pastedItIsInert()
    {
        QFETCH(QByteArray, body);
        WireRequest hostile = request(body);
        hostile.headers.append(WireHeader{"X-Name", "a\x7f\x1b[201~; touch X\tb!"});
        hostile.headers.append(WireHeader{"X-Key", "it's \x7f", Secret("sk-verysecret")});
        hostile.headers.append(WireHeader{"@/etc/passwd", "x"});
        const QByteArray command = curlCommand(hostile).toUtf8();
        for (const QChar c : QString::fromUtf8(command)) {
            QVERIFY2(c == u'\n' || (c >= u' ' && (c < u'\x7f' || c > u'\x9f')),
                     command.left(2000).constData());
            QVERIFY2(c != u'\u202E' && c != u'\u2066' && c != u'\u2028' && c != u'\uFEFF',
                     command.left(2000).constData());
        }
        QVERIFY(!command.contains("@/etc/passwd: "));

        // What a shell makes of it: a program in curl's place keeps what it is given.
        const QTemporaryDir folder;
        const QString curl = folder.filePath(u"curl"_s);
        QFile program(curl);
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.write("#!/bin/sh\n"
                      "printf '%s\\0' \"$@\" >arguments\n"
                      "for last; do :; done\n"
                      "if [ \"$last\" = @- ]; then cat >body; else printf %s \"$last\" >body; fi\n");
        program.close();
        QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        for (const QString &name : {u"sh"_s, u"dash"_s, u"bash"_s, u"zsh"_s, u"fish"_s}) {
            if (QStandardPaths::findExecutable(name).isEmpty())
                continue;
            QProcess shell;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(u"SNUG_API_KEY"_s, u"k$'\"y"_s);
            environment.insert(u"PATH"_s, folder.path() + u':' + environment.value(u"PATH"_s));
            environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
            shell.setProcessEnvironment(environment);
            shell.setWorkingDirectory(folder.path());
            shell.start(name, {}); // reads its commands, as from a terminal
            shell.write(command + '\n');
            shell.closeWriteChannel();
            QVERIFY(shell.waitForFinished());
            QCOMPARE(shell.readAllStandardError(), "");
            QFile sent(folder.filePath(u"body"_s));
            QVERIFY(sent.open(QIODevice::ReadOnly));
            QCOMPARE(sent.readAll(), body);
            QFile given(folder.filePath(u"arguments"_s));
            QVERIFY(given.open(QIODevice::ReadOnly));
            const QList<QByteArray> arguments = given.readAll().split('\0');
            QCOMPARE(arguments.value(3), "Authorization: Bearer k$'\"y");
            QCOMPARE(arguments.value(7), "X-Name: a\x7f\x1b[201~; touch X\tb!");
            QCOMPARE(arguments.value(9), "X-Key: it's \x7fk$'\"y");
            QVERIFY(!QFile::exists(folder.filePath(u"X"_s)));
        }
    }

    // Some hundred bodies of such pieces, in one paste.
    void anyBodyArrives()
    {
        QRandomGenerator random(7);
        const QByteArray pieces[] = {
            "'",  "\"",   "\\", "%",    "!",         "$(touch X)", "`touch X`", "\n",
            "\r", "\x7f", "@",  "\x1b", "\u0085",    "\u202e",     "\u200d",    "\xf0\x9f\xa6\x8a",
            "0",  "7",    "-",  "\xff", "\x1b[201~", " ",          "\t",        "a"};
        QList<QByteArray> bodies;
        QByteArray paste =
            "curl() { for last; do :; done; if [ \"$last\" = @- ]; then cat; else printf %s \"$last\"; "
            "fi; printf '\\0END\\0'; }\n";
        for (int i = 0; i < 400; ++i) {
            QByteArray body;
            for (int length = random.bounded(1, 30); length > 0; --length)
                body += pieces[random.bounded(int(std::size(pieces)))];
            const QByteArray command = curlCommand({"POST", QUrl(u"http://h/x"_s), {}, body}).toUtf8();
            for (const QChar c : QString::fromUtf8(command))
                QVERIFY2(c == u'\n' || (c >= u' ' && (c < u'\x7f' || c > u'\x9f')), command.constData());
            bodies.append(body);
            paste += command + '\n';
        }
        const QTemporaryDir folder;
        for (const QString &name : {u"sh"_s, u"bash"_s, u"zsh"_s}) {
            if (QStandardPaths::findExecutable(name).isEmpty())
                continue;
            QProcess shell;
            shell.setWorkingDirectory(folder.path());
            shell.start(name, {});
            shell.write(paste);
            shell.closeWriteChannel();
            QVERIFY(shell.waitForFinished());
            QCOMPARE(shell.readAllStandardError(), "");
            const QByteArray output = shell.readAllStandardOutput();
            qsizetype at = 0;
            for (const QByteArray &body : std::as_const(bodies)) {
                const QByteArray expected = body + QByteArray("\0END\0", 5);
                QCOMPARE(output.sliced(at, std::min(expected.size(), output.size() - at)), expected);
                at += expected.size();
            }
            QVERIFY(!QFile::exists(folder.filePath(u"X"_s)));
        }
    }

    void bracketsInTheAddressAreNoPattern()
    {
        const WireRequest one{"GET", QUrl(u"http://[::1]/models"_s)};
        QCOMPARE(curlCommand(one), u"curl --no-buffer --globoff 'http://[::1]/models'"_s);
    }
};

} // namespace tst_wiretext

SNUG_TEST(tst_wiretext, TestWireText, Core)
#include "tst_wiretext.moc"
