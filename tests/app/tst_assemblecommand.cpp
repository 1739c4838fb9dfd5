// The commands that make prompts and render templates.

#include "tests/app/commandrun.h"
#include "tests/testregistry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_assemblecommand {

using namespace Qt::StringLiterals;
using namespace snug::commandrun;

class TestAssembleCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersARequestOfSmartTavern_data()
    {
        QTest::addColumn<QByteArray>("document");
        QTest::addColumn<QStringList>("messages"); // "role type id: content"

        const QByteArray relative = R"([{"identifier": "main", "name": "Main", "enabled": true,
            "position": "relative", "role": "system", "content": "You are here."},
            {"identifier": "charBefore", "enabled": true, "position": "relative"},
            {"identifier": "charDescription", "enabled": true, "position": "relative", "role": "system"},
            {"identifier": "chatHistory", "enabled": true, "position": "relative"}])";
        const QByteArray presets = relative.chopped(1) + R"(, {"identifier": "deep", "enabled": true,
            "position": "in-chat", "role": "user", "depth": 0, "content": "Deep."}])";
        const QByteArray rest = R"("history": [{"role": "user", "content": "The harbour?"}],
            "world_books": [{"id": 3, "enabled": true, "position": "before_char", "mode": "conditional",
                             "keys": ["harbour"], "content": "A harbour."}],
            "character": {"description": "A pilot."}, "persona": {"description": ""})";
        const QStringList frame{u"system preset.relative preset_main: You are here."_s,
                                u"system world_book.before_char wb_3: A harbour."_s,
                                u"system char.description char_description: A pilot."_s,
                                u"user history.user history_0: The harbour?"_s};
        QTest::newRow("the whole") << QByteArray("{\"presets\": {\"prompts\": " + presets + "}, " + rest +
                                                 "}")
                                   << frame + QStringList{u"user preset.in-chat preset_deep: Deep."_s};
        QTest::newRow("the frame") << QByteArray("{\"presets_relative\": " + relative + ", " + rest + "}")
                                   << frame;
        QTest::newRow("the frame of a whole preset")
            << QByteArray("{\"presets_doc\": {\"prompts\": " + presets + "}, " + rest + "}") << frame;
        QTest::newRow("history alone")
            << QByteArray(R"({"history": {"messages": [{"role": "assistant", "content": "Hm."}]}})")
            << QStringList{u"assistant history.assistant history_0: Hm."_s};
    }

    void answersARequestOfSmartTavern()
    {
        QFETCH(const QByteArray, document);
        QFETCH(const QStringList, messages);
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"request.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(document) == document.size());
        file.close();
        const Run result = run({u"assemble"_s, u"--request"_s, file.fileName()});
        QCOMPARE(result.errors, QString());
        QStringList lines;
        for (const QJsonValue &each :
             QJsonDocument::fromJson(result.output).object().value(u"messages"_s).toArray()) {
            const QJsonObject source = each[u"source"_s].toObject();
            lines.append(each[u"role"_s].toString() + u' ' + source.value(u"type"_s).toString() + u' ' +
                         source.value(u"id"_s).toString() + u": "_s + each[u"content"_s].toString());
        }
        QCOMPARE(lines, messages);
    }

    void assemblesEveryForm_data()
    {
        QTest::addColumn<QString>("form");
        QTest::newRow("preset") << u"preset"_s;
        QTest::newRow("merged") << u"merged"_s;
        QTest::newRow("fallback") << u"fallback"_s;
        QTest::newRow("framing") << u"framing"_s;
        QTest::newRow("template") << u"template"_s;
        QTest::newRow("story") << u"story"_s;
        QTest::newRow("names") << u"names"_s;
    }

    void assemblesEveryForm()
    {
        QFETCH(const QString, form);
        const QTemporaryDir folder;
        const auto write = [&](const QString &name, const QByteArray &bytes) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName()
                                                                                        : QString();
        };
        const QString card =
            write(u"card.json"_s, R"json({"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Mira",
                                      "description":"Keeps bees.","first_mes":"Hello."}})json");
        const QString preset =
            write(u"preset.json"_s, R"({"prompts": [{"identifier": "main", "name": "Main", "role": "system",
            "system_prompt": true, "content": "Write."}, {"identifier": "charDescription", "marker": true}, {"identifier": "chatHistory",
            "marker": true}], "prompt_order": [{"character_id": 100001, "order": [{"identifier": "main",
            "enabled": true}, {"identifier": "charDescription", "enabled": true}, {"identifier": "chatHistory",
            "enabled": true}]}]})");
        QStringList arguments{u"assemble"_s, u"--character"_s, card, u"--user-text"_s,
                              u"Hi."_s,      u"--frame"_s,     form};
        if (form == u"preset" || form == u"merged" || form == u"fallback")
            arguments += {u"--preset"_s, preset};
        const Run result = run(arguments);
        QCOMPARE(result.errors, QString());
        QCOMPARE(result.code, 0);
        QStringList contents;
        for (const QJsonValue &each :
             QJsonDocument::fromJson(result.output).object().value(u"messages"_s).toArray())
            contents.append(each[u"content"_s].toString());
        // What tells the forms apart: a message a block or one for all, a text or messages, names in front.
        QCOMPARE(contents.isEmpty(), form == u"story" || form == u"names");
        // Without a preset framing has the chat alone.
        QVERIFY2(result.output.contains("Keeps bees.") || form == u"framing", result.output.constData());
        if (form == u"preset")
            QVERIFY2(contents.contains(u"Write."_s), result.output.constData());
        else if (form == u"merged")
            QVERIFY2(contents.first().contains(u"Write."_s) && contents.first().contains(u"Keeps bees."_s),
                     qPrintable(contents.first()));
        else if (form == u"fallback")
            QVERIFY2(!result.output.contains("Write."), result.output.constData());
        else if (form == u"names")
            QVERIFY2(result.output.contains("Mira:"), result.output.constData());
    }

    // One run of a group makes several requests.
    void printsEachRequestOfACase()
    {
        const Run result =
            run({u"assemble"_s, u"--case"_s,
                 QStringLiteral(SNUG_SOURCE_DIR "/tests/conformance/cases/sillytavern/groups/list-three")});
        QCOMPARE(result.errors, QString());
        const QJsonObject printed = QJsonDocument::fromJson(result.output).object();
        const QJsonArray requests = printed.value(u"requests"_s).toArray();
        QCOMPARE(requests.size(), 3);
        QVERIFY(requests.first() != requests.last());
        QCOMPARE(requests.last().toObject().value(u"messages"_s), printed.value(u"messages"_s));
    }

    void rendersATemplate()
    {
        const QTemporaryDir folder;
        const auto write = [&](const QString &name, const QByteArray &bytes) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
        };
        QVERIFY(
            write(u"t.njk"_s, "You are {{ name }}.\n{% call send_as('user') %}{{ said }}{% endcall %}\n"));
        QVERIFY(write(u"c.json"_s, R"json({"name": "Mira", "said": "{{ 1 }}"})json"));
        const QStringList files{u"--context"_s, folder.filePath(u"c.json"_s), u"--template"_s};
        const Run result =
            run(QStringList{u"render-template"_s} + files + QStringList{folder.filePath(u"t.njk"_s)});
        QCOMPARE(result.errors, QString());
        QCOMPARE(result.code, 0);
        QCOMPARE(result.output,
                 QByteArray(R"json({"messages":[{"role":"system","content":"You are Mira."},)json"
                            R"json({"role":"user","content":"{{ 1 }}"}]})json"
                            "\n"));
        // Values have the shapes that they have in a chat.
        QVERIFY(write(u"shapes.njk"_s, "{{ char }}: {{ char.facts }}\n{{ memories[char.id] }}\n{{ user }} "
                                       "{{ entity_names }}\n{% for m in history %}{% call send_as(m.role) %}"
                                       "{{ m.toJSON() }}{% endcall %}{% endfor %}"));
        QVERIFY(write(u"c.json"_s, R"json({"entities": [{"id": 7, "name": "Mira", "facts": ["a1", "a2"]}],
            "memories": {"7": ["m1", "m2"]}, "history": [{"author": "Ada", "content": "Hi"}]})json"));
        const Run shaped =
            run(QStringList{u"render-template"_s} + files + QStringList{folder.filePath(u"shapes.njk"_s)});
        QCOMPARE(shaped.errors, QString());
        const QJsonArray made =
            QJsonDocument::fromJson(shaped.output).object().value(u"messages"_s).toArray();
        QCOMPARE(made.size(), 2);
        QCOMPARE(made[0][u"content"_s].toString(), u"Mira: a1\na2\nm1\nm2\nuser Mira"_s);
        QCOMPARE(made[1][u"role"_s].toString(), u"user"_s);
        QCOMPARE(made[1][u"content"_s].toString(),
                 u"{\"author\":\"Ada\",\"content\":\"Hi\",\"author_id\":\"\",\"created_at\":\"\","
                 u"\"is_bot\":false,\"role\":\"user\",\"embeds\":[],\"stickers\":[],\"attachments\":[]}"_s);
        QVERIFY(write(u"bad.njk"_s, "one\n{% sing %}"));
        const Run bad =
            run(QStringList{u"render-template"_s} + files + QStringList{folder.filePath(u"bad.njk"_s)});
        QCOMPARE(bad.code, 1);
        QVERIFY2(bad.errors.contains(u"bad.njk: line 2, column 4: "_s), qPrintable(bad.errors));
    }

    void assemblesByATemplate()
    {
        QTemporaryDir folder;
        const auto write = [&](const QString &name, const QByteArray &bytes) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
        };
        QVERIFY(
            write(u"card.json"_s, R"json({"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Mira",
                                      "description":"Keeps bees.","first_mes":"Hello."}})json"));
        QVERIFY(write(u"t.njk"_s, "{{ char.description }}{% call send_as('user') %}hi{% endcall %}"));
        QVERIFY(write(u"t.json"_s, R"json({"template":"T","system_prompt":"For {{ char }}"})json"));
        QVERIFY(write(u"bad.njk"_s, "one\n{{ 1 | nosuch }}"));
        const auto assembled = [&](const QString &file) {
            return run({u"assemble"_s, u"--character"_s, folder.filePath(u"card.json"_s), u"--template"_s,
                        folder.filePath(file)});
        };
        const Run plain = assembled(u"t.njk"_s);
        QCOMPARE(plain.errors, QString());
        const QJsonArray messages =
            QJsonDocument::fromJson(plain.output).object().value(u"messages"_s).toArray();
        QCOMPARE(messages.size(), 2);
        QCOMPARE(messages[0].toObject().value(u"content"_s).toString(), u"Keeps bees."_s);
        const QJsonObject source =
            messages[0].toObject().value(u"segments"_s).toArray()[0].toObject().value(u"source"_s).toObject();
        QCOMPARE(source.value(u"type"_s).toString(), u"char.description"_s);
        QVERIFY(source.value(u"path"_s).toArray()[0].toString().contains(u"line 1"));
        const Run object = assembled(u"t.json"_s);
        QVERIFY(object.output.contains("For Mira"));
        const Run bad = assembled(u"bad.njk"_s);
        QCOMPARE(bad.code, 1);
        QVERIFY2(bad.errors.contains(u"line 2") && bad.errors.contains(u"nosuch"), qPrintable(bad.errors));
        QCOMPARE(run({u"assemble"_s, u"--character"_s, folder.filePath(u"card.json"_s), u"--frame"_s,
                      u"template"_s})
                     .code,
                 0);
        QCOMPARE(
            run({u"assemble"_s, u"--frame"_s, u"story"_s, u"--template"_s, folder.filePath(u"t.njk"_s)}).code,
            2);
    }

    void playsACaseOfTemplates()
    {
        const Run result =
            run({u"assemble"_s, u"--case"_s,
                 QStringLiteral(SNUG_SOURCE_DIR
                                "/tests/conformance/cases/hologram/build-06-assistant-first.json")});
        QCOMPARE(result.errors, QString());
        QVERIFY(result.output.contains("(continued)"));
    }
};

} // namespace tst_assemblecommand

SNUG_TEST(tst_assemblecommand, TestAssembleCommand, Core)
#include "tst_assemblecommand.moc"
