// `snug bench DIR`: how long assembly takes on a folder of input files.
#pragma once

#include <QStringList>

namespace snug {

// `arguments` without the command's name; returns the exit code.
int benchCommand(const QStringList &arguments);

} // namespace snug
