#include "app/commands/assemblecommand.h"

#include "app/cases/gfltcase.h"
#include "app/cases/hologramcase.h"
#include "app/cases/inputfiles.h"
#include "app/cases/promptjson.h"
#include "app/cases/sillytaverncase.h"
#include "app/cases/smarttaverncase.h"
#include "app/cases/smarttavernrequest.h"
#include "app/cases/smeltcase.h"
#include "app/commands/assembleinlibrary.h"
#include "app/commands/commandhelp.h"
#include "app/commands/commandline.h"
#include "core/formats/jsontext.h"
#include "core/formats/texttemplates.h"
#include "core/prompt/assemble.h"
#include "core/regex/workerregexengine.h"
#include "core/templates/workertemplateengine.h"
#include "core/tokens/loadtokenizer.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

RegexEnginePtr regexEngine()
{
    return std::make_shared<WorkerRegexEngine>(regexWorkerProgram(QCoreApplication::applicationDirPath()));
}

// What the arguments came to: inputs, or the exit code that says why not.
using InputsOrExit = std::expected<PromptInputs, int>;

std::unexpected<int> refused(const QString &line, int code)
{
    printError(line);
    return std::unexpected(code);
}

// The files that the options name, into `inputs`.
std::optional<Error> readFiles(const QCommandLineParser &parser, PromptInputs &inputs)
{
    const auto take = [&](const QString &option, auto read, auto store) -> std::optional<Error> {
        for (const QString &path : parser.values(option)) {
            const auto value = read(path);
            if (!value)
                return value.error();
            store(*value);
        }
        return std::nullopt;
    };
    if (auto error = take(u"character"_s, readCardFile, [&](const Card &card) { inputs.card = card; }))
        return error;
    if (auto error =
            take(u"persona"_s, readPersonaFile, [&](const Persona &persona) { inputs.persona = persona; }))
        return error;
    if (auto error = take(u"preset"_s, readPresetFile, [&](const Preset &preset) { inputs.preset = preset; }))
        return error;
    if (auto error = take(u"chat"_s, readChatFile, [&](const Chat &chat) { inputs.chat = chat; }))
        return error;
    const auto addScripts = [&](const RulesAndScripts &read) {
        inputs.regexScripts += read.scripts;
        inputs.framingRules += read.framingRules;
    };
    if (auto error = take(u"regex"_s, readRulesOrScripts, addScripts))
        return error;
    // Without a template of the user's own, --frame story takes the built-in ones.
    if (std::optional<TextCompletion> &text = inputs.textCompletion) {
        text->context = builtInContextTemplate();
        if (!parser.isSet(u"context"_s))
            text->instruct = builtInInstructTemplate();
        if (auto error = take(u"context"_s, readContextFile,
                              [&](const ContextTemplate &context) { text->context = context; }))
            return error;
        if (auto error = take(u"instruct"_s, readInstructFile,
                              [&](const InstructTemplate &instruct) { text->instruct = instruct; }))
            return error;
        if (auto error = take(u"system-prompt"_s, readSystemPromptFile,
                              [&](const SystemPrompt &prompt) { text->systemPrompt = prompt; }))
            return error;
        if (auto error = take(u"text-preset"_s, readTextPresetFile,
                              [&](const TextPreset &preset) { text->preset = preset; }))
            return error;
    }
    const auto useTemplate = [&](const PromptTemplate &chosen) { inputs.promptTemplate.use(chosen); };
    if (auto error = take(u"template"_s, readTemplateFile, useTemplate))
        return error;
    const auto readBook = [](const QString &path) { return readLorebookFile(path); };
    return take(u"lorebook"_s, readBook, [&](const Lorebook &book) { inputs.lorebooks.append({book}); });
}

std::expected<int, int> wholeNumber(const QCommandLineParser &parser, const QString &option)
{
    if (!parser.isSet(option))
        return 0;
    bool isNumber = false;
    const int number = parser.value(option).toInt(&isNumber);
    if (!isNumber || number < 1)
        return refused(u"--%1: expected a number above 0, found “%2”"_s.arg(option, parser.value(option)),
                       exitUsage);
    return number;
}

// Invalid: the present.
std::expected<QDateTime, int> timeFrom(const QCommandLineParser &parser)
{
    const QString text = parser.value(u"now"_s);
    const QDateTime time = QDateTime::fromString(text, Qt::ISODateWithMs);
    if (!text.isEmpty() && !time.isValid())
        return refused(u"--now: expected a date like 2026-03-14T15:09:26Z, found “%1”"_s.arg(text),
                       exitUsage);
    return time;
}

