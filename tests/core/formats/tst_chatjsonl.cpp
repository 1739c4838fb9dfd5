#include "core/formats/chatjsonl.h"
#include "core/formats/jsontext.h"
#include "tests/testregistry.h"

#include <QRandomGenerator>
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

// A token of a string: as JSON.stringify spells it, or as somebody else might.
QByteArray tokenOf(const QString &text, QRandomGenerator &chance)
{
    QByteArray token = jsonStringSpelling(text);
    if (chance.bounded(4) == 0)
        token.replace("/", "\\/");
    if (chance.bounded(4) == 0)
        token.replace("e", "\\u0065");
    return token;
}

QString textFrom(QRandomGenerator &chance)
{
    static const QStringList parts{u"the harbour bell "_s,
                                   u"she said \"no\".\n"_s,
                                   u"a/b "_s,
                                   u"霧の六日 "_s,
                                   u"\U0001F30A"_s,
                                   u"\t\\"_s,
                                   u"\u0001"_s,
                                   u"x"_s};
    QString text;
    for (int i = chance.bounded(9); i > 0; --i)
        text += parts.at(chance.bounded(int(parts.size())));
    return text;
}

// Lines as many programs write them: spelt and spaced in various ways, with texts that stand there once or
// often.
QByteArray lineFrom(QRandomGenerator &chance)
{
    const QByteArray comma = chance.bounded(3) == 0 ? ", " : ",";
    const QByteArray colon = chance.bounded(3) == 0 ? ": " : ":";
    const QString text = textFrom(chance);
    const auto key = [&](const char *name) -> QByteArray { return comma + '"' + name + '"' + colon; };
    QByteArray line = "{\"name\":\"Ann\"" + key("mes") + tokenOf(text, chance) + key("extra") + "{\"note\"" +
                      colon + tokenOf(chance.bounded(3) == 0 ? text : textFrom(chance), chance) + comma +
                      "\"deep\"" + colon + "{\"a\"" + colon + "1.50}}";
    if (chance.bounded(3) > 0) {
        line += key("swipes") + '[';
        QByteArray infos;
        const int count = 1 + chance.bounded(4);
        for (int i = 0; i < count; ++i) {
            line +=
                (i > 0 ? comma : ""_ba) + tokenOf(chance.bounded(2) == 0 ? text : textFrom(chance), chance);
            infos += (i > 0 ? comma : ""_ba) + "{\"extra\"" + colon + "{\"was\"" + colon +
                     tokenOf(text, chance) + "}}";
        }
        line += ']' + key("swipe_info") + '[' + infos + ']' + key("swipe_id") +
                QByteArray::number(chance.bounded(count));
    }
    return (chance.bounded(9) == 0 ? " " : "") + line + (chance.bounded(9) == 0 ? " }\t" : "}");
}

// The same message with all that was read of its line held awake.
Message awake(Message message, const QByteArray &line)
{
    message.source = *parseJsonLine(line);
    message.extra = message.source.value(u"extra");
    for (qsizetype i = 0; i < message.swipes.size(); ++i)
        message.swipes[i].info = message.source.value(u"swipe_info").at(i);
    return message;
}

void editAnyhow(Message &message, int what, const QString &text)
{
    if (what == 0)
        message.text = text;
    else if (what == 1)
        message.extra.set(u"note"_s, text);
    else if (what == 2)
        message.extra = message.source;
    else if (what == 3)
        message.swipes.append({.text = text, .info = message.extra});
    else if (what == 4 && !message.swipes.isEmpty())
        message.swipes.last().text = text;
    else if (what == 5 && !message.swipes.isEmpty())
        message.swipes.first().info.set(u"seen"_s, Json(text));
    else if (what == 6)
        message.source.set(u"mes"_s, message.source.value(u"extra"));
}

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

    // What is kept of a line is less than the line: nobody can tell.
    void keptLinesAreTheLines()
    {
        QRandomGenerator chance(7);
        QByteArrayList lines;
        for (int i = 0; i < 2000; ++i)
            lines.append(lineFrom(chance));
        const QByteArray file = Header + '\n' + lines.join('\n');
        const Chat chat = readChat(file).chat;
        QCOMPARE(chat.messages.size(), lines.size());
        QCOMPARE(writeChat(chat), file);
        QVERIFY(readChat(file).chat == chat);
        for (qsizetype i = 0; i < lines.size(); ++i) {
            Message kept = chat.messages.at(i);
            QCOMPARE(encodeMessageLine(kept), lines.at(i));
            QCOMPARE(writeJsonLine(kept.source), lines.at(i));
            Message whole = awake(kept, lines.at(i));
            QVERIFY(kept == whole);
            const QString text = textFrom(chance);
            for (const int what : {chance.bounded(7), chance.bounded(7)}) {
                editAnyhow(kept, what, text);
                editAnyhow(whole, what, text);
            }
            QCOMPARE(encodeMessageLine(kept), encodeMessageLine(whole));
            QVERIFY(kept == whole);
        }
        QCOMPARE(writeChat(chat), file);
    }

    void theOrderOfLinesDecidesNothing()
    {
        QRandomGenerator chance(11);
        QByteArrayList lines;
        for (int i = 0; i < 300; ++i)
            lines.append(lineFrom(chance));
        const Chat chat = readChat(lines.join('\n')).chat;
        std::ranges::reverse(lines);
        const Chat turned = readChat(lines.join('\n')).chat;
        const qsizetype count = chat.messages.size();
        QCOMPARE(turned.messages.size(), count);
        for (qsizetype i = 0; i < count; ++i) {
            QVERIFY(turned.messages.at(i) == chat.messages.at(count - 1 - i));
            QCOMPARE(turned.messages.at(i) == chat.messages.at(i), lines.at(i) == lines.at(count - 1 - i));
        }
    }

    // A pass over all of them for each would take minutes.
    void aLineWithVeryManySwipesIsRead()
    {
        QByteArrayList swipes;
        QByteArrayList infos;
        for (int i = 0; i < 60'000; ++i) {
            swipes.append("\"an alternative that is long enough, number " + QByteArray::number(i) + '"');
            infos.append("{\"a\":" + QByteArray::number(i) + '}');
        }
        const QByteArray line = "{\"name\":\"A\",\"is_user\":false,\"mes\":" + swipes.first() +
                                ",\"swipes\":[" + swipes.join(',') + "],\"swipe_info\":[" + infos.join(',') +
                                "]}";
        const Chat chat = readChat(line).chat;
        QCOMPARE(chat.messages.value(0).swipes.size(), swipes.size());
        QCOMPARE(chat.messages.first().swipes.last().info.value(u"a").toInt(), 59'999);
        QCOMPARE(writeChat(chat), line);
    }

    void aChatDoesNotKeepItsFile_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("swipes") << First;
        QTest::newRow("no swipes") << Second;
        QTest::newRow("a list for an object")
            << R"({"name":"A","is_user":false,"mes":"x","extra":[{"a":1}]})"_ba;
        QTest::newRow("a list among swipes")
            << R"({"name":"A","is_user":false,"mes":"x","swipes":["x"],"swipe_info":[[1]]})"_ba;
        QTest::newRow("not a message") << R"({"name":"A"})"_ba;
        QTest::newRow("not JSON") << "{{"_ba;
    }
    void aChatDoesNotKeepItsFile()
    {
        QFETCH(QByteArray, line);
        const QByteArray file = Header + '\n' + line + '\n' + Second;
        const ChatReading read = readChat(file);
        QVERIFY(file.isDetached());
        QCOMPARE(writeChat(read.chat), file);
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
