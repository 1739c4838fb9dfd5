// What each command takes: what `snug COMMAND --help` prints, and what its parser knows.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

class QCommandLineParser;

namespace snug {

struct CommandOption
{
    QString name;    // without "--"
    QString value;   // what it takes, "FILE"; empty: nothing
    QString meaning; // a line
};

struct CommandWords
{
    QStringList usage; // without "snug COMMAND"; several forms
    QString purpose;
    QList<CommandOption> options;
};

// Of every command of usageText(); nothing for another word.
std::optional<CommandWords> commandWords(const QString &command);

// --help or -h stands before a bare "--".
bool asksForHelp(const QStringList &arguments);
QString helpText(const QString &command);

// The options of commandWords(), so that none is taken that is not said.
void addOptionsOf(const QString &command, QCommandLineParser &parser);

} // namespace snug
