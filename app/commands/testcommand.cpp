#include "app/commands/testcommand.h"

#include "app/commands/commandhelp.h"
#include "app/commands/commandline.h"
#include "core/prompttest/prompttest.h"
#include "core/prompttest/testsources.h"
#include "core/regex/workerregexengine.h"
#include "core/templates/workertemplateengine.h"
#include "core/workspace/presentinputs.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDirIterator>
#include <QFileInfo>
#include <QSaveFile>
#include <QXmlStreamWriter>

#include <algorithm>
#include <map>
#include <memory>

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

struct Outcome
{
    enum class Kind : quint8 { Passed, Accepted, Failed, Unreadable };
    QString folder;
    Kind kind = Kind::Passed;
    QStringList lines; // why not
    bool isGood() const { return kind == Kind::Passed || kind == Kind::Accepted; }
};

class TestRun
{
public:
    TestRun(SnapshotEngines engines, bool accepts, bool isFrozen, QString library)
        : m_engines(std::move(engines))
        , m_accepts(accepts)
        , m_isFrozen(isFrozen)
        , m_library(std::move(library))
    {
    }

    Outcome play(const QString &folder)
    {
        Result<PromptTest> test = readPromptTest(folder, m_engines);
        if (!test)
            return unreadable(folder, test.error());
        QList<TestSource> sources;
        QString playing = TestCommandText::tr("copies kept when it was made");
        if (!m_isFrozen && !test->isFrozen) {
            const QString library = m_library.isEmpty() ? libraryOfTest(folder) : m_library;
            if (library.isEmpty()) {
                playing = TestCommandText::tr("copies, because it is not in a library (see --library)");
            } else {
                const Result<LibraryStore *> store = storeOf(library);
                if (!store)
                    return unreadable(folder, store.error());
                const PresentInputs present = presentInputs(test->inputs, **store, choicesIn(**store));
                test->inputs = present.inputs;
                sources = present.sources;
                playing = sourcesText(sources, lastPassed(folder));
            }
        }
        m_playing = playing;
        const PromptTestResult result = playPromptTest(*test);
        if (result.unmet.isEmpty())
            return noted({folder, Outcome::Kind::Passed, {}}, sources);
        if (!m_accepts || !test->expected.golden || result.prompt.failure)
            return {folder, Outcome::Kind::Failed, result.unmet};
        if (const Result<void> accepted = acceptPrompt(folder, *test, result.prompt); !accepted)
            return unreadable(folder, accepted.error());
        // What is expected besides the record stands.
        const Result<PromptTest> again = readPromptTest(folder, m_engines);
        if (!again)
            return unreadable(folder, again.error());
        const QStringList left = unmetExpectations(again->expected, result.prompt);
        return left.isEmpty() ? noted({folder, Outcome::Kind::Accepted, {}}, sources)
                              : Outcome{folder, Outcome::Kind::Failed, left};
    }

    // What the last one was made of, in words.
    const QString &playing() const { return m_playing; }

private:
    static Outcome unreadable(const QString &folder, const Error &error)
    {
        return {folder, Outcome::Kind::Unreadable, {error.line()}};
    }

    static Outcome noted(const Outcome &outcome, const QList<TestSource> &sources)
    {
        if (!sources.isEmpty()) {
            if (const Result<void> written = notePassed(outcome.folder, sources); !written)
                printError(u"test: "_s + written.error().line());
        }
        return outcome;
    }

    Result<LibraryStore *> storeOf(const QString &library)
    {
        auto &store = m_stores[library];
        if (!store) {
            Result<std::unique_ptr<LibraryStore>> opened =
                LibraryStore::open(library, {}, LibraryAccess::ReadOnly);
            if (!opened)
                return std::unexpected(opened.error());
            store = *std::move(opened);
            store->readAll();
        }
        return store.get();
    }

    SnapshotEngines m_engines;
    bool m_accepts;
    bool m_isFrozen;
    QString m_library;
    QString m_playing;
    std::map<QString, std::unique_ptr<LibraryStore>> m_stores;
};

// XML has no place for the others, in whatever form.
QString inXml(QString text)
{
    return text.removeIf([](QChar c) {
        const bool isControl = c.unicode() < 0x20 && c != u'\n' && c != u'\t';
        return isControl || c.unicode() == 0xfffe || c.unicode() == 0xffff;
    });
}

