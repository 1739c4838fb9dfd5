// Arguments -> what the user wants done. Fixed contract: other programs rely on it.
#pragma once

#include "app/commands/terminaloutput.h"

#include <QString>
#include <QStringList>

class QApplication;

namespace snug {

// Runs the command named by the first argument. Every command writes data to standard output alone.
int runCommand(const QString &name, const QStringList &arguments);
bool isCommand(const QString &name);
// Commands that need a window, or a picture of one.
bool isWindowCommand(const QString &name);
int runWindowCommand(const QString &name, QApplication &application, const QStringList &arguments);
QString usageText();

} // namespace snug
