// `snug test` as continuous integration runs it: what passes, what fails, what cannot be read; its exit codes
// and its report.

#include "core/formats/preset.h"
#include "core/prompt/assemble.h"
#include "core/prompttest/goldenprompt.h"
#include "core/prompttest/prompttest.h"
#include "tests/app/commandrun.h"
#include "tests/testregistry.h"

#include <QDir>
#include <QFile>
#include <QMap>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace tst_testcommand {

using namespace Qt::StringLiterals;
using namespace snug;
using namespace snug::commandrun;

// Passes.
static PromptTest plainTest()
{
    PromptTest test;
    test.inputs.card = Card();
    test.inputs.card->name = u"Mira"_s;
    test.inputs.card->description = u"Keeper of the lamp."_s;
    test.inputs.preset = Preset();
    test.inputs.preset->prompts = builtInPromptBlocks();
    test.inputs.preset->orders = {builtInPromptOrder()};
    test.inputs.mode = PromptMode::SillyTavern;
    test.inputs.userName = u"Ada"_s;
    test.inputs.userText = u"Hello"_s;
    test.inputs.now = QDateTime::fromString(u"2026-03-14T15:09:26.000Z"_s, Qt::ISODateWithMs);
    test.expected.golden = goldenOf(assemble(test.inputs));
    test.expected.contains = {u"Keeper of the lamp."_s};
    return test;
}

class TestTestCommand : public QObject
{
    Q_OBJECT

    QString path(const QString &name) const { return m_folder.filePath(name); }
    void write(const QString &name, const PromptTest &test)
    {
        const Result<void> written = writePromptTest(path(name), test, {});
        QVERIFY2(written, written ? "" : qPrintable(written.error().line()));
    }

    // name -> what became of it and why
    QMap<QString, std::pair<QString, QString>> report(const QString &file, int tests, int failures,
                                                      int errors)
    {
        QMap<QString, std::pair<QString, QString>> cases;
        QFile read(file);
        if (!read.open(QIODevice::ReadOnly))
            return cases;
        QXmlStreamReader xml(&read);
        QString name;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement)
                continue;
            const QXmlStreamAttributes all = xml.attributes();
            if (xml.name() == u"testsuite") {
                if (all.value(u"tests"_s).toInt() != tests || all.value(u"failures"_s).toInt() != failures ||
                    all.value(u"errors"_s).toInt() != errors)
                    return {};
            } else if (xml.name() == u"testcase") {
                name = all.value(u"name"_s).toString();
                cases.insert(name, {u"passed"_s, {}});
            } else if (xml.name() == u"failure" || xml.name() == u"error") {
                cases.insert(name, {xml.name().toString(), all.value(u"message"_s).toString()});
            }
        }
        return xml.hasError() ? QMap<QString, std::pair<QString, QString>>() : cases;
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void initTestCase()
    {
        write(u"good/plain"_s, plainTest());
        write(u"all/good"_s, plainTest());
        PromptTest wrong = plainTest();
        wrong.expected.contains = {u"a \u0001 <lighthouse> & \u001b\uFFFE more"_s};
        write(u"all/wrong"_s, wrong);
        write(u"all/torn"_s, plainTest());
        QFile torn(path(u"all/torn/test.json"_s));
        QVERIFY(torn.open(QIODevice::WriteOnly) && torn.write("{\"contains\": [") > 0);
    }

    void whatPasses()
    {
        const QString file = path(u"good.xml"_s);
        const Run result = run({u"test"_s, u"--junit"_s, file, path(u"good"_s)});
        QCOMPARE(result.errors, QString());
        QCOMPARE(result.code, 0);
        QVERIFY2(result.output.contains("1 of 1 passed"), result.output.constData());
        const auto cases = report(file, 1, 0, 0);
        QCOMPARE(cases.keys(), QStringList{u"plain"_s});
        QCOMPARE(cases.value(u"plain"_s).first, u"passed"_s);
    }

    // One that fails is a failure, one that cannot be read an error; the report is XML whatever they say.
    void whatDoesNot()
    {
        const QString file = path(u"all.xml"_s);
        const Run result = run({u"test"_s, u"--junit"_s, file, path(u"all"_s)});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.output.contains("1 of 3 passed"), result.output.constData());
        QVERIFY2(result.output.contains("FAILED"), result.output.constData());
        QVERIFY2(result.errors.contains(u"torn"_s), qPrintable(result.errors));
        const auto cases = report(file, 3, 1, 1);
        QCOMPARE(cases.keys(), (QStringList{u"good"_s, u"torn"_s, u"wrong"_s}));
        QCOMPARE(cases.value(u"good"_s).first, u"passed"_s);
        QCOMPARE(cases.value(u"torn"_s).first, u"error"_s);
        QVERIFY(!cases.value(u"torn"_s).second.isEmpty());
        QCOMPARE(cases.value(u"wrong"_s).first, u"failure"_s);
        QVERIFY2(cases.value(u"wrong"_s).second.contains(u"<lighthouse> & "_s),
                 qPrintable(cases.value(u"wrong"_s).second));
    }

    void whereThereIsNone()
    {
        QVERIFY(QDir().mkpath(path(u"none"_s)));
        const Run result = run({u"test"_s, path(u"none"_s)});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.errors.contains(u"none"_s), qPrintable(result.errors));
        QCOMPARE(run({u"test"_s}).code, 2);
    }
};

} // namespace tst_testcommand

SNUG_TEST(tst_testcommand, TestTestCommand, Core)
#include "tst_testcommand.moc"
