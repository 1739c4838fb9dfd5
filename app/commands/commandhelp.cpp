#include "app/commands/commandhelp.h"

#include "core/prompt/promptmodename.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace snug {

namespace {

struct CommandHelpText
{
    Q_DECLARE_TR_FUNCTIONS(CommandHelp)
};

QString say(const char *words)
{
    return CommandHelpText::tr(words);
}

// What --frame takes, each with the name that the mode has in the window.
QString formsOfPrompts()
{
    using enum PromptMode;
    const auto named = [](const char *form, PromptMode mode) {
        return QString::fromLatin1(form) + u" = "_s + promptModeName(mode);
    };
    //: %1: "preset = Prompt order (SillyTavern), merged = Merged (smelt), …"
    return CommandHelpText::tr("what lays out the prompt: %1; fallback is Merged without the preset; without "
                               "this option, what the files ask for")
        .arg(QStringList{named("preset", SillyTavern), named("merged", Smelt), named("framing", Framing),
                         named("template", Template), named("story", Story), named("names", Names)}
                 .join(u", "_s));
}

CommandWords assembleWords()
{
    return {
        .usage = {u"--library DIR --chat FILE [--draft TEXT] [--now TIME]"_s, u"--character FILE [OPTION…]"_s,
                  u"--request FILE"_s, u"--case PATH"_s},
        .purpose = say("Prints the outbound prompt as JSON: each message with its sources."),
        .options = {
            {u"library"_s, u"DIR"_s, say("use what is in effect in this library; needs --chat")},
            {u"chat"_s, u"FILE"_s, say("a chat (.jsonl); with --library also by its path there")},
            {u"draft"_s, u"TEXT"_s, say("with --library: the text in the composer")},
            {u"character"_s, u"FILE"_s, say("a card")},
            {u"persona"_s, u"FILE"_s, say("a persona")},
            {u"preset"_s, u"FILE"_s, say("a preset of SillyTavern, SmartTavern or smelt")},
            {u"lorebook"_s, u"FILE"_s, say("a lorebook; may be given several times")},
            {u"regex"_s, u"FILE"_s, say("regex scripts or SmartTavern's rules; may be given several times")},
            {u"frame"_s, u"FORM"_s, formsOfPrompts()},
            {u"template"_s, u"FILE"_s, say("a prompt template, which lays out the whole prompt")},
            {u"context"_s, u"FILE"_s, say("a context template of text completions")},
            {u"instruct"_s, u"FILE"_s, say("an instruct template of text completions")},
            {u"system-prompt"_s, u"FILE"_s, say("a system prompt of text completions")},
            {u"text-preset"_s, u"FILE"_s, say("samplers of text completions")},
            {u"user-name"_s, u"NAME"_s, say("what the user is called without a persona (User)")},
            {u"user-text"_s, u"TEXT"_s, say("the message that is being written")},
            {u"type"_s, u"TYPE"_s,
             say("normal (unless given), continue, impersonate, swipe, regenerate or quiet")},
            {u"model"_s, u"NAME"_s, say("the model whose tokens are counted")},
            {u"context-size"_s, u"N"_s, say("how many tokens the prompt and the reply may take")},
            {u"max-tokens"_s, u"N"_s, say("how many of them are kept for the reply")},
            {u"now"_s, u"TIME"_s, say("the time to use instead of now: 2026-03-14T15:09:26Z")},
            {u"request"_s, u"FILE"_s,
             say("a SmartTavern request document, used as it is: history, world_books, presets, "
                 "character, "
                 "persona")},
            {u"case"_s, u"PATH"_s, say("a conformance case: a file or a folder")},
        }};
}

CommandWords importWords()
{
    return {.usage = {u"[--library DIR] [--chats-for CARD] PATH…"_s},
            .purpose = say("Takes files, or all files of folders, into the library. For a folder, it reports "
                           "what became of each file and setting."),
            .options = {
                {u"library"_s, u"DIR"_s, say("instead of the one that the window opens")},
                {u"chats-for"_s, u"CARD"_s, say("the character whose chats are among the files: Mira.png")}}};
}

CommandWords exportWords()
{
    return {.usage = {u"[OPTION…] card|persona|preset|lorebook|rules|chat NAME TARGET"_s},
            .purpose = say("Writes something from the library to a file."),
            .options = {{u"library"_s, u"DIR"_s, say("instead of the one that the window opens")},
                        {u"form"_s, u"FORM"_s, say("file (unless given), json, charx or smarttavern")},
                        {u"force"_s, {}, say("replace a file that is there already")}}};
}

CommandWords lintWords()
{
    return {
        .usage = {u"[OPTION…] PATH…"_s, u"--taken LIBRARY [--json]"_s},
        .purpose = say("Says what is wrong with cards, presets, lorebooks, scripts, personas, templates."),
        .options = {{u"json"_s, {}, say("print JSON instead of lines")},
                    {u"context-size"_s, u"N"_s, say("tokens that a model takes, for findings about size")},
                    {u"tokenizer"_s, u"FILE|NAME"_s, say("what counts tokens (o200k_base)")},
                    {u"taken"_s, u"LIBRARY"_s, say("report what Snug takes from a SillyTavern folder")}}};
}

CommandWords testWords()
{
    return {.usage = {u"[OPTION…] DIR…"_s},
            .purpose = say("Runs prompt tests: each assembles a prompt and compares it."),
            .options = {{u"accept"_s, {}, say("expect the present results from now on")},
                        {u"frozen"_s, {}, say("use the copies kept with the test, not the library's files")},
                        {u"library"_s, u"DIR"_s, say("where the files are, if not around the test")},
                        {u"junit"_s, u"FILE"_s, say("also write a JUnit report")}}};
}

CommandWords demoWords()
{
    return {
        .usage = {u"[--picture FILE] [--text TEXT]"_s},
        .purpose = say("Plays a turn with the Understudy in the sample library and takes a picture."),
        .options = {{u"picture"_s, u"FILE"_s, say("where the picture of the window goes (snug-demo.png)")},
                    {u"text"_s, u"TEXT"_s, say("what is said to the character")}}};
}

} // namespace

