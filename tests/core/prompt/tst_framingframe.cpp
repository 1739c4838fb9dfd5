// The framing frame's parts, rule by rule (docs/systems/smarttavern.md).
#include "core/formats/jsontext.h"
#include "core/prompt/frames/framing/assets.h"
#include "core/prompt/frames/framing/framinghistory.h"
#include "core/prompt/frames/framing/inchat.h"
#include "core/prompt/frames/framing/loreshapes.h"
#include "core/prompt/frames/framing/relativeframe.h"
#include "core/prompt/frames/framing/rules.h"
#include "tests/testregistry.h"

#include <QTest>

namespace tst_framingframe {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::framing;

static Json json(const QByteArray &text)
{
    const Result<Json> read = parseJson(text);
    return read ? *read : Json();
}

static QString contents(const QList<FramedMessage> &messages)
{
    QStringList texts;
    for (const FramedMessage &message : messages)
        texts.append(message.content.text());
    return texts.join(u'|');
}

static QString contents(const QList<Json> &entries)
{
    QStringList texts;
    for (const Json &entry : entries)
        texts.append(entry.value(u"content").toText());
    return texts.join(u'|');
}

class TestFramingFrame : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void shapes_data()
    {
        QTest::addColumn<QByteArray>("books");
        QTest::addColumn<QString>("promised");
        QTest::addColumn<QString>("published");
        const auto row = [](const char *name, const QByteArray &books, const QString &promised,
                            const QString &published) {
            QTest::newRow(name) << books << promised << published;
        };
        const QByteArray a = R"({"content": "a", "keys": ["k"]})";
        const QByteArray b = R"({"content": "b"})";
        row("books inside an array",
            "[{\"entries\": [" + a + "]}, [{\"world_book\": {\"entries\": [" + b + "]}}]]", u"a|b"_s, {});
        row("books by name", "{\"x\": {\"entries\": [" + a + "]}, \"y\": [" + b + "]}", u"a|b"_s, {});
        row("entries by number", "{\"entries\": {\"0\": " + a + ", \"1\": " + b + "}}", u"a|b"_s, {});
        row("nested arrays inside entries", "{\"entries\": [[" + a + "], " + b + "]}", u"a|b"_s, u"b"_s);
        row("one entry alone", a, u"a"_s, {});
        row("junk in between", "[null, 4, \"text\", " + a + "]", u"a"_s, {});
        row("nothing", "null", {}, {});
    }

    void shapes()
    {
        QFETCH(QByteArray, books);
        QFETCH(QString, promised);
        QFETCH(QString, published);
        QCOMPARE(contents(loreEntries(json(books), Reading::Promised)), promised);
        QCOMPARE(contents(loreEntries(json(books), Reading::Published)), published);
    }

