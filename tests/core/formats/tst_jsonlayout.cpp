// A change touches what was changed: the layout around it stays as somebody's hand made it.
#include "core/formats/jsonlines.h"
#include "core/formats/jsontext.h"
#include "tests/core/formats/randomjson.h"
#include "tests/testregistry.h"

#include <QTest>

#include <cstdlib>
#include <functional>
#include <limits>

namespace tst_jsonlayout {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::test;

using Change = std::function<void(Json &)>;

namespace {

constexpr const char *odd = R"(
 {
    "name" : "Mira",   "age":1.50,

    "tags": [ "sea", "l\u0069ght" ],
    "numbers": [1, 2, 3,
                4, 5, 6],
    "book"      : {"key": ["a"],   "order" : 1e2 },
    "empty": [ ], "none": { },
    "entries": [
        {"id": 1, "x": true},
        {"id": 2, "x": false},

        {
            "id": 3,
            "x": null
        }
    ],
    "\u006cast": "caf\u00e9"}

)";

// The odd document, with one stretch of it replaced by another.
QByteArray oddWith(const QByteArray &gone, const QByteArray &come)
{
    QByteArray text(odd);
    const qsizetype at = text.indexOf(gone);
    Q_ASSERT(at >= 0 && text.indexOf(gone, at + 1) < 0);
    return text.replace(at, gone.size(), come);
}

Change setting(const QString &key, const Json &value)
{
    return [key, value](Json &json) { json.set(key, value); };
}

Change within(const QString &key, const Change &change)
{
    return [key, change](Json &json) {
        Json inner = json.value(key);
        change(inner);
        json.set(key, inner);
    };
}

Change withinItem(qsizetype index, const Change &change)
{
    return [index, change](Json &json) {
        Json inner = json.at(index);
        change(inner);
        json.setAt(index, inner);
    };
}

Change inMembers(const std::function<void(QList<Json::Member> &)> &change)
{
    return [change](Json &json) {
        QList<Json::Member> members = json.members();
        change(members);
        json = Json::object(members);
    };
}

Change inItems(const std::function<void(QList<Json> &)> &change)
{
    return [change](Json &json) {
        QList<Json> items = json.items();
        change(items);
        json = Json::array(items);
    };
}

// A list of an object, or the object itself, as a value made anew that holds the old ones.
Change membersOf(const QString &key, const std::function<void(QList<Json::Member> &)> &change)
{
    return within(key, inMembers(change));
}

Change itemsOf(const QString &key, const std::function<void(QList<Json> &)> &change)
{
    return within(key, inItems(change));
}

void addOddRows()
{
    const auto row = [](const char *name, const Change &change, const QByteArray &gone,
                        const QByteArray &come) {
        QTest::newRow(name) << QByteArray(odd) << change << oddWith(gone, come);
    };
    row("change a text", setting(u"name"_s, Json(u"Ada"_s)), R"("Mira")", R"("Ada")");
    row("change a number", setting(u"age"_s, Json(2)), "1.50", "2");
    row("the same number", setting(u"age"_s, Json(1.5)), "1.50", "1.50");
    row("the same text", setting(u"last"_s, Json(u"café"_s)), R"(caf\u00e9)", R"(caf\u00e9)");
    row("change the last", setting(u"last"_s, Json(1)), R"("caf\u00e9")", "1");
    row("change in a line", within(u"book"_s, setting(u"order"_s, Json(7))), "1e2 }", "7 }");
    row("add in a line", within(u"book"_s, setting(u"z"_s, Json(7))), "1e2 }", R"(1e2,   "z" : 7 })");
    row("replace a list", setting(u"tags"_s, Json(QStringList{u"sea"_s, u"light"_s, u"new"_s})),
        R"("l\u0069ght" ])", R"("l\u0069ght", "new" ])");
    row("shorten a list", setting(u"tags"_s, Json(QStringList{u"light"_s})), R"([ "sea", "l\u0069ght" ])",
        R"([ "l\u0069ght" ])");
    row("empty a list", setting(u"tags"_s, Json::array()), R"([ "sea", "l\u0069ght" ])", "[]");
    row("first into an empty list", setting(u"empty"_s, Json(QStringList{u"x"_s})), "\"empty\": [ ]",
        R"("empty": ["x"])");
    row("into an empty object", within(u"none"_s, setting(u"a"_s, Json(1))), "{ }", R"({"a": 1 })");
    row("an empty list that stays one", setting(u"empty"_s, Json::array()), "[ ]", "[ ]");
    row("number in the middle", itemsOf(u"numbers"_s, [](QList<Json> &items) { items.insert(4, Json(9)); }),
        "4, 5", "4, 9, 5");
    row("number at a line's end", itemsOf(u"numbers"_s, [](QList<Json> &items) { items.insert(3, Json(9)); }),
        "2, 3,", "2, 3, 9,");
    row("number first", itemsOf(u"numbers"_s, [](QList<Json> &items) { items.prepend(Json(9)); }), "[1, 2",
        "[9, 1, 2");
    row("number last", itemsOf(u"numbers"_s, [](QList<Json> &items) { items.append(Json(9)); }), "5, 6]",
        "5, 6, 9]");
    row("number gone", itemsOf(u"numbers"_s, [](QList<Json> &items) { items.removeAt(3); }),
        "3,\n                4, 5", "3, 5");
    row(
        "remove the first", [](Json &json) { json.remove(u"name"); }, R"("name" : "Mira",   "age")",
        R"("age")");
    row("remove from the middle", [](Json &json) { json.remove(u"age"); }, R"(,   "age":1.50)", "");
    row(
        "remove a line", [](Json &json) { json.remove(u"book"); },
        "\n    \"book\"      : {\"key\": [\"a\"],   \"order\" : 1e2 },", "");
    row(
        "remove the last", [](Json &json) { json.remove(u"last"); }, ",\n    \"\\u006cast\": \"caf\\u00e9\"",
        "");
    row("remove a key that is spelt", [](Json &json) { json.remove(u"empty"); }, "\n    \"empty\": [ ],", "");
    row("append", setting(u"new"_s, Json(1)), R"("caf\u00e9"})", "\"caf\\u00e9\",\n    \"new\": 1}");
    row("append a list", setting(u"new"_s, Json(QStringList{u"a"_s, u"b"_s})), R"("caf\u00e9"})",
        "\"caf\\u00e9\",\n    \"new\": [\n        \"a\",\n        \"b\"\n    ]}");
    row("change an entry", within(u"entries"_s, withinItem(1, setting(u"x"_s, Json(3)))), "false", "3");
    row("add to an entry", within(u"entries"_s, withinItem(1, setting(u"y"_s, Json(3)))), "false}",
        "false, \"y\": 3}");
    row("add to a tall entry", within(u"entries"_s, withinItem(2, setting(u"y"_s, Json(3)))),
        "null\n        }", "null,\n            \"y\": 3\n        }");
    row("a new entry",
        itemsOf(u"entries"_s,
                [](QList<Json> &items) {
                    items.insert(1,
                                 Json::object({{u"id"_s, Json(9)}, {u"x"_s, Json(true)}, {u"z"_s, Json(1)}}));
                }),
        R"({"id": 2)", "{\"id\": 9, \"x\": true, \"z\": 1},\n        {\"id\": 2");
    row("a new entry at the end",
        itemsOf(u"entries"_s,
                [](QList<Json> &items) {
                    items.append(Json::object({{u"id"_s, Json(9)}, {u"x"_s, Json(true)}}));
                }),
        "null\n        }\n",
        "null\n        },\n        {\n            \"id\": 9,\n            \"x\": true\n        }\n");
    row("the first entry gone", itemsOf(u"entries"_s, [](QList<Json> &items) { items.removeFirst(); }),
        "\n        {\"id\": 1, \"x\": true},", "");
    row("the tall entry gone", itemsOf(u"entries"_s, [](QList<Json> &items) { items.removeLast(); }),
        ",\n\n        {\n            \"id\": 3,\n            \"x\": null\n        }", "");
    row("entries moved", itemsOf(u"entries"_s, [](QList<Json> &items) { items.swapItemsAt(0, 1); }),
        "{\"id\": 1, \"x\": true},\n        {\"id\": 2, \"x\": false}",
        "{\"id\": 2, \"x\": false},\n        {\"id\": 1, \"x\": true}");
    row("the last entry first", itemsOf(u"entries"_s, [](QList<Json> &items) { items.move(2, 0); }),
        "{\"id\": 1, \"x\": true},\n        {\"id\": 2, \"x\": false},\n\n"
        "        {\n            \"id\": 3,\n            \"x\": null\n        }",
        "{\n            \"id\": 3,\n            \"x\": null\n        },\n        {\"id\": 1, \"x\": true},\n"
        "        {\"id\": 2, \"x\": false}");
    row("an entry over another",
        itemsOf(
            u"entries"_s,
            [](QList<Json> &items) { items[0] = Json::object({{u"id"_s, Json(1)}, {u"x"_s, Json(false)}}); }),
        "true", "false");
}

void addOtherRows()
{
    const auto row = [](const char *name, const QByteArray &before, const Change &change,
                        const QByteArray &after) { QTest::newRow(name) << before << change << after; };
    const Change seven = setting(u"new"_s, Json(7));
    const Change list = setting(u"new"_s, Json(QStringList{u"x"_s}));
    row("into nothing", "  {}\n\n", seven, "  {\"new\":7}\n\n");
    row("all gone", "{ \"a\": 1 }", [](Json &json) { json.remove(u"a"); }, "{}");
    row("one line, spaced", "{ \"a\" : 1 }\n", seven, "{ \"a\" : 1, \"new\" : 7 }\n");
    row("one line, tight", "{\"a\":1}", list, "{\"a\":1,\"new\":[\"x\"]}");
    row("a list in a spaced line", "{\"a\": 1, \"b\": 2}", list, "{\"a\": 1, \"b\": 2, \"new\": [\"x\"]}");
    row("commas first", "{ \"a\": 1\n, \"b\": 2\n}", seven, "{ \"a\": 1\n, \"b\": 2\n, \"new\": 7\n}");
    row(
        "commas first, in the middle", "[ 1\n, 2\n, 3\n]", [](Json &json) { json.removeAt(1); },
        "[ 1\n, 3\n]");
    row("a column", "{\n  \"a\":    1,\n  \"bcd\":  2\n}", setting(u"ef"_s, Json(7)),
        "{\n  \"a\":    1,\n  \"bcd\":  2,\n  \"ef\":   7\n}");
    row("a column behind keys", "{\n  \"a\"    : 1,\n  \"bcd\"  : 2\n}", setting(u"efghijkl"_s, Json(7)),
        "{\n  \"a\"    : 1,\n  \"bcd\"  : 2,\n  \"efghijkl\" : 7\n}");
    row("CRLF", "{\r\n\t\"a\": 1,\r\n\r\n\t\"b\": 2\r\n}\r\n", seven,
        "{\r\n\t\"a\": 1,\r\n\r\n\t\"b\": 2,\r\n\t\"new\": 7\r\n}\r\n");
    row("byte order mark", "\xEF\xBB\xBF{\r\n \"a\": [ 1 ]\r\n}\r\n",
        within(u"a"_s, [](Json &json) { json.append(Json(2)); }),
        "\xEF\xBB\xBF{\r\n \"a\": [ 1, 2 ]\r\n}\r\n");
    row("repeated keys", R"({"a": 1,  "a": 2, "b":3})", setting(u"a"_s, Json(9)),
        R"({"a": 1,  "a": 9, "b":3})");
    row(
        "repeated keys gone", R"({"a": 1,  "b": 2, "a":3})", [](Json &json) { json.remove(u"a"); },
        R"({"b": 2})");
    row("equal items", "[1, 1,  1,\n1]", [](Json &json) { json.removeAt(1); }, "[1, 1,  1]");
    row("renamed", R"({"o": {"a" :1,  "b"  : [2],"c":3}})",
        membersOf(u"o"_s, [](QList<Json::Member> &members) { members[1].key = u"z"_s; }),
        R"({"o": {"a" :1,  "z"  : [2],"c":3}})");
    row("renamed and moved", R"({"o": {"a" :1,  "b"  : [ 2],"c":3}})",
        membersOf(u"o"_s,
                  [](QList<Json::Member> &members) {
                      members[1].key = u"z"_s;
                      members.move(1, 2);
                  }),
        R"({"o": {"a" :1,"c":3,  "z"  : [ 2]}})");
    row("members moved", R"({"o": {"a" :1,  "b"  : [2],"c":3}})",
        membersOf(u"o"_s, [](QList<Json::Member> &members) { members.move(2, 1); }),
        R"({"o": {"a" :1,"c":3,  "b"  : [2]}})");
    row("another type", R"({"o": [ 1, 2 ], "p": {"a":  1}})",
        setting(u"o"_s, Json::object({{u"b"_s, Json(2)}})), R"({"o": {"b":  2}, "p": {"a":  1}})");
    row("deep", R"([ [ [ {"a" :[ 1,{"b"  :2} ]} ]]])",
        withinItem(0, withinItem(0, withinItem(0, within(u"a"_s, withinItem(1, setting(u"b"_s, Json(3))))))),
        R"([ [ [ {"a" :[ 1,{"b"  :3} ]} ]]])");
    row(
        "an entry twice", "[\n  {\"a\":  [1]} ,\n  {\"b\":2}\n]",
        [](Json &json) {
            Json copy = json.at(0);
            copy.set(u"a"_s, Json(5));
            json.append(copy);
        },
        "[\n  {\"a\":  [1]} ,\n  {\"b\":2} ,\n  {\"a\":  5}\n]");
    row(
        "a new text like an odd one", R"([{"a": "\u0061"}, {}])",
        [](Json &json) { json.append(Json::object({{u"a"_s, Json(u"a"_s)}})); },
        R"([{"a": "\u0061"}, {}, {"a": "a"}])");
}

// One edit of a container somewhere in `json`. What it did is told by `gone` and `come`: at most so many
// bytes.
struct RandomEdit
{
    explicit RandomEdit(RandomJson &chances)
        : random(chances)
    {
    }

