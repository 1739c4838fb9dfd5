// What is different between two states of a document, in words.

#include "core/editing/jsonchanges.h"
#include "core/editing/placewords.h"
#include "core/formats/jsontext.h"
#include "core/library/lorefields.h"
#include "tests/testregistry.h"

#include <QTest>

#include <algorithm>

namespace tst_jsonchanges {

using namespace Qt::StringLiterals;
using namespace snug;

class TestJsonChanges : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void changes_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("now");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *name, const char *before, const char *now, const QString &said) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(now) << said;
        };
        row("nothing", "{'a':[1,{'b':2}]}", "{'a': [1, {'b': 2}]}", {});
        row("a text", "{'a':{'b':'x'}}", "{'a':{'b':'y'}}", u"a › b: x -> y"_s);
        row("a number", "{'a':1}", "{'a':1.5}", u"a: 1 -> 1.5"_s);
        row("added", "{}", "{'a':'x'}", u"a: + x"_s);
        row("removed", "{'b':1,'a':'x'}", "{'b':1}", u"a: - x"_s);
        row("a list of texts is one", "{'a':['x']}", "{'a':['x','y']}", u"a: ['x'] -> ['x','y']"_s);
        row("items go by their ids and titles",
            "{'l':[{'id':1,'name':'One','t':'a'},{'id':2,'name':'Two','t':'b'}]}",
            "{'l':[{'id':2,'name':'Two','t':'c'},{'id':3,'comment':'Three'}]}",
            u"l › Two › t: b -> c; l › Three: + {'id':3,'comment':'Three'}; "
            u"l › One: - {'id':1,'name':'One','t':'a'}"_s);
        row("another order", "{'l':[{'id':1,'name':'One'},{'id':2,'name':'Two'}]}",
            "{'l':[{'id':2,'name':'Two'},{'id':1,'name':'One'}]}", u"l › order: One\nTwo -> Two\nOne"_s);
        row("entries of a lorebook", "{'entries':{'0':{'comment':'Fog','content':'x'}}}",
            "{'entries':{'0':{'comment':'Fog','content':'y'}}}", u"entries › Fog › content: x -> y"_s);
        row("entries that were dragged",
            "{'entries':{'0':{'comment':'Fog','displayIndex':0},'1':{'comment':'Inn','displayIndex':1,'n':1},"
            "'2':{'comment':'Bay','displayIndex':2}}}",
            "{'entries':{'0':{'comment':'Fog','displayIndex':2},'1':{'comment':'Inn','displayIndex':0,'n':2},"
            "'2':{'comment':'Bay','displayIndex':1}}}",
            u"entries › Inn › n: 1 -> 2; entries › order: Fog\nInn\nBay -> Inn\nBay\nFog"_s);
        row("entries that were numbered anew stand as they stood",
            "{'entries':{'0':{'comment':'Fog','displayIndex':0},'1':{'comment':'Inn','displayIndex':1}}}",
            "{'entries':{'0':{'comment':'Fog','displayIndex':0},'1':{'comment':'Inn','displayIndex':5}}}",
            u"entries › Inn › displayIndex: 1 -> 5"_s);
        row("items without ids go by their titles", "{'l':[{'name':'One','t':'a'},{'name':'Two'}]}",
            "{'l':[{'name':'One','t':'b'},{'name':'Two'}]}", u"l › One › t: a -> b"_s);
        row("ids that repeat tell nothing apart", "{'l':[{'id':1},{'id':1}]}", "{'l':[{'id':1}]}",
            u"l: [{'id':1},{'id':1}] -> [{'id':1}]"_s);
        row("another kind", "{'a':[]}", "{'a':{}}", u"a: [] -> {}"_s);
        row("empty lists", "{'a':[]}", "{'a':[{'id':1}]}", u"a › 1: + {'id':1}"_s);
    }
    void changes()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, now);
        QFETCH(QString, said);
        const auto json = [](QByteArray text) { return *parseJson(text.replace('\'', '"')); };
        QStringList lines;
        for (const JsonChange &change : changesBetween(json(before), json(now))) {
            lines.append(change.place + u": "_s +
                         (change.isAdded     ? QString(u"+ " + change.now)
                          : change.isRemoved ? QString(u"- " + change.before)
                                             : QString(change.before + u" -> " + change.now)));
        }
        QCOMPARE(lines.join(u"; "_s).replace(u'"', u'\''), said);
    }

    // Each place by itself, and all one after the other: then nothing is different any more.
    void placesGoBack_data() { changes_data(); }
    void placesGoBack()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, now);
        const auto json = [](QByteArray text) { return *parseJson(text.replace('\'', '"')); };
        const Json then = json(before);
        const Json present = json(now);
        const QList<JsonChange> all = changesBetween(then, present);
        for (const JsonChange &change : all) {
            QList<JsonChange> left = changesBetween(then, withPlaceOf(present, then, change));
            QVERIFY2(left.size() < all.size(), qPrintable(change.place));
            QVERIFY(std::ranges::none_of(left,
                                         [&](const JsonChange &each) { return each.place == change.place; }));
        }
        Json whole = present;
        for (const JsonChange &change : all)
            whole = withPlaceOf(whole, then, change);
        QCOMPARE(changesBetween(then, whole).size(), 0);
    }

    void whatWasRemovedComesBackWhereItStood()
    {
        const Json before = *parseJson(R"({"l":[{"id":1},{"id":2},{"id":3},{"id":4}]})");
        const Json now = *parseJson(R"({"l":[{"id":9},{"id":1},{"id":4,"n":5}]})");
        Json back = now;
        for (const JsonChange &change : changesBetween(before, now)) {
            if (change.isRemoved && !change.path.isEmpty() && change.path.last().kind == JsonStep::Kind::Item)
                back = withPlaceOf(back, before, change);
        }
        QCOMPARE(QString::fromUtf8(writeJsonLine(back)),
                 uR"({"l":[{"id":9},{"id":1},{"id":2},{"id":3},{"id":4,"n":5}]})"_s);
    }

    // What lists blocks by their identifiers says what they are called.
    void blocksByTheirNames()
    {
        const auto preset = [](const QByteArray &order) {
            return *parseJson(
                R"({"prompts": [{"identifier": "6513270e", "name": "Core"}, {"identifier": "main", "name": "Main"}],
                    "prompt_order": [{"character_id": 100001, "order": [)" +
                order + "]}]}");
        };
        const QByteArray on = R"({"identifier": "6513270e", "enabled": true})";
        const QByteArray off = R"({"identifier": "6513270e", "enabled": false})";
        const QByteArray main = R"({"identifier": "main", "enabled": true})";
        const QList<JsonChange> switched = changesBetween(preset(on + ',' + main), preset(off + ',' + main));
        QCOMPARE(switched.size(), 1);
        QCOMPARE(PlaceWords().of(switched.first().place), u"Order of the blocks › Core › On"_s);
        const QList<JsonChange> moved = changesBetween(preset(on + ',' + main), preset(main + ',' + on));
        QCOMPARE(moved.size(), 1);
        QCOMPARE(moved.first().before, u"Core\nMain"_s);
        QCOMPARE(moved.first().now, u"Main\nCore"_s);
    }

    void inTheEditorsWords()
    {
        const PlaceWords words;
        QCOMPARE(words.of(u"data › description"_s), u"Description"_s);
        QCOMPARE(words.of(u"data › character_book › entries › Fog › extensions › sticky"_s),
                 u"Lorebook › Fog › "_s + loreFieldInfo(LoreField::Sticky).label);
        QCOMPARE(words.of(u"prompts › Main Prompt › injection_depth"_s), u"Blocks › Main Prompt › Depth"_s);
        QCOMPARE(words.of(u"prompt_order › 100001 › order › Main Prompt › enabled"_s),
                 u"Order of the blocks › Main Prompt › On"_s);
        QCOMPARE(words.of(u"prompt_order › 100001 › order › order"_s), u"Order of the blocks"_s);
        QCOMPARE(words.of(u"new_chat_prompt"_s), u"New chat"_s);
        QCOMPARE(words.of(u"minDepth"_s), u"Depth from"_s);
        QCOMPARE(words.of(u"story_string_depth"_s), u"Depth"_s);
        QCOMPARE(words.of(u"something_new"_s), u"something_new"_s);
        QCOMPARE(words.of(u"data"_s), u"data"_s);
    }
};

} // namespace tst_jsonchanges

SNUG_TEST(tst_jsonchanges, TestJsonChanges, Nothing)
#include "tst_jsonchanges.moc"
