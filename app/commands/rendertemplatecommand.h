// `snug render-template --template F --context F`.
#pragma once

#include <QStringList>

namespace snug {

// `arguments` without the command's name; returns the exit code.
int renderTemplateCommand(const QStringList &arguments);

} // namespace snug