    bool in(Json &json, int depth = 0)
    {
        QList<qsizetype> inner;
        for (qsizetype i = 0; i < json.size(); ++i) {
            const Json child = childOf(json, i);
            if (child.isArray() || child.isObject())
                inner.append(i);
        }
        if (!inner.isEmpty() && random.below(4) > 0) {
            const qsizetype index = inner[random.below(inner.size())];
            Json child = childOf(json, index);
            const bool isDone = in(child, depth + 1);
            if (json.isArray())
                json.setAt(index, child);
            else
                json.set(QString(json.members()[index].key), child);
            return isDone;
        }
        return here(json, depth);
    }

    RandomJson &random;
    bool isMove = false;
    qsizetype gone = 0;
    qsizetype come = 0;

private:
    static Json childOf(const Json &json, qsizetype index)
    {
        return json.isArray() ? json.at(index) : json.members()[index].value;
    }

    static qsizetype sizeOf(const Json &value)
    {
        return writeJson(Json::array({value}), JsonStyle::compact()).size() - 2;
    }

    bool here(Json &json, int depth)
    {
        const qsizetype count = json.size();
        const int kind = count == 0 ? 3 : random.below(6);
        const qsizetype index = count == 0 ? 0 : random.below(count);
        const Json scalar = *parseJson(random.scalar());
        QList<Json> items = json.items();
        QList<Json::Member> members = json.members();
        if (kind == 0 || kind == 1) { // another value
            const Json now = childOf(json, index);
            if (now.isArray() || now.isObject())
                return false;
            gone = sizeOf(now);
            come = sizeOf(scalar);
            if (json.isArray())
                json.setAt(index, scalar);
            else
                json.set(members[index].key, scalar);
            return true;
        }
        if (kind == 2) { // removed
            gone = std::numeric_limits<qsizetype>::max();
            if (json.isArray())
                json.removeAt(index);
            else
                json.remove(QString(members[index].key));
            return true;
        }
        const QString key = u"n"_s + QString::fromUtf8(random.key().sliced(2).chopped(1)).remove(u'\\');
        if (kind == 3 && (json.isArray() || depth == 0)) {
            come = std::numeric_limits<qsizetype>::max();
            gone = count == 0 ? 16 : 0; // blanks between brackets
            if (!json.isArray()) {
                json.set(key, scalar);
                return true;
            }
            items.insert(random.below(count + 1), scalar);
        } else if (depth == 0) {
            return false; // there is no way to say it of a document
        } else if (kind == 3) {
            come = std::numeric_limits<qsizetype>::max();
            gone = count == 0 ? 16 : 0;
            members.insert(random.below(count + 1), {key, scalar});
        } else if (kind == 4 && json.isObject()) {
            gone = come = 40;
            members[index].key = key;
            members[index].keySpelling.clear();
        } else {
            isMove = true;
            const qsizetype to = random.below(count);
            if (json.isArray())
                items.move(index, to);
            else
                members.move(index, to);
        }
        if (depth == 0) {
            while (json.size() > 0)
                json.removeAt(0);
            for (const Json &item : std::as_const(items))
                json.append(item);
        } else {
            json = json.isArray() ? Json::array(items) : Json::object(members);
        }
        return true;
    }
};

// Spelling, without the layout.
QByteArray spelt(const Json &json)
{
    return writeJson(json.isArray() ? Json::array(json.items()) : Json::object(json.members()),
                     JsonStyle::compact());
}

QByteArray withoutBlanks(const QByteArray &text)
{
    QByteArray out;
    bool isText = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (isText && c == '\\')
            out += text[i++];
        else if (c == '"')
            isText = !isText;
        if (isText || !QByteArrayView(" \n\r\t").contains(c))
            out += text[i];
    }
    return out;
}

} // namespace

class TestJsonLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void aChangeKeepsTheRest_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<Change>("change");
        QTest::addColumn<QByteArray>("after");
        addOddRows();
        addOtherRows();
    }
    void aChangeKeepsTheRest()
    {
        QFETCH(QByteArray, before);
        QFETCH(Change, change);
        QFETCH(QByteArray, after);
        Json json = *parseJson(before);
        change(json);
        QCOMPARE(writeJson(json), after);
        QCOMPARE(*parseJson(after), json);
        QCOMPARE(writeJson(*parseJson(after)), after);
    }

    void linesStayLines()
    {
        const QByteArray file = "{}\n  {\"a\": [ 1,2 ],\"b\" :{}} \r\n[]";
        const Json read = *JsonLineReader(file).read(3, file.lastIndexOf('\n') - 3, 2);
        Json line = asleep(read);
        QCOMPARE(writeJsonLine(line), "  {\"a\": [ 1,2 ],\"b\" :{}} \r"_ba);
        line.set(u"a"_s, Json(QStringList{u"x"_s}));
        within(u"b"_s, setting(u"c"_s, Json::array({Json(1), Json::object({{u"d"_s, Json(2)}})})))(line);
        QCOMPARE(writeJsonLine(line), "  {\"a\": [ \"x\" ],\"b\" :{\"c\": [1,{\"d\": 2}]}} \r"_ba);

        // What is no line, though it was called one.
        Json tall = *parseJsonLine("{\n\"a\": 1\n}"_ba);
        tall.set(u"a"_s, Json(2));
        QCOMPARE(writeJsonLine(tall), R"({"a":2})"_ba);
    }

    void editsAtRandom_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 0; seed < 20; ++seed)
            QTest::addRow("%u", seed) << seed * 1000;
    }
    void editsAtRandom()
    {
        QFETCH(quint32, seed);
        int done = 0;
        for (quint32 next = seed; next < seed + 100; ++next) {
            RandomJson random(next);
            const QByteArray before = random.document();
            const Json read = *parseJson(before);
            Json edited = read;
            RandomEdit edit(random);
            if (!edit.in(edited))
                continue;
            ++done;
            const QByteArray after = writeJson(edited);
            const QByteArray said = "seed " + QByteArray::number(next) + "\n--- " + before + "\n+++ " + after;
            const Result<Json> back = parseJson(after);
            QVERIFY2(back && *back == edited, said.constData());
            QVERIFY2(spelt(*back) == spelt(edited), said.constData());
            QVERIFY2(writeJson(read) == before, said.constData());
            if (edit.isMove) { // no blank is lost but those of first places
                QVERIFY2(withoutBlanks(after).size() == withoutBlanks(before).size(), said.constData());
                QVERIFY2(std::abs(after.size() - before.size()) < 32, said.constData());
            } else { // in one place
                const qsizetype shorter = std::min(before.size(), after.size());
                qsizetype front = 0;
                while (front < shorter && before[front] == after[front])
                    ++front;
                qsizetype rear = 0;
                while (rear < shorter - front &&
                       before[before.size() - 1 - rear] == after[after.size() - 1 - rear])
                    ++rear;
                QVERIFY2(before.size() - front - rear <= edit.gone, said.constData());
                QVERIFY2(after.size() - front - rear <= edit.come, said.constData());
            }

            for (int more = 0; more < 5; ++more)
                RandomEdit(random).in(edited);
            const Result<Json> all = parseJson(writeJson(edited));
            QVERIFY2(all && *all == edited && spelt(*all) == spelt(edited), said.constData());
        }
        QVERIFY(done > 50);
    }
};

} // namespace tst_jsonlayout

SNUG_TEST(tst_jsonlayout, TestJsonLayout, Nothing)
#include "tst_jsonlayout.moc"
