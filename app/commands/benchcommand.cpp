#include "app/commands/benchcommand.h"

#include "app/cases/inputfiles.h"
#include "app/commands/commandline.h"
#include "core/formats/jsontext.h"
#include "core/lore/lorecache.h"
#include "core/prompt/assemble.h"
#include "core/regex/workerregexengine.h"
#include "core/templates/workertemplateengine.h"
#include "core/tokens/loadtokenizer.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QProcess>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <sys/resource.h>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

constexpr int Runs = 9; // the median of an odd number is one of them
constexpr int Keystrokes = 21;

// The setting in which the reference times were taken.
PromptInputs benchSetting()
{
    PromptInputs inputs;
    inputs.mode = PromptMode::SillyTavern;
    inputs.userName = u"Mika"_s;
    inputs.avatar = u"Bench.png"_s;
    inputs.contextSize = 32768;
    inputs.maxTokens = 1024;
    inputs.model = u"gpt-4o"_s;
    inputs.settings.lore.depth = 50;
    inputs.settings.lore.budgetPercent = 25;
    inputs.settings.lore.isRecursive = true;
    inputs.now = QDateTime(QDate(2026, 1, 1), QTime(0, 0), QTimeZone::UTC);
    return inputs;
}

Result<PromptInputs> readInputs(const QString &folder)
{
    PromptInputs inputs = benchSetting();
    const auto card = readCardFile(folder + u"/character.json"_s);
    if (!card)
        return std::unexpected(card.error());
    inputs.card = *card;
    const auto chat = readChatFile(folder + u"/chat.jsonl"_s);
    if (!chat)
        return std::unexpected(chat.error());
    inputs.chat = *chat;
    const auto book = readLorebookFile(folder + u"/world.json"_s, u"world"_s);
    if (!book)
        return std::unexpected(book.error());
    inputs.lorebooks.append({*book});
    const QString own = folder + u"/preset.json"_s;
    const auto preset = readPresetFile(QFileInfo::exists(own) ? own : folder + u"/../preset.json"_s);
    if (!preset)
        return std::unexpected(preset.error());
    inputs.preset = *preset;
    inputs.counter = counterForModel(inputs.model);
    inputs.chatCache = std::make_shared<ChatCache>();
    inputs.loreCache = std::make_shared<LoreCache>(); // empty, as when the window opens a chat
    inputs.regexEngine =
        std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
    return inputs;
}

double milliseconds(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

// Tells how long rendering takes by itself.
class TimedEngine : public TemplateEngine
{
public:
    TemplateResult<RenderedText> render(const TemplateRequest &request, const std::stop_token &stop) override
    {
        QElapsedTimer timer;
        timer.start();
        auto rendered = m_engine.render(request, stop);
        elapsed += milliseconds(timer);
        return rendered;
    }

    double elapsed = 0; // ms, of all renders

private:
    WorkerTemplateEngine m_engine{templateWorkerProgram(QCoreApplication::applicationDirPath())};
};

double median(QList<double> values)
{
    std::ranges::sort(values);
    return values.at(values.size() / 2);
}

struct Timed
{
    AssembledPrompt prompt;
    double elapsed = 0;   // ms
    double processor = 0; // ms of this process, all threads: what a busy machine does not change
};

double processorMilliseconds()
{
    timespec spent{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return double(spent.tv_sec) * 1000 + double(spent.tv_nsec) / 1e6;
}

Timed timedAssembly(const PromptInputs &inputs)
{
    const double before = processorMilliseconds();
    QElapsedTimer timer;
    timer.start();
    Timed result{.prompt = assemble(inputs)};
    result.elapsed = milliseconds(timer);
    result.processor = processorMilliseconds() - before;
    return result;
}

// The first assembly of a process that has assembled nothing yet.
Result<Timed> coldRun(const QString &folder)
{
    QProcess process;
    process.start(QCoreApplication::applicationFilePath(), {u"bench"_s, u"--once"_s, folder});
    process.waitForFinished(-1);
    const QList<QByteArray> numbers = process.readAllStandardOutput().trimmed().split(' ');
    bool isElapsed = false;
    bool isProcessor = false;
    const Timed run{.prompt = {},
                    .elapsed = numbers.first().toDouble(&isElapsed),
                    .processor = numbers.last().toDouble(&isProcessor)};
    if (process.exitStatus() != QProcess::NormalExit || !isElapsed || !isProcessor)
        return failure(QString::fromUtf8(process.readAllStandardError()).trimmed());
    return run;
}

// Whether the messages are those of expected.json; Undefined when there is no such file.
Json comparison(const QString &folder, const AssembledPrompt &prompt)
{
    const QString path = folder + u"/expected.json"_s;
    if (!QFileInfo::exists(path))
        return {};
    const auto expected = readJsonFile(path);
    if (!expected)
        return Json(false);
    const Json messages = expected->isArray() ? *expected : expected->value(u"messages");
    if (messages.size() != prompt.messages.size())
        return Json(false);
    for (qsizetype i = 0; i < messages.size(); ++i) {
        const Json message = messages.at(i);
        const OutboundMessage &ours = prompt.messages[i];
        if (message.value(u"role").toText() != roleName(ours.role) ||
            message.value(u"content").toText() != ours.content.text() ||
            message.value(u"name").toText() != ours.name)
            return Json(false);
    }
    return Json(true);
}

int peakMegabytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return int(usage.ru_maxrss / 1024); // Linux counts in KiB
}

Json rounded(double value)
{
    return Json(std::round(value * 1000) / 1000);
}

// A chat that grows by a message a turn, laid out by an unchanged template.
Result<Json> templateTimes(PromptInputs inputs, const QString &file)
{
    const Result<PromptTemplate> chosen = readTemplateFile(file);
    if (!chosen)
        return std::unexpected(chosen.error());
    const auto engine = std::make_shared<TimedEngine>();
    inputs.mode = PromptMode::Template;
    inputs.promptTemplate.use(*chosen);
    inputs.promptTemplate.engine = engine;
    QList<double> turns;
    QList<double> renders;
    AssembledPrompt last = timedAssembly(inputs).prompt; // starts the process
    for (int i = 0; i < Keystrokes && !last.failure; ++i) {
        inputs.chat.messages.append(inputs.chat.messages.at(i));
        const double before = engine->elapsed;
        const Timed turn = timedAssembly(inputs);
        turns.append(turn.elapsed);
        renders.append(engine->elapsed - before);
        last = turn.prompt;
    }
    if (last.failure)
        return std::unexpected(last.failure->error);
    return Json::object({{u"turn_ms"_s, rounded(median(turns))},
                         {u"render_ms"_s, rounded(median(renders))},
                         {u"messages"_s, Json(qint64(last.messages.size()))}});
}

int refuse(const QString &line)
{
    printError(line);
    return exitNo;
}

} // namespace

