// The commands that take files into a library and out of it.

#include "tests/app/commandrun.h"
#include "tests/testregistry.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

namespace tst_librarycommand {

using namespace Qt::StringLiterals;
using namespace snug::commandrun;

class TestLibraryCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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
};

} // namespace tst_librarycommand

SNUG_TEST(tst_librarycommand, TestLibraryCommand, Core)
#include "tst_librarycommand.moc"
