// The JSON contract of an answer: what is forgiven, and which fault is named.

#include "core/formats/jsontext.h"
#include "core/memory/memoryreply.h"
#include "core/memory/replyrepair.h"
#include "core/memory/replytext.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_memoryreply {

using namespace Qt::StringLiterals;
using namespace snug;

static const QString good = uR"j({"title":"T","content":"C.","keywords":["k"]})j"_s;
static const QString filling = u" and so the night went on over the sea for a very long time indeed"_s;

class TestMemoryReply : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void accepted_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("content");
        QTest::newRow("plain") << good << u"C."_s;
        QTest::newRow("fence in a fence's text")
            << QString(u"```json\n"_s + good + u"\n``` and ```x```"_s) << u"C."_s;
        QTest::newRow("a fence of prose first") << QString(u"```\nas you wish\n```\n"_s + good) << u"C."_s;
        QTest::newRow("two think sections, any case")
            << QString(u"<THINK>{</THINK>a<think>[\n</Think>"_s + good) << u"C."_s;
        QTest::newRow("comments with brackets") << uR"j({"title":"T", // }
                 "content":"C." /* ] */, "keywords":["k",],})j"_s
                                                << u"C."_s;
        QTest::newRow("comment marks in text")
            << uR"j({"title":"T","content":"a // b, ] /* c","keywords":[],})j"_s << u"a // b, ] /* c"_s;
        QTest::newRow("the second object fits")
            << QString(u"```{\"a\":1}``` then ```"_s + good + u"```"_s) << u"C."_s;
        QTest::newRow("number as content") << uR"j({"title":7,"content":12,"keywords":[]})j"_s << u"12"_s;
        QTest::newRow("null content, then summary")
            << uR"j({"title":"T","content":null,"summary":0,"memory_content":"M","keywords":[]})j"_s
            << u"M"_s;
    }

    void accepted()
    {
        QFETCH(QString, text);
        const auto memory = readMemoryReply(text);
        QVERIFY2(memory, qPrintable(memory ? QString() : replyFaultCode(memory.error())));
        QTEST(memory->content, "content");
    }

    void faults_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::newRow("only thoughts") << u"<think>{}</think>"_s << u"NO_JSON_BLOCK"_s;
        QTest::newRow("two commas too many") << uR"j({"title":"T",,})j"_s << u"MALFORMED"_s;
        QTest::newRow("a bracket in prose hides the object")
            << QString(u"```\nno {\n```\n"_s + good) << u"UNBALANCED"_s;
        QTest::newRow("brackets that cross") << u"{[}]"_s << u"UNBALANCED"_s;
        QTest::newRow("a quote left open") << u"{} \"so"_s << u"UNBALANCED"_s;
        QTest::newRow("an open block comment") << u"{\"title\":1 /* }"_s << u"MALFORMED"_s;
        QTest::newRow("fields before the sentence only when short")
            << QString(u"{\"title\":\"T\"}"_s + filling) << u"MISSING_FIELDS_CONTENT"_s;
        QTest::newRow("long and cut off")
            << QString(u"{\"title\":\"T\"}"_s + filling + filling) << u"INCOMPLETE_SENTENCE"_s;
        QTest::newRow("long, ends in a quote")
            << QString(u"{\"title\":\"T\"} \""_s + filling + filling + u".\""_s)
            << u"MISSING_FIELDS_CONTENT"_s;
        QTest::newRow("the last candidate's field")
            << uR"j(```{"content":"C"}``` ```{"content":"C","title":"T"}```)j"_s << u"INVALID_KEYWORDS"_s;
        QTest::newRow("false is no title")
            << uR"j({"content":"C","title":false})j"_s << u"MISSING_FIELDS_TITLE"_s;
    }

    void faults()
    {
        QFETCH(QString, text);
        const auto memory = readMemoryReply(text);
        QVERIFY(!memory);
        QTEST(replyFaultCode(memory.error()), "code");
    }

    void providersWrapTheirText_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QString>("text");
        QTest::newRow("blocks") << QByteArray(R"([{"type":"tool","text":"no"},{"type":"text","text":"a"}])")
                                << u"a"_s;
        QTest::newRow("blocks under content")
            << QByteArray(R"({"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]})") << u"a"_s;
        QTest::newRow("parts") << QByteArray(R"({"candidates":[{"content":{"parts":[{"text":"a"},{"x":1},)"
                                             R"({"text":"b"}]}}]})")
                               << u"ab"_s;
        QTest::newRow("nothing known") << QByteArray(R"({"message":"a"})") << QString();
    }

    void providersWrapTheirText()
    {
        QFETCH(QByteArray, answer);
        QTEST(replyText(*parseJson(answer)), "text");
    }

    void truncationIsSaidWhenTheAnswerIsNoUse()
    {
        const QString half = u"{\"title\":\"T\""_s;
        QCOMPARE(readMemoryReply(half, {u"MAX_TOKENS"_s, false}).error(), ReplyFault::ProviderTruncation);
        QCOMPARE(readMemoryReply(half, {u"length"_s, true}).error(), ReplyFault::ProviderTruncation);
        QCOMPARE(readMemoryReply(half, {u"stop"_s, true}).error(), ReplyFault::ProviderTruncationFlag);
        QCOMPARE(readMemoryReply(half, {u"stop"_s, false}).error(), ReplyFault::Unbalanced);
        QVERIFY(readMemoryReply(good, {u"length"_s, true}));
    }

    void everyFaultHasWords()
    {
        for (int i = 0; i <= int(ReplyFault::ProviderTruncationFlag); ++i) {
            QVERIFY(!replyFaultCode(ReplyFault(i)).isEmpty());
            QVERIFY(replyFaultText(ReplyFault(i)).endsWith(u'.'));
        }
        QVERIFY(isWorthRetrying(ReplyFault::NoJsonBlock));
        QVERIFY(!isWorthRetrying(ReplyFault::Malformed));
    }

    void repaired_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("content");
        QTest::addColumn<QString>("keywords"); // by commas
        QTest::newRow("single quotes")
            << u"{'title':'T','content':'It's \"so\".','keywords':['k']}"_s << u"It's \"so\"."_s << u"k"_s;
        QTest::newRow("typographic quotes")
            << u"{\u201ctitle\u201d:\u201cT\u201d,\u201ccontent\u201d:\u201cC.\u201d,\u201ckeywords\u201d:[\u201ck\u201d]}"_s
            << u"C."_s << u"k"_s;
        QTest::newRow("bare names") << u"{title: \"T\", content: \"C.\", keywords: [a b, \"c\"]}"_s << u"C."_s
                                    << u"a b,c"_s;
        QTest::newRow("no commas") << u"{\"title\":\"T\" \"content\":\"C.\" \"keywords\":[\"a\" \"c\"]}"_s
                                   << u"C."_s << u"a,c"_s;
        QTest::newRow("raw line break")
            << u"{\"title\":\"T\",\"content\":\"a\nb\",\"keywords\":[]}"_s << u"a\nb"_s << QString();
        QTest::newRow("cut off in the keywords")
            << u"{\"title\":\"T\",\"content\":\"C.\",\"keywords\":[\"k\",\"l"_s << u"C."_s << u"k,l"_s;
        QTest::newRow("cut off in the content")
            << u"{\"title\":\"T\",\"content\":\"so the"_s << u"so the"_s << QString();
        QTest::newRow("keywords as one text")
            << u"{\"title\":\"T\",\"content\":\"C.\",\"keywords\":\"a, b\"}"_s << u"C."_s << u"a,b"_s;
        QTest::newRow("in a list") << QString(u"[note] ["_s + good + u"]"_s) << u"C."_s << u"k"_s;
        QTest::newRow("in another object") << QString(u"{\"memory\":"_s + good + u"}"_s) << u"C."_s << u"k"_s;
    }

    void repaired()
    {
        QFETCH(QString, text);
        QVERIFY(!readMemoryReply(text));
        const std::optional<MemoryReply> memory = repairedReply(text);
        QVERIFY(memory);
        QCOMPARE(memory->title, u"T"_s);
        QTEST(memory->content, "content");
        QTEST(memory->keywords.join(u','), "keywords");
    }

    void notEverythingCanBeRepaired_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("prose") << u"I would rather not."_s;
        QTest::newRow("no title") << u"{\"content\":\"C.\"}"_s;
        QTest::newRow("only brackets") << QString(5000, u'[');
        QTest::newRow("only quotes") << QString(u'{' + QString(5000, u'"'));
        QTest::newRow("cut inside an escape") << u"{\"title\":\"\\u12"_s;
    }

    void notEverythingCanBeRepaired()
    {
        QFETCH(QString, text);
        QVERIFY(!repairedReply(text));
    }

    void candidatesDoNotRepeat()
    {
        QCOMPARE(jsonCandidates(good), QStringList{good});
        QCOMPARE(jsonCandidates(u"a {\"x\":\"}\"} b"_s),
                 (QStringList{u"a {\"x\":\"}\"} b"_s, u"{\"x\":\"}\"}"_s}));
    }
};

} // namespace tst_memoryreply

SNUG_TEST(tst_memoryreply, TestMemoryReply, Nothing)
#include "tst_memoryreply.moc"