InputsOrExit inputsFrom(const QCommandLineParser &parser)
{
    PromptInputs inputs;
    const bool isTemplate = parser.isSet(u"template"_s) || parser.value(u"frame"_s) == u"template";
    const QString frame = isTemplate && !parser.isSet(u"frame"_s) ? u"template"_s : parser.value(u"frame"_s);
    if (isTemplate && frame != u"template")
        return refused(u"--frame %1: takes no template"_s.arg(frame), exitUsage);
    static const QStringList frames{u"preset"_s,   u"merged"_s, u"fallback"_s, u"framing"_s,
                                    u"template"_s, u"story"_s,  u"names"_s};
    if (!frame.isEmpty() && !frames.contains(frame))
        return refused(
            u"--frame: expected preset, merged, fallback, framing, template, story or names, found “%1”"_s
                .arg(frame),
            exitUsage);

    const QString type = parser.isSet(u"type"_s) ? parser.value(u"type"_s) : u"normal"_s;
    const std::optional<GenerationType> generation = generationTypeFromName(type);
    if (!generation)
        return refused(
            u"--type: expected normal, continue, impersonate, swipe, regenerate or quiet, found “%1”"_s.arg(
                type),
            exitUsage);
    inputs.type = *generation;
    const auto contextSize = wholeNumber(parser, u"context-size"_s);
    const auto maxTokens = wholeNumber(parser, u"max-tokens"_s);
    if (!contextSize || !maxTokens)
        return std::unexpected(exitUsage);
    inputs.contextSize = *contextSize;
    inputs.maxTokens = *maxTokens;
    inputs.userName = parser.isSet(u"user-name"_s) ? parser.value(u"user-name"_s) : u"User"_s;
    inputs.userText = parser.value(u"user-text"_s);
    inputs.model = parser.value(u"model"_s);
    const auto now = timeFrom(parser);
    if (!now)
        return std::unexpected(now.error());
    inputs.now = now->isValid() ? *now : QDateTime::currentDateTime();

    const QStringList templates{u"context"_s, u"instruct"_s, u"system-prompt"_s, u"text-preset"_s};
    const bool isOneText = frame == u"story" || frame == u"names";
    if (isOneText ||
        std::ranges::any_of(templates, [&](const QString &option) { return parser.isSet(option); }))
        inputs.textCompletion.emplace();
    if (inputs.textCompletion && !frame.isEmpty() && !isOneText)
        return refused(u"--frame %1: takes no templates of text completions"_s.arg(frame), exitUsage);
    if (const std::optional<Error> error = readFiles(parser, inputs))
        return refused(error->line(), exitNo);
    if (inputs.card)
        inputs.avatar = QFileInfo(parser.value(u"character"_s)).completeBaseName() + u".png"_s;
    if (inputs.card && inputs.chat.messages.isEmpty()) // also where a chat's file has its first line alone
        inputs.chat.messages = chatWithGreeting(*inputs.card).messages;
    if (frame == u"preset" || frame == u"merged") {
        if (!inputs.preset)
            return refused(u"--frame %1: needs --preset"_s.arg(frame), exitUsage);
        inputs.mode = frame == u"preset" ? PromptMode::SillyTavern : PromptMode::Smelt;
    } else if (frame == u"names") {
        inputs.mode = PromptMode::Names;
    } else if (isTemplate) {
        inputs.mode = PromptMode::Template;
        inputs.promptTemplate.engine = std::make_shared<WorkerTemplateEngine>(
            templateWorkerProgram(QCoreApplication::applicationDirPath()));
    } else if (frame == u"framing") {
        inputs.mode = PromptMode::Framing;
    } else if (frame == u"fallback") {
        inputs.mode = PromptMode::Smelt;
        inputs.preset.reset();
    }
    inputs.counter = counterForModel(inputs.model);
    inputs.regexEngine = regexEngine();
    return inputs;
}

int printPrompt(const AssembledPrompt &prompt)
{
    if (prompt.failure) {
        printError(prompt.failure->error.line());
        return exitNo;
    }
    return printJson(writeJson(promptJson(prompt)));
}

// Of a case of several requests: the last one's prompt, and what each sent.
int printRequests(const QList<AssembledPrompt> &prompts)
{
    if (prompts.isEmpty()) {
        printError(u"nobody of the group speaks"_s);
        return exitNo;
    }
    const AssembledPrompt &last = prompts.constLast();
    if (last.failure || prompts.size() == 1)
        return printPrompt(last);
    Json requests = Json::array();
    for (const AssembledPrompt &prompt : prompts) {
        const Json whole = promptJson(prompt);
        Json sent = Json::object({{u"messages"_s, whole.value(u"messages")}});
        for (const QString &key : {u"prompt"_s, u"stop"_s}) {
            if (whole.contains(key))
                sent.set(key, whole.value(key));
        }
        requests.append(sent);
    }
    Json result = promptJson(last);
    result.set(u"requests"_s, requests);
    return printJson(writeJson(result));
}

