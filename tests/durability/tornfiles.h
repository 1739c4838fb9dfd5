// Every kind of file that Snug reads in a library, damaged in every way: the library opens or says why, what
// is said then is saved, and the damaged bytes are still somewhere.
#pragma once

#include "tests/durability/findings.h"

namespace snug::durability {

struct TornFile
{
    QString kind;   // "chat", "ledger", "settings", "card", "connections", "unsent texts", …
    QString damage; // "truncated", "empty", "zeros", "garbage", "other type", "zeros at the end", "pipe",
                    // "folder", "unreadable", "large"
    QString name() const { return kind + u", " + damage; }
};

QList<TornFile> allTornFiles();

// In a new library in `folder`.
Findings openTorn(const TornFile &torn, const QString &folder);

} // namespace snug::durability