int benchCommand(const QStringList &arguments)
{
    QStringList folders = arguments;
    QString templateFile;
    if (const qsizetype at = folders.indexOf(u"--template"_s); at >= 0 && at + 1 < folders.size()) {
        templateFile = folders.takeAt(at + 1);
        folders.removeAt(at);
    }
    const bool isOnce = folders.removeOne(u"--once"_s);
    if (folders.size() != 1 || folders.first().startsWith(u'-')) {
        printError(u"bench: expected one folder with character.json, chat.jsonl and world.json"_s);
        return exitUsage;
    }
    const QString folder = folders.first();
    Result<PromptInputs> inputs = readInputs(folder);
    if (!inputs)
        return refuse(inputs.error().line());
    if (!templateFile.isEmpty()) {
        const Result<Json> times = templateTimes(*inputs, templateFile);
        if (!times)
            return refuse(times.error().line());
        printJson(writeJson(*times));
        return exitDone;
    }
    Timed first = timedAssembly(*inputs);
    if (isOnce) {
        std::printf("%.6f %.6f\n", first.elapsed, first.processor);
        return exitDone;
    }

    QList<double> keystrokes;
    QList<double> keystrokesProcessor;
    for (int i = 0; i < Keystrokes; ++i) {
        inputs->userText.append(QChar(u'a' + i % 26));
        const Timed timed = timedAssembly(*inputs);
        keystrokes.append(timed.elapsed);
        keystrokesProcessor.append(timed.processor);
    }
    const int peak = peakMegabytes();
    QList<double> cold;
    QList<double> coldProcessor;
    for (int i = 0; i < Runs; ++i) {
        const Result<Timed> run = coldRun(folder);
        if (!run)
            return refuse(run.error().line());
        cold.append(run->elapsed);
        coldProcessor.append(run->processor);
    }

    const AssembledPrompt &prompt = first.prompt;
    const auto fired = std::ranges::count_if(prompt.trace.lore, &LoreTrace::fired);
    Json result =
        Json::object({{u"cold_ms"_s, rounded(median(cold))},
                      {u"keystroke_ms"_s, rounded(median(keystrokes))},
                      {u"cold_cpu_ms"_s, rounded(median(coldProcessor))},
                      {u"keystroke_cpu_ms"_s, rounded(median(keystrokesProcessor))},
                      {u"messages"_s, Json(qint64(prompt.messages.size()))},
                      {u"lore_entries"_s, Json(qint64(inputs->lorebooks.first().book.entries.size()))},
                      {u"fired"_s, Json(qint64(fired))}});
    const Json equal = comparison(folder, prompt);
    if (!equal.isUndefined())
        result.set(u"equal"_s, equal);
    result.set(u"peak_rss_mb"_s, Json(qint64(peak)));
    printJson(writeJson(result));
    return equal.isUndefined() || equal.toBool() ? exitDone : exitNo;
}

} // namespace snug
