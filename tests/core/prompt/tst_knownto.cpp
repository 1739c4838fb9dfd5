// Who knows a message: tags, stored lists, the order of names; each rule of docs/systems/gf-lt.md in rows of
// its own.
#include "core/formats/chatjsonl.h"
#include "core/prompt/castnames.h"
#include "core/prompt/knownto.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_knownto {

using namespace Qt::StringLiterals;
using namespace snug;

static KnowledgeSettings on(const QString &tag = {})
{
    return {.isEnabled = true, .tag = tag};
}

static Message said(const QString &name, const QString &text)
{
    Message message;
    message.name = name;
    message.text = text;
    return message;
}

class TestKnownTo : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void tags_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("tag");
        QTest::addColumn<QStringList>("names");
        const QString tag = KnowledgeSettings::defaultTag.toString();
        QTest::newRow("none") << u"no tag"_s << QString() << QStringList();
        QTest::newRow("at the end of a line")
            << u"a\n%1Ann__\nb"_s.arg(tag) << QString() << QStringList{u"Ann"_s};
        QTest::newRow("a broken one and a whole one")
            << u"%1Ann\n%1Ben__"_s.arg(tag) << QString() << QStringList{u"Ben"_s};
        QTest::newRow("a carriage return does not break it")
            << u"%1Ann,\r Ben__"_s.arg(tag) << QString() << (QStringList{u"Ann"_s, u"Ben"_s});
        QTest::newRow("repeats within one list")
            << u"%1Ann,Ann__"_s.arg(tag) << QString() << (QStringList{u"Ann"_s, u"Ann"_s});
        QTest::newRow("an empty one and a full one")
            << u"%1 , __ %1Ann__"_s.arg(tag) << QString() << QStringList{u"Ann"_s};
        QTest::newRow("a tag that could begin twice") << u"aaaBen__"_s << u"aa"_s << QStringList{u"aBen"_s};
        QTest::newRow("after a failed beginning") << u"aa\naaBen__"_s << u"aa"_s << QStringList{u"Ben"_s};
        QTest::newRow("another tag does not count") << u"%1Ann__"_s.arg(tag) << u"@"_s << QStringList();
        QTest::newRow("of underscores") << u"__Ann__Ben__"_s << u"__"_s << QStringList{u"Ann"_s};
        QTest::newRow("three underscores at the end")
            << u"%1Ann___"_s.arg(tag) << QString() << QStringList{u"Ann"_s};
    }

    void tags()
    {
        QFETCH(QString, text);
        QFETCH(QString, tag);
        QFETCH(QStringList, names);
        QCOMPARE(namesInTags(text, on(tag)), names);
        QCOMPARE(namesInTags(text, {.tag = tag}), QStringList());
    }

    void privateTextIsReadBack()
    {
        const QString text = privateText(u"psst"_s, {u"Ann"_s, u"bad,name"_s, u"Old Tom"_s, u"a__b"_s}, on());
        QCOMPARE(namesInTags(text, on()), (QStringList{u"Ann"_s, u"Old Tom"_s}));
        QCOMPARE(textWithoutTags(text, on()), u"psst"_s);
        QCOMPARE(privateText(u"psst"_s, {u",,"_s}, on()), u"psst"_s);
    }

    void shownWithoutTags_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        const QString tag = KnowledgeSettings::defaultTag.toString();
        QTest::newRow("in front") << u"%1Ann__ hi"_s.arg(tag) << u"hi"_s;
        QTest::newRow("in a note of its own") << u"(ooc: %1Ann__) hi"_s.arg(tag) << u"hi"_s;
        QTest::newRow("in a note with more")
            << u"(ooc: %1Ann__ softly) hi"_s.arg(tag) << u"(ooc: softly) hi"_s;
        QTest::newRow("between words") << u"one %1Ann__ two"_s.arg(tag) << u"one two"_s;
        QTest::newRow("two of them") << u"%1Ann__%1Ben__ hi"_s.arg(tag) << u"hi"_s;
        QTest::newRow("unclosed stays") << u"%1Ann hi"_s.arg(tag) << u"%1Ann hi"_s.arg(tag);
    }

    void shownWithoutTags()
    {
        QFETCH(QString, text);
        QFETCH(QString, shown);
        QCOMPARE(textWithoutTags(text, on()), shown);
    }

    void listsSurviveFiles()
    {
        Message message = withKnownTo(said(u"Ann"_s, u"__known_to_chars__Ben__ x"_s), on());
        QCOMPARE(knownTo(message), (QStringList{u"Ben"_s, u"Ann"_s}));
        const Chat chat = readChat(encodeMessageLine(message)).chat;
        QCOMPARE(knownTo(chat.messages.value(0)), (QStringList{u"Ben"_s, u"Ann"_s}));
        setKnownTo(message, {});
        QVERIFY(!encodeMessageLine(message).contains("known_to\""));
    }

    void aListBesideTheTextIsRead()
    {
        Chat chat = readChat(R"({"name":"Ann","mes":"x","known_to":["Ben"]})").chat;
        QCOMPARE(knownTo(chat.messages.value(0)), QStringList{u"Ben"_s});
        setKnownTo(chat.messages[0], {}); // made public: the file's own list no longer counts
        QCOMPARE(knownTo(chat.messages.value(0)), QStringList());
    }

    void narratorsPassAlways()
    {
        Message message = said(u"Ann"_s, u"x"_s);
        setKnownTo(message, {u"Ben"_s});
        QVERIFY(!isVisibleTo(message, u"Ann"_s, on())); // saying it is not knowing it
        QVERIFY(isVisibleTo(message, u"Ben"_s, on()));
        QVERIFY(!isVisibleTo(message, u"ben"_s, on()));
        QVERIFY(isVisibleTo(message, {}, on()));
        QVERIFY(isVisibleTo(message, u"Ann"_s, {}));
        message.extra.set(u"type"_s, Json(u"narrator"_s));
        QVERIFY(isVisibleTo(message, u"Ann"_s, on()));
    }

    void names()
    {
        Chat chat;
        chat.messages = {said(u"Ben"_s, {}), said(u"ben"_s, {}), said(u"Ben"_s, {}), said(u"Gone"_s, {})};
        chat.messages[3].isHidden = true;
        QCOMPARE(namesInChat(chat, {u"BEN"_s, u"Ann"_s}), (QStringList{u"Ben"_s, u"ben"_s, u"Ann"_s}));
        QCOMPARE(namesToWriteAs({u"Zoe"_s, u"Ben"_s}, u"Ann"_s), (QStringList{u"Ann"_s, u"Ben"_s, u"Zoe"_s}));
        QCOMPARE(nextName({u"Ann"_s, u"Ben"_s}, u"ben"_s), u"Ann"_s);
        QCOMPARE(nextName({u"Ann"_s, u"Ben"_s}, u"Zoe"_s), u"Ann"_s);
        QCOMPARE(nextName({}, u"Zoe"_s), QString());
    }

    void speakerInFront()
    {
        QString text = u"Ben: hello: you"_s;
        QCOMPARE(takeSpeaker(text), u"Ben"_s);
        QCOMPARE(text, u"hello: you"_s);
        for (QString other : {u"Old Ben: hi"_s, u": hi"_s, u"hi"_s, QString()}) {
            const QString before = other;
            QCOMPARE(takeSpeaker(other), QString());
            QCOMPARE(other, before);
        }
    }

    void neighboursWithOtherListsStayApart()
    {
        Message open = said(u"Ann"_s, u"a"_s);
        Message closed = said(u"Ann"_s, u"b"_s);
        setKnownTo(closed, {u"Ben"_s});
        const QList<Message> messages{open, open, closed, closed};
        QCOMPARE(joinedNeighbours(messages, u"Ann"_s, NeighbourLists::First).size(), 1);
        const QList<Message> apart = joinedNeighbours(messages, u"Ann"_s, NeighbourLists::KeepApart);
        QCOMPARE(apart.size(), 2);
        QCOMPARE(apart[1].text, u"b\nb"_s);
        QCOMPARE(knownTo(apart[1]), QStringList{u"Ben"_s});
    }

    void renaming()
    {
        Message message = said(u"Al"_s, u"Al says Also"_s);
        setKnownTo(message, {u"Bo"_s, u"Al"_s});
        const Message whole = renamedSpeaker({message}, u"Al"_s, u"Max"_s).first();
        QCOMPARE(whole.name, u"Max"_s);
        QCOMPARE(whole.text, u"Al says Also"_s);
        QCOMPARE(knownTo(whole), (QStringList{u"Bo"_s, u"Max"_s}));
        QCOMPARE(renamedEverywhere({message}, {}, u"x"_s).first(), message);
    }
};

} // namespace tst_knownto

SNUG_TEST(tst_knownto, TestKnownTo, Core)
#include "tst_knownto.moc"