// A case that names an operation prints what the operation gives.
int printOperation(const QString &path)
{
    const Result<SmartTavernCase> read = readSmartTavernCase(path);
    const Result<Json> result = read ? playSmartTavernCase(*read) : std::unexpected(read.error());
    if (!result) {
        printError(result.error().inFile(path).line());
        return exitNo;
    }
    return printJson(writeJson(*result));
}

// One that assembles a prompt prints it whole, any other what its operation gives.
int printKnowledgeCase(const QString &path)
{
    const Result<GfLtCase> read = readGfLtCase(path);
    if (!read) {
        printError(read.error().line());
        return exitNo;
    }
    if (const std::optional<PromptInputs> inputs = promptInputsOf(*read))
        return printPrompt(assemble(*inputs));
    const Result<Json> result = playGfLtCase(*read);
    if (!result) {
        printError(result.error().inFile(path).line());
        return exitNo;
    }
    return printJson(writeJson(*result));
}

// What a template of a case gives.
int printTemplateCase(const QString &path)
{
    const Result<HologramCase> read = readHologramCase(path);
    if (!read) {
        printError(read.error().line());
        return exitNo;
    }
    return printJson(writeJson(playHologramCase(read->input, false, regexEngine())));
}

int assembleCase(const QString &path)
{
    if (QFileInfo(path).isFile()) {
        const Result<Json> document = readJsonFile(path);
        if (document && document->value(u"input").contains(u"function"))
            return printOperation(path);
        if (document && document->value(u"input").contains(u"op"))
            return printKnowledgeCase(path);
        if (document && document->value(u"input").contains(u"kind"))
            return printTemplateCase(path);
        const Result<SmeltCase> read = readSmeltCase(path);
        if (!read) {
            printError(read.error().line());
            return exitNo;
        }
        const PromptInputs *inputs = std::get_if<PromptInputs>(&read->input);
        if (!inputs) {
            printError(path + u": input: this case assembles no prompt"_s);
            return exitNo;
        }
        return printPrompt(assemble(*inputs));
    }
    Result<SillyTavernCase> read = readSillyTavernCase(path);
    if (!read) {
        printError(read.error().line());
        return exitNo;
    }
    read->inputs.regexEngine = regexEngine();
    return printRequests(playCase(*read));
}

int answerRequest(const QString &path)
{
    const Result<Json> document = readJsonFile(path);
    const Result<Json> answer =
        document ? answerSmartTavernRequest(*document) : std::unexpected(document.error());
    if (!answer) {
        printError(answer.error().inFile(path).line());
        return exitNo;
    }
    return printJson(writeJson(*answer));
}

int assembleLibraryChat(const QCommandLineParser &parser)
{
    static const QStringList known{u"library"_s, u"chat"_s, u"draft"_s, u"now"_s};
    const QStringList given = parser.optionNames();
    for (const QString &name : given) {
        if (!known.contains(name)) {
            printError(
                u"--%1: cannot be combined with --library, which uses what is in effect there"_s.arg(name));
            return exitUsage;
        }
    }
    if (!parser.isSet(u"chat"_s)) {
        printError(u"assemble: --library needs --chat"_s);
        return exitUsage;
    }
    const auto now = timeFrom(parser);
    if (!now)
        return now.error();
    return assembleInLibrary(
        parser.value(u"library"_s), parser.value(u"chat"_s),
        parser.isSet(u"draft"_s) ? std::optional(parser.value(u"draft"_s)) : std::nullopt, *now);
}

} // namespace

int assembleCommand(const QStringList &arguments)
{
    QCommandLineParser parser;
    addOptionsOf(u"assemble"_s, parser);
    if (!parser.parse(QStringList{u"assemble"_s} + arguments)) {
        printError(parser.errorText());
        return exitUsage;
    }
    if (!parser.positionalArguments().isEmpty()) {
        printError(u"assemble: unexpected argument “%1”"_s.arg(parser.positionalArguments().constFirst()));
        return exitUsage;
    }
    for (const auto &[alone, answer] :
         {std::pair{u"case"_s, &assembleCase}, std::pair{u"request"_s, &answerRequest}}) {
        if (!parser.isSet(alone))
            continue;
        if (parser.optionNames().size() > 1) {
            printError(u"assemble: --%1 cannot be combined with other options"_s.arg(alone));
            return exitUsage;
        }
        return answer(parser.value(alone));
    }
    if (arguments.isEmpty()) {
        printError(u"assemble: nothing given; name a --request, or --character, --preset, --chat …"_s);
        return exitUsage;
    }
    if (parser.isSet(u"library"_s))
        return assembleLibraryChat(parser);
    const InputsOrExit inputs = inputsFrom(parser);
    return inputs ? printPrompt(assemble(*inputs)) : inputs.error();
}

} // namespace snug
