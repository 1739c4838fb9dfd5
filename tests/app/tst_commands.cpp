// The command line, as other programs meet it: the real program, its exit codes, its two streams.
#include "tests/testregistry.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_commands {

using namespace Qt::StringLiterals;

namespace {

struct Run
{
    int code = -1;
    QByteArray output;
    QString errors;
};

Run run(const QStringList &arguments, const QByteArray &input = {})
{
    QProcess process;
    process.start(QStringLiteral(SNUG_PROGRAM), arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(),
            QString::fromUtf8(process.readAllStandardError())};
}

QString data(const QString &path)
{
    return QStringLiteral(SNUG_SOURCE_DIR "/tests/data/") + path;
}

} // namespace

class TestCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysNoOnStandardError_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("line");

        QTest::newRow("unknown command") << QStringList{u"sing"_s} << 2 << u"there is no command \"sing\""_s;
        QTest::newRow("no such path") << QStringList{u"./gone.png"_s} << 2 << u"./gone.png"_s;
        QTest::newRow("two folders") << QStringList{u"/"_s, u"/usr"_s} << 2
                                     << u"only one folder can be opened"_s;
        QTest::newRow("assemble: nothing") << QStringList{u"assemble"_s} << 2 << u"nothing given"_s;
        QTest::newRow("assemble: unknown option")
            << QStringList{u"assemble"_s, u"--colour"_s, u"x"_s} << 2 << u"colour"_s;
        QTest::newRow("assemble: not a number")
            << QStringList{u"assemble"_s, u"--context-size"_s, u"many"_s} << 2
            << u"--context-size: expected a number above 0, found “many”"_s;
        QTest::newRow("assemble: no such file")
            << QStringList{u"assemble"_s, u"--chat"_s, u"gone.jsonl"_s} << 1 << u"gone.jsonl"_s;
        QTest::newRow("assemble: no such request")
            << QStringList{u"assemble"_s, u"--request"_s, u"gone.json"_s} << 1 << u"gone.json"_s;
        QTest::newRow("assemble: a request and more")
            << QStringList{u"assemble"_s, u"--request"_s, u"gone.json"_s, u"--now"_s, u"x"_s} << 2
            << u"--request cannot be combined with other options"_s;
        QTest::newRow("assemble: merged without a preset")
            << QStringList{u"assemble"_s, u"--frame"_s, u"merged"_s} << 2
            << u"--frame merged: needs --preset"_s;
        QTest::newRow("assemble: no such form")
            << QStringList{u"assemble"_s, u"--frame"_s, u"song"_s} << 2 << u"names, found “song”"_s;
        QTest::newRow("tokens: two files")
            << QStringList{u"tokens"_s, u"a"_s, u"b"_s} << 2 << u"more than one file"_s;
        QTest::newRow("tokens: no such tokenizer")
            << QStringList{u"tokens"_s, u"--tokenizer"_s, u"none"_s} << 1 << u"none"_s;
        QTest::newRow("render-template: nothing")
            << QStringList{u"render-template"_s} << 2 << u"--template and --context are needed"_s;
        QTest::newRow("render-template: no such file")
            << QStringList{u"render-template"_s, u"--template"_s, u"gone.njk"_s, u"--context=x"_s} << 1
            << u"gone.njk"_s;
        QTest::newRow("lint: nothing") << QStringList{u"lint"_s} << 2 << u"expected files or folders"_s;
        QTest::newRow("lint: no such file") << QStringList{u"lint"_s, u"gone.json"_s} << 1 << u"gone.json"_s;
        QTest::newRow("import: nothing") << QStringList{u"import"_s} << 2 << u"expected files or folders"_s;
        QTest::newRow("export: nothing")
            << QStringList{u"export"_s} << 2 << u"expected what, which and where"_s;
        QTest::newRow("export: what is that")
            << QStringList{u"export"_s, u"song"_s, u"a"_s, u"b"_s} << 2 << u"found “song”"_s;
        QTest::newRow("bench: no folder") << QStringList{u"bench"_s} << 2 << u"expected one folder"_s;
        QTest::newRow("bench: not a bench folder")
            << QStringList{u"bench"_s, u"gone"_s} << 1 << u"gone/character.json"_s;
    }

    void saysNoOnStandardError()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const int, code);
        QFETCH(const QString, line);
        const Run result = run(arguments);
        QCOMPARE(result.code, code);
        QVERIFY2(result.errors.contains(line), qPrintable(result.errors));
        QCOMPARE(result.errors.count(u'\n'), 1);
        QVERIFY(result.output.isEmpty());
    }

    void saysWhatItTakes_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QStringList>("options");
        const auto row = [](const QString &command, const QStringList &options) {
            QTest::newRow(qPrintable(command)) << QStringList{command, u"--help"_s} << options;
        };
        row(u"assemble"_s, {u"--library DIR"_s, u"--frame FORM"_s, u"--request FILE"_s, u"--case PATH"_s});
        row(u"render-template"_s, {u"--template FILE"_s, u"--context FILE"_s});
        row(u"tokens"_s, {u"--tokenizer FILE|NAME"_s});
        row(u"import"_s, {u"--library DIR"_s, u"--chats-for CARD"_s});
        row(u"export"_s, {u"--form FORM"_s, u"--force"_s});
        row(u"lint"_s, {u"--json"_s, u"--taken LIBRARY"_s});
        row(u"test"_s, {u"--accept"_s, u"--junit FILE"_s});
        row(u"bench"_s, {u"--template FILE"_s, u"--once"_s});
        row(u"demo"_s, {u"--picture FILE"_s, u"--text TEXT"_s});
        QTest::newRow("short, behind others")
            << QStringList{u"export"_s, u"card"_s, u"-h"_s} << QStringList{u"--form FORM"_s};
    }

    // A line an option, and nothing is done.
    void saysWhatItTakes()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QStringList, options);
        const Run result = run(arguments);
        QCOMPARE(result.errors, QString());
        QCOMPARE(result.code, 0);
        const QString text = QString::fromUtf8(result.output);
        QVERIFY2(text.startsWith(u"usage: snug "_s + arguments.first() + u' '), qPrintable(text));
        const QStringList lines = text.split(u'\n');
        for (const QString &option : options + QStringList{u"--help"_s}) {
            const QString begin = u"  "_s + option + u"  "_s;
            const auto line =
                std::ranges::find_if(lines, [&](const QString &each) { return each.startsWith(begin); });
            QVERIFY2(line != lines.end(), qPrintable(option + u" in\n"_s + text));
            QVERIFY2(!line->sliced(begin.size()).trimmed().isEmpty(), qPrintable(*line));
        }
    }

    // What starts often does not wait until the libraries of a window are there.
    void littleIsLoadedForLittle()
    {
        const auto librariesOf = [](const QString &program) {
            QProcess process;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(u"LD_TRACE_LOADED_OBJECTS"_s, u"1"_s); // lists them and runs nothing
            process.setProcessEnvironment(environment);
            process.start(program, QStringList());
            return process.waitForFinished() ? process.readAllStandardOutput() : QByteArray();
        };
        const QByteArray launcher = librariesOf(QStringLiteral(SNUG_PROGRAM));
        QVERIFY(launcher.contains("libc.so"));
        QVERIFY2(!launcher.contains("Qt6"), launcher.constData());
        const QByteArray counting =
            librariesOf(QFileInfo(QStringLiteral(SNUG_PROGRAM)).path() + u"/snug-tokens"_s);
        QVERIFY(counting.contains("libQt6Core"));
        QVERIFY2(!counting.contains("libQt6Gui") && !counting.contains("libQt6Network") &&
                     !counting.contains("libzip"),
                 counting.constData());
    }

    // One that was moved away from its programs says so.
    void aLoneLauncherSaysWhatIsMissing()
    {
        const QTemporaryDir folder;
        const QString alone = folder.filePath(u"snug"_s);
        QVERIFY(QFile::copy(QStringLiteral(SNUG_PROGRAM), alone));
        QProcess process;
        process.start(alone, {u"lint"_s});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(
            process.readAllStandardError().startsWith("snug: its program snug-window cannot be started: "));
    }

    void everyCommandIsExplained()
    {
        const QStringList lines = QString::fromUtf8(run({u"--help"_s}).output).split(u'\n');
        int commands = 0;
        for (const QString &line : lines) {
            const QString word = line.section(u' ', 0, 0, QString::SectionSkipEmpty);
            if (!line.startsWith(u"  "_s) || word != word.toLower() || word.startsWith(u'-') ||
                word.startsWith(u'('))
                continue;
            ++commands;
            QVERIFY2(run({word, u"--help"_s}).output.startsWith(u"usage: snug %1 "_s.arg(word).toUtf8()),
                     qPrintable(word));
        }
        QCOMPARE(commands, 9);
    }

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

    // Names and texts of strangers: whatever is in them, a terminal does nothing with what is printed.
    void printsNothingThatActs()
    {
        const QString hostile = u"a\x1b]0;owned\x07\x1b[2J\x7f\u009B31m\rb\u202Egpj\u2028c"_s;
        const auto acts = [](const QByteArray &bytes) {
            return std::ranges::any_of(QString::fromUtf8(bytes), [](QChar c) {
                return (c < u' ' && c != u'\n' && c != u'\t') || (c >= u'\x7f' && c <= u'\x9f') ||
                       c == u'\u202E' || c == u'\u2028';
            });
        };
        QVERIFY(acts(hostile.toUtf8()));
        const QTemporaryDir folder;
        const auto write = [&](const QString &name, const QJsonObject &object) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(object).toJson()) > 0;
        };
        const QString book = u"book "_s + hostile + u".json"_s;
        const QString card = u"card "_s + hostile + u".json"_s;
        QVERIFY(write(
            book,
            {{u"entries"_s,
              QJsonObject{{u"0"_s, QJsonObject{{u"uid"_s, 0},
                                               {u"comment"_s, hostile},
                                               {u"key"_s, QJsonArray{hostile}},
                                               {u"content"_s, QString(u"{{"_s + hostile + u"}}"_s)}}}}}}));
        QVERIFY(write(card, {{u"spec"_s, u"chara_card_v2"_s},
                             {u"spec_version"_s, u"2.0"_s},
                             {u"data"_s, QJsonObject{{u"name"_s, hostile},
                                                     {u"description"_s,
                                                      QString(hostile + u"{{no"_s + hostile + u"}}"_s)},
                                                     {u"first_mes"_s, hostile}}}}));
        QVERIFY(write(u"broken.json"_s, {{hostile, hostile}}));
        const QString library = folder.filePath(u"library"_s);
        const QList<QStringList> commands{
            {u"lint"_s, folder.filePath(book), folder.filePath(card), folder.filePath(u"broken.json"_s)},
            {u"lint"_s, u"--json"_s, folder.filePath(book)},
            {u"import"_s, u"--library"_s, library, folder.filePath(card), folder.filePath(book),
             folder.filePath(u"broken.json"_s), folder.filePath(u"gone"_s + hostile)},
            {u"export"_s, u"--library"_s, library, u"card"_s, hostile, folder.filePath(u"out"_s)},
            {u"export"_s, u"--library"_s, library, hostile, u"a"_s, u"b"_s},
            {u"assemble"_s, u"--character"_s, folder.filePath(card), u"--user-text"_s, hostile},
            {u"assemble"_s, u"--character"_s, folder.filePath(u"gone"_s + hostile)},
            {u"assemble"_s, u"--"_s + hostile},
            {u"test"_s, folder.filePath(hostile)},
            {u"tokens"_s, folder.filePath(u"gone"_s + hostile)},
            {u"tokens"_s, u"--tokenizer"_s, hostile},
            {u"render-template"_s, u"--template"_s, hostile, u"--context"_s, hostile},
            {u"bench"_s, hostile},
            {hostile}};
        for (const QStringList &command : commands) {
            const Run result = run(command);
            QVERIFY2(!result.output.isEmpty() || !result.errors.isEmpty(), qPrintable(command.first()));
            QVERIFY2(!acts(result.output), qPrintable(command.first()));
            QVERIFY2(!acts(result.errors.toUtf8()), qPrintable(command.first()));
        }
        // The texts are still whole, in escapes.
        const Run assembled = run(commands[5]);
        QCOMPARE(assembled.code, 0);
        const QJsonArray messages =
            QJsonDocument::fromJson(assembled.output).object().value(u"messages"_s).toArray();
        QVERIFY(std::ranges::any_of(messages, [&](const QJsonValue &message) {
            return message[u"content"_s].toString().contains(hostile);
        }));
    }

    void judgesFiles()
    {
        QTemporaryDir folder;
        QFile book(folder.filePath(u"book.json"_s));
        QVERIFY(book.open(QIODevice::WriteOnly));
        book.write(
            "{\"entries\":{\"0\":{\"uid\":0,\"position\":0,\"key\":[\"inn\"],\"content\":\"{{usr}}\"}}}");
        book.close();
        const Run one = run({u"lint"_s, book.fileName()});
        QCOMPARE(one.code, 1);
        QVERIFY(one.errors.isEmpty());
        QVERIFY(one.output.contains("entries.0.content: {{usr}} is not a macro"));
        QVERIFY(one.output.contains("[macro.unknown]"));
        const Run all = run({u"lint"_s, u"--json"_s, folder.path()});
        QCOMPARE(all.code, 1);
        const QJsonArray found = QJsonDocument::fromJson(all.output).array();
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.at(0)[u"rule"_s].toString(), u"macro.unknown"_s);
        QVERIFY(book.open(QIODevice::WriteOnly));
        book.write(
            "{\"entries\":{\"0\":{\"uid\":0,\"position\":0,\"key\":[\"inn\"],\"content\":\"It is old.\"}}}");
        book.close();
        const Run good = run({u"lint"_s, folder.path()});
        QCOMPARE(good.code, 0);
        QVERIFY(good.output.isEmpty() && good.errors.isEmpty());
        // Personas and templates too, and cards in archives.
        QVERIFY(QFile::copy(QStringLiteral(SNUG_SOURCE_DIR "/tests/fuzz/seeds/charx/stored.charx"),
                            folder.filePath(u"card.charx"_s)));
        QFile personas(folder.filePath(u"personas.json"_s));
        QVERIFY(personas.open(QIODevice::WriteOnly));
        personas.write("{\"personas\":{\"a.png\":\"A\"},\"persona_descriptions\":{\"a.png\":{\"description\":"
                       "\"I\"}},\"default_persona\":\"b.png\"}");
        personas.close();
        const Run more = run({u"lint"_s, folder.path()});
        QCOMPARE(more.code, 1);
        QVERIFY(more.output.contains("card.charx: data.assets.1: "));
        QVERIFY(more.output.contains("personas.json: default_persona: "));
        QCOMPARE(run({u"lint"_s, data(u"sillytavern-user-folder/instruct/ChatML.json"_s)}).code, 0);
    }

    void intoTheLibraryAndOut()
    {
        QTemporaryDir folder;
        const QString library = folder.filePath(u"library"_s);
        QFile book(folder.filePath(u"Harbour.json"_s));
        QVERIFY(book.open(QIODevice::WriteOnly));
        const QByteArray bytes =
            "{\"entries\":{\"0\":{\"uid\":0,\"position\":0,\"key\":[\"inn\"],\"content\":\"Old.\"}}}";
        book.write(bytes);
        book.close();
        const Run in = run({u"import"_s, u"--library"_s, library, book.fileName()});
        QVERIFY2(in.code == 0, qPrintable(in.errors));
        QVERIFY(in.output.contains("worlds/Harbour.json"));
        const QString target = folder.filePath(u"out.json"_s);
        const QStringList takeOut{u"export"_s, u"--library"_s, library, u"lorebook"_s, u"Harbour"_s, target};
        const Run out = run(takeOut);
        QVERIFY2(out.code == 0, qPrintable(out.errors));
        QFile written(target);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll(), bytes);
        const Run again = run(takeOut);
        QCOMPARE(again.code, 1);
        QVERIFY(again.errors.contains(u"--force"_s));
        QCOMPARE(run(takeOut + QStringList{u"--force"_s}).code, 0);
        const Run gone = run({u"export"_s, u"--library"_s, library, u"lorebook"_s, u"Gone"_s, target + u'2'});
        QCOMPARE(gone.code, 1);
        QVERIFY(gone.errors.contains(u"Gone"_s));
        const Run nonsense = run({u"import"_s, u"--library"_s, library, QStringLiteral(SNUG_PROGRAM)});
        QCOMPARE(nonsense.code, 1);
        QVERIFY(!nonsense.errors.isEmpty());
    }

    // Of a folder each file and setting is told, whatever their names do to a terminal.
    void aWholeFolder()
    {
        QTemporaryDir folder;
        const auto write = [&](const QString &name, const QByteArray &bytes) {
            QFile file(folder.filePath(name));
            return QDir().mkpath(QFileInfo(file).path()) && file.open(QIODevice::WriteOnly) &&
                   file.write(bytes) == bytes.size();
        };
        QVERIFY(write(u"life/worlds/Inn\nNOT UNDERSTOOD.json"_s, "{\"entries\":{}}"));
        QVERIFY(write(u"life/settings.json"_s, "{\"username\":\"A\",\"fu\\u001b[2Jture\":1}"));
        QVERIFY(write(u"life/secrets.json"_s, "{\"api_key_openai\":\"sk-1\"}"));
        const QStringList import{u"import"_s, u"--library"_s, folder.filePath(u"library"_s),
                                 folder.filePath(u"life"_s)};
        const Run in = run(import);
        QVERIFY2(in.code == 0, qPrintable(in.errors));
        QVERIFY2(
            in.output.contains("life: Of this folder's files 1 are taken, 0 in another form; 2 are without "
                               "effect, 0 are not understood."),
            in.output.constData());
        QVERIFY(in.output.contains("\n  secrets.json: Keys are never read from here"));
        QVERIFY(in.output.contains("\n  username\n"));
        QVERIFY(in.output.contains("fu\\u{1b}[2Jture"));
        QVERIFY(in.output.contains("\n  worlds/Inn\\u{a}NOT UNDERSTOOD.json: a lorebook"));
        QVERIFY(!in.output.contains("sk-1"));
        QVERIFY(write(u"life/strange.bin"_s, "x"));
        QCOMPARE(run(import).code, 1);
        const Run listed = run({u"lint"_s, u"--taken"_s, folder.filePath(u"life"_s)});
        QCOMPARE(listed.code, 0);
        QVERIFY2(listed.output.contains("\n  worlds/Inn\\u{a}NOT UNDERSTOOD.json\n"),
                 listed.output.constData());
    }

    // A card in an archive, with RisuAI's module beside it: what it holds is said, and it leaves as it came.
    void anArchiveInAndOut()
    {
        QTemporaryDir folder;
        const QString library = folder.filePath(u"library"_s);
        const QString path = QStringLiteral(SNUG_SOURCE_DIR "/tests/fuzz/seeds/charx/module.charx");
        const Run in = run({u"import"_s, u"--library"_s, library, path});
        QVERIFY2(in.code == 0, qPrintable(in.errors));
        QVERIFY(in.output.contains("characters/Mira.png"));
        QVERIFY2(in.output.contains("taken over: the lorebook of RisuAI's module (entries: 2)"),
                 in.output.constData());
        const QString target = folder.filePath(u"out.charx"_s);
        const Run out = run({u"export"_s, u"--library"_s, library, u"--form"_s, u"charx"_s, u"card"_s,
                             u"Mira.png"_s, target});
        QVERIFY2(out.code == 0, qPrintable(out.errors));
        QFile original(path);
        QFile written(target);
        QVERIFY(original.open(QIODevice::ReadOnly) && written.open(QIODevice::ReadOnly));
        const QByteArray bytes = original.readAll();
        QCOMPARE(written.readAll(), bytes);
        QFile broken(folder.filePath(u"broken.charx"_s));
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("PK" + bytes.last(60)) > 0);
        broken.close();
        const Run refused = run({u"import"_s, u"--library"_s, library, broken.fileName()});
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.errors.contains(u"broken.charx: the archive is damaged"),
                 qPrintable(refused.errors));
    }

    // A drawing that harms whoever draws it is not opened, and the card comes in without it.
    void aHostilePicture_data()
    {
        QTest::addColumn<QString>("file");
        for (const char *name :
             {"z16_svg_fifo", "z17_svg_use_bomb", "z22_svg_pattern_uaf", "z25_svg_file", "z33_svg_uaf"})
            QTest::newRow(name) << QString::fromLatin1(name) + u".charx"_s;
    }
    void aHostilePicture()
    {
        QFETCH(QString, file);
        QTemporaryDir folder;
        const QString library = folder.filePath(u"library"_s);
        const Run in = run({u"import"_s, u"--library"_s, library,
                            QStringLiteral(SNUG_SOURCE_DIR "/tests/data/hostile/") + file});
        QVERIFY2(in.code == 0, qPrintable(in.errors));
        QVERIFY(in.output.contains("characters/Zed.png"));
        const QString says =
            file + u": its picture is not a PNG, JPEG, WebP, GIF or AVIF picture, and no other kind "
                   "is opened: the card got a plain one, the archive keeps its own\n"_s;
        QVERIFY2(in.output.contains(says.toUtf8()), in.output.constData());
    }

    // SmartTavern's rules: into the library, out of it, and into a prompt.
    void rulesOfSmartTavern()
    {
        QTemporaryDir folder;
        const auto write = [&](const QString &name, const QByteArray &bytes) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName()
                                                                                        : QString();
        };
        const QByteArray bytes =
            R"({"regex_rules": [{"id": 1, "enabled": true, "find_regex": "lamp", "replace_regex": "lantern",
                "placement": "after_macro", "views": ["assistant_view"]}]})";
        const QString rules = write(u"Lamps.json"_s, bytes);
        const QString library = folder.filePath(u"library"_s);
        const Run in = run({u"import"_s, u"--library"_s, library, rules});
        QVERIFY2(in.code == 0, qPrintable(in.errors));
        QVERIFY(in.output.contains("snug/rules/Lamps.json"));
        const QString target = folder.filePath(u"out.json"_s);
        const Run out = run({u"export"_s, u"--library"_s, library, u"rules"_s, u"Lamps"_s, target});
        QVERIFY2(out.code == 0, qPrintable(out.errors));
        QFile written(target);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll(), bytes);
        const QString preset = write(u"preset.json"_s, R"({"prompts": [{"identifier": "chatHistory",
            "enabled": true, "position": "relative"}]})");
        const Run sent = run(
            {u"assemble"_s, u"--preset"_s, preset, u"--regex"_s, rules, u"--user-text"_s, u"The lamp."_s});
        QVERIFY2(sent.code == 0, qPrintable(sent.errors));
        QVERIFY2(sent.output.contains("The lantern."), sent.output.constData());
    }

    void countsStandardInput()
    {
        const Run result = run({u"tokens"_s}, "hello world");
        QCOMPARE(result.errors, QString());
        QCOMPARE(result.output, QByteArray("2\n"));
        QCOMPARE(result.code, 0);
    }

    void benchTimesWhatIsEqualToTheReference()
    {
        const Run result = run({u"bench"_s, data(u"bench/small"_s)});
        QCOMPARE(result.errors, QString());
        QCOMPARE(result.code, 0);
        const QJsonObject report = QJsonDocument::fromJson(result.output).object();
        QCOMPARE(report.value(u"equal"_s), QJsonValue(true));
        QCOMPARE(report.value(u"messages"_s).toInt(), 57);
        QCOMPARE(report.value(u"lore_entries"_s).toInt(), 30);
        QCOMPARE(report.value(u"fired"_s).toInt(), 6);
        for (const QString &key : {u"cold_ms"_s, u"keystroke_ms"_s, u"peak_rss_mb"_s})
            QVERIFY2(report.value(key).toDouble() > 0, qPrintable(key));
    }

    void benchFailsWhenThePromptIsAnother()
    {
        QTemporaryDir folder;
        const QDir from(data(u"bench/small"_s));
        for (const QString &name : from.entryList(QDir::Files))
            QVERIFY(QFile::copy(from.filePath(name), folder.filePath(name)));
        QVERIFY(QFile::copy(data(u"bench/preset.json"_s), folder.filePath(u"preset.json"_s)));
        QFile expected(folder.filePath(u"expected.json"_s));
        QVERIFY(expected.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY(expected.open(QIODevice::WriteOnly));
        expected.write(R"({"messages":[]})");
        expected.close();
        const Run result = run({u"bench"_s, folder.path()});
        QCOMPARE(result.code, 1);
        QCOMPARE(QJsonDocument::fromJson(result.output).object().value(u"equal"_s), QJsonValue(false));
    }
};

} // namespace tst_commands

SNUG_TEST(tst_commands, TestCommands, Core)
#include "tst_commands.moc"
