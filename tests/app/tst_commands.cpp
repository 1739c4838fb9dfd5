// The command line, as other programs meet it: the real program, its exit codes, its two streams.

#include "tests/app/commandrun.h"
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
using namespace snug::commandrun;

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