    void unreadableOrders()
    {
        FrameParts parts;
        parts.presets =
            json(R"([{"identifier": "a", "enabled": true, "content": "A", "order": "high", "name": "Aye"},
                                 {"identifier": "charBefore", "enabled": true}])")
                .items();
        parts.lore =
            json(
                R"([{"position": "before_char", "enabled": true, "content": "L", "order": [1], "name": "Ell"},
                              {"position": "before_char", "enabled": true, "content": "M"}])")
                .items();
        QStringList warnings;
        QVERIFY(!relativeFrame(parts, Reading::Published, warnings));
        const auto messages = relativeFrame(parts, Reading::Promised, warnings);
        QVERIFY(messages);
        QCOMPARE(contents(*messages), u"M"_s);
        QCOMPARE(warnings.size(), 2);
        QVERIFY(warnings[0].contains(u"Aye"_s) && warnings[0].contains(u"high"_s));
        QVERIFY(warnings[1].contains(u"Ell"_s));
    }

    void anOrderThatIsOffDoesNotCount()
    {
        FrameParts parts;
        parts.presets = json(R"([{"identifier": "a", "content": "A", "order": "high"},
                                 {"identifier": "b", "enabled": true, "content": "B"}])")
                            .items();
        QStringList warnings;
        QVERIFY(relativeFrame(parts, Reading::Published, warnings));
    }

    void frameSources()
    {
        FrameParts parts;
        parts.presets = json(R"([{"enabled": true, "identifier": 5, "content": "x", "id": 1},
                                 {"enabled": true, "identifier": "charAfter"}])")
                            .items();
        parts.lore =
            json(R"([{"position": "after_char", "enabled": true, "content": "l", "id": true, "wb_id": 3}])")
                .items();
        QStringList warnings;
        const auto messages = relativeFrame(parts, Reading::Published, warnings);
        QVERIFY(messages);
        QCOMPARE(writeJsonLine(messages->at(0).source),
                 R"({"type":"preset.relative","id":1,"enabled":true,"identifier":5,"content":"x"})");
        QCOMPARE(messages->at(1).source.value(u"id").toText(), u"wb_True"_s);
        QCOMPARE(messages->at(1).origin.kind, FramedOrigin::Kind::Lore);
    }

    void keys_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<bool>("expected");
        QTest::newRow("a blank between the words counts") << QByteArray("[\"the  fog\"]") << false;
        QTest::newRow("true is the word True") << QByteArray("[true]") << true;
        QTest::newRow("a decimal keeps its point") << QByteArray("[2.0]") << true;
        QTest::newRow("a list inside is its text") << QByteArray("[[1]]") << false;
        QTest::newRow("zero in a list is a word") << QByteArray("[0]") << true;
        QTest::newRow("false is no list") << QByteArray("false") << false;
    }

    void keys()
    {
        QFETCH(QByteArray, keys);
        QTEST(hasKeyHit(json(keys), u"True: the fog, 2.0"_s), "expected");
    }

    void histories()
    {
        QVERIFY(historyItems(json(R"({"messages": {}})")).isEmpty());
        QVERIFY(historyItems(json("\"text\"")).isEmpty());
        QVERIFY(strictHistory(Json::null()));
        QVERIFY(strictHistory(json("{}")));
        QVERIFY(!strictHistory(json(R"({"a": 1})")));
        QVERIFY(!strictHistory(json(R"(["x"])")));
        const auto thinking =
            strictHistory(json(R"([{"role": "THINKING", "content": [1], "id": null, "source_id": 0}])"));
        QVERIFY(thinking);
        QCOMPARE(
            writeJsonLine(messageJson(thinking->first())),
            R"({"role":"thinking","content":"[1]","source":{"type":"history.thinking","id":"history_0","index":0,"source_id":0}})");
        const QList<FramedMessage> lenient =
            normalisedHistory(json(R"([{"role": 5, "content": false, "source": []}])").items());
        QCOMPARE(
            writeJsonLine(messageJson(lenient.first())),
            R"({"role":"user","content":"False","source":{"type":"history.user","id":"history_0","index":0}})");
    }

    void injections_data()
    {
        QTest::addColumn<QByteArray>("presets");
        QTest::addColumn<QByteArray>("lore");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QByteArray &presets, const QByteArray &lore,
                            const QString &expected) { QTest::newRow(name) << presets << lore << expected; };
        row("a thinking role sorts with system",
            R"([{"position":"in-chat","content":"t","role":"thinking"},{"position":"in-chat","content":"s","role":"system"},
                {"position":"in-chat","content":"u"}])",
            "[]", u"1|2|3|u|t|s"_s);
        row("depths deeper than the chat meet at the front",
            R"([{"position":"in-chat","content":"x","depth":9},{"position":"in-chat","content":"y","depth":5}])",
            "[]", u"y|x|1|2|3"_s);
        row("negative depths end up last, in reverse",
            R"([{"position":"in-chat","content":"x","depth":-2},{"position":"in-chat","content":"y","depth":-2},
                {"position":"in-chat","content":"z","depth":0}])",
            "[]", u"1|2|3|z|y|x"_s);
        row("lore without a position is system's", "[]",
            R"([{"content":"l"},{"position":null,"content":"m","depth":1}])", u"1|2|m|3|l"_s);
        row("order before role, role before place",
            R"([{"position":"in-chat","content":"p","order":5,"role":"system"}])",
            R"([{"position":"assistant","content":"a","order":6},{"position":"user","content":"u","order":"5"}])",
            u"1|2|3|u|p|a"_s);
        row("a condition sees the chat", R"([{"position":"in-chat","content":"c","mode":"conditional",
            "condition":"{{python:getvar('chat_history_text') == '1\\n2\\n3'}}"}])",
            "[]", u"1|2|3|c"_s);
        row("one condition's setting is not the next one's",
            R"([{"position":"in-chat","content":"a","mode":"conditional","condition":"{{setvar:x:1}}true"},
                {"position":"in-chat","content":"b","mode":"conditional","condition":"{{python:getvar('x') == '1'}}"}])",
            "[]", u"1|2|3|a"_s);
    }

    void injections()
    {
        QFETCH(QByteArray, presets);
        QFETCH(QByteArray, lore);
        const Json history = json(R"([{"role":"user","content":"1"},{"role":"assistant","content":"2"},
                                      {"role":"user","content":"3"}])");
        MacroContext context;
        context.scope.variables.set(u"chat_history_text"_s, Json(historyText(history)));
        QStringList warnings;
        const auto messages =
            withInChat(*strictHistory(history), json(presets).items(), json(lore).items(), context, warnings);
        QTEST(contents(messages), "expected");
        QVERIFY(warnings.isEmpty());
    }

    void unreadableDepthsAreSaid()
    {
        QStringList warnings;
        const auto messages = withInChat(
            {}, json(R"([{"position":"in-chat","content":"x","depth":{"a":1},"name":"Hint"}])").items(), {},
            MacroContext(), warnings);
        QVERIFY(messages.isEmpty());
        QCOMPARE(warnings.size(), 1);
        QVERIFY(warnings[0].contains(u"Hint"_s) && warnings[0].contains(u"depth"_s));
    }

    void patterns_data()
    {
        QTest::addColumn<QString>("find");
        QTest::addColumn<QString>("replacement");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QString &find, const QString &replacement,
                            const QString &text, const QString &expected) {
            QTest::newRow(name) << find << replacement << text << expected;
        };
        row("empty hits too", u"x*"_s, u"-"_s, u"abxd"_s, u"-a-b--d-"_s);
        row("$10 is group ten", u"(a)"_s, u"$10"_s, u"a"_s, u"a"_s);
        row("an unmatched group is empty", u"(a)|(b)"_s, u"[$1$2]"_s, u"ab"_s, u"[a][b]"_s);
        row("backslash groups and names", u"(?P<w>\\w)(\\d)"_s, u"\\2\\g<w>\\g<0>"_s, u"a1"_s, u"1aa1"_s);
        row("escapes of the replacement", u"a"_s, u"\\n\\t\\\\"_s, u"a"_s, u"\n\t\\"_s);
        row("an unknown escape is no replacement", u"a"_s, u"\\q"_s, u"a"_s, u"a"_s);
        row("a lone backslash is no replacement", u"a"_s, u"b\\"_s, u"a"_s, u"a"_s);
        row("an unknown name is no replacement", u"a"_s, u"\\g<no>"_s, u"a"_s, u"a"_s);
        row("other scripts' letters are letters", u"\\w+"_s, u"x"_s, u"灯台 é"_s, u"x x"_s);
        row("the very end", u"a\\Z"_s, u"x"_s, u"a\na"_s, u"a\nx"_s);
        row("other signs stay as they are", u"a"_s, u"$ ${1} \\- &"_s, u"a"_s, u"$ ${1} \\- &"_s);
    }

    void patterns()
    {
        QFETCH(QString, find);
        QFETCH(QString, replacement);
        QFETCH(QString, text);
        Json rule = json(R"({"enabled": true, "placement": "BEFORE_macro", "views": ["user_view"]})");
        rule.set(u"find_regex"_s, Json(find));
        rule.set(u"replace_regex"_s, Json(replacement));
        const TracedText result = withRules(TracedText(text, Source(SourceKind::HistoryUser)), {rule},
                                            {u"before_macro"_s, u"user_view"_s}, MacroContext());
        QTEST(result.text(), "expected");
    }

    void whatARuleDidSaysSo()
    {
        const Json rule = json(R"({"enabled": true, "placement": "before_macro", "views": ["user_view"],
                                   "find_regex": "b+", "replace_regex": "X", "id": "r1", "name": "No b"})");
        const TracedText text = withRules(TracedText(u"abbc"_s, Source(SourceKind::HistoryUser, u"3"_s)),
                                          {rule}, {u"before_macro"_s, u"user_view"_s}, MacroContext());
        QCOMPARE(text.spans().size(), 3);
        QCOMPARE(text.spans()[1].source.type(), u"rule.replacement"_s);
        QCOMPARE(text.spans()[1].source.parent().id(), u"3"_s);
        QCOMPARE(text.spans()[2].originStart, 3);
    }

    void conditionsOfRulesSeeTheVariablesBefore()
    {
        const Json rules = json(R"([{"enabled": true, "placement": "after_macro", "views": ["assistant_view"],
            "find_regex": "a", "replace_regex": "b", "mode": "conditional",
            "condition": "{{python:getvar('x') == '1'}}"}])");
        MacroContext context;
        const auto messages =
            viewOf({messageFromJson(json(R"({"role":"user","content":"{{setvar:x:1}}a"})"))}, ruleList(rules),
                   u"assistant_view"_s, context);
        QCOMPARE(contents(messages), u"a"_s);
        QCOMPARE(context.scope.variables.value(u"x").toText(), u"1"_s);
    }

    void merging()
    {
        const QList<Json> books = json(R"([{"content":"a"},{"content":"b"},{"id":1,"content":"c"}])").items();
        const QList<Json> own = json(R"([{"id":"1","content":"d"},{"id":2,"content":"e"}])").items();
        QCOMPARE(contents(mergedLore(books, own, Reading::Promised)), u"a|b|c|e"_s);
        QCOMPARE(contents(mergedLore(books, own, Reading::Published)), u"a|c|e"_s);
        const RuleSources sources{
            json(R"({"one": {"regex_rules": [{"id": "", "name": "n", "find_regex": "1"}]}})"),
            json(R"([{"name": "n", "find_regex": "2"}, 7])"),
            json(R"([{"find_regex": "1", "meta": {"kept": true}}])")};
        const MergedRules rules = mergedRules(sources);
        QCOMPARE(rules.rules.size(), 2);
        QCOMPARE(rules.removedCount, 1);
        QCOMPARE(writeJsonLine(rules.rules[1]),
                 R"({"find_regex":"1","meta":{"kept":true,"source":"character"}})");
        QCOMPARE(mergedRules(sources, json(R"({"dedup_by": "pattern", "on_conflict": "override_later"})"))
                     .rules.size(),
                 2);
    }
};

} // namespace tst_framingframe

SNUG_TEST(tst_framingframe, TestFramingFrame, Core)
#include "tst_framingframe.moc"
