#include "core/formats/chatjsonl.h"
#include "core/library/chatsummary.h"
#include "tests/core/library/testfiles.h"
#include "tests/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_chatsummary {

using namespace snug;
using namespace snug::test;
using namespace Qt::StringLiterals;

class TestChatSummary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void counts_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("messages");
        QTest::addColumn<QString>("lastText");
        const QByteArray header("{\"chat_metadata\":{}}");
        const QByteArray one("{\"mes\":\"one\",\"send_date\":\"d1\"}");
        const QByteArray two("{\"mes\":\"two\\n  lines\"}");
        QTest::newRow("empty file") << ""_ba << 0 << QString();
        QTest::newRow("header only") << header << 0 << QString();
        QTest::newRow("no newline at the end") << QByteArray(header + "\n" + one) << 1 << u"one"_s;
        QTest::newRow("newline at the end") << QByteArray(header + "\n" + one + "\n") << 1 << u"one"_s;
        QTest::newRow("blank lines and CRLF")
            << QByteArray(header + "\r\n\r\n" + one + "\r\n" + two + "\r\n") << 2 << u"two lines"_s;
        QTest::newRow("no header") << QByteArray(one + "\n" + two) << 2 << u"two lines"_s;
        QTest::newRow("old header") << QByteArray("{\"user_name\":\"a\"}\n" + one) << 1 << u"one"_s;
        QTest::newRow("torn last line")
            << QByteArray(header + "\n" + one + "\n{\"mes\":\"to") << 1 << u"one"_s;
        QTest::newRow("torn after the header") << QByteArray(header + "\n{\"mes\":\"to") << 0 << QString();
        QTest::newRow("nothing but a torn line") << "{\"mes\":\"to"_ba << 0 << QString();
    }
    void counts()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, messages);
        QFETCH(QString, lastText);
        const ChatSummary summary = summarizeChat(u"x"_s, bytes);
        QCOMPARE(summary.messages, messages);
        QCOMPARE(summary.lastText, lastText);
    }

    void whatTheUserSaidFirst_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("said");
        const QByteArray greeting("{\"mes\":\"Come in\",\"is_user\":false}\n");
        const QByteArray mine("{\"is_user\": true, \"mes\":\"Good\\n evening\"}\n");
        QTest::newRow("nothing") << greeting << QString();
        QTest::newRow("after a greeting") << QByteArray(greeting + mine) << u"Good evening"_s;
        QTest::newRow("the first") << QByteArray(mine + "{\"mes\":\"again\",\"is_user\":true}")
                                   << u"Good evening"_s;
        QTest::newRow("a torn line before it")
            << QByteArray("{\"is_user\":true\n" + mine) << u"Good evening"_s;
        QTest::newRow("late") << QByteArray(greeting.repeated(30) + mine) << QString();
    }
    void whatTheUserSaidFirst()
    {
        QFETCH(QByteArray, bytes);
        QTEST(summarizeChat(u"x"_s, bytes).firstText, "said");
    }

    // What stands above an open chat is what the list says of its file.
    void anOpenChatIsSummarizedAsItsFile_data()
    {
        QTest::addColumn<int>("before");
        for (const int before : {0, 1, 17, 18, 19, 20, 40})
            QTest::addRow("%d", before) << before;
    }
    void anOpenChatIsSummarizedAsItsFile()
    {
        QFETCH(int, before);
        QByteArray bytes("{\"chat_metadata\":{}}\n");
        bytes += QByteArray("{\"name\":\"M\",\"mes\":\"Come in\",\"is_user\":false}\n").repeated(before);
        bytes += "{\"name\":\"A\",\"mes\":\"Good\\n evening\",\"is_user\":true,\"send_date\":\"d2\"}\n";
        Chat chat = readChat(bytes).chat;
        chat.name = u"x"_s;
        QCOMPARE(summarizeChat(chat), summarizeChat(u"x"_s, bytes));
        chat.messages.clear();
        QCOMPARE(summarizeChat(chat), summarizeChat(u"x"_s, QByteArray()));
    }

    void unreadableIsListed()
    {
        const QTemporaryDir dir;
        QVERIFY(QDir(dir.path()).mkpath(u"a - Branch #1.jsonl"_s));
        const ChatSummary summary = readChatSummary(dir.filePath(u"a - Branch #1.jsonl"_s));
        QCOMPARE(summary.name, u"a - Branch #1"_s);
        QVERIFY(summary.problem);
    }
};

} // namespace tst_chatsummary

SNUG_TEST(tst_chatsummary, TestChatSummary, Core)
#include "tst_chatsummary.moc"