std::optional<CommandWords> commandWords(const QString &command)
{
    if (command == u"assemble")
        return assembleWords();
    if (command == u"import")
        return importWords();
    if (command == u"export")
        return exportWords();
    if (command == u"lint")
        return lintWords();
    if (command == u"test")
        return testWords();
    if (command == u"demo")
        return demoWords();
    if (command == u"render-template")
        return CommandWords{
            .usage = {u"--template FILE --context FILE"_s},
            .purpose = say("Prints the messages that a template makes of a context, as JSON."),
            .options = {{u"template"_s, u"FILE"_s, say("the template's text")},
                        {u"context"_s, u"FILE"_s,
                         say("a JSON object: char, user, entities, others, memories, history and whatever "
                             "else the template names")}}};
    if (command == u"tokens")
        return CommandWords{.usage = {u"[--tokenizer FILE|NAME] [FILE]"_s},
                            .purpose = say("Counts the tokens of a file or of standard input."),
                            .options = {{u"tokenizer"_s, u"FILE|NAME"_s,
                                         say("o200k_base (unless given), cl100k_base, estimate, or the "
                                             "tokenizer file of a model")}}};
    if (command == u"bench")
        return CommandWords{.usage = {u"[--template FILE] DIR"_s},
                            .purpose =
                                say("Measures assembly on character.json, chat.jsonl and world.json of "
                                    "a folder; prints JSON."),
                            .options = {{u"template"_s, u"FILE"_s, say("measure this template instead")},
                                        {u"once"_s, {}, say("one run; print only its milliseconds")}}};
    return std::nullopt;
}

bool asksForHelp(const QStringList &arguments)
{
    for (const QString &argument : arguments) {
        if (argument == u"--")
            return false;
        if (argument == u"--help" || argument == u"-h")
            return true;
    }
    return false;
}

QString helpText(const QString &command)
{
    const std::optional<CommandWords> words = commandWords(command);
    if (!words)
        return {};
    QString text;
    for (const QString &usage : words->usage)
        text += (text.isEmpty() ? u"usage: snug "_s : u"       snug "_s) + command + u' ' + usage + u'\n';
    text += u'\n' + words->purpose + u"\n\n"_s;
    const auto spelt = [](const CommandOption &option) -> QString {
        return u"  --"_s + option.name + (option.value.isEmpty() ? QString() : u' ' + option.value);
    };
    QList<CommandOption> options = words->options;
    options.append({u"help"_s, {}, say("this text")});
    qsizetype width = 0;
    for (const CommandOption &option : std::as_const(options))
        width = std::max(width, spelt(option).size());
    for (const CommandOption &option : std::as_const(options))
        text += spelt(option).leftJustified(width + 2) + option.meaning + u'\n';
    return text;
}

void addOptionsOf(const QString &command, QCommandLineParser &parser)
{
    const std::optional<CommandWords> words = commandWords(command);
    for (const CommandOption &option : words ? words->options : QList<CommandOption>())
        parser.addOption(QCommandLineOption(option.name, {}, option.value));
}

} // namespace snug
