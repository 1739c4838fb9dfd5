// `snug assemble`.
#pragma once

#include <QStringList>

namespace snug {

// `arguments` without the command's name; returns the exit code.
int assembleCommand(const QStringList &arguments);

} // namespace snug