// As continuous integration reads it.
Result<void> writeJUnit(const QString &path, const QList<Outcome> &outcomes)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return failure(file.errorString(), {}, path);
    const auto count = [&](Outcome::Kind kind) {
        return QString::number(std::ranges::count(outcomes, kind, &Outcome::kind));
    };
    QXmlStreamWriter xml(&file);
    xml.setAutoFormatting(true);
    xml.writeStartDocument();
    xml.writeStartElement(u"testsuites"_s);
    xml.writeStartElement(u"testsuite"_s);
    xml.writeAttribute(u"name"_s, u"snug"_s);
    xml.writeAttribute(u"tests"_s, QString::number(outcomes.size()));
    xml.writeAttribute(u"failures"_s, count(Outcome::Kind::Failed));
    xml.writeAttribute(u"errors"_s, count(Outcome::Kind::Unreadable));
    for (const Outcome &outcome : outcomes) {
        const QFileInfo folder(outcome.folder);
        xml.writeStartElement(u"testcase"_s);
        xml.writeAttribute(u"classname"_s, inXml(folder.path()));
        xml.writeAttribute(u"name"_s, inXml(folder.fileName()));
        if (!outcome.isGood()) {
            const bool isFailure = outcome.kind == Outcome::Kind::Failed;
            xml.writeStartElement(isFailure ? u"failure"_s : u"error"_s);
            xml.writeAttribute(u"message"_s, inXml(outcome.lines.value(0)));
            xml.writeCharacters(inXml(outcome.lines.join(u'\n')));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }
    xml.writeEndDocument();
    if (xml.hasError() || !file.commit())
        return failure(file.errorString(), {}, path);
    return {};
}

void print(const Outcome &outcome, const QString &playing)
{
    switch (outcome.kind) {
    case Outcome::Kind::Passed:
        printLine(TestCommandText::tr("passed  %1").arg(outcome.folder));
        break;
    case Outcome::Kind::Accepted:
        printLine(TestCommandText::tr("accepted  %1").arg(outcome.folder));
        break;
    case Outcome::Kind::Failed:
        printLine(TestCommandText::tr("FAILED  %1").arg(outcome.folder));
        for (const QString &line : outcome.lines)
            printLine(u"    "_s + line);
        break;
    case Outcome::Kind::Unreadable:
        printError(u"test: "_s + outcome.lines.value(0));
        return;
    }
    //: %1: "preset Mine, card Mira (changed since the test last passed)"
    printLine(u"    "_s + TestCommandText::tr("with %1").arg(playing));
}

} // namespace

int testCommand(const QStringList &arguments)
{
    QCommandLineParser parser;
    addOptionsOf(u"test"_s, parser);
    if (!parser.parse(QStringList{u"snug test"_s} + arguments) || parser.positionalArguments().isEmpty()) {
        printError(TestCommandText::tr("test: expected folders (usage: snug test [--accept] [--frozen] "
                                       "[--library DIR] [--junit FILE] DIR…)"));
        return exitUsage;
    }
    QStringList tests;
    for (const QString &folder : parser.positionalArguments()) {
        const QStringList inside = testsIn(folder);
        if (inside.isEmpty()) {
            printError(TestCommandText::tr("test: %1: it contains no prompt test").arg(folder));
            return exitNo;
        }
        tests += inside;
    }
    const QString programs = QCoreApplication::applicationDirPath();
    TestRun run({.regexEngine = std::make_shared<WorkerRegexEngine>(regexWorkerProgram(programs)),
                 .templateEngine = std::make_shared<WorkerTemplateEngine>(templateWorkerProgram(programs))},
                parser.isSet(u"accept"_s), parser.isSet(u"frozen"_s), parser.value(u"library"_s));
    QList<Outcome> outcomes;
    for (const QString &test : std::as_const(tests)) {
        outcomes.append(run.play(test));
        print(outcomes.last(), run.playing());
    }
    const qsizetype passed = std::ranges::count_if(outcomes, &Outcome::isGood);
    printLine(TestCommandText::tr("%1 of %2 passed").arg(passed).arg(tests.size()));
    if (parser.isSet(u"junit"_s)) {
        if (const Result<void> written = writeJUnit(parser.value(u"junit"_s), outcomes); !written) {
            printError(u"test: "_s + written.error().line());
            return exitNo;
        }
    }
    return passed == tests.size() ? exitDone : exitNo;
}

} // namespace snug
