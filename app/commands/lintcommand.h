// snug lint PATH…: what is wrong with cards, presets, lorebooks, regex scripts, personas, text templates.
#pragma once

#include <QStringList>

namespace snug {

// A line a finding on standard output, "file: place: what. fix [rule]", or with --json one array. Folders are
// walked through. exitNo if there is any finding, or a file could not be read.
int lintCommand(const QStringList &arguments);

} // namespace snug
