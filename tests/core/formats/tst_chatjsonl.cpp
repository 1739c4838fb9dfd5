#include "core/formats/chatjsonl.h"
#include "core/formats/jsontext.h"
#include "tests/testregistry.h"

#include <QTest>
#include <QTimeZone>

namespace tst_chatjsonl {

using namespace Qt::StringLiterals;
using namespace snug;

namespace {

const QByteArray Header =
    R"({"chat_metadata":{"integrity":"x","note_depth":4},"user_name":"unused","character_name":"unused"})";
const QByteArray First =
    R"({"name":"Ann","is_user":false,"mes":"Hello.","extra":{"gen_id":9007199254740993},"swipes":["Hello.","Hi."],"swipe_id":0,"swipe_info":[{"extra":{"a":1.0}},{"extra":{}}]})";
const QByteArray Second = R"({"name":"Me","is_user":true,"mes":"Yes.","extra":{"reasoning":""}})";

QStringList linesOf(const Warnings &warnings)
{
    QStringList lines;
    for (const Error &warning : warnings)
        lines.append(warning.line());
    return lines;
}

} // namespace

class TestChatJsonl : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void layoutsAreTheSameBytes_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("messages");
        QTest::addColumn<bool>("hasHeader");
        QTest::newRow("SillyTavern's") << Header + '\n' + First + '\n' + Second << 2 << true;
        QTest::newRow("final line break") << Header + '\n' + First + '\n' << 1 << true;
        QTest::newRow("no header") << First + '\n' + Second << 2 << false;
        QTest::newRow("crlf") << Header + "\r\n" + First + "\r\n" + Second + "\r\n" << 2 << true;
        QTest::newRow("byte order mark") << "\xEF\xBB\xBF" + Header + '\n' + First << 1 << true;
        QTest::newRow("blank lines") << "\n" + Header + "\n\n" + First + "\n \n" << 1 << false;
        QTest::newRow("header only") << Header << 0 << true;
        QTest::newRow("nothing") << ""_ba << 0 << false;
        QTest::newRow("one line break") << "\n"_ba << 0 << false;
    }
    void layoutsAreTheSameBytes()
    {
        QFETCH(QByteArray, text);
        const ChatReading read = readChat(text, u"c"_s);
        QTEST(static_cast<int>(read.chat.messages.size()), "messages");
        QTEST(!read.chat.header.isUndefined(), "hasHeader");
        QCOMPARE(writeChat(read.chat), text);
        QVERIFY(read.tornTail.isEmpty());
    }

    void tornLastLineIsSetAside()
    {
        const QByteArray whole = Header + '\n' + First + '\n' + Second;
        const qsizetype begin = Header.size() + 1 + First.size() + 1;
        for (qsizetype length = begin + 1; length < whole.size(); ++length) {
            const QByteArray text = whole.first(length);
            const ChatReading read = readChat(text, u"c"_s);
            QCOMPARE(read.chat.messages.size(), 1);
            QCOMPARE(writeChat(read.chat) + read.tornTail, text);
            QCOMPARE(read.warnings.size(), 1);
            QCOMPARE(read.warnings.first().place.section(u',', 0, 0), u"line 3"_s);
        }
        QCOMPARE(readChat(whole.first(begin + 9)).tornTail, "\n{\"name\":\""_ba);
        QCOMPARE(linesOf(readChat(whole.first(begin + 9)).warnings),
                 QStringList{u"line 3: the last line is cut off; it is set aside"_s});
    }

    void unreadableLinesStayWhereTheyStand()
    {
        const QByteArray broken = "{\"name\":\"Ann\",\"mes\":\"lost";
        const QByteArray latin = "{\"mes\":\"caf\xE9\"}";
        const QByteArray text =
            Header + '\n' + First + '\n' + broken + '\n' + R"(["no message"])" + '\n' + Second + '\n' + latin;
        const ChatReading read = readChat(text);
        QCOMPARE(read.chat.messages.size(), 2);
        QVERIFY(read.tornTail.isEmpty());
        QCOMPARE(
            linesOf(read.warnings),
            (QStringList{
                u"line 3, column 26: a line that cannot be read (the text ends inside a string); it is kept"_s,
                u"line 4: a line that is not a message; it is kept"_s,
                u"line 6, column 12: a line that cannot be read (the text is not UTF-8); it is kept"_s}));
        QCOMPARE(writeChat(read.chat), text);
        Chat changed = read.chat;
        changed.messages.removeAt(0);
        QCOMPARE(writeChat(changed),
                 Header + '\n' + Second + '\n' + broken + '\n' + R"(["no message"])" + '\n' + latin);
        changed.messages.clear();
        QCOMPARE(writeChat(changed).count('\n'), 3);
    }

    void changedMessageRewritesOnlyItsKeys()
    {
        Chat chat = readChat(Header + '\n' + First + '\n' + Second).chat;
        chat.messages[1].text = u"No.\n\"Never.\""_s;
        QCOMPARE(writeChat(chat),
                 Header + '\n' + First + '\n' + QByteArray(Second).replace("Yes.", "No.\\n\\\"Never.\\\""));
        chat = readChat(Header + '\n' + First).chat;
        chat.messages[0].activeSwipe = 1;
        chat.messages[0].text = chat.messages[0].swipes[1].text;
        QCOMPARE(writeChat(chat), Header + '\n' +
                                      QByteArray(First)
                                          .replace(R"("mes":"Hello.")", R"("mes":"Hi.")")
                                          .replace(R"("swipe_id":0)", R"("swipe_id":1)"));
        chat = readChat(Header + '\n' + First).chat;
        chat.messages[0].swipes[1].text = u"Hey."_s;
        QCOMPARE(writeChat(chat), Header + '\n' + QByteArray(First).replace("\"Hi.\"", "\"Hey.\""));
        chat.header.set(u"user_name"_s, Json(u"Me"_s));
        QVERIFY(writeChat(chat).startsWith(
            R"({"chat_metadata":{"integrity":"x","note_depth":4},"user_name":"Me",)"));
    }

    void signatureOfAnotherMessageSurvives()
    {
        const QByteArray signedLine =
            R"({"name":"Ann","is_user":false,"mes":"x","extra":{"reasoning":"r","reasoning_signature":"c2ln"}})";
        Chat chat = readChat(Header + '\n' + signedLine + '\n' + Second).chat;
        chat.messages[1].text = u"edited"_s;
        QVERIFY(writeChat(chat).contains(signedLine));
        QCOMPARE(chat.messages[0].reasoning(), u"r"_s);
    }

    void swipeTroubles_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<int>("swipes");
        QTest::addColumn<int>("active");
        QTest::addColumn<int>("infos");
        QTest::newRow("swipe_id too large") << R"({"swipes":["a","b"],"swipe_id":9})"_ba << 2 << 1 << 0;
        QTest::newRow("swipe_id negative") << R"({"swipes":["a","b"],"swipe_id":-3})"_ba << 2 << 0 << 0;
        QTest::newRow("swipe_id text") << R"({"swipes":["a","b"],"swipe_id":"1"})"_ba << 2 << 1 << 0;
        QTest::newRow("short swipe_info")
            << R"({"swipes":["a","b"],"swipe_info":[{"x":1}]})"_ba << 2 << 0 << 1;
        QTest::newRow("no swipes but an id") << R"({"swipe_id":2})"_ba << 0 << 0 << 0;
        QTest::newRow("swipes is a string") << R"({"swipes":"a"})"_ba << 0 << 0 << 0;
        QTest::newRow("null among swipes") << R"({"swipes":["a",null,3]})"_ba << 3 << 0 << 0;
    }
    void swipeTroubles()
    {
        QFETCH(QByteArray, keys);
        const QByteArray line = R"({"name":"A","is_user":false,"mes":"differs",)" + keys.sliced(1);
        const ChatReading read = readChat(line);
        const Message message = read.chat.messages.value(0);
        QCOMPARE(message.text, u"differs"_s);
        QTEST(static_cast<int>(message.swipes.size()), "swipes");
        QTEST(message.activeSwipe, "active");
        QTEST(static_cast<int>(
                  std::ranges::count_if(message.swipes, [](const Swipe &s) { return s.info.isObject(); })),
              "infos");
        QCOMPARE(writeChat(read.chat), line);
        QCOMPARE(encodeMessageLine(message), line);
    }

    void newMessagesAreEncoded()
    {
        Message message;
        message.name = u"Ann"_s;
        message.sendDate = u"2026-01-02T03:04:05.006Z"_s;
        message.text = u"Line\u2028one \"two\""_s;
        QCOMPARE(encodeMessageLine(message),
                 R"({"name":"Ann","is_user":false,"is_system":false,"send_date":"2026-01-02T03:04:05.006Z",)"
                 "\"mes\":\"Line\xE2\x80\xA8one \\\"two\\\"\",\"extra\":{}}"_ba);
        message.swipes = {{.text = message.text, .info = {}},
                          {.text = u"b"_s, .info = Json::object({{u"extra"_s, Json::object()}})}};
        message.activeSwipe = 1;
        message.originalAvatar = u"a.png"_s;
        const Message back = readChat(encodeMessageLine(message)).chat.messages.value(0);
        QCOMPARE(back.swipes.size(), 2);
        QCOMPARE(back.activeSwipe, 1);
        QCOMPARE(back.originalAvatar, u"a.png"_s);
        QVERIFY(back.swipes.at(0).info.isObject());
        Message without = back;
        without.swipes.clear();
        QVERIFY(!encodeMessageLine(without).contains("swipe"));
    }

    void appendingALineGivesTheFileOfARewrite()
    {
        const QByteArray text = Header + '\n' + First;
        Chat chat = readChat(text).chat;
        Message message;
        message.name = u"Me"_s;
        message.isUser = true;
        message.text = u"more"_s;
        chat.messages.append(message);
        QCOMPARE(writeChat(chat), text + '\n' + encodeMessageLine(message));
    }

    void longLinesAreRead()
    {
        const QByteArray line =
            "{\"name\":\"A\",\"is_user\":false,\"mes\":\"" + QByteArray(18 * 1024 * 1024, 'x') + "\"}";
        const ChatReading read = readChat(Header + '\n' + line);
        QCOMPARE(read.chat.messages.value(0).text.size(), 18 * 1024 * 1024);
        QVERIFY(writeChat(read.chat).endsWith(line));
    }

    void dates_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QDateTime>("expected");
        const QDateTime local(QDate(2023, 6, 19), QTime(16, 13));
        QTest::newRow("ISO") << u"2023-06-19T16:13:05.120Z"_s
                             << QDateTime(QDate(2023, 6, 19), QTime(16, 13, 5, 120), QTimeZone::UTC);
        QTest::newRow("month name") << u"June 19, 2023 4:13pm"_s << local;
        QTest::newRow("noon") << u"June 19, 2023 12:05pm"_s << QDateTime(QDate(2023, 6, 19), QTime(12, 5));
        QTest::newRow("midnight") << u"June 19, 2023 12:05am"_s << QDateTime(QDate(2023, 6, 19), QTime(0, 5));
        QTest::newRow("humanised") << u"2023-6-19 @16h 13m 05s 123ms"_s << local.addMSecs(5123);
        QTest::newRow("file name") << u"2023-06-19@16h13m05s"_s << local.addSecs(5);
        QTest::newRow("file name, ms") << u"2023-06-19@16h13m05s007ms"_s << local.addMSecs(5007);
        QTest::newRow("milliseconds") << u"1687191185000"_s << QDateTime::fromMSecsSinceEpoch(1687191185000);
        QTest::newRow("no month") << u"Juny 19, 2023 4:13pm"_s << QDateTime();
        QTest::newRow("impossible day") << u"2023-2-30 @16h 13m 05s"_s << QDateTime();
        QTest::newRow("words") << u"yesterday"_s << QDateTime();
        QTest::newRow("empty") << u""_s << QDateTime();
    }
    void dates()
    {
        QFETCH(QString, text);
        QTEST(sendDateTime(text), "expected");
    }
};

} // namespace tst_chatjsonl

SNUG_TEST(tst_chatjsonl, TestChatJsonl, Nothing)
#include "tst_chatjsonl.moc"
