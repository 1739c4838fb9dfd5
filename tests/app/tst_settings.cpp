#include "app/settings.h"
#include "tests/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_settings {

using namespace Qt::StringLiterals;
using namespace snug;

class TestSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void consentsOutliveTheProgram()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(u"snug.ini"_s);
        const QList<ConnectionConsent> consents{
            {.connection = u"home"_s, .origin = u"https://llm.example:443"_s, .countsTokens = false},
            {.connection = u"home"_s,
             .origin = u"http://127.0.0.1:8080"_s,
             .isAllowed = false,
             .takesOldKey = true,
             .countsTokens = true,
             .measuresTexts = true},
            {.connection = u"é, with = and ;"_s, .origin = u"https://ü.example:443"_s}};
        Settings(file).setConnectionConsents(consents);
        QCOMPARE(Settings(file).connectionConsents(), consents);
        Settings(file).setConnectionConsents({});
        QCOMPARE(Settings(file).connectionConsents(), QList<ConnectionConsent>());
    }

    void whatIsDamagedIsKeptAndTheLastGoodOneUsed_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("zeros") << QByteArray(200, '\0');
        QTest::newRow("cut off in a name") << "[session]\nlibrary=/home/me/library\nunderst"_ba;
        QTest::newRow("cut off in a section") << "[session]\nlibrary=/home/me/library\n[wind"_ba;
        QTest::newRow("garbage") << "\x7f\x45\x4c\x46\x02\xff"_ba;
    }
    void whatIsDamagedIsKeptAndTheLastGoodOneUsed()
    {
        QFETCH(const QByteArray, bytes);
        const QTemporaryDir folder;
        const QString file = folder.filePath(u"snug.ini"_s);
        Settings(file).setSession({.libraryFolder = u"/home/me/library é"_s});
        QVERIFY(!Settings(file).damage()); // and there is a copy now
        const auto overwrite = [&] {
            QFile damaged(file);
            QVERIFY(damaged.open(QIODevice::WriteOnly));
            QCOMPARE(damaged.write(bytes), bytes.size());
        };
        overwrite();
        {
            const Settings settings(file);
            QVERIFY(settings.damage());
            QVERIFY(settings.damage()->hasLastGood);
            QCOMPARE(settings.damage()->keptAs, file + u".damaged"_s);
            QCOMPARE(settings.session().libraryFolder, u"/home/me/library é"_s);
        }
        QFile aside(file + u".damaged"_s);
        QVERIFY(aside.open(QIODevice::ReadOnly));
        QCOMPARE(aside.readAll(), bytes);
        QVERIFY(!Settings(file).damage());

        overwrite();
        QVERIFY(QFile::remove(lastGoodCopy(file)));
        Settings settings(file);
        QVERIFY(settings.damage());
        QVERIFY(!settings.damage()->hasLastGood);
        QCOMPARE(settings.session(), SessionSettings());
        settings.setSession({.libraryFolder = u"/elsewhere"_s});
        QVERIFY(QFileInfo::exists(file + u".damaged2"_s));
    }

    void whatQtWritesIsGood()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(u"snug.ini"_s);
        {
            Settings settings(file);
            settings.setWindow({.geometry = QByteArray("\0\1\n=[;\xff\\\"", 9), .state = "=\n[x\n"_ba});
            settings.setWindowLayout(u"editor, one\ntwo"_s, QByteArray(300, '\n'));
            settings.setSession({.libraryFolder = u"/a\nb/[c]/;d=\u00e9 \u3042\t"_s});
            settings.allowOutsideFolder(u"/library"_s, {u"characters"_s, u"/mnt/a"_s});
        }
        const Settings settings(file);
        QVERIFY2(!settings.damage(), settings.damage() ? qPrintable(settings.damage()->problem.line()) : "");
        QCOMPARE(settings.session().libraryFolder, u"/a\nb/[c]/;d=\u00e9 \u3042\t"_s);
    }
};

} // namespace tst_settings

SNUG_TEST(tst_settings, TestSettings, Core)

#include "tst_settings.moc"
