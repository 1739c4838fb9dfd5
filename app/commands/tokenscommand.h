// `snug tokens`.
#pragma once

#include <QStringList>

namespace snug {

// `arguments` without the command's name; returns the exit code.
int tokensCommand(const QStringList &arguments);

} // namespace snug
