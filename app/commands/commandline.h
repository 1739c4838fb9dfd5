// Arguments -> what the user wants done. Fixed contract: other programs rely on it.
#pragma once

#include <QString>
#include <QStringList>

class QApplication;

namespace snug {

// Exit codes of every command.
inline constexpr int exitDone = 0;
inline constexpr int exitNo = 1; // the work's own "no"
inline constexpr int exitUsage = 2;

// What commands print holds names and texts of strangers: these four write it, and nothing that they write
// acts on a terminal.
void printError(const QString &line); // on standard error
void printLine(const QString &line);
void printText(const QString &text);   // lines with their ends
int printJson(const QByteArray &json); // the same value, perhaps in other escapes; gives the exit code

// Runs the command named by the first argument. Every command writes data to standard output alone.
int runCommand(const QString &name, const QStringList &arguments);
bool isCommand(const QString &name);
// Commands that need a window, or a picture of one.
bool isWindowCommand(const QString &name);
int runWindowCommand(const QString &name, QApplication &application, const QStringList &arguments);
QString usageText();

} // namespace snug
