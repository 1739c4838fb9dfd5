// snug test DIR: tests of prompts, offline.
#pragma once

#include <QStringList>

namespace snug {

// snug test [--accept] DIR…: plays each test in the folders, and in folders inside them. A line a test, what
// is unmet below it; exitNo if anything is. --accept takes what is sent now as what is expected, of tests
// that have a golden record.
int testCommand(const QStringList &arguments);

} // namespace snug
