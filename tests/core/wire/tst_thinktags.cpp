#include "core/wire/thinktags.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_thinktags {

using namespace snug;
using namespace Qt::StringLiterals;

class TestThinkTags : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tags_data()
    {
        QTest::addColumn<QString>("reply");
        QTest::addColumn<QString>("reasoning");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const QString &reply, const QString &reasoning,
                            const QString &text) { QTest::newRow(name) << reply << reasoning << text; };
        row("none", u"Hello."_s, {}, u"Hello."_s);
        row("plain", u"<think>a b</think>Hello."_s, u"a b"_s, u"Hello."_s);
        row("thinking", u"<thinking>a</thinking>b"_s, u"a"_s, u"b"_s);
        row("white space around the tags goes", u"\n<think>\na\n\nb\n</think>\n\nHello.\n"_s, u"a\n\nb"_s,
            u"Hello.\n"_s);
        row("leading white space without tags stays", u"\n\n Hello"_s, {}, u"\n\n Hello"_s);
        row("only white space", u"\n "_s, {}, u"\n "_s);
        row("empty reasoning", u"<think>\n\n</think>\n\nHello."_s, {}, u"Hello."_s);
        row("never closed", u"<think>a"_s, u"a"_s, {});
        row("further on it is text", u"I <think>so</think>."_s, {}, u"I <think>so</think>."_s);
        row("second block is text", u"<think>a</think>b<think>c</think>"_s, u"a"_s, u"b<think>c</think>"_s);
        row("looks like one", u"<thimble>"_s, {}, u"<thimble>"_s);
        row("lone bracket", u"<"_s, {}, u"<"_s);
        row("less-than inside", u"<think>1 < 2 </ 3 </thin</think>ok"_s, u"1 < 2 </ 3 </thin"_s, u"ok"_s);
        row("closing without opening is text", u"a</think>b"_s, {}, u"a</think>b"_s);
        row("nothing", {}, {}, {});
    }

    void tags()
    {
        QFETCH(QString, reply);
        QFETCH(QString, reasoning);
        QFETCH(QString, text);
        for (const qsizetype size : {1, 2, 3, 5, 8, 1000}) {
            ThinkTags tags;
            QString gotReasoning;
            QString gotText;
            const auto take = [&](const QList<StreamEvent> &events) {
                for (const StreamEvent &event : events) {
                    if (const auto *delta = std::get_if<TextDelta>(&event))
                        gotText += delta->text;
                    else
                        gotReasoning += std::get<ReasoningDelta>(event).text;
                }
            };
            for (qsizetype at = 0; at < reply.size(); at += size)
                take(tags.push(reply.mid(at, size)));
            take(tags.end(true));
            QCOMPARE(gotReasoning, reasoning);
            QCOMPARE(gotText, text);
        }
    }

    void halfATagIsDroppedWhenCut()
    {
        ThinkTags start;
        QVERIFY(start.push(u"<thi").isEmpty());
        QVERIFY(start.end(false).isEmpty());
        ThinkTags close;
        QCOMPARE(close.push(u"<think>a</thi"), QList<StreamEvent>{ReasoningDelta{u"a"_s}});
        QVERIFY(close.end(false).isEmpty());
    }
};

} // namespace tst_thinktags

SNUG_TEST(tst_thinktags, TestThinkTags, Nothing)
#include "tst_thinktags.moc"
