#include "core/wire/wiretext.h"

#include <QProcess>
#include <QTest>

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
            QVERIFY(text.contains(u"ann:••••@"_s));
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
        QTest::newRow("newlines") << QByteArray("a\nb\r\n\n");
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
};

QTEST_GUILESS_MAIN(TestWireText)
#include "tst_wiretext.moc"
