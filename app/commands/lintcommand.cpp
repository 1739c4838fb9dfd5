#include "app/commands/lintcommand.h"

#include "app/cases/inputfiles.h"
#include "app/commands/commandhelp.h"
#include "app/commands/commandline.h"
#include "core/formats/jsontext.h"
#include "core/library/librarystore.h"
#include "core/library/takenreport.h"
#include "core/lint/filelint.h"
#include "core/regex/workerregexengine.h"
#include "core/tokens/loadtokenizer.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct LintCommandText
{
    Q_DECLARE_TR_FUNCTIONS(LintCommand)
};

struct LintedFile
{
    QString path;
    QList<LintFinding> findings;
};

QString findingLine(const QString &path, const LintFinding &finding)
{
    QString line = path;
    if (!finding.where.isEmpty())
        line += u": "_s + finding.where;
    line += u": "_s + finding.what + u'.';
    if (!finding.fix.isEmpty())
        line += u' ' + finding.fix + u'.';
    return line + u" ["_s + finding.rule + u']';
}

Json jsonOf(const QString &path, const LintFinding &finding)
{
    Json json = Json::object(
        {{u"file"_s, Json(path)},
         {u"rule"_s, Json(finding.rule)},
         {u"where"_s, Json(finding.where)},
         {u"what"_s, Json(finding.what)},
         {u"fix"_s, Json(finding.fix)},
         {u"weight"_s, Json(finding.weight == LintFinding::Weight::Hint ? u"hint"_s : u"warning"_s)}});
    if (finding.start >= 0) {
        json.set(u"start"_s, Json(qint64(finding.start)));
        json.set(u"length"_s, Json(qint64(finding.length)));
    }
    return json;
}

// The files that are named, and those in folders that are; these need not all be ours.
struct Paths
{
    QStringList named;
    QStringList found;
};

Paths pathsOf(const QStringList &arguments)
{
    Paths paths;
    for (const QString &argument : arguments) {
        if (!QFileInfo(argument).isDir()) {
            paths.named.append(argument);
            continue;
        }
        QDirIterator walk(argument, {u"*.json"_s, u"*.png"_s, u"*.charx"_s}, QDir::Files,
                          QDirIterator::Subdirectories);
        QStringList found;
        while (walk.hasNext())
            found.append(walk.next());
        found.sort();
        paths.found += found;
    }
    return paths;
}

class LintRun
{
public:
    explicit LintRun(const BookLintSettings &settings)
        : m_settings(settings)
    {
    }

    void look(const QString &path, bool isNamed)
    {
        const Result<QByteArray> bytes = readInputFile(path);
        if (!bytes)
            return fail(bytes.error().line());
        const Result<FileFindings> judged =
            fileFindings(*bytes, QFileInfo(path).completeBaseName(), m_settings);
        if (!judged)
            return isNamed ? fail(judged.error().inFile(path).line()) : void();
        if (!judged->isJudged && isNamed)
            return fail(LintCommandText::tr("%1: is %2; cards, presets, lorebooks, regex scripts, personas "
                                            "and text templates can be checked")
                            .arg(path, judged->kind));
        if (!judged->findings.isEmpty())
            m_files.append({path, judged->findings});
    }

    void print(bool isJson) const
    {
        Json all = Json::array();
        for (const LintedFile &file : m_files) {
            for (const LintFinding &finding : file.findings) {
                if (isJson)
                    all.append(jsonOf(file.path, finding));
                else
                    printLine(findingLine(file.path, finding));
            }
        }
        if (isJson)
            printJson(writeJson(all));
    }

    bool isClean() const { return m_files.isEmpty() && !m_hasFailed; }

private:
    void fail(const QString &line)
    {
        m_hasFailed = true;
        printError(u"lint: "_s + line);
    }

    const BookLintSettings &m_settings;
    QList<LintedFile> m_files;
    bool m_hasFailed = false;
};

QString wordOf(TakenHow how)
{
    switch (how) {
    case TakenHow::Taken:
        return u"taken"_s;
    case TakenHow::Otherwise:
        return u"otherwise"_s;
    case TakenHow::WithoutEffect:
        return u"without effect"_s;
    case TakenHow::NotUnderstood:
        return u"not understood"_s;
    }
    Q_UNREACHABLE();
}

// What Snug makes of a library, file by file and setting by setting; nothing in it is changed.
int printTaken(const QString &folder, bool isJson)
{
    if (const Result<void> checked = checkLibraryFolder(folder); !checked) {
        printError(u"lint: "_s + checked.error().line());
        return exitNo;
    }
    const auto store = LibraryStore::open(QDir(folder).absolutePath(), {}, LibraryAccess::ReadOnly);
    if (!store) {
        printError(u"lint: "_s + store.error().line());
        return exitNo;
    }
    (*store)->readAll();
    const TakenReport report = takenReport(**store);
    if (!isJson) {
        printLine(takenSummary(report));
        printLine({});
        for (const QString &line : takenLines(report)) // a name with a line feed is still one line
            printLine(line);
        return exitDone;
    }
    const auto listed = [](const QList<TakenItem> &items) {
        Json list = Json::array();
        for (const TakenItem &item : items)
            list.append(
                Json::object({{u"name"_s, item.what}, {u"how"_s, wordOf(item.how)}, {u"why"_s, item.why}}));
        return list;
    };
    return printJson(writeJson(
        Json::object({{u"files"_s, listed(report.files)}, {u"settings"_s, listed(report.settings)}})));
}

} // namespace

int lintCommand(const QStringList &arguments)
{
    QCommandLineParser parser;
    addOptionsOf(u"lint"_s, parser);
    const bool isUnderstood = parser.parse(QStringList{u"snug lint"_s} + arguments);
    if (isUnderstood && parser.isSet(u"taken"_s) && parser.positionalArguments().isEmpty())
        return printTaken(parser.value(u"taken"_s), parser.isSet(u"json"_s));
    if (!isUnderstood || parser.isSet(u"taken"_s) || parser.positionalArguments().isEmpty()) {
        printError(LintCommandText::tr(
            "lint: expected files or folders (usage: snug lint [--json] [--context-size N] "
            "[--tokenizer FILE|NAME] PATH…; snug lint --taken LIBRARY [--json])"));
        return exitUsage;
    }
    BookLintSettings settings;
    if (parser.isSet(u"context-size"_s)) {
        bool isNumber = false;
        settings.contextSize = parser.value(u"context-size"_s).toInt(&isNumber);
        if (!isNumber || settings.contextSize < 1) {
            printError(LintCommandText::tr("lint: --context-size: expected a number above 0, found “%1”")
                           .arg(parser.value(u"context-size"_s)));
            return exitUsage;
        }
    }
    const auto counter =
        loadTokenizer(parser.isSet(u"tokenizer"_s) ? parser.value(u"tokenizer"_s) : u"o200k_base"_s);
    if (!counter) {
        printError(u"lint: "_s + counter.error().line());
        return exitNo;
    }
    settings.counter = *counter;
    settings.regexEngine =
        std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
    const Paths paths = pathsOf(parser.positionalArguments());
    LintRun run(settings);
    for (const QString &path : paths.named)
        run.look(path, true);
    for (const QString &path : paths.found)
        run.look(path, false);
    run.print(parser.isSet(u"json"_s));
    return run.isClean() ? exitDone : exitNo;
}

} // namespace snug
