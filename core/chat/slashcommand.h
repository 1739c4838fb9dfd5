// SillyTavern's slash commands that people type by hand: their names, their forms, and what was written taken
// apart (docs/sillytavern/commands.md#syntax). Nothing here does anything.
#pragma once

#include "core/result.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace snug {

enum class SlashId : quint8 {
    Hide,
    Unhide,
    Delete,
    Cut,
    Send,
    SendAs,
    Sys,
    Comment,
    Persona,
    Go,
    Impersonate,
    Continue,
    Swipe,
    Regenerate,
    Trigger,
    Note,
    NoteDepth,
    NoteFrequency,
    NotePosition,
    NoteRole,
    Inject,
    SetVariable,
    GetVariable,
    SetGlobalVariable,
    GetGlobalVariable,
    ListVariables,
    Ask,
    Generate,
    GenerateRaw,
    Echo,
};

struct SlashCommand
{
    SlashId id = SlashId::Echo;
    QString name; // without the slash, here and below
    QStringList aliases;
    QString form;             // "/hide 2-5"
    const char *text;         // what it does; slashCommandHelp() says it in the user's language
    QStringList named = {};   // arguments written name=value
    bool keepsQuotes = false; // quotation marks around its text belong to the text
};

// In the order in which they are offered.
const QList<SlashCommand> &slashCommands();
QString slashCommandHelp(const SlashCommand &command);
// By name or alias, whatever the case; null = there is none.
const SlashCommand *slashCommandNamed(QStringView name);

// One command as it was written.
struct SlashCall
{
    const SlashCommand *command = nullptr;
    QList<std::pair<QString, QString>> named; // the last one of a name counts
    QString text;                             // the argument without a name
    bool takesPipe = true;                    // false: "||" stands in front of it
    QString written;                          // the whole of it

    QString value(QStringView name) const; // empty = not there
    bool has(QStringView name) const;
};

// One command, or several with "|" between them, each with what the former one gives. A word that is no
// command of the table is an error that names it.
Result<QList<SlashCall>> parseSlashCommands(QStringView text);

// The same, as it is to be written again.
QString slashCommandsText(const QList<SlashCall> &calls);

// "7" or "2-5" among `count` messages, which are counted from 0; nothing if it is neither, or not there.
struct SlashRange
{
    int first = 0;
    int last = 0;
    bool operator==(const SlashRange &) const = default;
};
std::optional<SlashRange> slashRange(QStringView text, qsizetype count);

} // namespace snug
