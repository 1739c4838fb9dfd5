// What commands print, and what they end with.
#pragma once

#include <QByteArray>
#include <QString>

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

} // namespace snug
