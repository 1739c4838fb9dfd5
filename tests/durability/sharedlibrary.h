// Sessions that work while another program works on the same files, and what sync tools leave beside them.
#pragma once

#include "tests/durability/findings.h"

namespace snug::durability {

// `folder`: an empty one to play in.
Findings shareLibrary(int sessions, quint32 seed, const QString &folder);
// Copies of a library's files, named as sync tools name what they could not bring together: a session, and
// with `isWithWindow` the whole program, opens beside them and changes none.
Findings openBesideCopies(const QString &folder, bool isWithWindow);

} // namespace snug::durability
