#include "core/editing/jsonmerge.h"
#include "core/formats/jsontext.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_jsonmerge {

using namespace snug;
using namespace Qt::StringLiterals;

namespace {

Json json(const QByteArray &text)
{
    const auto parsed = parseJson(text);
    if (!parsed)
        qFatal("%ls in %s", qUtf16Printable(parsed.error().what), text.constData());
    return *parsed;
}

QString list(const QByteArray &identifiers)
{
    QStringList items;
    for (const char each : identifiers)
        items.append(u"{\"identifier\":\"%1\"}"_s.arg(QLatin1Char(each)));
    return u"{\"l\":[%1]}"_s.arg(items.join(u','));
}

QByteArray order(const Json &document)
{
    QByteArray order;
    const Json items = document.value(u"l");
    for (const Json &item : items.items())
        order += item.value(u"identifier").toText().toLatin1();
    return order;
}

} // namespace

// Outside of the class, where moc would not see past it.
static const char namedDocument[] =
    R"({"prompts":[{"identifier":"6513-uuid","name":"CORE","content":"TEXT"}],)"
    R"("entries":{"3":{"uid":3,"comment":"Inn","content":"TEXT"}}})";

class TestJsonMerge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void changesComeTogether_data()
    {
        QTest::addColumn<QByteArray>("base");
        QTest::addColumn<QByteArray>("ours");
        QTest::addColumn<QByteArray>("theirs");
        QTest::addColumn<QByteArray>("merged"); // with ours at conflicts
        QTest::addColumn<QStringList>("conflicts");
        const auto row = [](const char *name, const QByteArray &base, const QByteArray &ours,
                            const QByteArray &theirs, const QByteArray &merged,
                            const QStringList &conflicts = {}) {
            QTest::newRow(name) << base << ours << theirs << merged << conflicts;
        };
        row("nothing changed", "{\"a\":1}", "{\"a\":1}", "{\"a\":1}", "{\"a\":1}");
        row("only ours", "{\"a\":1}", "{\"a\":2}", "{\"a\":1}", "{\"a\":2}");
        row("only theirs", "{\"a\":1}", "{\"a\":1}", "{\"a\":2}", "{\"a\":2}");
        row("both the same", "{\"a\":1}", "{\"a\":2}", "{\"a\":2}", "{\"a\":2}");
        row("different members", "{\"a\":1,\"b\":1}", "{\"a\":2,\"b\":1}", "{\"a\":1,\"b\":2}",
            "{\"a\":2,\"b\":2}");
        row("one member, two ways", "{\"a\":1}", "{\"a\":2}", "{\"a\":3}", "{\"a\":2}", {u"a"_s});
        row("members added by each", "{}", "{\"a\":1}", "{\"b\":2}", "{\"a\":1,\"b\":2}");
        row("the same added, different", "{}", "{\"a\":{\"x\":1}}", "{\"a\":{\"y\":1}}", "{\"a\":{\"x\":1}}",
            {u"a"_s});
        row("removed by us, not touched by them", "{\"a\":1,\"b\":1}", "{\"b\":1}", "{\"a\":1,\"b\":2}",
            "{\"b\":2}");
        row("removed by them, not touched by us", "{\"a\":1,\"b\":1}", "{\"a\":1,\"b\":2}", "{\"b\":1}",
            "{\"b\":2}");
        row("removed by us, changed by them", "{\"a\":1}", "{}", "{\"a\":2}", "{}", {u"a"_s});
        row("removed by them, changed by us", "{\"a\":1}", "{\"a\":2}", "{}", "{\"a\":2}", {u"a"_s});
        row("removed by both", "{\"a\":1}", "{}", "{}", "{}");
        row("deep inside", R"({"a":{"b":{"c":1,"d":1}}})", R"({"a":{"b":{"c":2,"d":1}}})",
            R"({"a":{"b":{"c":1,"d":2}}})", R"({"a":{"b":{"c":2,"d":2}}})");
        row("deep conflict", R"({"a":{"b.c":1}})", R"({"a":{"b.c":2}})", R"({"a":{"b.c":3}})",
            R"({"a":{"b.c":2}})", {u"a.b\\.c"_s});
        row("type changed by one", R"({"a":{"b":1}})", R"({"a":[1]})", R"({"a":{"b":1}})", R"({"a":[1]})");
        row("type changed by one, inside changed by other", R"({"a":{"b":1}})", R"({"a":[1]})",
            R"({"a":{"b":2}})", R"({"a":[1]})", {u"a"_s});
        row("plain lists are whole", R"({"a":[1,2]})", R"({"a":[1,2,3]})", R"({"a":[0,1,2]})",
            R"({"a":[1,2,3]})", {u"a"_s});
        row("items by identifier", R"([{"identifier":"m","t":1},{"identifier":"n","t":1}])",
            R"([{"identifier":"m","t":2},{"identifier":"n","t":1}])",
            R"([{"identifier":"m","t":1},{"identifier":"n","t":2}])",
            R"([{"identifier":"m","t":2},{"identifier":"n","t":2}])");
        row("items by uid, a conflict inside", R"({"e":[{"uid":3,"k":1}]})", R"({"e":[{"uid":3,"k":2}]})",
            R"({"e":[{"uid":3,"k":3}]})", R"({"e":[{"uid":3,"k":2}]})", {u"e[3].k"_s});
        row("two items of one identity: the list is whole", R"([{"id":1,"t":1},{"id":1,"t":2}])",
            R"([{"id":1,"t":1},{"id":1,"t":3}])", R"([{"id":1,"t":4},{"id":1,"t":2}])",
            R"([{"id":1,"t":1},{"id":1,"t":3}])", {u""_s});
        row("both add an item of the same identity", R"({"e":[]})", R"({"e":[{"uid":0,"k":1}]})",
            R"({"e":[{"uid":0,"k":2}]})", R"({"e":[{"uid":0,"k":1}]})", {u"e[0]"_s});
        row("an item removed by us, changed by them", R"({"e":[{"uid":0,"k":1}]})", R"({"e":[]})",
            R"({"e":[{"uid":0,"k":2}]})", R"({"e":[]})", {u"e[0]"_s});
        row("lists inside items", R"([{"character_id":1,"order":[{"identifier":"a","enabled":true}]}])",
            R"([{"character_id":1,"order":[{"identifier":"a","enabled":false}]}])",
            R"([{"character_id":1,"order":[{"identifier":"a","enabled":true},{"identifier":"b"}]}])",
            R"([{"character_id":1,"order":[{"identifier":"a","enabled":false},{"identifier":"b"}]}])");
    }

    void changesComeTogether()
    {
        QFETCH(QByteArray, base);
        QFETCH(QByteArray, ours);
        QFETCH(QByteArray, theirs);
        QFETCH(QByteArray, merged);
        QFETCH(QStringList, conflicts);
        const JsonMerge merge = mergeJson(json(base), json(ours), json(theirs));
        QCOMPARE(writeJson(merge.merged, JsonStyle::compact()),
                 writeJson(json(merged), JsonStyle::compact()));
        QStringList paths;
        for (const MergeConflict &conflict : merge.conflicts)
            paths.append(conflict.path);
        QCOMPARE(paths, conflicts);
        // The other way round the same things meet.
        QCOMPARE(mergeJson(json(base), json(theirs), json(ours)).conflicts.size(), conflicts.size());
    }

    void conflictsAreAnswered()
    {
        const Json base = json(R"({"a":1,"b":1,"l":[{"id":"x","t":1}]})");
        const Json ours = json(R"({"a":2,"b":2,"l":[{"id":"x","t":2}]})");
        const Json theirs = json(R"({"a":3,"b":3,"l":[]})");
        QCOMPARE(mergeJson(base, ours, theirs, {u"b"_s, u"l[x]"_s}).merged, json(R"({"a":2,"b":3,"l":[]})"));
        const JsonMerge merge = mergeJson(base, ours, theirs, {u"a"_s});
        QCOMPARE(merge.merged, json(R"({"a":3,"b":2,"l":[{"id":"x","t":2}]})"));
        QCOMPARE(merge.conflicts.size(), 3);
        QCOMPARE(merge.conflicts[2], (MergeConflict{u"l[x]"_s, u"l › x"_s, json(R"({"id":"x","t":1})"),
                                                    json(R"({"id":"x","t":2})"), Json()}));
        // What is neither's.
        MergeAnswers answers{u"b"_s};
        answers.texts.insert(u"a"_s, u"both"_s);
        QCOMPARE(mergeJson(base, ours, theirs, answers).merged,
                 json(R"({"a":"both","b":3,"l":[{"id":"x","t":2}]})"));
    }

    void placesHaveNames()
    {
        const auto preset = [](const QByteArray &text) {
            return json(QByteArray(namedDocument).replace("TEXT", text));
        };
        const QList<MergeConflict> conflicts = mergeJson(preset("a"), preset("b"), preset("c")).conflicts;
        QCOMPARE(conflicts.size(), 2);
        QCOMPARE(conflicts[0].place, u"prompts › CORE › content"_s);
        QCOMPARE(conflicts[1].place, u"entries › Inn › content"_s);
    }

    void withoutABaseTheWholeIsInConflict()
    {
        const JsonMerge merge = mergeJson(Json(), json("{\"a\":1}"), json("{\"a\":2}"));
        QCOMPARE(merge.merged, json("{\"a\":1}"));
        QCOMPARE(merge.conflicts.size(), 1);
        QVERIFY(merge.conflicts[0].path.isEmpty());
        QVERIFY(mergeJson(Json(), json("{\"a\":1}"), json("{\"a\":1}")).conflicts.isEmpty());
    }

    void ordersComeTogether_data()
    {
        QTest::addColumn<QByteArray>("base");
        QTest::addColumn<QByteArray>("ours");
        QTest::addColumn<QByteArray>("theirs");
        QTest::addColumn<QByteArray>("merged");
        QTest::addColumn<int>("conflicts");
        QTest::newRow("moved by us") << "abcd"_ba << "dabc"_ba << "abcd"_ba << "dabc"_ba << 0;
        QTest::newRow("moved by them") << "abcd"_ba << "abcd"_ba << "dabc"_ba << "dabc"_ba << 0;
        QTest::newRow("moved by both alike") << "abcd"_ba << "dabc"_ba << "dabc"_ba << "dabc"_ba << 0;
        QTest::newRow("moved by both") << "abcd"_ba << "dabc"_ba << "bcda"_ba << "dabc"_ba << 1;
        QTest::newRow("added by us, moved by them")
            << "abcd"_ba << "abXcd"_ba << "dcba"_ba << "dcbXa"_ba << 0;
        QTest::newRow("moved by us, added by them")
            << "abcd"_ba << "dcba"_ba << "Xabcd"_ba << "Xdcba"_ba << 0;
        QTest::newRow("added by both") << "ab"_ba << "aXb"_ba << "abY"_ba << "aXbY"_ba << 0;
        QTest::newRow("added by both in one place") << "ab"_ba << "aXb"_ba << "aYb"_ba << "aYXb"_ba << 0;
        QTest::newRow("removed by us, moved by them") << "abc"_ba << "ac"_ba << "cba"_ba << "ca"_ba << 0;
        QTest::newRow("removed by both") << "abc"_ba << "ab"_ba << "bc"_ba << "b"_ba << 0;
        QTest::newRow("all removed, one added") << "abc"_ba << ""_ba << "abcX"_ba << "X"_ba << 0;
    }

    void ordersComeTogether()
    {
        QFETCH(QByteArray, base);
        QFETCH(QByteArray, ours);
        QFETCH(QByteArray, theirs);
        QFETCH(QByteArray, merged);
        QFETCH(int, conflicts);
        const auto document = [](const QByteArray &letters) { return json(list(letters).toUtf8()); };
        const JsonMerge merge = mergeJson(document(base), document(ours), document(theirs));
        QCOMPARE(order(merge.merged), merged);
        QCOMPARE(merge.conflicts.size(), conflicts);
        if (conflicts > 0) {
            QCOMPARE(merge.conflicts[0].path, u"l[order]"_s);
            QCOMPARE(
                order(mergeJson(document(base), document(ours), document(theirs), {u"l[order]"_s}).merged),
                theirs);
        }
    }

    // A preset's order lists its blocks by identifiers; people know them by their names.
    void blocksAreCalledByTheirNames()
    {
        const auto preset = [](const QByteArray &order) {
            return json(R"({"prompts": [{"identifier": "6513270e", "name": "Core"},
                                        {"identifier": "main", "name": "Main"}, {"identifier": "x"}],
                            "prompt_order": [{"character_id": 100001, "order": [)" +
                        order + "]}]}");
        };
        const auto item = [](const QByteArray &identifier, const QByteArray &more = {}) {
            return QByteArray("{\"identifier\": \"" + identifier + '"' + more + '}');
        };
        const QByteArray rest = ',' + item("main") + ',' + item("x");
        const JsonMerge switched =
            mergeJson(preset(item("6513270e") + rest), preset(item("6513270e", ", \"enabled\": true") + rest),
                      preset(item("6513270e", ", \"enabled\": false") + rest));
        QCOMPARE(switched.conflicts.size(), 1);
        QCOMPARE(switched.conflicts.first().place, u"prompt_order › 100001 › order › Core › enabled"_s);
        const JsonMerge moved = mergeJson(preset(item("6513270e") + rest),
                                          preset(item("main") + ',' + item("6513270e") + ',' + item("x")),
                                          preset(item("x") + ',' + item("6513270e") + ',' + item("main")));
        QCOMPARE(moved.conflicts.size(), 1);
        QCOMPARE(moved.conflicts.first().ours, Json(QStringList{u"Main"_s, u"Core"_s, u"x"_s}));
        QCOMPARE(moved.conflicts.first().theirs, Json(QStringList{u"x"_s, u"Core"_s, u"Main"_s}));
    }

    // What nobody touched is written as it stood.
    void spellingSurvives()
    {
        const QByteArray base("{\n  \"n\": 1.50,   \"s\": \"\\u00e9\",\n  \"o\": {\"x\":1,\"y\":2}\n}\n");
        Json ours = json(base);
        Json inner = ours.value(u"o");
        inner.set(u"x"_s, Json(5));
        ours.set(u"o"_s, inner);
        QByteArray theirs = base;
        theirs.replace("\"y\":2", "\"y\":7");
        const QByteArray merged = writeJson(mergeJson(json(base), ours, json(theirs)).merged);
        QVERIFY2(merged.contains("1.50") && merged.contains("\\u00e9"), merged.constData());
        QCOMPARE(json(merged).value(u"o"), json("{\"x\":5,\"y\":7}"));
    }
};

} // namespace tst_jsonmerge

SNUG_TEST(tst_jsonmerge, TestJsonMerge, Core)
#include "tst_jsonmerge.moc"
