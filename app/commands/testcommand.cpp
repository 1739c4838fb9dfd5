#include "app/commands/testcommand.h"

#include "app/commands/commandline.h"
#include "core/prompttest/prompttest.h"
#include "core/regex/workerregexengine.h"
#include "core/templates/workertemplateengine.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDirIterator>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct TestCommandText
{
    Q_DECLARE_TR_FUNCTIONS(TestCommand)
};

QStringList testsIn(const QString &folder)
{
    if (isPromptTest(folder))
        return {folder};
    QStringList tests;
    QDirIterator walk(folder, QDir::Dirs | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        const QString inside = walk.next();
        if (isPromptTest(inside))
            tests.append(inside);
    }
    tests.sort();
    return tests;
}

// True if the test passes, or was accepted.
bool play(const QString &folder, const SnapshotEngines &engines, bool accepts)
{
    const Result<PromptTest> test = readPromptTest(folder, engines);
    if (!test) {
        printError(u"test: "_s + test.error().line());
        return false;
    }
    const PromptTestResult result = playPromptTest(*test);
    if (result.unmet.isEmpty()) {
        printLine(TestCommandText::tr("passed  %1").arg(folder));
        return true;
    }
    if (accepts && test->expected.golden && !result.prompt.failure) {
        if (const Result<void> accepted = acceptPrompt(folder, *test, result.prompt); !accepted) {
            printError(u"test: "_s + accepted.error().line());
            return false;
        }
        printLine(TestCommandText::tr("accepted  %1").arg(folder));
        return true;
    }
    printLine(TestCommandText::tr("FAILED  %1").arg(folder));
    for (const QString &line : result.unmet)
        printLine(u"    "_s + line);
    return false;
}

} // namespace

int testCommand(const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.addOption({u"accept"_s, {}});
    if (!parser.parse(QStringList{u"snug test"_s} + arguments) || parser.positionalArguments().isEmpty()) {
        printError(TestCommandText::tr("test: expected folders (usage: snug test [--accept] DIR…)"));
        return exitUsage;
    }
    QStringList tests;
    for (const QString &folder : parser.positionalArguments()) {
        const QStringList inside = testsIn(folder);
        if (inside.isEmpty()) {
            printError(TestCommandText::tr("test: %1: there is no test of a prompt in it").arg(folder));
            return exitNo;
        }
        tests += inside;
    }
    const QString programs = QCoreApplication::applicationDirPath();
    const SnapshotEngines engines{
        .regexEngine = std::make_shared<WorkerRegexEngine>(regexWorkerProgram(programs)),
        .templateEngine = std::make_shared<WorkerTemplateEngine>(templateWorkerProgram(programs))};
    qsizetype passed = 0;
    for (const QString &test : std::as_const(tests))
        passed += play(test, engines, parser.isSet(u"accept"_s)) ? 1 : 0;
    printLine(TestCommandText::tr("%1 of %2 passed").arg(passed).arg(tests.size()));
    return passed == tests.size() ? exitDone : exitNo;
}

} // namespace snug
