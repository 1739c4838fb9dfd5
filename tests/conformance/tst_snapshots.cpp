// A prompt's making survives being written to a folder and read again: over every case of the project.

#include "app/cases/sillytaverncase.h"
#include "core/prompt/assemble.h"
#include "core/prompttest/prompttest.h"
#include "core/regex/workerregexengine.h"
#include "tests/testregistry.h"

#include <QCoreApplication>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace tst_snapshots {

using namespace Qt::StringLiterals;
using namespace snug;

class TestSnapshots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(); }

    void comeBackAsTheyWere_data()
    {
        QTest::addColumn<QString>("folder");
        const QDir cases(QStringLiteral(SNUG_SOURCE_DIR "/tests/conformance/cases/sillytavern"));
        int count = 0;
        for (const QString &area : cases.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QDir folder(cases.filePath(area));
            for (const QString &name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
                QTest::newRow(qPrintable(area + u'/' + name)) << folder.filePath(name);
                ++count;
            }
        }
        QVERIFY(count > 100);
    }

    void comeBackAsTheyWere()
    {
        QFETCH(QString, folder);
        const SnapshotEngines engines{.regexEngine = std::make_shared<WorkerRegexEngine>(
                                          regexWorkerProgram(QCoreApplication::applicationDirPath())),
                                      .templateEngine = {}};
        auto read = readSillyTavernCase(folder);
        QVERIFY2(read, qPrintable(read ? QString() : read.error().line()));
        PromptTest test{.name = {}, .description = {}, .inputs = read->inputs, .expected = {}};
        test.inputs.regexEngine = engines.regexEngine;
        if (!test.inputs.now.isValid())
            test.inputs.now = QDateTime::fromString(u"2026-03-14T15:09:26.000Z"_s, Qt::ISODateWithMs);
        const AssembledPrompt prompt = assemble(test.inputs);
        test.expected.golden = goldenOf(prompt);
        for (const LoreTrace &row : prompt.trace.lore)
            (row.fired ? test.expected.fires : test.expected.silent)
                .append(u"%1/%2"_s.arg(row.book).arg(row.uid));
        test.expected.tokens = {{u"all"_s, prompt.budget.used}};

        const QTemporaryDir place;
        const QString written = place.filePath(u"a/test"_s);
        const Result<void> done = writePromptTest(written, test, engines);
        QVERIFY2(done, qPrintable(done ? QString() : done.error().line()));
        const auto back = readPromptTest(written, engines);
        QVERIFY2(back, qPrintable(back ? QString() : back.error().line()));
        QCOMPARE(back->expected, test.expected);
        const PromptTestResult result = playPromptTest(*back);
        // Books of one name may hold entries of one number, of which one fires.
        QStringList unmet = result.unmet;
        unmet.removeIf([](const QString &line) { return line.contains(u"fire"); });
        QVERIFY2(unmet.isEmpty(), qPrintable(unmet.join(u'\n')));
        QCOMPARE(goldenOf(result.prompt), *test.expected.golden);
        QCOMPARE(result.prompt.trace.lore.size(), prompt.trace.lore.size());
    }

    void rulesComeBack()
    {
        PromptTest test;
        test.inputs.now = QDateTime::fromString(u"2026-03-14T15:09:26.000Z"_s, Qt::ISODateWithMs);
        test.expected.contains = {u"x"_s};
        const Json rule = Json::object({{u"find_regex"_s, Json(u"a"_s)}, {u"odd"_s, Json(1.5)}});
        test.inputs.framingRules = {rule, rule};
        const QTemporaryDir place;
        const QString written = place.filePath(u"test"_s);
        QVERIFY(writePromptTest(written, test, {}));
        const auto back = readPromptTest(written, {});
        QVERIFY2(back, qPrintable(back ? QString() : back.error().line()));
        QCOMPARE(back->inputs.framingRules, test.inputs.framingRules);
    }
};

} // namespace tst_snapshots

SNUG_TEST(tst_snapshots, TestSnapshots, Core)
#include "tst_snapshots.moc"
